package page

import (
	"math"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Of reads a tree.
func Of(root *html.Node) *Page {
	count := 0
	for n := root; n != nil; n = following(n, root) {
		count++
	}
	p := &Page{Nodes: make([]Node, 0, count), dom: make([]*html.Node, 0, count)}
	p.Begin(root, math.MaxInt)
	return p
}

// Begin reads the beginning of a tree, in the memory of an earlier page: so many bytes of shown text, blank
// text aside. Its nodes have the numbers of the whole tree; elements that are not read to their ends end with
// the last node.
func (p *Page) Begin(root *html.Node, text int) {
	*p = Page{Nodes: p.Nodes[:0], dom: p.dom[:0], next: root, parent: None}
	p.More(text)
}

// Whole reports whether a tree was read to its end.
func (p *Page) Whole() bool { return p.next == nil }

// More reads so many bytes more; it reports false if there are none.
func (p *Page) More(text int) bool {
	if p.next == nil {
		return false
	}
	n, parent, nodes, dom := p.next, p.parent, p.Nodes, p.dom
	for n != nil && text >= 0 {
		i := int32(len(nodes))
		nodes, dom = append(nodes, Node{Parent: parent, Pos: None}), append(dom, n)
		nodes[i].read(n)
		if n.FirstChild != nil {
			parent, n = i, n.FirstChild
			continue
		}
		nodes[i].End = i + 1
		if n.Type == html.TextNode && !isBlank(n.Data) && (parent == None || KindOf(nodes[parent].Atom)&HiddenKind == 0) {
			text -= len(n.Data)
		}
		for i > 0 && n.NextSibling == nil {
			i = parent
			n, parent = dom[i], nodes[i].Parent
			nodes[i].End = int32(len(nodes))
		}
		if i == 0 {
			n = nil
			break
		}
		n = n.NextSibling
	}
	p.Nodes, p.dom = nodes, dom
	p.next, p.parent = n, parent
	for i := parent; n != nil && i != None; i = p.Nodes[i].Parent {
		p.Nodes[i].End = int32(len(p.Nodes))
	}
	return true
}

func isBlank(s string) bool {
	for i := range len(s) {
		if s[i] > ' ' {
			return false
		}
	}
	return true
}

// Unread calls see for the HTML elements that follow in one that was not read to its end, one or two
// levels below it, until it returns false; and so for each around it.
func (p *Page) Unread(see func(in int32, tag atom.Atom, below int) bool) {
	c := p.next
	for in := p.parent; p.next != nil && in != None; in = p.Nodes[in].Parent {
		unread(c, func(tag atom.Atom, below int) bool { return see(in, tag, below) })
		c = p.dom[in].NextSibling
	}
}

func unread(n *html.Node, see func(tag atom.Atom, below int) bool) {
	for ; n != nil; n = n.NextSibling {
		if n.Namespace == "" && !see(n.DataAtom, 1) {
			return
		}
		for c := range n.ChildNodes() {
			if c.Namespace == "" && !see(c.DataAtom, 2) {
				return
			}
		}
	}
}

// Forget drops what the nodes refer to and keeps their memory.
func (p *Page) Forget() {
	clear(p.Nodes)
	clear(p.dom)
	*p = Page{Nodes: p.Nodes[:0], dom: p.dom[:0]}
}

// following returns the node after a node in document order, nil after the last below root.
func following(n, root *html.Node) *html.Node {
	if n.FirstChild != nil {
		return n.FirstChild
	}
	return behind(n, root)
}

// behind returns the node after a node and all in it.
func behind(n, root *html.Node) *html.Node {
	for n != nil && n != root && n.NextSibling == nil {
		n = n.Parent
	}
	if n == nil || n == root {
		return nil
	}
	return n.NextSibling
}
