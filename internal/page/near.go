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
	const most = 32 // on most pages
	p = &Page{Nodes: make([]Node, 0, most), dom: make([]*html.Node, 0, most)}
	open, around := make([]int32, 0, most), make([]*html.Node, 0, most)
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
		p.Nodes, p.dom = append(p.Nodes, Node{Parent: parent, Pos: None}), append(p.dom, m)
		p.Nodes[len(p.Nodes)-1].read(m)
	}
	for up := first.Parent; up != nil; up = up.Parent {
		around = append(around, up)
	}
	for _, m := range slices.Backward(around) {
		add(m)
	}
	for m := first; m != link; m = following(m, nil) {
		add(m)
	}
	number = int32(len(p.Nodes))
	addLink := func(m *html.Node) {
		end := behind(m, nil)
		for left := inside; left >= 0 && m != end; left-- {
			add(m)
			m = following(m, nil)
		}
	}
	addLink(link)
	for m := behind(link, nil); m != nil && beside > 0; beside-- {
		if isLink(m) {
			addLink(m)
			break
		}
		add(m)
		m = following(m, nil)
	}
	for _, i := range open {
		p.Nodes[i].End = int32(len(p.Nodes))
	}
	return p, number
}

func isLink(n *html.Node) bool { return n.Type == html.ElementNode && n.Data == "a" }

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
