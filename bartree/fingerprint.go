package bartree

import "slices"

// A Fingerprint is what one page looks like, apart from its words.
type Fingerprint struct {
	Bytes    int
	Elements int
	Depth    int    // of the deepest element; html is 1
	Paths    Sketch // of the tag paths from the root
	Grams    Sketch // of runs of four start tags

	// Levels is the way to the region that the scan looked for: html first,
	// the deepest element that holds the whole region last. It is empty if the
	// region was not found.
	Levels []Level
	// Found counts the places where the region was found; more than one is
	// ambiguous (spec B16).
	Found int
	// Start and End are the offsets of the region's first and last character.
	Start, End int

	// Truncated is set for a page that goes beyond the limits: elements 1024
	// deep, 8192 distinct paths and signatures, 32768 children of open elements.
	Truncated bool

	features []feature
}

// A Level is one element on the way to a region and what stands beside it.
type Level struct {
	Tag      []byte   // as written
	Class    []byte   // as written
	Index    int      // of the element among its siblings, from 0
	Siblings []uint64 // signatures (tag and classes) of all children of the parent, in order

	tag tagHash
	sig uint64
	pos int
}

// Parallel returns P_d, the number of siblings, the element itself included
// (spec B6).
func (l *Level) Parallel() int { return len(l.Siblings) }

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
	*f = Fingerprint{features: f.features[:0], Levels: f.Levels[:0]}
}

// Bars returns the bars of the way to the region; see [Bars].
func (f *Fingerprint) Bars() ([]Bar, error) {
	parallel := make([]int, len(f.Levels))
	for i := range f.Levels {
		parallel[i] = f.Levels[i].Parallel()
	}
	return Bars(parallel, 0)
}

func cloneLevels(levels []Level) []Level {
	out := slices.Clone(levels)
	for i := range out {
		l := &out[i]
		l.Tag, l.Class, l.Siblings = slices.Clone(l.Tag), slices.Clone(l.Class), slices.Clone(l.Siblings)
	}
	return out
}

// clone returns a fingerprint that stays valid.
func (f *Fingerprint) clone() *Fingerprint {
	c := *f
	c.features = slices.Clone(f.features)
	c.Levels = cloneLevels(f.Levels)
	return &c
}
