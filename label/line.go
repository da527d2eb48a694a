package label

import (
	"slices"
	"sort"
	"unicode/utf8"

	"github.com/lokman-crawler/lokman/label/internal/words"
)

// line is one row of a page: a block, or what stands between line breaks.
type line struct {
	top  int32 // the outermost item that is this row and no other
	leaf int32 // the innermost block or run of text with all of its text
	core int32 // the innermost item with all of its text
	size int32 // bytes of visible text

	leafTag, coreTag uint32 // as of items

	initial int16  // one more than page.initial, once it was needed
	asked   bool   // label was needed
	label   string // as labelWords has it
}

// layLines returns the lines of a page in document order.
func (p *page) layLines() []line {
	if len(p.lined) > 0 {
		return p.lined
	}
	p.lined = slices.Grow(p.lined, int(p.rows))[:p.rows]
	for i := range p.lined {
		p.lined[i] = line{top: -1}
	}
	for i := range p.items {
		it := &p.items[i]
		if it.empty() || it.rowEnd != it.row+1 {
			continue
		}
		l := &p.lined[it.row]
		switch {
		case l.top < 0:
			l.top, l.leaf, l.core = int32(i), int32(i), int32(i)
		case it.from == p.items[l.top].from && it.to == p.items[l.top].to && p.items[l.core].end >= it.end:
			l.core = int32(i)
			if it.block || it.segment() {
				l.leaf = int32(i)
			}
		}
	}
	kept := 0
	for i := range p.lined {
		l := &p.lined[i]
		if l.top < 0 {
			continue
		}
		l.size = p.items[l.top].to - p.items[l.top].from
		l.leafTag, l.coreTag = p.tags[l.leaf], p.tags[l.core]
		if kept < i {
			p.lined[kept] = *l
		}
		kept++
	}
	p.lined = p.lined[:kept]
	return p.lined
}

// tops returns the outermost items of lines.
func (p *page) tops(lines []int) []int32 {
	out := make([]int32, len(lines))
	for i, k := range lines {
		out[i] = p.lined[k].top
	}
	return out
}

// sizeOf returns how many bytes of visible text lines have.
func (p *page) sizeOf(lines []int) int {
	n := 0
	for _, k := range lines {
		n += int(p.lined[k].size)
	}
	return n
}

// lineOf returns the place of the line of a row, or of the first one behind it.
func (p *page) lineOf(row int) int {
	return sort.Search(len(p.lined), func(i int) bool { return int(p.items[p.lined[i].top].row) >= row })
}

// lineAt returns the place of the line that ends behind a place of the visible text.
func (p *page) lineAt(at int32) int {
	return sort.Search(len(p.lined), func(i int) bool { return p.items[p.lined[i].top].to > at })
}

// labelWords returns the words of a line if they are few enough to be a label
// such as "Author(s):", without plural s, and "" else.
func (p *page) labelWords(k int) string {
	if k < 0 || k >= len(p.lined) {
		return ""
	}
	l := &p.lined[k]
	if !l.asked {
		l.label, l.asked = p.readLabel(k), true
	}
	return l.label
}

// isLabel reports whether a line has just these words.
func (p *page) isLabel(k int, label string) bool {
	const signs = 12 // bytes besides the words; more than as many again are not expected
	n := int(p.lined[k].size)
	return n >= len(label)/2 && n <= 3*len(label)+signs && p.lineMayBegin(k, label) && p.labelWords(k) == label
}

// lineMayBegin is false if a line surely does not begin with words.
func (p *page) lineMayBegin(k int, start string) bool {
	l := &p.lined[k]
	if l.initial == 0 {
		l.initial = 1 + int16(p.initial(l.top))
	}
	initial := byte(l.initial - 1)
	return start == "" || start[0] == '#' || (initial == utf8.RuneSelf || initial == start[0]) && p.mayBegin(l.top, start)
}

func (p *page) readLabel(k int) string {
	const longest = 60 // bytes
	if p.lined[k].size > longest {
		return ""
	}
	ws := words.Of(words.MaskDigits(p.text(p.lined[k].top)))
	if len(ws) == 0 || len(ws) > maxLandmark {
		return ""
	}
	for i, w := range ws {
		if w == "s" && i > 0 { // of "author(s)"
			ws = append(ws[:i], ws[i+1:]...)
			break
		}
	}
	return words.Masked(ws)
}
