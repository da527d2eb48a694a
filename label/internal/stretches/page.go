// Package stretches cuts lines of a page at the signs, the marks and the edges of elements that separate
// names and affiliations.
package stretches

import (
	"slices"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/people"
	"github.com/lokman-crawler/lokman/label/internal/words"
)

// CutPage is a page whose lines are cut into stretches when they are needed.
type CutPage struct {
	*layout.Page
	cutter lineCutter
	cuts   []*Line // by line; empty before the first was needed
}

// New lays a tree out whole.
func New(root *html.Node) (*CutPage, error) {
	p, err := layout.New(root)
	return &CutPage{Page: p}, err
}

// Read lays a tree out as layout.Page does.
func (p *CutPage) Read(root *html.Node, most int) error {
	p.cuts = p.cuts[:0]
	return p.Page.Read(root, most)
}

// Forget drops the references to the tree, so that the memory can be reused.
func (p *CutPage) Forget() {
	p.Page.Forget()
	p.cutter.forget()
	clear(p.cuts)
	p.cuts = p.cuts[:0]
}

// Cut cuts a line.
func (p *CutPage) Cut(k int) *Line {
	if len(p.cuts) == 0 {
		p.cuts = slices.Grow(p.cuts, len(p.Lines))[:len(p.Lines)]
		clear(p.cuts)
	}
	if p.cuts[k] != nil {
		return p.cuts[k]
	}
	l, c := &p.Lines[k], &p.cutter
	c.reset()
	c.leaf = p.Items[l.Leaf].Node
	if p.Items[l.Leaf].Segment() {
		c.leaf = c.leaf.Parent
	}
	for x := range p.PiecesOf(l.Top) {
		c.piece(x)
	}
	c.close(len(c.text))
	element := c.elementOf(p.Page, l.Leaf)
	c.lines = append(c.lines, Line{string(c.text), element, ClueOf("line", element), c.out[c.first:len(c.out):len(c.out)]})
	cut := &c.lines[len(c.lines)-1]
	p.cuts[k] = cut
	for i := range cut.Stretches {
		a := &cut.Stretches[i]
		text := cut.Text[a.From:a.To]
		a.Class = people.ClassOf(text)
		if c.buf = words.AppendFirst(c.buf[:0], text); len(c.buf) > 0 {
			a.Opens = ClueOf("open", string(c.buf))
		}
	}
	return cut
}
