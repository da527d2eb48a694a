package page

import (
	"slices"

	"golang.org/x/net/html"
)

// Near reads a part of a tree: a link, and what is before it and behind it as far as the next links, but
// no more than so many nodes in a link and beside it; and the elements around them, which end where
// the part does. It returns the link's number too.
func Near(link *html.Node, inside, beside int) (p *Page, number int32) {
	first := link
	for range beside {
		prev := preceding(first)
		if prev == nil {
			break
		}
		if first = prev; isLink(prev) {
			break
		}
	}
	p = &Page{}
	var open []int32
	add := func(m *html.Node) {
		for len(open) > 0 && p.dom[open[len(open)-1]] != m.Parent {
			p.Nodes[open[len(open)-1]].End = int32(len(p.Nodes))
			open = open[:len(open)-1]
		}
		parent := None
		if len(open) > 0 {
			parent = open[len(open)-1]
		}
		open = append(open, int32(len(p.Nodes)))
		p.Nodes, p.dom = append(p.Nodes, nodeOf(m, parent)), append(p.dom, m)
	}
	var around []*html.Node
	for up := first.Parent; up != nil; up = up.Parent {
		around = append(around, up)
	}
	for _, m := range slices.Backward(around) {
		add(m)
	}
	for m := first; m != link; m = following(m, false) {
		add(m)
	}
	number = int32(len(p.Nodes))
	addLink := func(m *html.Node) {
		behind := following(m, true)
		for left := inside; left >= 0 && m != behind; left-- {
			add(m)
			m = following(m, false)
		}
	}
	addLink(link)
	for m := following(link, true); m != nil && beside > 0; beside-- {
		if isLink(m) {
			addLink(m)
			break
		}
		add(m)
		m = following(m, false)
	}
	for _, i := range open {
		p.Nodes[i].End = int32(len(p.Nodes))
	}
	return p, number
}

func isLink(n *html.Node) bool { return n.Type == html.ElementNode && n.Data == "a" }

// following returns the node after a node in document order, or after all in it, nil after the last.
func following(n *html.Node, over bool) *html.Node {
	if !over && n.FirstChild != nil {
		return n.FirstChild
	}
	for ; n != nil; n = n.Parent {
		if n.NextSibling != nil {
			return n.NextSibling
		}
	}
	return nil
}

// preceding returns the node before a node in document order, nil before the first.
func preceding(n *html.Node) *html.Node {
	if n.PrevSibling == nil {
		return n.Parent
	}
	for n = n.PrevSibling; n.LastChild != nil; {
		n = n.LastChild
	}
	return n
}
