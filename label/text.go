package label

import (
	"iter"
	"math"
	"strings"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/label/internal/words"
)

// piece is a stretch of visible text.
type piece struct {
	node *html.Node
	text string
	at   int32 // where it starts in the page's visible text
	note bool  // in <sup>: a mark, where names and affiliations are read
	line bool  // a line starts here
}

// pieces returns the visible text of an item, a text node each. One that white
// space follows in its line has a space at its end.
func (p *page) pieces(i int32) []piece {
	out := make([]piece, 0, len(p.runsOf(i)))
	for x := range p.piecesOf(i) {
		out = append(out, x)
	}
	return out
}

// piecesOf yields what pieces returns.
func (p *page) piecesOf(i int32) iter.Seq[piece] {
	return func(yield func(piece) bool) {
		it := &p.items[i]
		for _, r := range p.runsOf(i) {
			text := r.node.Data
			if r.spaced && !strings.HasSuffix(text, " ") {
				text += " "
			}
			if !yield(piece{r.node, text, r.at, r.sups > it.sups, r.line}) {
				return
			}
		}
	}
}

// writeRuns writes texts, of each node at most so many bytes, until so many are written.
func writeRuns(w *words.Writer, runs []run, ofNode, most int) {
	for _, r := range runs {
		w.Line = w.Line || r.line
		w.Write(r.node.Data[:min(len(r.node.Data), ofNode)])
		w.Gap = w.Gap || r.spaced
		if len(w.Text) >= most {
			break
		}
	}
}

// text returns the visible text of an item, white space collapsed.
func (p *page) text(i int32) string { return string(p.written(i)) }

// written returns the same in memory that is used again.
func (p *page) written(i int32) []byte {
	return p.prefix(i, math.MaxInt, math.MaxInt)
}

// prefix returns the beginning of an item's text up to the node with which it has
// so many bytes, of each node at most so many.
func (p *page) prefix(i int32, ofNode, most int) []byte {
	w := words.Writer{Text: p.buf[:0]}
	writeRuns(&w, p.runsOf(i), ofNode, most)
	p.buf = w.Text
	return w.Text
}

func joinPieces(ps []piece) string {
	if len(ps) == 1 {
		return words.Collapse(ps[0].text)
	}
	var w words.Writer
	for _, x := range ps {
		w.Line = w.Line || x.line
		w.Write(x.text)
	}
	return string(w.Text)
}
