package records

import (
	"strings"

	"github.com/lokman-crawler/lokman/internal/markup"
)

// A step leads from an element to one of its children.
type step struct {
	Tag   string `json:"tag"`
	Class string `json:"class,omitempty"` // as classesOf writes it
	Nth   int    `json:"nth,omitempty"`   // of the children with the tag and the classes, from 0
	Any   int    `json:"any,omitempty"`   // of the children with the tag
}

// anywhere returns a step to any child of the tag and classes.
func (s step) anywhere() step { return step{Tag: s.Tag, Class: s.Class} }

// stepTo describes the way to the k-th of some children.
func (c *children) stepTo(kids []int32, k int) step {
	e := &c.Elements[kids[k]]
	s := step{Tag: markup.Label(e.Name, ""), Class: strings.Clone(c.classes(kids[k]))}
	s.Any, s.Nth = c.spansLike(kids[k], s.Class)
	for _, other := range kids[:k] {
		if c.Elements[other].Tag == e.Tag {
			s.Any++
			if c.classes(other) == s.Class {
				s.Nth++
			}
		}
	}
	return s
}

// take returns which of some children a step leads to: that with the same
// classes, else one that has a class in common, or any if the step has none; -1
// if there is none.
func (c *children) take(kids []int32, s step) int {
	tag := markup.TagOf(s.Tag)
	exact, shared, any, fallback := 0, 0, 0, -1
	for k, e := range kids {
		if c.Elements[e].Tag != tag {
			continue
		}
		class := c.classes(e)
		shares := shareClasses(class, s.Class)
		spans, alike := c.spansLike(e, s.Class)
		if class == s.Class {
			if exact+alike == s.Nth {
				return k
			}
			exact++
		}
		if fallback < 0 && (s.Class == "" && any+spans == s.Any || shares && shared == s.Nth) {
			fallback = k
		}
		any++
		if shares {
			shared++
		}
	}
	return fallback
}

// resembles reports whether an element has a step's tag, and a class in common
// if either has any.
func (c *children) resembles(e int32, s step) bool {
	return c.Elements[e].Tag == markup.TagOf(s.Tag) && sameKind(c.classes(e), s.Class)
}

func sameKind(a, b string) bool { return a == b || shareClasses(a, b) }

// shareClasses reports whether two sets of classes, as classesOf wrote them, have
// one in common.
func shareClasses(a, b string) bool {
	for a != "" && b != "" {
		x, restA, _ := strings.Cut(a, " ")
		y, restB, _ := strings.Cut(b, " ")
		switch {
		case x == y:
			return true
		case x < y:
			a = restA
		default:
			b = restB
		}
	}
	return false
}
