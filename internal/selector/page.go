package selector

import (
	"slices"
	"unicode"

	"github.com/lokman-crawler/lokman/internal/page"
)

// A Page is a page to find selectors on.
type Page struct {
	tree    *page.Page
	text    []span  // letters and digits that are shown before each node begins and ends
	places  []int32 // as nth returns them; 0 where it was not asked
	matched map[step][]bool
}

// A span is where a text begins and ends, in letters and digits of the page. One without any
// is the number of its node, below 0, twice.
type span struct{ from, to int32 }

// Of prepares a page.
func Of(tree *page.Page) *Page {
	p := &Page{tree: tree, text: make([]span, len(tree.Nodes)), places: make([]int32, len(tree.Nodes)), matched: map[step][]bool{}}
	var at int32
	type opened struct{ node, end int32 }
	var open []opened
	hidden := int32(0) // where the hidden element ends that the node is in
	for i := range tree.Nodes {
		for len(open) > 0 && open[len(open)-1].end <= int32(i) {
			p.text[open[len(open)-1].node].to = at
			open = open[:len(open)-1]
		}
		n := &tree.Nodes[i]
		p.text[i].from = at
		switch n.Type {
		case page.TextNode:
			for _, r := range n.Data {
				if int32(i) >= hidden && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
					at++
				}
			}
		case page.ElementNode:
			if tree.Hidden(int32(i)) {
				hidden = max(hidden, n.End)
			}
		}
		open = append(open, opened{int32(i), n.End})
	}
	for _, o := range slices.Backward(open) {
		p.text[o.node].to = at
	}
	return p
}

// span returns where the text of a node is.
func (p *Page) span(i int32) span {
	if s := p.text[i]; s.from < s.to {
		return s
	}
	return span{-i - 1, -i - 1}
}

// spans returns where the texts of some nodes are, those that are inside others left out; unless
// apart, those that follow each other are one.
func (p *Page) spans(nodes []int32, apart bool) []span {
	var out []span
	for _, i := range nodes {
		s := p.span(i)
		if k := len(out) - 1; k >= 0 && s.from >= 0 && out[k].from >= 0 {
			switch {
			case apart:
			case s.to <= out[k].to:
				continue
			case s.from <= out[k].to:
				out[k].to = s.to
				continue
			}
		}
		out = append(out, s)
	}
	return out
}
