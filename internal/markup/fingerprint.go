package markup

import "slices"

// A Fingerprint describes the elements of one page, apart from their text.
type Fingerprint struct {
	Bytes    int       // length of the page
	Elements int       // how many the page has
	Depth    int       // of the deepest element; html is 1
	Paths    TagSketch // of the tag paths from the root

	// Truncated is set for a page that exceeds the limits: elements 1024
	// deep, 8192 distinct paths and signatures.
	Truncated bool

	Features   []Feature
	References []uint64 // of a page that a template is learned from or judges; Scanner leaves them out
}

// Feature is a tag path, or a signature under its parent's signature.
type Feature struct {
	Hash   uint64
	Sig    uint64 // of the element; 0 of a tag path
	parent int32  // the feature of the parent element where it was first seen
	Pos    int32  // offset of the first such element
	Count  int32
	slot   uint16
	From   Origin
}

// Origin says what a feature is; files have its number.
type Origin uint8

const (
	fromWords Origin = iota // an element without class that running text may have: a, p, table
	FromFrame               // any other element: part of the page's frame
	FromPath                // a tag path
)

// ParentOf returns the feature of an element's parent, 0 if it has none.
func (f *Fingerprint) ParentOf(ft *Feature) uint64 {
	if ft.parent < 0 {
		return 0
	}
	return f.Features[ft.parent].Hash
}

// clone returns a copy that stays valid when the Scanner is used again.
func (f *Fingerprint) clone() *Fingerprint {
	c := *f
	c.Features = slices.Clone(f.Features)
	return &c
}
