package bartree

import (
	"fmt"
	"slices"
)

// A Touch is what a page's differences from a template do to the marked region:
// whether it is still to be read at its place.
type Touch uint8

const (
	TouchNone   Touch = iota // none is marked, or all on the path to it is as before
	TouchBeside              // there are others beside the path; it is read at its place
	TouchInside              // at its place is text of another shape: what is read there must be checked
	TouchPath                // the path to it is broken or leads to several: it must be found again
)

// String returns the touch in a word or two.
func (t Touch) String() string {
	if int(t) < len(touchNames) {
		return touchNames[t]
	}
	return fmt.Sprintf("Touch(%d)", uint8(t))
}

var touchNames = [...]string{"none", "beside", "inside", "path"}

// touched returns what the differences of a page do to the region, and those on
// the path to it and beside it; and whether that is sure: that as many elements of running
// text like one on the path are on each of fewer than fewestKnown pages does not say that it
// is so on all.
func (p *place) touched(o *outline) (touch Touch, spots []Spot, sure bool) {
	spots = p.compare(o)
	e, depth := p.descend(o)
	if e < 0 || depth < len(p.Levels) {
		return TouchPath, spots, true
	}
	path := o.path(e)
	children := o.childrenOn(path)
	for d := 1; d < len(p.Levels); d++ {
		if kind, words := p.Levels[d].ambiguous(o, children[d], p.Pages); kind != "" {
			spot := Spot{Kind: kind, Path: o.way(path[d]), Depth: d + 1, Side: "path"}
			return TouchPath, append([]Spot{spot}, spots...), !words || p.Pages >= fewestKnown
		}
	}
	if r := o.spanOf(e); shapeOf(o.text[r.start:r.end]).like(p.Whole) < acceptShape {
		return TouchInside, spots, true
	}
	if len(spots) > 0 {
		return TouchBeside, spots, true
	}
	return TouchNone, spots, true
}

// ambiguous says whether some of several siblings with the signature of the element
// on the path were inserted or removed: they were as many on each of two pages or
// more, and are not now. Then its index does not say which of them it is. Words is
// whether they are of running text.
func (b *beside) ambiguous(o *outline, children []int32, pages int) (kind string, words bool) {
	n := 0
	for _, i := range children {
		if o.elements[i].sig == b.Sig {
			n++
		}
	}
	k := slices.IndexFunc(b.Siblings, func(s sibling) bool { return s.Sig == b.Sig })
	if k < 0 || pages < 2 || b.Siblings[k].Pages < pages || b.Siblings[k].Least < b.Siblings[k].Most {
		return "", false
	}
	switch was := b.Siblings[k].Most; {
	case len(children) == maxSiblings: // some are left out
	case n > was:
		return "inserted", b.Siblings[k].Words
	case n < was:
		return "removed", b.Siblings[k].Words
	}
	return "", false
}
