package layout

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/html/atom"

	"github.com/lokman-crawler/lokman/internal/page"
	"github.com/lokman-crawler/lokman/label/internal/words"
)

// New lays a tree out. The cost is linear in the tree.
func New(tree *page.Page) (*Page, error) {
	p := &Page{}
	return p, p.Read(tree, math.MaxInt)
}

// Read lays a tree out, in the memory of an earlier one, up to so many bytes of
// visible text and the end of the node that they are in. Of one that was begun more is read if it is needed.
func (p *Page) Read(tree *page.Page, most int) error {
	if len(tree.Nodes) == 0 {
		return fmt.Errorf("label: %w", ErrNoPage)
	}
	if most == math.MaxInt {
		tree.More(most)
	}
	for {
		*p = Page{Page: tree, Items: p.Items[:0], Tags: p.Tags[:0], Texts: p.Texts[:0], Metadata: p.Metadata[:0], Lines: p.Lines[:0], Buf: p.Buf, kinds: p.kinds, Rest: page.None}
		p.readKinds()
		b := pageBuilder{Page: p, item: noItem, fresh: true, most: most}
		if err := b.siblings(0, tree.Nodes[0].End, inline); err != nil {
			return fmt.Errorf("label: %w", err)
		}
		if p.Rest == page.None && int(p.Bytes) > most && !tree.Whole() {
			p.Rest = int32(len(tree.Nodes))
		}
		if p.Rest != page.None || !tree.More(math.MaxInt) {
			return nil
		}
	}
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

// siblings lays out a node and those after it in the same parent, up to an end.
func (b *pageBuilder) siblings(n, end int32, in children) error {
	if b.depth > MaxDepth {
		return ErrTooDeep
	}
	segment := noItem
	for ; n < end; n = b.Nodes[n].End {
		if b.nodes++; b.nodes > MaxNodes {
			return ErrTooLarge
		}
		if int(b.Bytes) > b.most {
			if b.Rest == page.None {
				b.Rest = n
			}
			break
		}
		if b.Nodes[n].Type == page.Root {
			return b.inside(n, inline)
		}
		k, shown := b.look(n)
		if !shown {
			continue
		}
		own := laidOut(k, in)
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
		if b.Nodes[n].Type == page.TextNode {
			b.text(n)
		} else if k&void == 0 || b.First(n) != page.None { // no zone stands in a void element
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
func (b *pageBuilder) look(n int32) (k page.Kind, shown bool) {
	switch node := &b.Nodes[n]; node.Type {
	case page.TextNode:
		if words.Blank(node.Data) {
			b.space(node.Data)
			return 0, false
		}
		return 0, true
	case page.ElementNode:
		k = b.kinds[n]
		if k&describing != 0 {
			b.Metadata = append(b.Metadata, n)
		}
		if k&hidden != 0 {
			return k, false
		}
		if value, ok := b.Attr(n, "hidden"); ok && !strings.EqualFold(value, "until-found") {
			b.describedIn(n)
			return k, false
		}
		return k, true
	}
	return 0, false
}

// inside lays out the children of a node.
func (b *pageBuilder) inside(n int32, in children) error {
	b.depth++
	err := b.siblings(n+1, b.Nodes[n].End, in)
	b.depth--
	return err
}

// laidOut says how the children of an element are laid out that is among others.
func laidOut(k page.Kind, among children) children {
	switch {
	case k&block != 0 && k&(hasBlock|hasBreak|hasBlockIn) == 0:
		return flat
	case k&block != 0 || among != flat && k&hasBlock != 0:
		return mixed
	case k&hasBreak != 0:
		return broken
	}
	return inline
}

// element lays out an element and what is inside.
func (b *pageBuilder) element(n int32, in children) error {
	b.level++
	b.Items[b.push(n, tagOf(&b.Nodes[n]), 0)].Block = in.ofBlock()
	sup := b.Nodes[n].Atom == atom.Sup
	if sup {
		b.sups++
	}
	if err := b.inside(n, in); err != nil {
		return err
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
func (b *pageBuilder) text(n int32) {
	text := b.Nodes[n].Data
	b.Texts = append(b.Texts, TextNode{Node: n, Text: text, at: b.Bytes, sups: b.sups, line: b.fresh})
	if b.fresh {
		b.Rows++
		b.fresh = false
	}
	b.Bytes += int32(len(text))
}

// space adds a blank text.
func (b *pageBuilder) space(text string) {
	if !b.fresh && strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || unicode.IsSpace(r) }) {
		b.Texts[len(b.Texts)-1].Spaced = true
	}
}

// push begins an item in the one that is being filled, and returns it.
func (b *pageBuilder) push(n int32, tag uint32, marked uint64) int32 {
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

const (
	hidden    = page.HiddenKind
	block     = page.BlockKind
	lineBreak = page.BreakKind
	void      = page.VoidKind

	hasBlock   page.Kind = 1 << 4 // a child is a block
	hasBlockIn page.Kind = 1 << 5 // one has a block
	hasBreak   page.Kind = 1 << 6 // one breaks the line
	describing page.Kind = 1 << 7 // it may describe the page
)

// readKinds finds what all elements are for the layout.
func (p *Page) readKinds() {
	p.kinds = slices.Grow(p.kinds[:0], len(p.Nodes))[:len(p.Nodes)]
	clear(p.kinds)
	for i := range p.Nodes {
		if p.Nodes[i].Type != page.ElementNode {
			continue
		}
		k := p.kindOf(int32(i))
		p.kinds[i] |= k
		p.addChild(p.Nodes[i].Parent, k)
	}
	p.Unread(func(in int32, tag atom.Atom, below int) bool {
		switch k := page.KindOf(tag); {
		case below == 1:
			p.addChild(in, k)
		case k&block != 0:
			p.kinds[in] |= hasBlockIn
		}
		return p.kinds[in]&hasBlock == 0 && (p.kinds[in]&block == 0 || p.kinds[in]&(hasBreak|hasBlockIn) == 0)
	})
}

// addChild notes that an element has a child of a kind.
func (p *Page) addChild(in int32, k page.Kind) {
	switch {
	case in == page.None:
	case k&block != 0:
		p.kinds[in] |= hasBlock
		if up := p.Nodes[in].Parent; up != page.None {
			p.kinds[up] |= hasBlockIn
		}
	case k&lineBreak != 0:
		p.kinds[in] |= hasBreak
	}
}

// kindOf returns what an element is for the layout, its children aside.
func (p *Page) kindOf(n int32) page.Kind {
	k := p.Kind(n)
	switch p.Nodes[n].Atom {
	case atom.Meta, atom.Script:
		return k | describing
	case atom.Title, atom.Desc:
		switch up := p.Nodes[n].Parent; {
		case up != page.None && p.Nodes[up].Atom == atom.Head:
			return k | describing | hidden
		case k&hidden != 0:
			return hidden
		}
	}
	return k
}

// describedIn collects what describes the page inside an element that is not shown.
func (b *pageBuilder) describedIn(n int32) {
	for c := n + 1; c < b.Nodes[n].End; c++ {
		if b.kinds[c]&describing != 0 {
			b.Metadata = append(b.Metadata, c)
		}
	}
}

// DescribeRest collects what describes the page in the part that was not laid out.
func (p *Page) DescribeRest() {
	p.More(math.MaxInt)
	for n := p.Rest; n != page.None && int(n) < len(p.Nodes); n++ {
		if p.Nodes[n].Type != page.ElementNode {
			continue
		}
		k := p.kindOf(n)
		if k&describing != 0 {
			p.Metadata = append(p.Metadata, n)
		}
		if k&hidden != 0 {
			n = p.Nodes[n].End - 1
		}
	}
}
