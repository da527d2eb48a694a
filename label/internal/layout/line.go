package layout

import (
	"slices"
	"sort"
	"unicode/utf8"

	"github.com/lokman-crawler/lokman/internal/each"
	"github.com/lokman-crawler/lokman/label/internal/words"
)

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
