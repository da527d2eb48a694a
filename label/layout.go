package label

import (
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/lokman-crawler/lokman/internal/dom"
)

// pageBuilder lays a tree out in one walk.
type pageBuilder struct {
	*page
	item  int32    // the one that is being filled
	in    children // of the node that is being filled
	fresh bool     // the next text starts a row
	level int32
	sups  int16 // <sup> elements that are open
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
	return walk(root, b.visit, b.leave)
}

func (b *pageBuilder) visit(n *html.Node) dom.Way {
	switch n.Type {
	case html.TextNode:
		b.text(n)
	case html.ElementNode:
		return b.enter(n)
	case html.DocumentNode:
		b.open = append(b.open, b.in)
		return dom.Into
	}
	return dom.Over
}

func (b *pageBuilder) text(n *html.Node) {
	if blank(n.Data) {
		if !b.fresh && strings.ContainsFunc(n.Data, func(r rune) bool { return r <= ' ' || unicode.IsSpace(r) }) {
			b.runs[len(b.runs)-1].spaced = true
		}
		return
	}
	b.segmentAt(n)
	b.runs = append(b.runs, run{node: n, at: b.bytes, sups: b.sups, line: b.fresh})
	if b.fresh {
		b.rows++
		b.fresh = false
	}
	b.bytes += int32(len(n.Data))
}

// enter opens an element unless it is hidden or void.
func (b *pageBuilder) enter(n *html.Node) dom.Way {
	k := kindOf(n)
	if k&describing != 0 {
		b.metadata = append(b.metadata, n)
	}
	if k&hidden != 0 {
		return dom.Over
	}
	if k&void != 0 && n.FirstChild == nil {
		b.leaf(n, k)
		return dom.Over
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
	if n.DataAtom == atom.Sup {
		b.sups++
	}
	b.items[b.item].block = in != inline
	b.open = append(b.open, b.in)
	b.in = in
	return dom.Into
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
		if n.DataAtom == atom.Sup {
			b.sups--
		}
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
	b.items = append(b.items, item{node: n, last: n, parent: up, level: b.level, from: b.bytes, run: int32(len(b.runs)), row: row, sups: b.sups, tag: tag, marked: marked})
}

func (b *pageBuilder) pop() {
	it := &b.items[b.item]
	it.end, it.to, it.still, it.stop = int32(len(b.items)), b.bytes, int32(len(b.runs)), b.rows
	b.item = it.parent
}

// kind is what an element is for the layout.
type kind = dom.Kind

const (
	hidden    = dom.HiddenKind
	block     = dom.BlockKind
	lineBreak = dom.BreakKind
	void      = dom.VoidKind

	describing kind = 1 << 7 // it may describe the page
)

func kindOf(n *html.Node) kind {
	k := dom.KindOf(n.DataAtom)
	switch n.DataAtom {
	case atom.Meta, atom.Script:
		return k | describing
	case atom.Title, atom.Desc:
		switch {
		case n.Parent != nil && n.Parent.DataAtom == atom.Head:
			return k | describing | hidden
		case dom.Hidden(n):
			return hidden
		}
	}
	return k
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
