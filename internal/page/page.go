// Package page makes one flat tree of a page, in one pass over its bytes or from a tree of
// golang.org/x/net/html: the same nodes by both ways. Package document finds in it what a
// reader sees, what the page refers to and what it says of itself.
package page

import (
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/lokman-crawler/lokman/internal/page/lex"
)

// Type is what a node is.
type Type uint8

// The types of nodes.
const (
	Root Type = iota
	ElementNode
	TextNode
	CommentNode
	DoctypeNode
)

// Space is the namespace of an element.
type Space uint8

// The namespaces.
const (
	HTML Space = iota
	SVG
	MathML
)

// None is in place of the number of a node.
const None int32 = -1

// A Page is the tree of a page as the HTML Standard has it (13.2.6): its nodes in document
// order, so that a node and all in it stand in Nodes[i:Nodes[i].End]. The first is the
// document.
type Page struct {
	Nodes []Node

	src    string
	err    error                // for which it has no tree of golang.org/x/net/html
	merged map[int32][]lex.Span // attributes of tags that were merged into an element
	dom    []*html.Node         // the nodes of its tree of golang.org/x/net/html, once there is one

	next   *html.Node // of a tree that was not read to its end
	parent int32      // of that
}

// A Node is a document, an element, a text, a comment or a doctype.
type Node struct {
	Data   string    // an element's name, a text with its character references resolved
	Atom   atom.Atom // of an element's name
	Parent int32     // None for the document
	End    int32     // one after the last node inside
	Pos    int32     // where its tag or text begins in the page; None for one that is not written there
	Close  int32     // of an element: where the tag begins that ended it; None at the end of the page
	attrs  lex.Span
	Type   Type
	Space  Space
}

// A Tag is a tag as it is written in a page, whether or not an element began or ended there.
type Tag struct {
	Pos     int32
	Closing bool
}

// inner returns where an element's start tag ends in the page.
func (n *Node) inner() int32 {
	if n.attrs.To == 0 {
		return n.Pos
	}
	return n.attrs.To + 1
}

// Tag returns where an element's start tag begins and ends in the page, None if it is not written
// there.
func (p *Page) Tag(i int32) (from, to int32) { return p.Nodes[i].Pos, p.Nodes[i].inner() }

// First returns the first node in a node, None if there is none.
func (p *Page) First(i int32) int32 {
	if p.Nodes[i].End == i+1 {
		return None
	}
	return i + 1
}

// Next returns the node after a node in the same parent, None if it is the last.
func (p *Page) Next(i int32) int32 {
	next := p.Nodes[i].End
	if int(next) == len(p.Nodes) || p.Nodes[next].Parent != p.Nodes[i].Parent {
		return None
	}
	return next
}

// Prev returns the node before a node in the same parent, None if it is the first.
func (p *Page) Prev(i int32) int32 {
	parent, prev := p.Nodes[i].Parent, i-1
	if prev == parent {
		return None
	}
	for p.Nodes[prev].Parent != parent {
		prev = p.Nodes[prev].Parent
	}
	return prev
}

// Attr returns the value of an attribute of an element: of its name in lower case, in
// foreign content with its prefix (xlink:href).
func (p *Page) Attr(i int32, name string) (string, bool) {
	if p.dom != nil {
		return attributeOf(p.dom[i], name)
	}
	n := &p.Nodes[i]
	if value, ok := lex.Find(p.src, n.attrs, name); ok {
		return value, true
	}
	if p.merged != nil {
		for _, s := range p.merged[i] {
			if value, ok := lex.Find(p.src, s, name); ok {
				return value, true
			}
		}
	}
	return "", false
}

// Value returns the value of an attribute of an element, "" if it has none.
func (p *Page) Value(i int32, name string) string {
	value, _ := p.Attr(i, name)
	return value
}
