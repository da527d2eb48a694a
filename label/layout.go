package label

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// pageBuilder lays a tree out in one walk.
type pageBuilder struct {
	*page
	item  int32    // the one that is being filled
	in    children // of the node that is being filled
	fresh bool     // the next text starts a row
	level int32
}

// children says how the children of a node are laid out.
type children uint8

const (
	inline    children = iota // the node is no block; each child is looked at
	flat                      // none is a block or holds one
	mixed                     // one breaks lines: runs of the inline ones become segments
	segmented                 // the same, in a segment
)

func (b *pageBuilder) build(root *html.Node) error {
	for n, nodes := root, 1; ; nodes++ {
		if nodes > MaxNodes {
			return ErrTooLarge
		}
		inside := false
		switch n.Type {
		case html.TextNode:
			if !blank(n.Data) {
				b.text(n)
			}
		case html.ElementNode:
			inside = b.enter(n)
		case html.DocumentNode:
			inside = true
			b.open = append(b.open, b.in)
		}
		if inside && n.FirstChild != nil {
			if len(b.open) > MaxDepth {
				return ErrTooDeep
			}
			n = n.FirstChild
			continue
		}
		for {
			if inside {
				b.leave(n)
			}
			if n == root {
				return nil
			}
			if n.NextSibling != nil {
				n = n.NextSibling
				break
			}
			n, inside = n.Parent, true
		}
	}
}

func (b *pageBuilder) text(n *html.Node) {
	b.segmentAt(n)
	if b.fresh {
		b.rows++
		b.fresh = false
	}
	b.bytes += int32(len(n.Data))
}

// enter opens an element and reports whether to go inside.
func (b *pageBuilder) enter(n *html.Node) bool {
	k := kindOf(n)
	if k&tells != 0 {
		b.told = append(b.told, n)
	}
	if k&hidden != 0 {
		return false
	}
	if k&void != 0 && n.FirstChild == nil {
		b.leaf(n, k)
		return false
	}
	in := inline
	switch {
	case k&block != 0 && !breaksLines(n):
		in = flat
	case k&block != 0 || b.in != flat && holdsBlock(n):
		in = mixed
	}
	if in != inline {
		b.closeSegment()
		b.fresh = true
	} else {
		b.leaf(n, k)
	}
	b.level++
	b.push(n, nameHash(n), 0)
	b.items[b.item].block = in != inline
	b.open = append(b.open, b.in)
	b.in = in
	return true
}

// leaf lays out an inline element but for what is inside. A void one is no item:
// no zone stands in it.
func (b *pageBuilder) leaf(n *html.Node, k kind) {
	if k&lineBreak != 0 {
		b.closeSegment()
		b.fresh = true
		return
	}
	b.segmentAt(n)
}

// leave closes a node that was gone into.
func (b *pageBuilder) leave(n *html.Node) {
	if n.Type == html.ElementNode {
		b.closeSegment()
		b.fresh = b.fresh || b.in != inline
		b.level--
		b.pop()
	}
	b.in = b.open[len(b.open)-1]
	b.open = b.open[:len(b.open)-1]
}

// segmentAt opens a segment for an inline node if its parent wants one, or
// lengthens the one that is open.
func (b *pageBuilder) segmentAt(n *html.Node) {
	if b.in < mixed {
		return
	}
	if b.in == mixed {
		b.push(n, segmentTag, segmentTag)
		b.in = segmented
	}
	b.items[b.item].last = n
}

func (b *pageBuilder) closeSegment() {
	if b.in == segmented {
		b.pop()
		b.in = mixed
	}
}

func (b *pageBuilder) push(n *html.Node, tag, marked uint64) {
	row := b.rows
	if !b.fresh {
		row--
	}
	up := b.item
	b.item = int32(len(b.items))
	b.items = append(b.items, item{node: n, last: n, parent: up, level: b.level, from: b.bytes, row: row, tag: tag, marked: marked})
}

func (b *pageBuilder) pop() {
	it := &b.items[b.item]
	it.end, it.to, it.stop = int32(len(b.items)), b.bytes, b.rows
	b.item = it.parent
}

// kind is what an element is for the layout.
type kind uint8

const (
	block     kind = 1 << iota
	lineBreak      // <br>
	hidden         // nothing inside is a text that readers see
	tells          // it may say something of the page
	void           // it has no children
)

func kindOf(n *html.Node) kind {
	switch n.DataAtom {
	case atom.Address, atom.Article, atom.Aside, atom.Blockquote, atom.Body, atom.Caption, atom.Center, atom.Dd, atom.Details,
		atom.Dialog, atom.Dir, atom.Div, atom.Dl, atom.Dt, atom.Fieldset, atom.Figcaption, atom.Figure, atom.Footer, atom.Form,
		atom.Frameset, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Head, atom.Header, atom.Hgroup, atom.Hr,
		atom.Html, atom.Legend, atom.Li, atom.Main, atom.Menu, atom.Nav, atom.Ol, atom.P, atom.Pre, atom.Section, atom.Summary,
		atom.Table, atom.Tbody, atom.Td, atom.Tfoot, atom.Th, atom.Thead, atom.Tr, atom.Ul:
		return block
	case atom.Br:
		return lineBreak | void
	case atom.Meta:
		return tells | void
	case atom.Area, atom.Base, atom.Col, atom.Embed, atom.Img, atom.Input, atom.Link, atom.Source, atom.Wbr:
		return void
	case atom.Script:
		return tells | hidden
	case atom.Title:
		switch {
		case n.Parent == nil || n.Parent.DataAtom != atom.Head: // of a section
			return block
		case n.Namespace == "":
			return block | tells | hidden
		}
		return block | tells
	case atom.Style, atom.Noscript, atom.Template, atom.Textarea, atom.Select, atom.Iframe, atom.Noframes, atom.Noembed,
		atom.Svg, atom.Button:
		return hidden
	case atom.Annotation, 0:
		if n.Namespace == "math" && strings.HasPrefix(n.Data, "annotation") {
			return hidden
		}
	}
	return 0
}

// holdsBlock reports whether a child is a block.
func holdsBlock(n *html.Node) bool {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.ElementNode && kindOf(c)&block != 0 {
			return true
		}
	}
	return false
}

// breaksLines reports whether a child breaks lines.
func breaksLines(n *html.Node) bool {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.ElementNode && (kindOf(c)&(block|lineBreak) != 0 || holdsBlock(c)) {
			return true
		}
	}
	return false
}
