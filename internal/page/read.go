package page

import (
	"math"
	"slices"
	"strings"
	"sync"
	"unsafe"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/internal/page/lex"
)

// A tree takes at most treeFloor bytes, or treeTimes the page's if that is more. Of 31,000
// real pages the trees take 6 times the page in the median, 12 times at the 999th of 1,000
// and 19 times at most. Elements that are opened again where they were not closed take
// maxCloned: of 1,511 real pages 1,664 bytes at most.
const (
	treeFloor = 16 << 20
	treeTimes = 24
	maxCloned = 2 << 20
)

// Read reads a page in UTF-8. It is ErrTooLarge if the page's tree could take more than 16 MiB and
// more than 24 times the page as one of html.Node, or more than 2 MiB for elements that are
// opened again where they were not closed, and ErrTooDeep if the page is nested deeper than 512
// elements.
func Read(src []byte) (*Page, error) {
	p := Scan(src)
	if p.err != nil {
		return nil, p.err
	}
	return p, nil
}

// Scan reads any bytes: of a page that Read refuses the texts, the links and what it says of itself,
// one beside the other. Time and memory are linear in the page.
func Scan(src []byte) *Page {
	p := &Page{src: written(src)}
	b := newBuilder(p.src)
	defer b.free()
	if b.scan(p); p.err == nil {
		p.Nodes = slices.Clone(p.Nodes)
	}
	return p
}

// Look has look see a page, or its elements alone in half of the time, that is there with the strings
// that come from it until look returns. Meanwhile nobody may change src.
func Look(src []byte, textless bool, look func(*Page)) {
	p := &Page{src: unsafe.String(unsafe.SliceData(src), min(len(src), maxSize))}
	b := newBuilder(p.src)
	defer b.free()
	b.textless = textless
	b.scan(p)
	look(p)
}

// scan reads the page into p, which shares the builder's nodes unless there is an error.
func (b *builder) scan(p *Page) {
	tags := strings.Count(p.src, "<")
	if b.grow(nodeSize * tags); b.err == nil {
		b.size = 0
		b.reserve(tags)
		b.run()
	}
	if p.err = b.err; b.err != nil {
		p.Nodes = flat(p.src)
	} else {
		p.Nodes, p.merged = b.inOrder(), b.merged
	}
}

// ScanTags reads any bytes, and their tags: the tree of a page that Read refuses is cut down to what is
// linear in the page. No element in it is nested deeper than MaxDepth, and from 2 MiB on none is
// opened again.
func ScanTags(src []byte) (*Page, []Tag) {
	p := Page{src: written(src)}
	b := newBuilder(p.src)
	defer b.free()
	b.whole = true
	tags := min(strings.Count(p.src, "<"), len(src)/leastTag)
	b.reserve(tags)
	b.tags = make([]Tag, 0, tags+8)
	b.run()
	p.Nodes, p.merged, p.err = slices.Clone(b.inOrder()), b.merged, b.err
	return &p, b.tags
}

// maxSize is how many bytes of a page are read: offsets do not tell more.
const maxSize = math.MaxInt32

// written returns a page as a string.
func written(src []byte) string { return string(src[:min(len(src), maxSize)]) }

const leastTag = 4 // bytes that a tag mostly takes at least

// builders keep the memory of what is dropped when a page has been read.
var builders = sync.Pool{New: func() any { return new(builder) }}

func newBuilder(src string) *builder {
	b := builders.Get().(*builder)
	*b = builder{
		Lexer: lex.New(src), limit: max(treeFloor, treeTimes*len(src)) - len(src),
		nodes: b.nodes[:0], links: b.links[:0], open: b.open[:0], formatting: b.formatting[:0],
	}
	return b
}

// maxKept is how many nodes there is memory for in a builder that is kept.
const maxKept = 1 << 12

func (b *builder) free() {
	if cap(b.nodes) <= maxKept {
		clear(b.nodes) // which refer to the page
		*b = builder{nodes: b.nodes, links: b.links, open: b.open, formatting: b.formatting}
		builders.Put(b)
	}
}

// reserve makes room for some tags, and for a text after each.
func (b *builder) reserve(tags int) {
	nodes := tags/2 + 8 // half of the tags end what another began
	if !b.textless {
		nodes += tags
	}
	b.nodes, b.links = slices.Grow(b.nodes, nodes), slices.Grow(b.links, nodes)
}

// inOrder returns the nodes in document order, which is the order in which they were made unless
// some were moved.
func (b *builder) inOrder() []Node {
	count := int32(0)
	ordered := b.walk(func(i int32) bool { count++; return i == count-1 }, func(i int32) { b.nodes[i].End = count })
	if ordered && int(count) == len(b.nodes) {
		return b.nodes
	}
	count = 0
	number := make([]int32, len(b.nodes))
	sorted := make([]Node, 0, len(b.nodes))
	b.walk(func(i int32) bool {
		number[i] = count
		count++
		n := b.nodes[i]
		if i > 0 {
			n.Parent = number[n.Parent]
		}
		sorted = append(sorted, n)
		return true
	}, func(i int32) { sorted[number[i]].End = count })
	if b.merged != nil {
		merged := map[int32][]lex.Span{}
		for i, s := range b.merged {
			merged[number[i]] = s
		}
		b.merged = merged
	}
	return sorted
}

// walk visits the tree: each node by enter, and by leave once all inside has been visited. It
// ends where enter returns false.
func (b *builder) walk(enter func(int32) bool, leave func(int32)) bool {
	for i := int32(0); ; {
		if !enter(i) {
			return false
		}
		if first := b.links[i].first; first != 0 {
			i = first
			continue
		}
		for {
			leave(i)
			if i == 0 {
				return true
			}
			if next := b.links[i].next; next != 0 {
				i = next
				break
			}
			i = b.nodes[i].Parent
		}
	}
}

// read takes over what a node of a tree is.
func (node *Node) read(n *html.Node) {
	switch n.Type {
	case html.ElementNode:
		node.Type, node.Data, node.Atom = ElementNode, n.Data, n.DataAtom
		switch n.Namespace {
		case "":
		case "svg":
			node.Space = SVG
		case "math":
			node.Space = MathML
		}
	case html.TextNode:
		node.Type, node.Data = TextNode, n.Data
	case html.CommentNode:
		node.Type = CommentNode
	case html.DoctypeNode:
		node.Type = DoctypeNode
	}
}
