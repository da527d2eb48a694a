package bartree

import "slices"

// A Fingerprint describes the elements of one page, apart from their text.
type Fingerprint struct {
	Bytes    int       // length of the page
	Elements int       // how many the page has
	Depth    int       // of the deepest element; html is 1
	Paths    TagSketch // of the tag paths from the root
	Grams    TagSketch // of runs of four start tags

	// Found counts the places where the region was found, those in the body if
	// there are any, else those in the head; more than one is ambiguous.
	Found int
	// Start and End are the offsets of the region's first and last character.
	Start, End int

	// Truncated is set for a page that exceeds the limits: elements 1024
	// deep, 8192 distinct paths and signatures, 32768 children of open elements.
	Truncated bool

	features   []feature
	references []uint64 // of a page that a template is learned from or judges; Scanner leaves them out
	levels     []level  // the path to the region: html first, the deepest element that holds all of it last
}

// A level is one element on the path to a region, and its siblings.
type level struct {
	tag      []byte   // as written
	class    []byte   // as written
	index    int      // of the element among its siblings, from 0
	siblings []uint64 // signatures (tag and classes) of all children of the parent, in order
}

// feature is a tag path, or a signature under its parent's signature.
type feature struct {
	hash   uint64
	sig    uint64 // of the element; 0 of a tag path
	parent int32  // the feature of the parent element where it was first seen
	pos    int32  // offset of the first such element
	count  int32
	slot   uint16
	from   origin
}

// origin says what a feature is; files have its number.
type origin uint8

const (
	fromWords origin = iota // an element without class that running text may have: a, p, table
	fromFrame               // any other element: part of the page's frame
	fromPath                // a tag path
)

func (f *Fingerprint) reset() {
	*f = Fingerprint{features: f.features[:0], levels: f.levels[:0]}
}

// Bars returns the bars of the path to the region that the scan looked for; none
// if it was not found. See [Bars] for the error.
func (f *Fingerprint) Bars() ([]Bar, error) {
	parallel := make([]int, len(f.levels))
	for i := range f.levels {
		parallel[i] = len(f.levels[i].siblings)
	}
	bars, err := Bars(parallel, 0)
	if err != nil {
		return nil, err
	}
	for i, l := range f.levels {
		bars[i].Tag, bars[i].Class, bars[i].Index = label(l.tag, nil), string(l.class), l.index
	}
	return bars, nil
}

// Siblings returns the signatures, of tag and classes, of the element at a
// depth of the path to the region and of all its siblings, in order; html is 1.
func (f *Fingerprint) Siblings(depth int) []uint64 {
	if depth < 1 || depth > len(f.levels) {
		return nil
	}
	return f.levels[depth-1].siblings
}

// parentOf returns the feature of an element's parent, 0 if it has none.
func (f *Fingerprint) parentOf(ft *feature) uint64 {
	if ft.parent < 0 {
		return 0
	}
	return f.features[ft.parent].hash
}

// clone returns a copy, without the path to a region, that stays valid when the
// Scanner is used again.
func (f *Fingerprint) clone() *Fingerprint {
	c := *f
	c.features, c.levels = slices.Clone(f.features), nil
	return &c
}

// A TagSketch represents a set of tag paths, of runs of tags or of words: its 64 slots
// hold the least hashes of the members (MinHash by one permutation). The zero value is
// the empty set. Likeness of two sketches estimates |A∩B|/|A∪B| of their sets with a
// standard error of at most 0.07.
type TagSketch [64]uint32

func (s *TagSketch) add(h uint64) {
	slot := &s[h>>58]
	if v := uint32(h>>26) &^ 1; v < *slot-1 { // 0 means empty: minus 1 it is more than any v
		*slot = v + 1
	}
}

// Likeness returns how like two sets are, 0 to 1; two empty ones are alike.
func (s *TagSketch) Likeness(t *TagSketch) float64 {
	same, used := 0, 0
	for i := range s {
		switch {
		case s[i] == 0 && t[i] == 0:
			continue
		case s[i] == t[i]:
			same++
		}
		used++
	}
	if used == 0 {
		return 1
	}
	return float64(same) / float64(used)
}
