package bartree

import "slices"

// A stretch is a part of a page: some children of an element, with the text beside
// and between them.
type stretch struct {
	parent   int32 // -1 for the document
	lo, hi   int   // of the parent's children
	from, to int   // of the text
	top      int32 // the element that the stretch is the content or the start of; -1 for none
}

func (c *children) document() stretch {
	return stretch{parent: -1, hi: len(c.of(-1)), to: len(c.text), top: -1}
}

// content returns the stretch of what is inside an element.
func (c *children) content(e int32) stretch {
	from, to := c.spanOf(e).bounds()
	return stretch{parent: e, hi: len(c.of(e)), from: from, to: to, top: e}
}

func (c *children) in(s stretch) []int32 { return c.of(s.parent)[s.lo:s.hi] }

// trim leaves out the space before and after a text.
func (c *children) trim(from, to int) (int, int) {
	return c.trimmed(textRange{from, to}).bounds()
}

// wayTo returns the elements from a stretch down to the deepest that holds
// text[from:to].
func (c *children) wayTo(s stretch, from, to int) []int32 {
	var way []int32
	kids := c.in(s)
	for {
		next := int32(-1)
		for _, k := range kids {
			if e := &c.elements[k]; e.seen <= from && e.textEnd >= to {
				next = k
			}
		}
		if next < 0 {
			return way
		}
		way = append(way, next)
		kids = c.of(next)
	}
}

// contentAt returns the content of the element that a way from a stretch leads to, the stretch
// itself without one.
func (c *children) contentAt(s stretch, way []int32) stretch {
	if len(way) == 0 {
		return s
	}
	return c.content(way[len(way)-1])
}

// holds reports whether text[from:to] is all the text of an element.
func (c *children) holds(e int32, from, to int) bool {
	a, b := c.spanOf(e).bounds()
	return a == from && b == to
}

// stepsTo describes a way that begins in a stretch.
func (c *children) stepsTo(s stretch, way []int32) []step {
	steps := make([]step, 0, len(way))
	kids := c.in(s)
	for _, e := range way {
		for k, other := range kids {
			if other == e {
				steps = append(steps, c.stepTo(kids, k))
				break
			}
		}
		kids = c.of(e)
	}
	return steps
}

// followSteps goes down steps from a stretch. The result is the stretch itself without
// steps, else the content of the element at their end.
func (c *children) followSteps(s stretch, steps []step) (stretch, bool) {
	for _, st := range steps {
		kids := c.in(s)
		k := c.take(kids, st)
		if k < 0 {
			return stretch{}, false
		}
		s = c.content(kids[k])
	}
	return s, true
}

// containers returns the elements that lie at the end of a path from a stretch, on
// each level any that resembles its step.
func (c *children) containers(s stretch, path []step) []stretch {
	at := []stretch{s}
	for _, st := range path {
		var next []stretch
		for _, a := range at {
			for _, k := range c.in(a) {
				if c.resembles(k, st) || outermost(st.Tag) && c.elements[k].tag == tagOf(st.Tag) {
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
func (c *children) wrapped(path []step) []stretch {
	var out []stretch
	last := len(path) - 1
	got := make([]int32, len(c.elements)) // steps that lead to the element, in order, at most all but the last
	for i := range c.elements {
		e := int32(i)
		n := int32(0)
		if up := c.elements[e].parent; up >= 0 {
			n = got[up]
		}
		if int(n) == last && c.resembles(e, path[last]) {
			out = append(out, c.content(e))
		}
		if int(n) < last && (c.resembles(e, path[n]) || outermost(path[n].Tag) && c.elements[e].tag == tagOf(path[n].Tag)) {
			n++
		}
		got[e] = n
	}
	return out
}

// wayDown returns the elements from a stretch down to one inside it.
func (c *children) wayDown(s stretch, e int32) []int32 {
	var way []int32
	for ; e >= 0 && e != s.parent; e = c.elements[e].parent {
		way = append(way, e)
	}
	slices.Reverse(way)
	return way
}
