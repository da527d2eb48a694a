package records

import (
	"slices"

	"github.com/lokman-crawler/lokman/internal/markup"
)

// A segment is a part of a page: some children of an element, with the text beside
// and between them.
type segment struct {
	parent   int32 // -1 for the document
	lo, hi   int   // of the parent's children
	from, to int   // of the text
	top      int32 // the element that the segment is the content or the start of; -1 for none
}

func (c *children) document() segment {
	return segment{parent: -1, hi: len(c.of(-1)), to: len(c.Text), top: -1}
}

// content returns the segment of what is inside an element.
func (c *children) content(e int32) segment {
	from, to := c.SpanOf(e).Bounds()
	return segment{parent: e, hi: len(c.of(e)), from: from, to: to, top: e}
}

func (c *children) in(s segment) []int32 { return c.of(s.parent)[s.lo:s.hi] }

// trim leaves out the space before and after a text.
func (c *children) trim(from, to int) (int, int) {
	return c.Trimmed(markup.Range{Start: from, End: to}).Bounds()
}

// wayTo returns the elements from a segment down to the deepest that holds
// text[from:to], which is in the segment.
func (c *children) wayTo(s segment, from, to int) []int32 { return c.wayDown(s, c.Holder(from, to)) }

// contentAt returns the content of the element that a way from a segment leads to, the segment
// itself without one.
func (c *children) contentAt(s segment, way []int32) segment {
	if len(way) == 0 {
		return s
	}
	return c.content(way[len(way)-1])
}

// holds reports whether text[from:to] is all the text of an element.
func (c *children) holds(e int32, from, to int) bool {
	a, b := c.SpanOf(e).Bounds()
	return a == from && b == to
}

// stepsTo describes a way that begins in a segment.
func (c *children) stepsTo(s segment, way []int32) []step {
	steps := make([]step, 0, len(way))
	kids := c.in(s)
	for _, e := range way {
		steps = append(steps, c.stepTo(kids, slices.Index(kids, e)))
		kids = c.of(e)
	}
	return steps
}

// followSteps goes down steps from a segment. The result is the segment itself without
// steps, else the content of the element at their end.
func (c *children) followSteps(s segment, steps []step) (segment, bool) {
	for _, st := range steps {
		kids := c.in(s)
		k := c.take(kids, st)
		if k < 0 {
			return segment{}, false
		}
		s = c.content(kids[k])
	}
	return s, true
}

// containers returns the elements that lie at the end of a path from a segment, on
// each level any that resembles its step.
func (c *children) containers(s segment, path []step) []segment {
	at := []segment{s}
	for _, st := range path {
		var next []segment
		for _, a := range at {
			for _, k := range c.in(a) {
				if c.resembles(k, st) || outermost(st.Tag) && c.Elements[k].Tag == markup.TagOf(st.Tag) {
					next = append(next, c.content(k))
				}
			}
		}
		at = next
	}
	return at
}

// outermost reports whether an element's classes say something of the page, not
// of its template.
func outermost(tag string) bool { return tag == "html" || tag == "body" }

// wrapped returns the elements at the end of a path from the document that has
// more levels on this page than it had: where something was put round the list.
func (c *children) wrapped(path []step) []segment {
	var out []segment
	last := len(path) - 1
	got := make([]int32, len(c.Elements)) // steps that lead to the element, in order, at most all but the last
	for i := range c.Elements {
		e := int32(i)
		n := int32(0)
		if up := c.Elements[e].Parent; up >= 0 {
			n = got[up]
		}
		if int(n) == last && c.resembles(e, path[last]) {
			out = append(out, c.content(e))
		}
		if int(n) < last && (c.resembles(e, path[n]) || outermost(path[n].Tag) && c.Elements[e].Tag == markup.TagOf(path[n].Tag)) {
			n++
		}
		got[e] = n
	}
	return out
}

// wayDown returns the elements from a segment down to one inside it.
func (c *children) wayDown(s segment, e int32) []int32 {
	var way []int32
	for ; e >= 0 && e != s.parent; e = c.Elements[e].Parent {
		way = append(way, e)
	}
	slices.Reverse(way)
	return way
}
