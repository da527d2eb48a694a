package bartree

import "fmt"

// A Touch is what a page's differences from a template do to the marked region:
// whether it is still to be read at its place.
type Touch uint8

const (
	TouchNone   Touch = iota // none is marked, or all on the path to it is as before
	TouchBeside              // there are others beside the path; it is read at its place
	TouchInside              // at its place is text of another shape: what is read there must be checked
	TouchPath                // the path to it is broken or leads to several: it must be found again
)

func (t Touch) String() string {
	if int(t) < len(touchNames) {
		return touchNames[t]
	}
	return fmt.Sprintf("Touch(%d)", uint8(t))
}

var touchNames = [...]string{"none", "beside", "inside", "path"}

// touched returns what the differences of a page do to the region, and those on
// the path to it and beside it.
func (p *place) touched(o *outline) (Touch, []Spot) {
	spots := p.compare(o)
	e, depth := p.descend(o)
	if e < 0 || depth < len(p.Levels) {
		return TouchPath, spots
	}
	path := o.path(e)
	children := o.childrenOn(path)
	for d := 1; d < len(p.Levels); d++ {
		if p.Levels[d].ambiguous(o, children[d]) {
			return TouchPath, spots
		}
	}
	from, to := o.span(e)
	if shapeOf(o.text[from:to]).like(p.Shape) < acceptShape {
		return TouchInside, spots
	}
	if len(spots) > 0 {
		return TouchBeside, spots
	}
	return TouchNone, spots
}

// ambiguous reports whether several siblings have the signature of the element
// on the path, and not as many as the template's pages had.
func (b *beside) ambiguous(o *outline, children []int32) bool {
	n := 0
	for _, i := range children {
		if o.elements[i].sig == b.Sig {
			n++
		}
	}
	if n < 2 {
		return false
	}
	for _, s := range b.Siblings {
		if s.Sig == b.Sig {
			return n < s.Least || n > s.Most
		}
	}
	return true
}
