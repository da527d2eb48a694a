package bartree

import (
	"iter"
	"slices"
	"strings"
)

// compare tells how the way to the region and what stands beside it differ on
// a page.
func (p *place) compare(o *outline) []Spot {
	e, depth := p.descend(o)
	if e < 0 {
		return []Spot{{Kind: "removed", Path: p.Levels[0].Tag, Depth: 1, Side: "path"}}
	}
	if depth < len(p.Levels) {
		return []Spot{p.broken(o, e, depth)}
	}
	path := o.path(e)
	children := o.childrenOn(path)
	var spots []Spot
	for d := 1; d < len(p.Levels); d++ {
		spots = append(spots, p.Levels[d].compare(o, children[d], d+1, p.Pages)...)
	}
	return spots
}

// broken tells what happened to the way below element at, the last that is as
// it was: the first depth that differs and how.
func (p *place) broken(o *outline, at int32, depth int) Spot {
	want := p.Levels[depth]
	s := Spot{Kind: "removed", Path: o.way(at) + " > " + label([]byte(want.Tag), []byte(want.Class)), Depth: depth + 1, Side: "path"}
	var next *beside
	if depth+1 < len(p.Levels) {
		next = &p.Levels[depth+1]
	}
	renamed := int32(-1)
	for i := at + 1; int(i) < len(o.elements) && o.elements[i].depth > o.elements[at].depth; i++ {
		e := &o.elements[i]
		switch {
		case e.depth == o.elements[at].depth+2 && e.sig == want.Sig:
			s.Kind, s.Path = "wrapped", o.way(e.parent)
			return s
		case e.parent == at && next != nil && e.sig == next.Sig && !next.stoodBeside(want):
			s.Kind = "unwrapped"
		case e.parent == at && (e.tag == tagHash(want.Name) || shareClass(e.class, want.Class)) && !want.knows(e.sig) &&
			(renamed < 0 || e.index == want.Index):
			renamed = i
		case e.parent == at && e.index == want.Index && !want.knows(e.sig) && renamed < 0:
			renamed = i
		}
	}
	if s.Kind == "removed" && renamed >= 0 {
		s.Kind, s.Path = "renamed", o.way(renamed)
	}
	return s
}

// stoodBeside reports whether an element like b stood beside the element of
// above before.
func (b *beside) stoodBeside(above beside) bool {
	return above.knows(b.Sig)
}

func (b *beside) knows(sig uint64) bool {
	return slices.ContainsFunc(b.Siblings, func(s sibling) bool { return s.Sig == sig })
}

// compare tells what came, went or moved among the siblings of one level. What
// running text has, and the number of what repeats, is content.
func (b *beside) compare(o *outline, children []int32, depth, pages int) []Spot {
	now := o.count(children)
	index := 0
	for n, i := range children {
		if e := &o.elements[i]; e.sig == b.Sig {
			if index = n; n >= b.Index {
				break
			}
		}
	}
	var spots []Spot
	add := func(kind string, s sibling, at, self int) {
		side := "upper"
		if at > self {
			side = "lower"
		}
		path := s.Label
		if len(children) > 0 {
			path = o.way(o.elements[children[0]].parent) + " > " + s.Label
		}
		spots = append(spots, Spot{Kind: kind, Path: path, Depth: depth, Side: side})
	}
	for _, s := range now {
		k := slices.IndexFunc(b.Siblings, func(old sibling) bool { return old.Sig == s.Sig })
		switch {
		case s.Words:
		case k < 0:
			add("inserted", s, s.First, index)
		case b.Siblings[k].Pages == pages && b.Siblings[k].Most == 1 && b.Siblings[k].Least == 1 && s.Most > 1:
			add("inserted", s, lastOf(o, children, s.Sig), index)
		}
	}
	for _, old := range b.Siblings {
		if old.Words || old.Pages < pages {
			continue
		}
		if !slices.ContainsFunc(now, func(s sibling) bool { return s.Sig == old.Sig }) {
			add("removed", old, old.First, b.Index)
		}
	}
	if s, ok := b.reordered(now, pages); ok {
		add("reordered", s, s.First, index)
	}
	return spots
}

func lastOf(o *outline, children []int32, sig uint64) int {
	for n, i := range slices.Backward(children) {
		if o.elements[i].sig == sig {
			return n
		}
	}
	return 0
}

// reordered finds a sibling that stands once on every page and now stands
// after one that it used to stand before.
func (b *beside) reordered(now []sibling, pages int) (sibling, bool) {
	last := -1
	for _, s := range now {
		k := slices.IndexFunc(b.Siblings, func(old sibling) bool { return old.Sig == s.Sig })
		if k < 0 || s.Most != 1 || b.Siblings[k].Most != 1 || b.Siblings[k].Pages < pages {
			continue
		}
		if b.Siblings[k].First < last {
			return s, true
		}
		last = b.Siblings[k].First
	}
	return sibling{}, false
}

func shareClass(class []byte, other string) bool {
	for t := range fields(string(class)) {
		for u := range fields(other) {
			if t == u {
				return true
			}
		}
	}
	return false
}

func fields(class string) iter.Seq[string] { return strings.FieldsSeq(class) }
