package label

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/label/internal/abstracts"
	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/words"
)

// site is a run of items that may hold a value, with the intervals of the value's
// single parts in it.
type site struct {
	layout.Region
	parts []layout.Interval
}

// What may be in a title's element besides the title, in words.
const (
	maxPrefix = 3  // before it
	maxAside  = 20 // around it, in elements with marks
)

// minAffiliationOverlap is the least likeness, 0 to 1, of the words of an element that
// is taken to hold an affiliation though they are not equal.
const minAffiliationOverlap = 0.8

// How much longer a text may be than what it should hold. The factors are those
// of a text that repeats it with as much again around it; the constants let short
// values have a label or a mark beside them. Chosen by hand.
const (
	nearFactor, nearBytes   = 2, 40 // of an element that is compared with one value
	wholeFactor, wholeWords = 4, 30 // of an element that is taken for a stretch of values inside it
)

// minFound is the share of several values that must be on the page, and the share
// of an abstract's row that must be words of the abstract, in tenths.
const minFound = 7

// locateTitle finds the items that hold the title and nothing else, or a few
// words before it; headings first.
func (t *tokenizedPage) locateTitle(title string) []site {
	want := words.Of(title)
	if len(want) == 0 {
		return nil
	}
	var heads, rest, prefixed []site
	add := func(i int32, parts ...layout.Interval) {
		chain := t.widen(i, noWords)
		best, head := chain[len(chain)-1], false
		for _, c := range chain {
			if layout.Heading(t.Items[c].Node) > 0 {
				best, head = c, true
				break
			}
		}
		s := site{layout.Region{First: best, Last: best}, parts}
		same := func(other site) bool { return other.Region == s.Region }
		list := &rest
		switch {
		case slices.ContainsFunc(heads, same) || slices.ContainsFunc(rest, same):
			return
		case head:
			list = &heads
		case parts != nil:
			list = &prefixed
		}
		if len(*list) < maxFound {
			*list = append(*list, s)
		}
	}
	joined := strings.Join(want, "") // "Ca2+" may be written as two words
	for i := range t.Items {
		if !near(&t.Items[i], title) {
			continue
		}
		if ws := wordsOf(t.inside(t.IntervalOf(layout.Region{First: int32(i), Last: int32(i)}))); strings.Join(ws, "") == joined {
			add(int32(i))
		}
	}
	for _, v := range t.find(want) {
		i := t.Enclosing(v)
		it := &t.Items[i]
		before, behind := t.inside(layout.Interval{From: it.From, To: v.From}), t.inside(layout.Interval{From: v.To, To: it.To})
		rest := len(before) + len(behind)
		if rest > 0 && (len(behind) == 0 && rest <= maxPrefix || len(before) == 0 && rest <= maxSuffix && t.closing(i, v.To) != "" || rest <= maxAside && rest == t.wordsApart(i, v)) {
			add(i, v)
		}
	}
	return slices.Concat(heads, rest, prefixed)
}

// wordsApart counts the words of an item that are outside an interval and in
// elements with marks.
func (t *tokenizedPage) wordsApart(i int32, v layout.Interval) int {
	n := 0
	for c := i + 1; c < t.Items[i].End; c++ {
		it := &t.Items[c]
		if !t.Unmarked(c) && !it.Segment() && (it.To <= v.From || it.From >= v.To) {
			n += len(t.inside(layout.Interval{From: it.From, To: it.To}))
			c = it.End - 1
		}
	}
	return n
}

// near reports whether an item's text is about as long as a value.
func near(it *layout.Item, value string) bool {
	n := int(it.To - it.From)
	return n > len(value)/nearFactor && n < nearFactor*len(value)+nearBytes
}

// part is an occurrence of one of the values of a zone.
type part struct {
	layout.Interval
	value int // which of them
}

// locateAll finds the stretch that holds all, or nearly all, of several values: the
// first after an earlier place, or else the first.
func (t *tokenizedPage) locateAll(found [][]layout.Interval, after int32) []site {
	var spots []part
	present := 0
	for value, vs := range found {
		if len(vs) > 0 {
			present++
		}
		for _, v := range vs {
			spots = append(spots, part{v, value})
		}
	}
	if present == 0 || 10*present < minFound*len(found) {
		return nil
	}
	slices.SortFunc(spots, func(a, b part) int { return cmp.Compare(a.From, b.From) })
	var best layout.Interval
	count := make([]int, len(found))
	distinct, left := 0, 0
	for right, s := range spots {
		if count[s.value]++; count[s.value] == 1 {
			distinct++
		}
		for count[spots[left].value] > 1 {
			count[spots[left].value]--
			left++
		}
		if distinct == present {
			if v := (layout.Interval{From: spots[left].From, To: spots[right].To}); best.To == 0 || best.From < after && v.From >= after {
				best = v
			}
		}
	}
	return t.sitesIn(best, spots)
}

// sitesIn returns the sites of the values in a stretch.
func (t *tokenizedPage) sitesIn(best layout.Interval, spots []part) []site {
	if whole := t.IntervalOf(layout.Region{First: t.Enclosing(best), Last: t.Enclosing(best)}); len(t.inside(whole)) <= wholeFactor*len(t.inside(best))+wholeWords {
		best = whole // the shortest stretch may begin with a second mention
	}
	var parts []layout.Interval
	taken := map[int]bool{}
	for _, s := range spots {
		if s.From >= best.From && s.To <= best.To && !taken[s.value] {
			taken[s.value] = true
			parts = append(parts, s.Interval)
		}
	}
	v := layout.Interval{From: parts[0].From, To: 0}
	for _, part := range parts {
		v.To = max(v.To, part.To)
	}
	return sites(t.regionsOf(v, onlyMarks), parts)
}

func sites(regions []layout.Region, parts []layout.Interval) []site {
	out := make([]site, len(regions))
	for i, r := range regions {
		out[i] = site{r, parts}
	}
	return out
}

// regionsOf returns the runs of items that may be meant by an interval, the best
// first: the outermost that holds nothing more, or a run of children.
func (t *tokenizedPage) regionsOf(v layout.Interval, ignore func([]string) bool) []layout.Region {
	i := t.Enclosing(v)
	it := t.IntervalOf(layout.Region{First: i, Last: i})
	rest := append(wordsOf(t.inside(layout.Interval{From: it.From, To: v.From})), wordsOf(t.inside(layout.Interval{From: v.To, To: it.To}))...)
	if ignore(rest) {
		chain := t.widen(i, ignore)
		var out []layout.Region
		if e := t.entry(i); e >= 0 {
			out = append(out, layout.Region{First: e, Last: e})
		}
		for _, up := range slices.Backward(chain) {
			out = append(out, layout.Region{First: up, Last: up})
		}
		return out
	}
	run, left := t.Between(i, v)
	if !left || t.uniform(i, run) {
		return []layout.Region{{First: i, Last: i}}
	}
	return []layout.Region{run, {First: i, Last: i}}
}

// entry returns the element around a row if it is one with marks and few rows,
// such as one for each author with a name, a place and an address; else -1.
func (t *tokenizedPage) entry(i int32) int32 {
	const most = 4 // rows
	up := t.Items[i].Parent
	if !t.Items[i].Segment() || t.Unmarked(up) || t.Items[up].RowEnd-t.Items[up].Row > most {
		return -1
	}
	return up
}

// uniform reports whether the children outside a run are of the kinds inside,
// so that the whole is one list.
func (t *tokenizedPage) uniform(parent int32, run layout.Region) bool {
	kinds := map[uint64]bool{}
	for c := run.First; c >= 0; c = t.NextTo(c) {
		kinds[t.SignatureOf(c)] = true
		if c == run.Last {
			break
		}
	}
	for c := parent + 1; c < t.Items[parent].End; c = t.Items[c].End {
		if it := &t.Items[c]; !it.Empty() && (!kinds[t.SignatureOf(c)] || it.Segment()) {
			return false
		}
	}
	return run.First != run.Last
}

// locateAuthors finds the stretch where all names are as they were given, or else one where they are in any form.
func (t *tokenizedPage) locateAuthors(names []string, after int32) []site {
	written, found := make([][]layout.Interval, len(names)), make([][]layout.Interval, len(names))
	for i, n := range names {
		written[i], found[i] = t.find(words.Of(n)), t.findName(n)
	}
	if !slices.ContainsFunc(written, func(vs []layout.Interval) bool { return vs == nil }) {
		return t.locateAll(written, after)
	}
	return t.locateAll(found, after)
}

func (t *tokenizedPage) locateAffiliations(values []string, after int32) []site {
	var found [][]layout.Interval
	seen := map[string]bool{}
	for _, value := range values {
		if key := words.Normal(value); key != "" && !seen[key] {
			seen[key] = true
			found = append(found, t.findAffiliation(value))
		}
	}
	return t.locateAll(found, after)
}

// findAffiliation finds an affiliation, or else the first element with nearly its words.
func (t *tokenizedPage) findAffiliation(value string) []layout.Interval {
	want := words.Of(value)
	if vs := t.find(want); len(vs) > 0 {
		return vs
	}
	for i := range t.Items {
		if it := t.IntervalOf(layout.Region{First: int32(i), Last: int32(i)}); near(&t.Items[i], value) && words.Overlap(wordsOf(t.inside(it)), want) >= minAffiliationOverlap {
			return []layout.Interval{it}
		}
	}
	return nil
}

// locateAbstract finds the run of rows that is most like the abstract, and returns the F1 of its words.
func (t *tokenizedPage) locateAbstract(abstract string) ([]site, float64) {
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
	for _, found := range t.find(want[:min(start, len(want))]) {
		if found.From >= v.From && found.To <= v.To {
			v.From = found.From
			break
		}
	}
	return sites(regions, []layout.Interval{v}), g.f1(g.size, g.common)
}

// rowSpan is a run of rows that grows as long as it becomes more like some words.
type rowSpan struct {
	page     *tokenizedPage
	rows     []layout.Interval
	hits     []int          // how many words of each row are wanted, as if no other row had any
	wanted   int            // how many words
	left     map[string]int // those that no row of the run has taken
	from, to int            // the first and the last row
	size     int            // words of the run
	common   int            // those of them that are wanted
}

// newRowSpan begins a run with the row that has the most words of some and the fewest others.
func (t *tokenizedPage) newRowSpan(rows []layout.Interval, want []string) *rowSpan {
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
	for _, w := range g.page.inside(g.rows[row]) {
		size++
		if g.left[w.word]--; g.left[w.word] >= 0 {
			common++
		}
	}
	return size, common
}

func (g *rowSpan) giveBack(row int) {
	for _, w := range g.page.inside(g.rows[row]) {
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

// f1 is how far words, of which some are wanted, are those.
func (g *rowSpan) f1(size, common int) float64 { return 2 * float64(common) / float64(size+g.wanted) }

// rowIntervals returns the intervals of the page's rows.
func (t *tokenizedPage) rowIntervals() []layout.Interval {
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
