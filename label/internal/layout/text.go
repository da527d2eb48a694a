package layout

import (
	"iter"
	"math"
	"strings"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/label/internal/words"
)

// TextOf returns the visible text of an item, white space collapsed.
func (p *Page) TextOf(i int32) string { return string(p.Written(i)) }

// Written returns the same in memory that is used again.
func (p *Page) Written(i int32) []byte {
	return p.prefix(i, math.MaxInt, math.MaxInt)
}

// Beginning returns about the first size bytes of an item's text.
func (p *Page) Beginning(i int32, size int) string {
	return string(p.prefix(i, 2*size, size))
}

// Opening returns the first words of an item, without a plural s.
func (p *Page) Opening(i int32, n int) string {
	const perWord = 24 // bytes that hold a word and more
	size := n * perWord
	start := p.Beginning(i, size)
	ws := words.Of(start[:min(len(start), size)])
	return words.Masked(ws[:min(n, len(ws))])
}

// OpensWith reports whether the first n words of an item, without a plural s, are
// just these.
func (p *Page) OpensWith(i int32, start string, n int) bool {
	return p.MayBegin(i, start) && p.Opening(i, n) == start
}

// prefix returns the beginning of an item's text up to the node with which it has
// so many bytes, of each node at most so many.
func (p *Page) prefix(i int32, ofNode, most int) []byte {
	w := words.Writer{Text: p.Buf[:0]}
	Write(&w, p.RunsOf(i), ofNode, most)
	p.Buf = w.Text
	return w.Text
}

// Write writes texts, of each node at most so many bytes, until so many are written.
func Write(w *words.Writer, runs []Run, ofNode, most int) {
	for _, r := range runs {
		w.Line = w.Line || r.line
		w.Write(r.Node.Data[:min(len(r.Node.Data), ofNode)])
		w.Gap = w.Gap || r.Spaced
		if len(w.Text) >= most {
			break
		}
	}
}

// Piece is a text node of the visible text, as it is read.
type Piece struct {
	Node *html.Node
	Text string
	At   int32 // where it starts in the page's visible text
	Note bool  // in <sup>: a mark, where names and affiliations are read
	Line bool  // a line starts here
}

// IsNote reports whether a piece is a mark that ties a name to an affiliation.
func (x *Piece) IsNote() bool {
	if x.Note {
		return true
	}
	t := strings.TrimSpace(x.Text)
	if t != "" && 'a' <= t[0]|0x20 && t[0]|0x20 <= 'z' {
		return false
	}
	return t != "" && len(t) <= 12 && strings.Trim(t, "0123456789,*†‡§¶#∗ ") == "" && words.Trim(t, ", ") != ""
}

// Pieces returns the visible text of an item, a text node each. One that white
// space follows in its line has a space at its end.
func (p *Page) Pieces(i int32) []Piece {
	out := make([]Piece, 0, len(p.RunsOf(i)))
	for x := range p.PiecesOf(i) {
		out = append(out, x)
	}
	return out
}

// PiecesOf yields what Pieces returns.
func (p *Page) PiecesOf(i int32) iter.Seq[Piece] {
	return func(yield func(Piece) bool) {
		it := &p.Items[i]
		for _, r := range p.RunsOf(i) {
			text := r.Node.Data
			if r.Spaced && !strings.HasSuffix(text, " ") {
				text += " "
			}
			if !yield(Piece{r.Node, text, r.at, r.sups > it.sups, r.line}) {
				return
			}
		}
	}
}

// Join returns the text of pieces, white space collapsed.
func Join(ps []Piece) string {
	if len(ps) == 1 {
		return words.Collapse(ps[0].Text)
	}
	var w words.Writer
	for _, x := range ps {
		w.Line = w.Line || x.Line
		w.Write(x.Text)
	}
	return string(w.Text)
}
