package document

import (
	"cmp"
	"slices"

	"golang.org/x/net/html/atom"

	"github.com/lokman-crawler/lokman/internal/page"
)

// A Marked is a part of a document's text: Text[Start:End].
type Marked struct {
	Mark       string
	Start, End int
}

// The marks.
const (
	MarkTitle   = "title"
	MarkHeading = "heading" // h1 to h6
	MarkBold    = "bold"    // b and strong
	MarkAnchor  = "anchor"  // a with href
)

// maxMarked bounds the marked parts of a page, anchors aside.
const maxMarked = 10_000

// marks notes where marked text begins and ends.
type marks struct {
	all   []Marked
	title opened
	head  opened
	bold  opened
}

// opened is a mark that may be open.
type opened struct {
	depth int
	start int // -1 until there is text
}

func isBold(tag atom.Atom) bool { return tag == atom.B || tag == atom.Strong }

// open notes a start tag before the text at a place.
func (m *marks) open(tag atom.Atom, at int) {
	switch {
	case page.IsHeading(tag):
		m.end(&m.head, MarkHeading, at) // it has no heading inside
		m.head = opened{1, -1}
	case isBold(tag):
		if m.bold.depth++; m.bold.depth == 1 {
			m.bold.start = -1
		}
	}
}

// close notes an end tag after the text up to a place.
func (m *marks) close(tag atom.Atom, at int) {
	switch {
	case page.IsHeading(tag):
		m.end(&m.head, MarkHeading, at)
	case isBold(tag) && m.bold.depth > 1:
		m.bold.depth--
	case isBold(tag):
		m.end(&m.bold, MarkBold, at)
	case tag == atom.Title:
		m.end(&m.title, MarkTitle, at)
	}
}

// begin notes that text follows at a place.
func (m *marks) begin(at int, inTitle bool) {
	if inTitle && m.title.depth == 0 {
		m.title = opened{1, at}
	}
	for _, o := range [2]*opened{&m.head, &m.bold} {
		if o.depth > 0 && o.start < 0 {
			o.start = at
		}
	}
}

func (m *marks) end(o *opened, mark string, at int) {
	if o.depth > 0 && o.start >= 0 && o.start < at && len(m.all) < maxMarked {
		m.all = append(m.all, Marked{mark, o.start, at})
	}
	*o = opened{}
}

// marked returns all marked parts of the text in order.
func (w *writer) marked() []Marked {
	end := len(w.text)
	w.marks.end(&w.marks.title, MarkTitle, end)
	w.marks.end(&w.marks.head, MarkHeading, end)
	w.marks.end(&w.marks.bold, MarkBold, end)
	all := slices.Grow(w.marks.all, len(w.spans))
	for i, s := range w.spans {
		if w.Anchors[i].Href != "" && s.start < s.end {
			all = append(all, Marked{MarkAnchor, s.start, s.end})
		}
	}
	slices.SortStableFunc(all, func(a, b Marked) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End)) })
	return all
}
