package records

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/lokman-crawler/lokman/internal/markup"
)

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
