package tokens

import (
	"math"

	"github.com/lokman-crawler/lokman/label/internal/abstracts"
	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/words"
)

// LocateAbstract finds the run of rows that is most like the abstract, and returns the F1 of its words.
func (t *Tokenized) LocateAbstract(abstract string) ([]Site, float64) {
	want := words.Of(abstract)
	rows := t.rowIntervals()
	if len(want) == 0 || len(rows) == 0 {
		return nil, 0
	}
	g := t.newRowSpan(rows, want)
	for g.grow(g.from - 1) {
		g.from--
	}
	for g.grow(g.to + 1) {
		g.to++
	}
	v := layout.Interval{From: rows[g.from].From, To: rows[g.to].To}
	regions := t.regionsOf(v, abstracts.OnlyHeading)
	const start = 5 // words by which the beginning is recognised after a label in the line
	for _, found := range t.Find(want[:min(start, len(want))]) {
		if found.From >= v.From && found.To <= v.To {
			v.From = found.From
			break
		}
	}
	return sites(regions, []layout.Interval{v}), g.f1(g.size, g.common)
}

// rowSpan is a run of rows that grows as long as it becomes more like some words.
type rowSpan struct {
	page     *Tokenized
	rows     []layout.Interval
	hits     []int          // how many words of each row are wanted, as if no other row had any
	wanted   int            // how many words
	left     map[string]int // those that no row of the run has taken
	from, to int            // the first and the last row
	size     int            // words of the run
	common   int            // those of them that are wanted
}

// newRowSpan begins a run with the row that has the most words of some and the fewest others.
func (t *Tokenized) newRowSpan(rows []layout.Interval, want []string) *rowSpan {
	g := &rowSpan{page: t, rows: rows, hits: make([]int, len(rows)), wanted: len(want), left: map[string]int{}}
	for _, w := range want {
		g.left[w]++
	}
	best, most := 0, math.MinInt
	for i := range rows {
		var size int
		size, g.hits[i] = g.take(i)
		g.giveBack(i)
		if gain := 2*g.hits[i] - size; gain > most {
			best, most = i, gain
		}
	}
	g.from, g.to = best, best
	g.size, g.common = g.take(best)
	return g
}

// take takes the words of a row, and returns how many they are and how many of them were left.
func (g *rowSpan) take(row int) (size, common int) {
	for _, w := range g.page.Within(g.rows[row]) {
		size++
		if g.left[w.word]--; g.left[w.word] >= 0 {
			common++
		}
	}
	return size, common
}

func (g *rowSpan) giveBack(row int) {
	for _, w := range g.page.Within(g.rows[row]) {
		g.left[w.word]++
	}
}

// grow takes a row in if the run is more like the words with it, which it cannot become by rows at its other end.
func (g *rowSpan) grow(row int) bool {
	if row < 0 || row == len(g.rows) || g.hits[row] == 0 {
		return false
	}
	size, common := g.take(row)
	if 10*g.hits[row] < minFound*size || g.f1(g.size+size, g.common+common) <= g.f1(g.size, g.common) {
		g.giveBack(row)
		return false
	}
	g.size, g.common = g.size+size, g.common+common
	return true
}

// f1 is the F1 score of a run of words: how many are wanted ones, and how many wanted ones it has.
func (g *rowSpan) f1(size, common int) float64 { return 2 * float64(common) / float64(size+g.wanted) }

// rowIntervals returns the intervals of the page's rows.
func (t *Tokenized) rowIntervals() []layout.Interval {
	var out []layout.Interval
	for _, x := range t.Pieces(0) {
		end := x.At + int32(len(x.Text))
		if x.Line || out == nil {
			out = append(out, layout.Interval{From: x.At, To: end})
			continue
		}
		out[len(out)-1].To = end
	}
	for i := range out { // a piece may have got a space that the page doesn't count
		if i+1 < len(out) {
			out[i].To = min(out[i].To, out[i+1].From)
		}
	}
	return out
}
