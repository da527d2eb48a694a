package bartree

import "slices"

// A Fingerprint is what one page looks like, apart from its words.
type Fingerprint struct {
	Bytes    int
	Elements int
	Depth    int       // of the deepest element; html is 1
	Paths    TagSketch // of the tag paths from the root
	Grams    TagSketch // of runs of four start tags

	// Found counts the places where the region was found; more than one is
	// ambiguous (spec B16).
	Found int
	// Start and End are the offsets of the region's first and last character.
	Start, End int

	// Truncated is set for a page that goes beyond the limits: elements 1024
	// deep, 8192 distinct paths and signatures, 32768 children of open elements.
	Truncated bool

	features []feature
	levels   []level // the way to the region: html first, the deepest element that holds all of it last
}

// A level is one element on the way to a region and what stands beside it.
type level struct {
	tag      []byte   // as written
	class    []byte   // as written
	index    int      // of the element among its siblings, from 0
	siblings []uint64 // signatures (tag and classes) of all children of the parent, in order
}

// feature is a tag path, or a signature under its parent's signature.
type feature struct {
	hash   uint64
	parent int32 // the feature of the parent element where it was first seen
	pos    int32 // offset of the first such element
	count  int32
	slot   uint16
	from   origin
}

// origin tells what a feature stands for.
type origin uint8

const (
	fromWords origin = iota // an element without class whose tag running text has: a, p, table
	fromFrame               // any other element: a piece of the page's frame
	fromPath                // a tag path
)

func (f *Fingerprint) reset() {
	*f = Fingerprint{features: f.features[:0], levels: f.levels[:0]}
}

// Bars returns the bars of the way to the region that the scan looked for; none
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
// depth of the way to the region and of all beside it, in order; html is 1.
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

func cloneLevels(levels []level) []level {
	out := slices.Clone(levels)
	for i := range out {
		l := &out[i]
		l.tag, l.class, l.siblings = slices.Clone(l.tag), slices.Clone(l.class), slices.Clone(l.siblings)
	}
	return out
}

// clone returns a fingerprint that stays valid.
func (f *Fingerprint) clone() *Fingerprint {
	c := *f
	c.features = slices.Clone(f.features)
	c.levels = cloneLevels(f.levels)
	return &c
}
