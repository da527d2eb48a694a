package records

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/lokman-crawler/lokman/internal/markup"
)

// children is an outline with the children of each element at hand.
type children struct {
	*markup.Outline
	kids  []int32           // elements, those of one parent together and in order
	first []int32           // where the children of element i begin in kids, at i+1; those of the document at 0
	class []string          // of each element, as classesOf wrote it
	known []bool            // class is there
	above map[int32][]int32 // as spanned returned it
	shown int               // where the text begins that people see: after the head

	tuning tuning
}

func childrenOf(page []byte) *children {
	o := markup.ReadOutline(page)
	n := len(o.Elements)
	c := &children{Outline: o, kids: make([]int32, n), first: make([]int32, n+2), class: make([]string, n), known: make([]bool, n), tuning: defaultTuning()}
	for i := range o.Elements {
		c.first[o.Elements[i].Parent+2]++
	}
	for i := 1; i < len(c.first); i++ {
		c.first[i] += c.first[i-1]
	}
	next := slices.Clone(c.first)
	for i := range o.Elements {
		p := o.Elements[i].Parent + 1
		c.kids[next[p]] = int32(i)
		next[p]++
	}
	c.above = c.spanned()
	for _, e := range c.of(-1) {
		for _, k := range c.of(e) {
			if c.Elements[k].Tag == markup.TagHead {
				c.shown = c.Elements[k].TextEnd
			}
		}
	}
	return c
}

// of returns the children of an element, -1 for the document.
func (c *children) of(e int32) []int32 { return c.kids[c.first[e+1]:c.first[e+2]] }

// after returns the first element in document order that is not inside e.
func (c *children) after(e int32) int32 {
	depth := c.Elements[e].Depth
	for e++; int(e) < len(c.Elements) && c.Elements[e].Depth > depth; e++ {
	}
	return e
}

// classes returns an element's classes in the order of the alphabet, with runs of
// digits as 0: those of item-1 and item-2 are alike.
func (c *children) classes(e int32) string {
	if !c.known[e] {
		c.known[e] = true
		if class := c.Elements[e].Class; class != "" {
			c.class[e] = classesOf(class)
		}
	}
	return c.class[e]
}

func classesOf(class string) string {
	tokens := strings.Fields(class)
	for i, t := range tokens {
		if strings.ContainsFunc(t, unicode.IsDigit) {
			tokens[i] = sameDigits(t)
		}
	}
	slices.Sort(tokens)
	return strings.Join(slices.Compact(tokens), " ")
}

// sameDigits writes each run of digits as 0.
func sameDigits(s string) string {
	var b strings.Builder
	in := false
	for _, r := range s {
		digit := unicode.IsDigit(r)
		if digit && !in {
			b.WriteByte('0')
		}
		if !digit {
			b.WriteRune(r)
		}
		in = digit
	}
	return b.String()
}

// inline reports whether an element is part of a line of text.
func (c *children) inline(e int32) bool { return c.Elements[e].Inline() }

// hasTwin reports whether the element before or after one has its tag and classes:
// then even a part of a line is one of several.
func (c *children) hasTwin(e int32) bool {
	x := &c.Elements[e]
	siblings := c.of(x.Parent)
	for _, k := range []int{x.Index - 1, x.Index + 1} {
		if k >= 0 && k < len(siblings) && c.Elements[siblings[k]].Tag == x.Tag && c.classes(siblings[k]) == c.classes(e) {
			return true
		}
	}
	return false
}

// A tuning is what was chosen by data; docs/lists.md says how.
type tuning struct {
	inline float64 // weight of records that are a part of a line of text without another beside it, to 1 for others
	run    float64 // how many times as many records must have a less definite description of a part
}

func defaultTuning() tuning { return tuning{inline: 0.3, run: 1.25} }

// maxSpans is how many cells from rows above a row is looked through for.
const maxSpans = 16

// A span is a cell that reaches into the rows below its own.
type span struct {
	cell         int32
	column, wide int
	rows         int // of those below that it still reaches into
}

// spanned returns for each cell of a table with cells from rows above to its left those
// cells. With them the cells of a row are counted as a reader of the table does.
func (c *children) spanned() map[int32][]int32 {
	if !hasRowSpans(c.Page) {
		return nil
	}
	out := map[int32][]int32{}
	for i := range c.Elements {
		switch c.Elements[i].Tag {
		case markup.TagTable, markup.TagTbody, markup.TagThead, markup.TagTfoot:
			var spans []span
			for _, row := range c.of(int32(i)) {
				if c.Elements[row].Tag == markup.TagTr {
					spans = c.spanRow(c.of(row), spans, out)
				}
			}
		}
	}
	return out
}

// hasRowSpans reports whether rowspan is written anywhere, in any case.
func hasRowSpans(page []byte) bool {
	name := []byte("rowspan")
	for i := range len(page) - len(name) + 1 {
		if page[i]|0x20 == 'r' && bytes.EqualFold(page[i:i+len(name)], name) {
			return true
		}
	}
	return false
}

// spanRow notes the cells to the left of those of a row, and returns which reach into
// the next.
func (c *children) spanRow(cells []int32, spans []span, out map[int32][]int32) []span {
	var left []int32
	var below []span
	column := 0
	for _, e := range cells {
		for len(left) < len(spans) && spans[len(left)].column <= column {
			column += spans[len(left)].wide
			left = append(left, spans[len(left)].cell)
		}
		if len(left) > 0 {
			out[e] = left
		}
		wide := max(1, min(c.spanOfCell(e, "colspan"), maxColumns))
		if rows := c.spanOfCell(e, "rowspan"); rows > 1 {
			below = append(below, span{e, column, wide, rows - 1})
		}
		column += wide
	}
	for _, s := range spans {
		if s.rows--; s.rows > 0 {
			below = append(below, s)
		}
	}
	slices.SortFunc(below, func(a, b span) int { return cmp.Compare(a.column, b.column) })
	return below[:min(len(below), maxSpans)]
}

// HTML's limits of spans.
const (
	maxColumns = 1000
	maxRows    = 65534
)

// spanOfCell reads a span as HTML does: the number that the value begins with, 1
// without one. A rowspan of 0 is all rows that follow in the group.
func (c *children) spanOfCell(e int32, name string) int {
	s, _ := c.AttributeOf(e, name)
	s = strings.TrimPrefix(s, "+")
	end := 0
	for end < len(s) && '0' <= s[end] && s[end] <= '9' {
		end++
	}
	switch n, err := strconv.Atoi(s[:end]); {
	case end == 0:
		return 1
	case err != nil || n > maxRows || n == 0 && name == "rowspan":
		return maxRows
	default:
		return n
	}
}

// spansLike returns how many cells from rows above are to the left of a cell: those of
// its tag, and of these those of some classes.
func (c *children) spansLike(e int32, class string) (tag, classes int) {
	for _, s := range c.above[e] {
		if c.Elements[s].Tag == c.Elements[e].Tag {
			tag++
			if c.classes(s) == class {
				classes++
			}
		}
	}
	return tag, classes
}
