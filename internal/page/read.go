package page

import (
	"math"
	"strings"

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
func Scan(src []byte) *Page { return scan(src, false) }

// ScanElements reads the elements alone, in two thirds of the time.
func ScanElements(src []byte) *Page { return scan(src, true) }

func scan(src []byte, textless bool) *Page {
	p := Page{src: written(src)}
	b := newBuilder(p.src)
	b.textless = textless
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
	return &p
}

// ScanTags reads any bytes, and their tags: the tree of a page that Read refuses is cut down to what is
// linear in the page. No element in it is nested deeper than MaxDepth, and from 2 MiB on none is
// opened again.
func ScanTags(src []byte) (*Page, []Tag) {
	p := Page{src: written(src)}
	b := newBuilder(p.src)
	b.whole = true
	b.reserve(min(strings.Count(p.src, "<"), len(src)/leastTag))
	b.tags = make([]Tag, 0, cap(b.nodes))
	b.run()
	p.Nodes, p.merged, p.err = b.inOrder(), b.merged, b.err
	return &p, b.tags
}

// written returns a page as a string: of one that offsets cannot tell the first 2 GiB.
func written(src []byte) string { return string(src[:min(len(src), math.MaxInt32)]) }

const leastTag = 4 // bytes that a tag mostly takes at least

func newBuilder(src string) *builder {
	return &builder{Lexer: lex.New(src), limit: max(treeFloor, treeTimes*len(src)) - len(src)}
}

// reserve makes room for some tags, and for a text after each.
func (b *builder) reserve(tags int) {
	nodes := tags/2 + 8 // half of the tags end what another began
	if !b.textless {
		nodes += tags
	}
	b.nodes, b.links, b.open = make([]Node, 0, nodes), make([]links, 0, nodes), make([]int32, 0, 32)
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

func attributeOf(n *html.Node, name string) (string, bool) {
	for i := range n.Attr {
		if a := &n.Attr[i]; a.Namespace == "" && a.Key == name || a.Namespace != "" && nameOf(*a) == name {
			return a.Val, true
		}
	}
	return "", false
}

// nameOf returns the name of an attribute as it is written.
func nameOf(a html.Attribute) string {
	if a.Namespace != "" {
		return a.Namespace + ":" + a.Key
	}
	return a.Key
}

// DOM returns the page's tree as html.Parse makes it, once, and DOMNode its nodes. The cost is that
// of html.Parse. The errors are those of Read.
func (p *Page) DOM() (*html.Node, error) {
	if p.err != nil {
		return nil, p.err
	}
	if p.dom != nil {
		return p.dom[0], nil
	}
	root, err := html.Parse(strings.NewReader(p.src))
	if err != nil {
		return nil, err
	}
	p.dom = Of(root).dom
	return root, nil
}

// DOMNode returns a node of the tree of golang.org/x/net/html, nil if there is none yet.
func (p *Page) DOMNode(i int32) *html.Node {
	if int(i) >= len(p.dom) {
		return nil
	}
	return p.dom[i]
}
