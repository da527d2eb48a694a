package label

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// page is a tree laid out flat in document order. Everything on it is an
// interval of the visible text, counted in bytes of its text nodes that are not
// blank, so that a text found anywhere is an interval, and so is an item.
type page struct {
	items []item
	told  []*html.Node // what the page says of itself: <meta>, scripts, <title>
	bytes int32        // of visible text
	rows  int32
}

// item is an element, or a segment: a run of inline nodes that stands beside
// blocks or line breaks in one parent, as browsers wrap it in an anonymous
// block.
type item struct {
	node, last *html.Node // of a segment, its first and last node; else the same
	parent     int32      // -1 for the root
	end        int32      // one after the last item inside
	level      int32
	from, to   int32  // visible text
	row, stop  int32  // rows: row <= r < stop
	tag        uint64 // hash of the name
	marked     uint64 // hash of the name and the marks, 0 until page.own is asked
	block      bool
}

func (it *item) empty() bool   { return it.from == it.to }
func (it *item) segment() bool { return it.tag == segmentTag }

const segmentTag = 1

// own returns the hash of an item's name and marks. It is made when it is asked
// for: most elements of a page are of no kind that a pattern names.
func (p *page) own(i int32) uint64 {
	it := &p.items[i]
	if it.marked == 0 {
		it.marked = it.tag + attributeHash(it.node)
	}
	return it.marked
}

// unmarked reports whether an item has no marks.
func (p *page) unmarked(i int32) bool { return p.own(i) == p.items[i].tag }

// pathFactor tells the levels of a path apart in its hash.
const pathFactor = 0x9e3779b97f4a7c15

// path returns the hash of own from the root down.
func (p *page) path(i int32) uint64 {
	h, factor := uint64(0), uint64(1)
	for ; i >= 0; i = p.items[i].parent {
		h += p.own(i) * factor
		factor *= pathFactor
	}
	return h
}

// newPage lays a tree out. The cost is linear in the tree.
func newPage(root *html.Node) (*page, error) {
	p := &page{}
	return p, p.read(root)
}

// read lays a tree out in the memory of an earlier one.
func (p *page) read(root *html.Node) error {
	if root == nil {
		return fmt.Errorf("label: %w", ErrNoPage)
	}
	*p = page{items: p.items[:0], told: p.told[:0]}
	b := pageBuilder{page: p, open: -1, fresh: true, nodes: make([]entry, 0, 64)}
	if err := b.build(root); err != nil {
		return fmt.Errorf("label: %w", err)
	}
	return nil
}

// forget lets go of the tree, so that the memory can be kept.
func (p *page) forget() {
	clear(p.items)
	clear(p.told)
}

type pageBuilder struct {
	*page
	open  int32   // the item that is being filled
	nodes []entry // the nodes that are open
	fresh bool    // the next text starts a row
	level int32
}

// entry is an open node.
type entry struct {
	item  bool // it has an item
	mixed bool // runs of its inline children become segments
	flat  bool // no child is a block or holds one
}

func (b *pageBuilder) build(root *html.Node) error {
	for n := root; ; {
		if b.enter(n) && n.FirstChild != nil {
			if len(b.nodes) > MaxDepth {
				return ErrTooDeep
			}
			n = n.FirstChild
			continue
		}
		for {
			b.leave()
			if n == root {
				return nil
			}
			if n.NextSibling != nil {
				n = n.NextSibling
				break
			}
			n = n.Parent
		}
		if len(b.items) > MaxNodes {
			return ErrTooLarge
		}
	}
}

// enter opens a node and reports whether to go inside.
func (b *pageBuilder) enter(n *html.Node) bool {
	e := entry{}
	inside := n.Type == html.DocumentNode
	switch n.Type {
	case html.TextNode:
		if !blank(n.Data) {
			b.segmentAt(n)
			if b.fresh {
				b.rows++
				b.fresh = false
			}
			b.bytes += int32(len(n.Data))
		}
	case html.ElementNode:
		if tells(n) {
			b.told = append(b.told, n)
		}
		if hidden(n) {
			break
		}
		inside, e.item = true, true
		flat := len(b.nodes) > 0 && b.nodes[len(b.nodes)-1].flat
		block := !flat && blockLike(n)
		if block || n.DataAtom == atom.Br {
			b.closeSegment()
			b.fresh = true
		} else {
			b.segmentAt(n)
		}
		b.level++
		b.push(n, item{tag: nameHash(n), block: block})
		if block {
			e.mixed = hasBlock(n)
			e.flat = !e.mixed
		}
	}
	b.nodes = append(b.nodes, e)
	return inside
}

func (b *pageBuilder) leave() {
	e := b.nodes[len(b.nodes)-1]
	b.nodes = b.nodes[:len(b.nodes)-1]
	if !e.item {
		return
	}
	b.closeSegment()
	if b.items[b.open].block {
		b.fresh = true
	}
	b.level--
	b.pop()
}

// segmentAt opens a segment for an inline node if its parent wants one, or
// lengthens the one that is open.
func (b *pageBuilder) segmentAt(n *html.Node) {
	if len(b.nodes) == 0 || !b.nodes[len(b.nodes)-1].mixed {
		return
	}
	if !b.items[b.open].segment() {
		b.push(n, item{tag: segmentTag, marked: segmentTag})
	}
	b.items[b.open].last = n
}

func (b *pageBuilder) closeSegment() {
	if b.open >= 0 && b.items[b.open].segment() {
		b.pop()
	}
}

func (b *pageBuilder) push(n *html.Node, it item) {
	it.node, it.last, it.parent, it.level = n, n, b.open, b.level
	it.from, it.row = b.bytes, b.rows
	if !b.fresh {
		it.row--
	}
	b.open = int32(len(b.items))
	b.items = append(b.items, it)
}

func (b *pageBuilder) pop() {
	it := &b.items[b.open]
	it.end, it.to, it.stop = int32(len(b.items)), b.bytes, b.rows
	b.open = it.parent
}

// tells reports whether an element by its kind may say something of the page.
func tells(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Meta, atom.Script:
		return true
	case atom.Title:
		return n.Parent != nil && n.Parent.DataAtom == atom.Head
	}
	return false
}

// hidden reports whether nothing inside an element is a text that readers see.
func hidden(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Script, atom.Style, atom.Noscript, atom.Template, atom.Textarea, atom.Select, atom.Iframe, atom.Noframes,
		atom.Noembed, atom.Svg, atom.Button:
		return true
	case atom.Title: // the head's, not one of a section
		return n.Parent != nil && n.Parent.DataAtom == atom.Head && n.Namespace == ""
	case atom.Annotation, 0:
		return n.Namespace == "math" && strings.HasPrefix(n.Data, "annotation")
	}
	return false
}

func blockLike(n *html.Node) bool {
	if block(n.DataAtom) {
		return true
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.ElementNode && block(c.DataAtom) {
			return true
		}
	}
	return false
}

// hasBlock reports whether a child breaks lines.
func hasBlock(n *html.Node) bool {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.ElementNode && (c.DataAtom == atom.Br || blockLike(c)) {
			return true
		}
	}
	return false
}

func block(a atom.Atom) bool {
	switch a {
	case atom.Address, atom.Article, atom.Aside, atom.Blockquote, atom.Body, atom.Caption, atom.Center, atom.Dd, atom.Details,
		atom.Dialog, atom.Dir, atom.Div, atom.Dl, atom.Dt, atom.Fieldset, atom.Figcaption, atom.Figure, atom.Footer, atom.Form,
		atom.Frameset, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Head, atom.Header, atom.Hgroup, atom.Hr,
		atom.Html, atom.Legend, atom.Li, atom.Main, atom.Menu, atom.Nav, atom.Ol, atom.P, atom.Pre, atom.Section, atom.Summary,
		atom.Table, atom.Tbody, atom.Td, atom.Tfoot, atom.Th, atom.Thead, atom.Title, atom.Tr, atom.Ul:
		return true
	}
	return false
}

// Hashes are FNV-1a with a final mix, so that sums of them stay apart.
const fnvOffset, fnvPrime = 0xcbf29ce484222325, 0x100000001b3

func mix(h uint64) uint64 {
	h ^= h >> 32
	h *= 0xd6e8feb86659fd93
	return h ^ h>>32
}

func nameHash(n *html.Node) uint64 {
	h := uint64(fnvOffset)
	if n.DataAtom != 0 {
		return mix(h ^ uint64(n.DataAtom)*fnvPrime)
	}
	for i := 0; i < len(n.Data); i++ {
		h = (h ^ uint64(n.Data[i])) * fnvPrime
	}
	return mix(h)
}

// attributeKind tells whether the words of an attribute count, and the sign
// that they are written with. Classes and identifiers name a zone; the rest are
// the marks of pages without them.
func attributeKind(key string) byte {
	switch key {
	case "class":
		return '.'
	case "id":
		return '#'
	case "itemprop", "property", "role", "face", "size", "color", "align":
		return '@'
	}
	return 0
}

// attributeHash is the sum of the hashes of an element's marks, so that their
// order does not count.
func attributeHash(n *html.Node) (sum uint64) {
	for i := range n.Attr {
		kind := attributeKind(n.Attr[i].Key)
		if kind == 0 {
			continue
		}
		h := uint64(fnvOffset)
		words, digits := false, false
		val := n.Attr[i].Val
		for j := 0; j < len(val); j++ {
			c := val[j]
			switch {
			case c <= ' ':
				if words {
					sum += mix(h ^ uint64(kind))
				}
				h, words, digits = fnvOffset, false, false
				continue
			case '0' <= c && c <= '9':
				if digits {
					continue
				}
				c, digits = '#', true
			default:
				digits = false
			}
			h = (h ^ uint64(c)) * fnvPrime
			words = true
		}
		if words {
			sum += mix(h ^ uint64(kind))
		}
	}
	return sum
}

// sameMarks reports whether two elements have the same marks.
func sameMarks(a, b *html.Node) bool {
	return attributeHash(a) == attributeHash(b)
}

func marked(n *html.Node) bool { return attributeHash(n) != 0 }

// maxMarks bounds the marks of one element that are compared.
const maxMarks = 32

// marks returns an element's marks in writing: ".lead", "#ins#", "@size=+1";
// runs of digits are masked by one #.
func marks(n *html.Node) []string {
	var out []string
	for _, a := range n.Attr {
		kind := attributeKind(a.Key)
		if kind == 0 {
			continue
		}
		for _, word := range strings.Fields(a.Val) {
			if len(out) == maxMarks || len(word) > 200 || !utf8.ValidString(word) {
				break
			}
			mark := string(kind) + maskDigits(word)
			if kind == '@' {
				mark = "@" + a.Key + "=" + maskDigits(word)
			}
			out = append(out, mark)
		}
	}
	return out
}

func maskDigits(s string) string {
	var b strings.Builder
	digits := false
	for i := 0; i < len(s); i++ {
		digit := '0' <= s[i] && s[i] <= '9'
		switch {
		case !digit:
			b.WriteByte(s[i])
		case !digits:
			b.WriteByte('#')
		}
		digits = digit
	}
	return b.String()
}
