package layout

import (
	"iter"
	"math"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/lokman-crawler/lokman/internal/each"
	"github.com/lokman-crawler/lokman/label/internal/words"
)

// Interval is a part of the visible text.
type Interval struct{ From, To int32 }

// Region is a run of items with one parent.
type Region struct{ First, Last int32 }

// IntervalOf returns the visible text of a region.
func (p *Page) IntervalOf(r Region) Interval {
	return Interval{p.Items[r.First].From, p.Items[r.Last].To}
}

// Enclosing returns the deepest item that holds an interval.
func (p *Page) Enclosing(v Interval) int32 {
	deepest := int32(0)
	for i := range p.Items {
		it := &p.Items[i]
		if it.From > v.From {
			break
		}
		if it.To >= v.To {
			deepest = int32(i)
		}
	}
	return deepest
}

// Between returns the run of an item's children that hold an interval, and
// whether other children with text are left out.
func (p *Page) Between(parent int32, v Interval) (Region, bool) {
	r := Region{-1, -1}
	left := false
	for c := parent + 1; c < p.Items[parent].End; c = p.Items[c].End {
		it := &p.Items[c]
		switch {
		case it.Empty():
		case it.To <= v.From || it.From >= v.To:
			left = true
		default:
			if r.First < 0 {
				r.First = c
			}
			r.Last = c
		}
	}
	return r, left && r.First >= 0
}

// NextTo returns the item after i in the same parent, -1 if it is the last.
func (p *Page) NextTo(i int32) int32 {
	n := p.Items[i].End
	if int(n) < len(p.Items) && p.Items[n].Parent == p.Items[i].Parent {
		return n
	}
	return -1
}

// ItemsOf returns the items of a run that have text.
func (p *Page) ItemsOf(r Region) []int32 {
	var out []int32
	for i := r.First; i >= 0; i = p.NextTo(i) {
		if !p.Items[i].Empty() {
			out = append(out, i)
		}
		if i == r.Last {
			break
		}
	}
	return out
}

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
	Write(&w, p.TextsOf(i), ofNode, most)
	p.Buf = w.Text
	return w.Text
}

// Write writes texts, of each node at most so many bytes, until so many are written.
func Write(w *words.Writer, texts []TextNode, ofNode, most int) {
	for _, r := range texts {
		w.Line = w.Line || r.line
		w.Write(r.Text[:min(len(r.Text), ofNode)])
		w.Gap = w.Gap || r.Spaced
		if len(w.Text) >= most {
			break
		}
	}
}

// Piece is a text node of the visible text, as it is read.
type Piece struct {
	Node int32
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

// Pieces returns the visible text of an item, a text node each, but for labels that are only heard. One that white
// space follows in its line has a space at its end.
func (p *Page) Pieces(i int32) []Piece {
	out := make([]Piece, 0, len(p.TextsOf(i)))
	for x := range p.PiecesOf(i) {
		out = append(out, x)
	}
	return out
}

// PiecesOf yields what Pieces returns.
func (p *Page) PiecesOf(i int32) iter.Seq[Piece] {
	return func(yield func(Piece) bool) {
		it := &p.Items[i]
		line := false
		for _, r := range p.TextsOf(i) {
			line = line || r.line
			if p.heard(p.Nodes[r.Node].Parent) {
				continue
			}
			text := r.Text
			if r.Spaced && !strings.HasSuffix(text, " ") {
				text += " "
			}
			if !yield(Piece{r.Node, text, r.at, r.sups > it.sups, line}) {
				return
			}
			line = false
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

// Initial returns the first ASCII letter of an item in lower case, 0 if it has none,
// and utf8.RuneSelf if another character, which may be a letter, comes before.
func (p *Page) Initial(i int32) byte {
	for _, r := range p.TextsOf(i) {
		for k := 0; k < len(r.Text); k++ {
			switch c := r.Text[k]; {
			case 'a' <= c|0x20 && c|0x20 <= 'z':
				return c | 0x20
			case c >= utf8.RuneSelf:
				return utf8.RuneSelf
			}
		}
	}
	return 0
}

// MayBegin is false if an item's text surely does not begin with words: it is compared
// as far as the first word and ASCII go.
func (p *Page) MayBegin(i int32, start string) bool {
	k := 0
	for _, r := range p.TextsOf(i) {
		for at := 0; at < len(r.Text); at++ {
			c := r.Text[at]
			letter := 'a' <= c|0x20 && c|0x20 <= 'z'
			switch {
			case c >= utf8.RuneSelf && k == 0 && words.SignAhead(r.Text[at:]) > 0:
				at += words.SignAhead(r.Text[at:]) - 1
			case c >= utf8.RuneSelf || k == len(start) || start[k] == ' ' || start[k] == '#' || start[k] >= utf8.RuneSelf:
				return true
			case letter && c|0x20 == start[k]:
				k++
			case letter || k > 0:
				return false
			}
		}
	}
	return k == len(start)
}

// MayBeginWith is false if an item's text surely begins with none of some words.
func (p *Page) MayBeginWith(i int32, o *words.Openings) bool {
	starts := o.All
	if initial := p.Initial(i); initial != utf8.RuneSelf {
		starts = o.ByInitial[initial]
	}
	return slices.ContainsFunc(starts, func(w string) bool { return p.MayBegin(i, w) })
}

// LayLines returns the lines of a page in document order.
func (p *Page) LayLines() []Line {
	if len(p.Lines) > 0 {
		return p.Lines
	}
	p.Lines = slices.Grow(p.Lines, int(p.Rows))[:p.Rows]
	for i := range p.Lines {
		p.Lines[i] = Line{Top: -1}
	}
	for i := range p.Items {
		it := &p.Items[i]
		if it.Empty() || it.RowEnd != it.Row+1 {
			continue
		}
		l := &p.Lines[it.Row]
		switch {
		case l.Top < 0:
			l.Top, l.Leaf, l.Core = int32(i), int32(i), int32(i)
		case it.From == p.Items[l.Top].From && it.To == p.Items[l.Top].To && p.Items[l.Core].End >= it.End:
			l.Core = int32(i)
			if it.Block || it.Segment() {
				l.Leaf = int32(i)
			}
		}
	}
	kept := 0
	for i := range p.Lines {
		l := &p.Lines[i]
		if l.Top < 0 {
			continue
		}
		l.Size = p.Items[l.Top].To - p.Items[l.Top].From
		l.LeafTag, l.CoreTag = p.Tags[l.Leaf], p.Tags[l.Core]
		if kept < i {
			p.Lines[kept] = *l
		}
		kept++
	}
	p.Lines = p.Lines[:kept]
	return p.Lines
}

// Tops returns the outermost items of lines.
func (p *Page) Tops(lines []int) []int32 {
	return each.Of(lines, func(k int) int32 { return p.Lines[k].Top })
}

// SizeOf returns how many bytes of visible text lines have.
func (p *Page) SizeOf(lines []int) int {
	n := 0
	for _, k := range lines {
		n += int(p.Lines[k].Size)
	}
	return n
}

// LineOf returns the index of the line of a row, or of the first one behind it.
func (p *Page) LineOf(row int) int {
	return sort.Search(len(p.Lines), func(i int) bool { return int(p.Items[p.Lines[i].Top].Row) >= row })
}

// LineAt returns the index of the line that ends behind a place of the visible text.
func (p *Page) LineAt(at int32) int {
	return sort.Search(len(p.Lines), func(i int) bool { return p.Items[p.Lines[i].Top].To > at })
}

// LabelWords returns the words of a line if they are few enough to be a label
// such as "Author(s):", without plural s, and "" else.
func (p *Page) LabelWords(k int) string {
	if k < 0 || k >= len(p.Lines) {
		return ""
	}
	l := &p.Lines[k]
	if !l.asked {
		l.label, l.asked = p.readLabel(k), true
	}
	return l.label
}

// IsLabel reports whether a line has just these words.
func (p *Page) IsLabel(k int, label string) bool {
	const signs = 12 // bytes besides the words; more than as many again are not expected
	n := int(p.Lines[k].Size)
	return n >= len(label)/2 && n <= 3*len(label)+signs && p.LineMayBegin(k, label) && p.LabelWords(k) == label
}

// LineMayBegin is false if a line surely does not begin with words.
func (p *Page) LineMayBegin(k int, start string) bool {
	l := &p.Lines[k]
	if l.initial == 0 {
		l.initial = 1 + int16(p.Initial(l.Top))
	}
	initial := byte(l.initial - 1)
	return start == "" || start[0] == '#' || (initial == utf8.RuneSelf || initial == start[0]) && p.MayBegin(l.Top, start)
}

func (p *Page) readLabel(k int) string {
	const longest = 60 // bytes
	if p.Lines[k].Size > longest {
		return ""
	}
	ws := words.Of(words.MaskDigits(p.TextOf(p.Lines[k].Top)))
	if len(ws) == 0 || len(ws) > MaxLandmark {
		return ""
	}
	if i := slices.Index(ws[1:], "s"); i >= 0 { // of "author(s)"
		ws = slices.Delete(ws, i+1, i+2)
	}
	return words.Masked(ws)
}

// MaxLandmark bounds the words of a text that can be a landmark.
const MaxLandmark = 5
