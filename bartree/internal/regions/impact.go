package regions

import (
	"slices"

	"github.com/lokman-crawler/lokman/internal/markup"
)

// An Impact is what a page's differences from a template do to the marked region:
// whether it is still to be read at its place.
type Impact uint8

const (
	ImpactNone   Impact = iota // none is marked, or all on the path to it is as before
	impactBeside               // there are others beside the path; it is read at its place
	ImpactInside               // at its place is text of another shape: what is read there must be checked
	ImpactPath                 // the path to it is broken or leads to several: it must be found again
)

// String returns the impact in a word.
func (i Impact) String() string { return [...]string{"none", "beside", "inside", "path"}[i] }

// ImpactOn returns what the differences of a page do to the region, and those on
// the path to it and beside it; and whether it is the number of elements of running text like
// one on the path that tells so: it is content, unless it was the same on enough pages.
func (p *Place) ImpactOn(o *markup.Outline) (is Impact, spots []Spot, words bool) {
	spots = p.compare(o)
	e, depth := p.descend(o)
	if e < 0 || depth < len(p.Levels) {
		return ImpactPath, spots, false
	}
	path := o.Path(e)
	children := childrenOn(o, path)
	for d := 1; d < len(p.Levels); d++ {
		if kind, words := p.Levels[d].ambiguous(o, children[d], p.Pages); kind != "" {
			broken := Spot{Kind: kind, Path: o.Way(path[d]), Depth: d + 1, Side: "path"}
			return ImpactPath, append([]Spot{broken}, spots...), words
		}
	}
	if r := o.SpanOf(e); shapeOf(o.Text[r.Start:r.End]).like(p.Whole) < acceptShape {
		return ImpactInside, spots, false
	}
	if len(spots) > 0 {
		return impactBeside, spots, false
	}
	return ImpactNone, spots, false
}

// ambiguous says whether some of several siblings with the signature of the element
// on the path were inserted or removed: they were as many on each of two pages or
// more, and are not now. Then its index does not say which of them it is. Words is
// whether they are of running text.
func (b *pathLevel) ambiguous(o *markup.Outline, children []int32, pages int) (kind string, words bool) {
	n := 0
	for _, i := range children {
		if o.Elements[i].Sig == b.Sig {
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
