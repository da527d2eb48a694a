package dom

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// A Place is where an element is on its page.
type Place struct {
	Path   uint64   // hash of the tags and classes of the element and of pathDepth above it
	Blocks [2]int32 // the block that it is in and the one around that, numbered on the page; -1 for none
}

const (
	pathDepth  = 4
	blockDepth = 64 // elements above an element among which its blocks are looked for
)

// Places numbers the blocks of one page. A block is a list, a table, a paragraph or a
// section: its links have something in common.
type Places struct {
	numbers map[*html.Node]int32

	// The latest element, whose place is often that of the next.
	last *html.Node
	at   Place
}

// Of returns where an element is. One that is nil, of a page that was scanned, is in no
// block.
func (s *Places) Of(n *html.Node) Place {
	if n == nil || s.last == nil || !beside(n, s.last) {
		s.last, s.at = n, s.find(n)
	}
	return s.at
}

// beside reports whether two elements are alike, and in one element or in two that are alike,
// in one, and no block: their places are the same.
func beside(a, b *html.Node) bool {
	if !alike(a, b) || a.Parent == nil || b.Parent == nil {
		return false
	}
	return a.Parent == b.Parent ||
		a.Parent.Parent == b.Parent.Parent && alike(a.Parent, b.Parent) && !groups(a.Parent.DataAtom)
}

// alike reports whether elements have the same tag and class.
func alike(a, b *html.Node) bool {
	return a.Type == html.ElementNode && b.Type == html.ElementNode && a.Data == b.Data &&
		Attribute(a.Attr, "class") == Attribute(b.Attr, "class")
}

func (s *Places) find(n *html.Node) Place {
	p := Place{Blocks: [2]int32{-1, -1}}
	path := uint64(hashStart)
	found := 0
	for depth := 0; n != nil && depth <= blockDepth && (depth <= pathDepth || found < len(p.Blocks)); n, depth = n.Parent, depth+1 {
		if n.Type != html.ElementNode {
			continue
		}
		if depth <= pathDepth {
			path = hashed(hashed(path, n.Data, '.'), strings.TrimSpace(Attribute(n.Attr, "class")), ' ')
		}
		if depth > 0 && found < len(p.Blocks) && groups(n.DataAtom) {
			p.Blocks[found] = s.number(n)
			found++
		}
	}
	p.Path = path
	return p
}

// hashed adds a text and a byte after it to a hash: 64-bit FNV-1a.
func hashed(hash uint64, text string, end byte) uint64 {
	for i := range len(text) {
		hash = (hash ^ uint64(text[i])) * hashPrime
	}
	return (hash ^ uint64(end)) * hashPrime
}

const (
	hashStart = 14695981039346656037
	hashPrime = 1099511628211
)

func (s *Places) number(n *html.Node) int32 {
	number, ok := s.numbers[n]
	if !ok {
		if s.numbers == nil {
			s.numbers = map[*html.Node]int32{}
		}
		number = int32(len(s.numbers))
		s.numbers[n] = number
	}
	return number
}

func groups(a atom.Atom) bool {
	switch a {
	case atom.Ul, atom.Ol, atom.Dl, atom.Table, atom.P, atom.Nav, atom.Blockquote, atom.Section, atom.Article, atom.Aside,
		atom.Header, atom.Footer, atom.Main, atom.Body:
		return true
	}
	return false
}
