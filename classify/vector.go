package classify

import (
	"fmt"
	"unicode/utf8"

	"golang.org/x/net/html"
)

// A Mode says which components of a link a NearestNeighbor compares.
type Mode string

const (
	// ModeEnhanced adds to the paper's nine what stands around a link: the row it
	// is in, its neighbours, its ancestors, the shape of its path. It is the
	// default.
	ModeEnhanced Mode = "enhanced"

	// ModePaper compares the nine components of Le and Thoma (papers/2, section
	// 2), each with the same weight.
	ModePaper Mode = "paper"
)

// A Vector is what is compared of a link, a string for each of
// Mode.Components.
type Vector []string

// Components names the components of a mode's vectors, in their order.
func (m Mode) Components() []string {
	var names []string
	for _, c := range m.components() {
		names = append(names, c.name)
	}
	return names
}

// Vector reads the components of a link. Without Link.Node only those of its
// URL and text are known, the others are empty. No more than the first KiB of
// a component, of an attribute and of a text is read and no more than some
// hundred nodes around a link, so that the cost of a link is bounded however
// its page looks.
func (m Mode) Vector(l Link) Vector {
	v := nine(l)
	if m.paper() {
		return v
	}
	return enhanced(l, v)
}

func (m Mode) paper() bool { return m == ModePaper }

func (m Mode) valid() error {
	if m != "" && m != ModeEnhanced && m != ModePaper {
		return fmt.Errorf("classify: mode %q: want %q or %q", m, ModeEnhanced, ModePaper)
	}
	return nil
}

// A component of a vector: how much it counts, and whether it is compared by
// its words whatever the model's Distance is.
type component struct {
	name   string
	weight int32
	words  bool
}

func (m Mode) components() []component {
	if m.paper() {
		return paperComponents
	}
	return enhancedComponents
}

var paperComponents = []component{
	{"attribute-name", 1, false},
	{"attribute-value", 1, false},
	{"href-scheme", 1, false},
	{"href-fragment", 1, false},
	{"href-query-name", 1, false},
	{"content-tag", 1, false},
	{"content-tag-attribute", 1, false},
	{"content-tag-attribute-value", 1, false},
	{"content-caption", 1, false},
}

const (
	maxComponent = 1024 // bytes of a component, and of what goes into one
	maxNodes     = 256  // nodes of a link's content
)

// cut shortens s to n bytes or a little less, between two characters.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// following returns the node after n in document order, below root; nil after
// the last. It goes into n unless over is set.
func following(n, root *html.Node, over bool) *html.Node {
	if !over && n.FirstChild != nil {
		return n.FirstChild
	}
	for ; n != nil && n != root; n = n.Parent {
		if n.NextSibling != nil {
			return n.NextSibling
		}
	}
	return nil
}

// preceding returns the node before n in document order; nil before the
// first.
func preceding(n *html.Node) *html.Node {
	if n.PrevSibling == nil {
		return n.Parent
	}
	n = n.PrevSibling
	for n.LastChild != nil {
		n = n.LastChild
	}
	return n
}
