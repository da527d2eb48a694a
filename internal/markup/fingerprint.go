package markup

import (
	"bytes"
	"math"
	"slices"
)

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

// Likeness compares two pages by their elements under their parents, each
// weighted by 1 + ln of its number of occurrences: the weights that both have over
// those that either has, 0 to 1.
func (f *Fingerprint) Likeness(g *Fingerprint) float64 {
	weight := func(count int32) float64 { return 1 + math.Log(float64(count)) }
	has := make(map[uint64]float64, len(f.Features))
	for i := range f.Features {
		if ft := &f.Features[i]; ft.From != FromPath {
			has[ft.Hash] = weight(ft.Count)
		}
	}
	var both, all float64
	for i := range g.Features {
		ft := &g.Features[i]
		if ft.From == FromPath {
			continue
		}
		w, v := weight(ft.Count), has[ft.Hash]
		both, all = both+min(v, w), all+max(v, w)
		delete(has, ft.Hash)
	}
	for i := range f.Features {
		all += has[f.Features[i].Hash]
	}
	if all == 0 {
		return 1
	}
	return both / all
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

// sketchWords returns which words a page has.
func (o *Outline) sketchWords() (s TagSketch) {
	for word := range bytes.FieldsSeq(o.Text) {
		s.add(mix(rawHash(0, word)))
	}
	return s
}
