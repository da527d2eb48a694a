package selector

import (
	"iter"
	"slices"

	"github.com/lokman-crawler/lokman/internal/page"
)

const (
	maxTaught = 4  // examples that candidates are made of
	maxAround = 8  // elements around one that are tried as its only context
	maxChain  = 10 // elements in a row, each a child of the one before
	maxNth    = 40 // among its siblings
)

// candidates yields selectors that pick what is wanted in some example, the simplest first: an
// element by itself, one inside another, and then rows of children with their places.
func (f *finder) candidates() iter.Seq[[]step] {
	return func(yield func([]step) bool) {
		var targets []target
		for i := range f.teachers() {
			targets = append(targets, f.targets(f.examples[i])...)
		}
		for _, make := range []func(target) iter.Seq[[]step]{target.alone, target.inside, target.chains} {
			for _, t := range targets {
				for steps := range make(t) {
					if !yield(steps) {
						return
					}
				}
			}
		}
	}
}

// teachers yields a few examples with what is wanted, spread over all.
func (f *finder) teachers() iter.Seq[int] {
	var with []int
	for i, w := range f.want {
		if len(w) > 0 && !f.examples[i].Part {
			with = append(with, i)
		}
	}
	return func(yield func(int) bool) {
		for k := range min(maxTaught, len(with)) {
			if !yield(with[k*len(with)/min(maxTaught, len(with))]) {
				return
			}
		}
	}
}

// A target is an element that a selector is to pick.
type target struct {
	page *Page
	in   int32
	at   int32
}

// targets returns the elements with the text of the first thing that is wanted, and, unless
// apart, with that of all.
func (f *finder) targets(x Example) (out []target) {
	p := x.Page
	wholes := []span{p.span(x.Want[0])}
	if !f.apart {
		if joined := p.spans(x.Want, false); len(joined) == 1 && joined[0] != wholes[0] {
			wholes = append(wholes, joined[0])
		}
	}
	for _, whole := range wholes {
		at := x.Want[0]
		if p.tree.Nodes[at].Type == page.ElementNode && p.span(at) == whole {
			out = append(out, target{p, x.In, at})
		}
		if whole.from < 0 {
			continue
		}
		for up := p.tree.Nodes[at].Parent; up > x.In && p.text[up].to-p.text[up].from <= whole.to-whole.from; up = p.tree.Nodes[up].Parent {
			if p.span(up) == whole {
				out = append(out, target{p, x.In, up})
			}
		}
		for down := at + 1; down < p.tree.Nodes[at].End; down++ {
			if p.tree.Nodes[down].Type == page.ElementNode && p.span(down) == whole {
				out = append(out, target{p, x.In, down})
			}
		}
	}
	return out
}

// placed yields the forms of an element, then these with its place.
func (t target) placed(i int32) []step {
	forms := t.page.forms(i)
	if n := t.page.nth(i); n <= maxNth {
		for _, s := range slices.Clone(forms) {
			if s.tag != "" {
				s.nth = n
				forms = append(forms, s)
			}
		}
	}
	return forms
}

func (t target) alone() iter.Seq[[]step] {
	return func(yield func([]step) bool) {
		for _, s := range t.page.forms(t.at) {
			if !yield([]step{s}) {
				return
			}
		}
	}
}

// inside yields the element inside another one.
func (t target) inside() iter.Seq[[]step] {
	return func(yield func([]step) bool) {
		own := t.placed(t.at)
		for up, n := t.page.tree.Nodes[t.at].Parent, 0; up > t.in && n < maxAround; up, n = t.page.tree.Nodes[up].Parent, n+1 {
			for _, around := range t.page.forms(up) {
				for _, s := range own {
					if !yield([]step{around, s}) {
						return
					}
					if s.child = true; n == 0 && !yield([]step{around, s}) {
						return
					}
				}
			}
		}
	}
}

// chains yields rows of children that end at the element, each by its classes or by its place,
// inside an element farther out.
func (t target) chains() iter.Seq[[]step] {
	return func(yield func([]step) bool) {
		var way []int32 // the innermost first
		for i := t.at; i > t.in && len(way) < maxChain; i = t.page.tree.Nodes[i].Parent {
			if t.page.forms(i) == nil {
				return
			}
			way = append(way, i)
		}
		for n := 2; n <= len(way); n++ {
			for _, placed := range [][2]int{{0, 0}, {0, 1}, {1, 2}, {0, n}, {1, n}} {
				row := t.row(way[:n], placed[0], placed[1])
				if !yield(row) {
					return
				}
				row[0].child = true
				for _, up := range way[n:] {
					forms := t.page.forms(up)
					if s := forms[0]; (s.id != "" || s.class[0] != "") && !yield(slices.Insert(slices.Clone(row), 0, s)) {
						return
					}
					row[0].child = false // only right above
				}
			}
		}
	}
}

// row returns the steps down a way, some with their places: of the innermost, which is 0, and so on.
func (t target) row(way []int32, from, to int) []step {
	var row []step
	for k, i := range way {
		s := t.page.forms(i)[0]
		if n := t.page.nth(i); from <= k && k < to && n <= maxNth && s.id == "" {
			s.nth = n
		}
		s.child = k < len(way)-1
		row = append(row, s)
	}
	slices.Reverse(row)
	return row
}
