package records

import (
	"slices"
	"strings"
	"unicode"

	"github.com/lokman-crawler/lokman/internal/markup"
)

// children is an outline with the children of each element at hand.
type children struct {
	*markup.Outline
	kids  []int32           // elements, those of one parent together and in order
	first []int32           // where the children of element i begin in kids, at i+1; those of the document at 0
	class []string          // of each element, as classesOf wrote it
	known []bool            // class is there
	above map[int32][]int32 // as spanned returned it
	shown int               // where the text begins that people see: after the head

	tuning tuning
}

func childrenOf(page []byte) *children {
	o := markup.ReadOutline(page)
	n := len(o.Elements)
	c := &children{Outline: o, kids: make([]int32, n), first: make([]int32, n+2), class: make([]string, n), known: make([]bool, n), tuning: defaultTuning()}
	for i := range o.Elements {
		c.first[o.Elements[i].Parent+2]++
	}
	for i := 1; i < len(c.first); i++ {
		c.first[i] += c.first[i-1]
	}
	next := slices.Clone(c.first)
	for i := range o.Elements {
		p := o.Elements[i].Parent + 1
		c.kids[next[p]] = int32(i)
		next[p]++
	}
	c.above = c.spanned()
	for _, e := range c.of(-1) {
		for _, k := range c.of(e) {
			if c.Elements[k].Tag == markup.TagHead {
				c.shown = c.Elements[k].TextEnd
			}
		}
	}
	return c
}

// of returns the children of an element, -1 for the document.
func (c *children) of(e int32) []int32 { return c.kids[c.first[e+1]:c.first[e+2]] }

// after returns the first element in document order that is not inside e.
func (c *children) after(e int32) int32 {
	depth := c.Elements[e].Depth
	for e++; int(e) < len(c.Elements) && c.Elements[e].Depth > depth; e++ {
	}
	return e
}

// classes returns an element's classes in the order of the alphabet, with runs of
// digits as 0: those of item-1 and item-2 are alike.
func (c *children) classes(e int32) string {
	if !c.known[e] {
		c.known[e] = true
		if class := c.Elements[e].Class; len(class) > 0 {
			c.class[e] = classesOf(string(class))
		}
	}
	return c.class[e]
}

func classesOf(class string) string {
	tokens := strings.Fields(strings.ToValidUTF8(class, "?"))
	for i, t := range tokens {
		if strings.ContainsFunc(t, unicode.IsDigit) {
			tokens[i] = sameDigits(t)
		}
	}
	slices.Sort(tokens)
	return strings.Join(slices.Compact(tokens), " ")
}

// sameDigits writes each run of digits as 0.
func sameDigits(s string) string {
	var b strings.Builder
	in := false
	for _, r := range s {
		digit := unicode.IsDigit(r)
		if digit && !in {
			b.WriteByte('0')
		}
		if !digit {
			b.WriteRune(r)
		}
		in = digit
	}
	return b.String()
}

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
	s := step{Tag: markup.Label(e.Name, nil), Class: c.classes(kids[k])}
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
		spans, alike := c.spansLike(e, s.Class)
		if class == s.Class {
			if exact+alike == s.Nth {
				return k
			}
			exact++
		}
		switch {
		case fallback >= 0:
		case s.Class == "" && any+spans == s.Any, s.Class != "" && shareClasses(class, s.Class) && shared == s.Nth:
			fallback = k
		}
		any++
		if shareClasses(class, s.Class) {
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

// inline reports whether an element is part of a line of text.
func (c *children) inline(e int32) bool { return c.Elements[e].Inline() }
