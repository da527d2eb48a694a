package page

import (
	"cmp"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/lokman-crawler/lokman/internal/page/lex"
)

// DOM returns the page's tree as html.Parse makes it, at a fraction of the cost: it is made of this one,
// once. DOMNode returns its nodes. The errors are those of Read.
func (p *Page) DOM() (*html.Node, error) {
	if p.err != nil {
		return nil, p.err
	}
	if p.dom == nil {
		p.dom = p.makeDOM()
	}
	return p.dom[0], nil
}

// DOMNode returns a node of the tree of golang.org/x/net/html, nil if there is none yet.
func (p *Page) DOMNode(i int32) *html.Node {
	if int(i) >= len(p.dom) {
		return nil
	}
	return p.dom[i]
}

func (p *Page) makeDOM() []*html.Node {
	nodes, dom := make([]html.Node, len(p.Nodes)), make([]*html.Node, len(p.Nodes))
	var attrs slab
	var comments []int32
	for i := range p.Nodes {
		n, to := &p.Nodes[i], &nodes[i]
		dom[i] = to
		switch n.Type {
		case Root:
			to.Type = html.DocumentNode
			continue
		case ElementNode:
			to.Type, to.DataAtom, to.Data = html.ElementNode, n.Atom, n.Data
			to.Attr = attrs.of(p, int32(i))
			switch {
			case isFormatting(n):
				slices.SortFunc(to.Attr, func(a, b html.Attribute) int { return cmp.Compare(a.Key, b.Key) })
			case n.Space == SVG:
				to.Namespace = "svg"
				adjust(to.Attr, SVG)
			case n.Space == MathML:
				to.Namespace = "math"
				adjust(to.Attr, MathML)
			}
		case TextNode:
			to.Type, to.Data = html.TextNode, n.Data
		case CommentNode:
			to.Type = html.CommentNode
			comments = append(comments, int32(i))
		case DoctypeNode:
			to.Type = html.DoctypeNode
			to.Data, to.Attr = p.doctype(n.Pos)
		}
		parent := &nodes[n.Parent]
		to.Parent, to.PrevSibling = parent, parent.LastChild
		if parent.LastChild == nil {
			parent.FirstChild = to
		} else {
			parent.LastChild.NextSibling = to
		}
		parent.LastChild = to
	}
	p.readComments(dom, comments)
	return dom
}

// isFormatting reports whether an element is one of those whose attributes html.Parse sorts.
func isFormatting(n *Node) bool {
	switch n.Atom {
	case atom.A, atom.B, atom.Big, atom.Code, atom.Em, atom.Font, atom.I, atom.Nobr, atom.S, atom.Small, atom.Strike, atom.Strong, atom.Tt, atom.U:
		return n.Space == HTML
	}
	return false
}

// A slab is memory for the attributes of many elements.
type slab struct {
	scratch, free []html.Attribute
	taken         int
}

// of returns the attributes of an element. They may be appended to.
func (s *slab) of(p *Page, i int32) []html.Attribute {
	s.scratch = p.appendAttributes(s.scratch[:0], i)
	n := len(s.scratch)
	if n == 0 {
		return nil
	}
	if n > len(s.free) {
		s.free = make([]html.Attribute, max(n, min(s.taken, 256), 8))
	}
	own := s.free[:n:n]
	copy(own, s.scratch)
	s.free = s.free[n:]
	s.taken += n
	return own
}

// doctype reads the doctype at an offset.
func (p *Page) doctype(at int32) (name string, attrs []html.Attribute) {
	l := lex.Lexer{Src: p.src, Plain: true}
	written := p.src[at:l.Skip(int(at))]
	if strings.EqualFold(written, "<!doctype html>") {
		return "html", nil
	}
	root, err := html.Parse(strings.NewReader(written))
	if err != nil || root.FirstChild == nil {
		return "", nil
	}
	return root.FirstChild.Data, root.FirstChild.Attr
}

// readComments gives the comments of a tree their texts, by the tokenizer of golang.org/x/net/html, as there
// is more than one way in which they end.
func (p *Page) readComments(dom []*html.Node, comments []int32) {
	if len(comments) == 0 {
		return
	}
	var written strings.Builder
	l := lex.Lexer{Src: p.src, Plain: true}
	for _, i := range comments {
		at := int(p.Nodes[i].Pos)
		written.WriteString(p.src[at:l.Skip(at)])
	}
	z := html.NewTokenizer(strings.NewReader(written.String()))
	for _, i := range comments {
		if z.Next() == html.CommentToken {
			dom[i].Data = string(z.Text())
		}
	}
}
