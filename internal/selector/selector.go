// Package selector says in CSS and in XPath where elements are that something else has found on
// pages: it looks for a short selector that picks the same ones.
package selector

import (
	"slices"
	"strings"
)

// An Example is what was found on a page, or in an element of it.
type Example struct {
	Page *Page
	In   int32   // the element in which it was looked for; 0 for the whole page
	Want []int32 // the elements and texts; none if there is none
	Part bool    // it is less than an element's text, which no selector picks
}

// A selector picks elements.
type selector struct {
	steps []step
	in    bool // one element, not a page
}

// Find returns in CSS and in XPath the selector that picks what is wanted in the most examples, of
// these the simplest, and in what share of them it does, 0 to 1: where it picks the same text, whatever
// elements are around that. Apart wants as many elements as there are in each example, otherwise
// those that follow each other may be one. Without a selector that agrees with an example that has
// something all are zero.
func Find(examples []Example, apart bool) (css, xpath string, agree float64) {
	f := finder{examples: examples, apart: apart}
	var s selector
	for _, x := range examples {
		f.want = append(f.want, x.Page.spans(x.Want, apart))
		s.in = s.in || x.In > 0
	}
	best := 0
	for steps := range f.candidates() {
		if n := f.agree(steps, best); n > best {
			s.steps, best = slices.Clone(steps), n
		}
		if best == len(examples) {
			break
		}
	}
	if best == 0 || !slices.ContainsFunc(examples, func(x Example) bool { return len(x.Want) > 0 && len(x.Page.pick(x.In, s.steps, 0)) > 0 }) {
		return "", "", 0
	}
	return s.css(), s.xpath(), float64(best) / float64(len(examples))
}

// css returns the selector in CSS.
func (s selector) css() string {
	var b strings.Builder
	for i, st := range s.steps {
		switch {
		case st.child:
			b.WriteString(" > ")
		case i > 0:
			b.WriteByte(' ')
		}
		b.WriteString(st.css())
	}
	return b.String()
}

// xpath returns the selector as an expression of XPath 1.0.
func (s selector) xpath() string {
	var b strings.Builder
	if s.in {
		b.WriteByte('.')
	}
	for _, st := range s.steps {
		b.WriteByte('/')
		if !st.child {
			b.WriteByte('/')
		}
		b.WriteString(st.xpath())
	}
	return b.String()
}

// finder looks for a selector.
type finder struct {
	examples []Example
	apart    bool
	want     [][]span
}

// agree counts the examples in which steps pick what is wanted; it may stop once these are no
// more than so many.
func (f *finder) agree(steps []step, least int) int {
	n := 0
	for i, x := range f.examples {
		if n+len(f.examples)-i <= least {
			return 0
		}
		if f.same(x, steps, f.want[i]) {
			n++
		}
	}
	return n
}

func (f *finder) same(x Example, steps []step, want []span) bool {
	if x.Part {
		return false
	}
	picked := x.Page.pick(x.In, steps, maxPicked)
	if len(picked) > maxPicked || (len(picked) == 0) != (len(want) == 0) {
		return false
	}
	return slices.Equal(x.Page.spans(picked, f.apart), want)
}

// maxPicked is how many elements a selector may pick on a page.
const maxPicked = 20_000
