package layout

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/lokman-crawler/lokman/internal/dom"
	"github.com/lokman-crawler/lokman/label/internal/words"
)

// New lays a tree out. The cost is linear in the tree.
func New(root *html.Node) (*Page, error) {
	p := &Page{}
	return p, p.Read(root, math.MaxInt)
}

// Read lays a tree out, in the memory of an earlier one, up to so many bytes of
// visible text and the end of the node that they are in.
func (p *Page) Read(root *html.Node, most int) error {
	if root == nil {
		return fmt.Errorf("label: %w", ErrNoPage)
	}
	*p = Page{Items: p.Items[:0], Tags: p.Tags[:0], Texts: p.Texts[:0], Metadata: p.Metadata[:0], Lines: p.Lines[:0], Buf: p.Buf}
	b := pageBuilder{Page: p, item: noItem, fresh: true, most: most}
	if err := b.siblings(root, root, inline); err != nil {
		return fmt.Errorf("label: %w", err)
	}
	return nil
}

// pageBuilder lays a tree out in one pass.
type pageBuilder struct {
	*Page
	item  int32 // the innermost that is being filled
	fresh bool  // the next text starts a row
	level int32 // of elements
	depth int   // of nodes
	nodes int
	most  int   // bytes of visible text after which no more is laid out
	sups  int16 // <sup> elements that are open
}

// children says how the children of a node are laid out.
type children uint8

const (
	inline children = iota // the node is no block; each child is looked at
	broken                 // the same, and one is a line break: what is between them become segments
	flat                   // the node is a block; no child is one or holds one
	mixed                  // the same, but one breaks lines: runs of the inline ones become segments
)

// ofBlock reports whether they are children of a block.
func (c children) ofBlock() bool { return c == flat || c == mixed }

// siblings lays out a node and those after it up to the last, nil for all.
func (b *pageBuilder) siblings(first, last *html.Node, in children) error {
	if b.depth > MaxDepth {
		return ErrTooDeep
	}
	var stop *html.Node
	if last != nil {
		stop = last.NextSibling
	}
	segment := noItem
	for n := first; n != stop; n = n.NextSibling {
		if b.nodes++; b.nodes > MaxNodes {
			return ErrTooLarge
		}
		if int(b.Bytes) > b.most {
			if b.Rest == nil {
				b.Rest = n
			}
			break
		}
		if n.Type == html.DocumentNode {
			return b.inside(n, inline)
		}
		k, shown := b.look(n)
		if !shown {
			continue
		}
		own := laidOut(n, k, in)
		if own.ofBlock() || k&lineBreak != 0 {
			if segment != noItem {
				b.pop()
				segment = noItem
			}
			b.fresh = true
		} else if in == mixed || in == broken {
			if segment == noItem {
				segment = b.push(n, segmentTag, segmentTag)
			}
			b.Items[segment].Last = n
		}
		if n.Type == html.TextNode {
			b.text(n)
		} else if k&void == 0 || n.FirstChild != nil { // no zone stands in a void element
			if err := b.element(n, own); err != nil {
				return err
			}
		}
	}
	if segment != noItem {
		b.pop()
	}
	return nil
}

// look returns the kind of a node, and whether it is an element that is shown or a text that is not
// blank. What describes the page is collected.
func (b *pageBuilder) look(n *html.Node) (k Kind, shown bool) {
	switch n.Type {
	case html.TextNode:
		if words.Blank(n.Data) {
			b.space(n)
			return 0, false
		}
		return 0, true
	case html.ElementNode:
		k = KindOf(n)
		if k&Describing != 0 {
			b.Metadata = append(b.Metadata, n)
		}
		if k&Hidden != 0 {
			return k, false
		}
		if unshown(n) {
			b.describedIn(n)
			return k, false
		}
		return k, true
	}
	return 0, false
}

// inside lays out the children of a node.
func (b *pageBuilder) inside(n *html.Node, in children) error {
	b.depth++
	err := b.siblings(n.FirstChild, nil, in)
	b.depth--
	return err
}

// laidOut says how the children of an element are laid out that is among others.
func laidOut(n *html.Node, k Kind, among children) children {
	switch {
	case n.FirstChild == nil && k&block == 0:
		return inline
	case k&block != 0 && !breaksLines(n):
		return flat
	case k&block != 0 || among != flat && hasChild(n, block):
		return mixed
	case hasChild(n, lineBreak):
		return broken
	}
	return inline
}

// element lays out an element and what is inside.
func (b *pageBuilder) element(n *html.Node, in children) error {
	b.level++
	b.Items[b.push(n, tagOf(n), 0)].Block = in.ofBlock()
	sup := n.DataAtom == atom.Sup
	if sup {
		b.sups++
	}
	if n.FirstChild != nil {
		if err := b.inside(n, in); err != nil {
			return err
		}
	}
	if sup {
		b.sups--
	}
	b.fresh = b.fresh || in.ofBlock()
	b.level--
	b.pop()
	return nil
}

// text adds a text that is not blank.
func (b *pageBuilder) text(n *html.Node) {
	b.Texts = append(b.Texts, TextNode{Node: n, at: b.Bytes, sups: b.sups, line: b.fresh})
	if b.fresh {
		b.Rows++
		b.fresh = false
	}
	b.Bytes += int32(len(n.Data))
}

// space adds a blank text.
func (b *pageBuilder) space(n *html.Node) {
	if !b.fresh && strings.ContainsFunc(n.Data, func(r rune) bool { return r <= ' ' || unicode.IsSpace(r) }) {
		b.Texts[len(b.Texts)-1].Spaced = true
	}
}

// push begins an item in the one that is being filled, and returns it.
func (b *pageBuilder) push(n *html.Node, tag uint32, marked uint64) int32 {
	row := b.Rows
	if !b.fresh {
		row--
	}
	up := b.item
	b.item = int32(len(b.Items))
	b.Items = append(b.Items, Item{Node: n, Last: n, Parent: up, Level: b.level, From: b.Bytes, Text: int32(len(b.Texts)), Row: row, sups: b.sups, marked: marked})
	b.Tags = append(b.Tags, tag)
	return b.item
}

func (b *pageBuilder) pop() {
	it := &b.Items[b.item]
	it.End, it.To, it.TextEnd, it.RowEnd = int32(len(b.Items)), b.Bytes, int32(len(b.Texts)), b.Rows
	b.item = it.Parent
}

// Kind is what an element is for the layout.
type Kind = dom.Kind

const (
	Hidden    = dom.HiddenKind
	block     = dom.BlockKind
	lineBreak = dom.BreakKind
	void      = dom.VoidKind

	Describing Kind = 1 << 7 // it may describe the page
)

// KindOf returns what an element is for the layout.
func KindOf(n *html.Node) Kind {
	k := dom.KindIn(n)
	switch n.DataAtom {
	case atom.Meta, atom.Script:
		return k | Describing
	case atom.Title, atom.Desc:
		switch {
		case n.Parent != nil && n.Parent.DataAtom == atom.Head:
			return k | Describing | Hidden
		case dom.Hidden(n):
			return Hidden
		}
	}
	return k
}

// unshown reports whether an element has the attribute hidden.
func unshown(n *html.Node) bool {
	return slices.ContainsFunc(n.Attr, func(a html.Attribute) bool {
		return a.Key == "hidden" && a.Namespace == "" && !strings.EqualFold(a.Val, "until-found")
	})
}

// describedIn collects what describes the page inside an element that is not shown.
func (b *pageBuilder) describedIn(n *html.Node) {
	for c := range n.Descendants() {
		if c.Type == html.ElementNode && KindOf(c)&Describing != 0 {
			b.Metadata = append(b.Metadata, c)
		}
	}
}

// hasChild reports whether a child is of a kind.
func hasChild(n *html.Node, k Kind) bool {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.ElementNode && KindOf(c)&k != 0 {
			return true
		}
	}
	return false
}

// breaksLines reports whether a child breaks lines.
func breaksLines(n *html.Node) bool {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.ElementNode && (KindOf(c)&(block|lineBreak) != 0 || hasChild(c, block)) {
			return true
		}
	}
	return false
}
