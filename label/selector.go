package label

import (
	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/internal/page"
	"github.com/lokman-crawler/lokman/internal/selector"
)

// Selector returns a short selector of a label's zone, in CSS and in XPath 1.0, for programs that
// read pages by these, and on what share of some pages, 0 to 1, it picks the same text as Label, or
// nothing where Label finds no such zone in the visible text. Of names or affiliations it picks either
// all in one or one by one. All are zero if no selector agrees on any: a zone that is less than the
// text of its elements, as behind "Authors:", has none. A selector does not say when pages change.
func (m *Model) Selector(l Label, pages ...*html.Node) (css, xpath string, agree float64, err error) {
	var examples []selector.Example
	for _, root := range pages {
		found, err := m.Label(root)
		if err != nil {
			return "", "", 0, err
		}
		tree := page.Of(root)
		x := selector.Example{Page: selector.Of(tree)}
		if z, ok := found.Zone(l); ok {
			x.Want = numbersOf(z.Nodes, tree)
		}
		examples = append(examples, x)
	}
	css, xpath, agree = selector.Find(examples, false)
	return css, xpath, agree, nil
}

// numbersOf returns the numbers that nodes have in their tree.
func numbersOf(nodes []*html.Node, tree *page.Page) []int32 {
	var out []int32
	for i := range tree.Nodes {
		if len(out) < len(nodes) && tree.DOMNode(int32(i)) == nodes[len(out)] {
			out = append(out, int32(i))
		}
	}
	return out
}
