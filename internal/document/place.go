package document

import (
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/lokman-crawler/lokman/internal/page"
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
	page    *page.Page
	numbers map[int32]int32

	// The latest element, whose place is often that of the next.
	last int32
	at   Place
}

// PlacesOf returns the places of a page.
func PlacesOf(p *page.Page) *Places { return &Places{page: p} }

// Of returns where an element is.
func (s *Places) Of(i int32) Place {
	if s.last == 0 || !beside(s.page, i, s.last) {
		s.last, s.at = i, s.find(i)
	}
	return s.at
}

// beside reports whether two elements are alike, and in one element or in two that are alike,
// in one, and no block: their places are the same.
func beside(p *page.Page, a, b int32) bool {
	if !alike(p, a, b) {
		return false
	}
	a, b = p.Nodes[a].Parent, p.Nodes[b].Parent
	return a == b || a != page.None && b != page.None && p.Nodes[a].Parent == p.Nodes[b].Parent && alike(p, a, b) && !groups(p.Nodes[a].Atom)
}

// alike reports whether elements have the same tag and class.
func alike(p *page.Page, a, b int32) bool {
	return p.Nodes[a].Type == page.ElementNode && p.Nodes[b].Type == page.ElementNode && p.Nodes[a].Data == p.Nodes[b].Data &&
		p.Value(a, "class") == p.Value(b, "class")
}

func (s *Places) find(i int32) Place {
	p := s.page
	at := Place{Blocks: [2]int32{-1, -1}}
	path := uint64(hashStart)
	found := 0
	for depth := 0; i != page.None && depth <= blockDepth && (depth <= pathDepth || found < len(at.Blocks)); depth++ {
		n := &p.Nodes[i]
		if n.Type == page.ElementNode {
			if depth <= pathDepth {
				path = hashed(hashed(path, n.Data, '.'), strings.TrimSpace(p.Value(i, "class")), ' ')
			}
			if depth > 0 && found < len(at.Blocks) && groups(n.Atom) {
				at.Blocks[found] = s.number(i)
				found++
			}
		}
		i = n.Parent
	}
	at.Path = path
	return at
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

func (s *Places) number(i int32) int32 {
	number, ok := s.numbers[i]
	if !ok {
		if s.numbers == nil {
			s.numbers = map[int32]int32{}
		}
		number = int32(len(s.numbers))
		s.numbers[i] = number
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
