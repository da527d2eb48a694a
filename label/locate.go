package label

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/label/internal/words"
)

// site is a run of items that may hold a value, with the intervals of the value's
// single parts in it.
type site struct {
	region
	parts []interval
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
	add := func(i int32, parts ...interval) {
		chain := t.widen(i, noWords)
		best, head := chain[len(chain)-1], false
		for _, c := range chain {
			if heading(t.items[c].node) > 0 {
				best, head = c, true
				break
			}
		}
		s := site{region{best, best}, parts}
		same := func(other site) bool { return other.region == s.region }
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
	for i := range t.items {
		if !near(&t.items[i], title) {
			continue
		}
		if ws := wordsOf(t.inside(t.interval(region{int32(i), int32(i)}))); strings.Join(ws, "") == joined {
			add(int32(i))
		}
	}
	for _, v := range t.find(want) {
		i := t.enclosing(v)
		it := &t.items[i]
		before, behind := t.inside(interval{it.from, v.from}), t.inside(interval{v.to, it.to})
		rest := len(before) + len(behind)
		if rest > 0 && (len(behind) == 0 && rest <= maxPrefix || len(before) == 0 && rest <= maxSuffix && t.closing(i, v.to) != "" || rest <= maxAside && rest == t.wordsApart(i, v)) {
			add(i, v)
		}
	}
	return slices.Concat(heads, rest, prefixed)
}

// wordsApart counts the words of an item that are outside an interval and in
// elements with marks.
func (t *tokenizedPage) wordsApart(i int32, v interval) int {
	n := 0
	for c := i + 1; c < t.items[i].end; c++ {
		it := &t.items[c]
		if !t.unmarked(c) && !it.segment() && (it.to <= v.from || it.from >= v.to) {
			n += len(t.inside(interval{it.from, it.to}))
			c = it.end - 1
		}
	}
	return n
}

// near reports whether an item's text is about as long as a value.
func near(it *item, value string) bool {
	n := int(it.to - it.from)
	return n > len(value)/nearFactor && n < nearFactor*len(value)+nearBytes
}

// part is an occurrence of one of the values of a zone.
type part struct {
	interval
	value int // which of them
}

// locateAll finds the stretch that holds all, or nearly all, of several values: the
// first after an earlier place, or else the first.
func (t *tokenizedPage) locateAll(found [][]interval, after int32) []site {
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
	slices.SortFunc(spots, func(a, b part) int { return cmp.Compare(a.from, b.from) })
	var best interval
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
			if v := (interval{spots[left].from, spots[right].to}); best.to == 0 || best.from < after && v.from >= after {
				best = v
			}
		}
	}
	return t.sitesIn(best, spots)
}

// sitesIn returns the sites of the values in a stretch.
func (t *tokenizedPage) sitesIn(best interval, spots []part) []site {
	if whole := t.interval(region{t.enclosing(best), t.enclosing(best)}); len(t.inside(whole)) <= wholeFactor*len(t.inside(best))+wholeWords {
		best = whole // the shortest stretch may begin with a second mention
	}
	var parts []interval
	taken := map[int]bool{}
	for _, s := range spots {
		if s.from >= best.from && s.to <= best.to && !taken[s.value] {
			taken[s.value] = true
			parts = append(parts, s.interval)
		}
	}
	v := interval{parts[0].from, 0}
	for _, part := range parts {
		v.to = max(v.to, part.to)
	}
	return sites(t.regionsOf(v, onlyMarks), parts)
}

func sites(regions []region, parts []interval) []site {
	out := make([]site, len(regions))
	for i, r := range regions {
		out[i] = site{r, parts}
	}
	return out
}

// regionsOf returns the runs of items that may be meant by an interval, the best
// first: the outermost that holds nothing more, or a run of children.
func (t *tokenizedPage) regionsOf(v interval, ignore func([]string) bool) []region {
	i := t.enclosing(v)
	it := t.interval(region{i, i})
	rest := append(wordsOf(t.inside(interval{it.from, v.from})), wordsOf(t.inside(interval{v.to, it.to}))...)
	if ignore(rest) {
		chain := t.widen(i, ignore)
		var out []region
		if e := t.entry(i); e >= 0 {
			out = append(out, region{e, e})
		}
		for _, up := range slices.Backward(chain) {
			out = append(out, region{up, up})
		}
		return out
	}
	run, left := t.between(i, v)
	if !left || t.uniform(i, run) {
		return []region{{i, i}}
	}
	return []region{run, {i, i}}
}

// entry returns the element around a row if it is one with marks and few rows,
// such as one for each author with a name, a place and an address; else -1.
func (t *tokenizedPage) entry(i int32) int32 {
	const most = 4 // rows
	up := t.items[i].parent
	if !t.items[i].segment() || t.unmarked(up) || t.items[up].rowEnd-t.items[up].row > most {
		return -1
	}
	return up
}

// uniform reports whether the children outside a run are of the kinds inside,
// so that the whole is one list.
func (t *tokenizedPage) uniform(parent int32, run region) bool {
	kinds := map[uint64]bool{}
	for c := run.first; c >= 0; c = t.next(c) {
		kinds[t.signature(c)] = true
		if c == run.last {
			break
		}
	}
	for c := parent + 1; c < t.items[parent].end; c = t.items[c].end {
		if it := &t.items[c]; !it.empty() && (!kinds[t.signature(c)] || it.segment()) {
			return false
		}
	}
	return run.first != run.last
}

// locateAuthors finds the stretch where all names are as they were given, or else one where they are in any form.
func (t *tokenizedPage) locateAuthors(names []string, after int32) []site {
	written, found := make([][]interval, len(names)), make([][]interval, len(names))
	for i, n := range names {
		written[i], found[i] = t.find(words.Of(n)), t.findName(n)
	}
	if !slices.ContainsFunc(written, func(vs []interval) bool { return vs == nil }) {
		return t.locateAll(written, after)
	}
	return t.locateAll(found, after)
}

func (t *tokenizedPage) locateAffiliations(values []string, after int32) []site {
	var found [][]interval
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
func (t *tokenizedPage) findAffiliation(value string) []interval {
	want := words.Of(value)
	if vs := t.find(want); len(vs) > 0 {
		return vs
	}
	for i := range t.items {
		if it := t.interval(region{int32(i), int32(i)}); near(&t.items[i], value) && words.Overlap(wordsOf(t.inside(it)), want) >= minAffiliationOverlap {
			return []interval{it}
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
	g := t.newRowRun(rows, want)
	for g.grow(g.from - 1) {
		g.from--
	}
	for g.grow(g.to + 1) {
		g.to++
	}
	v := interval{rows[g.from].from, rows[g.to].to}
	regions := t.regionsOf(v, onlyHeading)
	const start = 5 // words by which the beginning is recognised after a label in the line
	for _, found := range t.find(want[:min(start, len(want))]) {
		if found.from >= v.from && found.to <= v.to {
			v.from = found.from
			break
		}
	}
	return sites(regions, []interval{v}), g.f1(g.size, g.common)
}

// rowRun is a run of rows that grows as long as it becomes more like some words.
type rowRun struct {
	page     *tokenizedPage
	rows     []interval
	hits     []int          // how many words of each row are wanted, as if no other row had any
	wanted   int            // how many words
	left     map[string]int // those that no row of the run has taken
	from, to int            // the first and the last row
	size     int            // words of the run
	common   int            // those of them that are wanted
}

// newRowRun begins a run with the row that has the most words of some and the fewest others.
func (t *tokenizedPage) newRowRun(rows []interval, want []string) *rowRun {
	g := &rowRun{page: t, rows: rows, hits: make([]int, len(rows)), wanted: len(want), left: map[string]int{}}
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
func (g *rowRun) take(row int) (size, common int) {
	for _, w := range g.page.inside(g.rows[row]) {
		size++
		if g.left[w.word]--; g.left[w.word] >= 0 {
			common++
		}
	}
	return size, common
}

func (g *rowRun) giveBack(row int) {
	for _, w := range g.page.inside(g.rows[row]) {
		g.left[w.word]++
	}
}

// grow takes a row in if the run is more like the words with it, which it cannot become by rows at its other end.
func (g *rowRun) grow(row int) bool {
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
func (g *rowRun) f1(size, common int) float64 { return 2 * float64(common) / float64(size+g.wanted) }

// rowIntervals returns the intervals of the page's rows.
func (t *tokenizedPage) rowIntervals() []interval {
	var out []interval
	for _, x := range t.pieces(0) {
		end := x.at + int32(len(x.text))
		if x.line || out == nil {
			out = append(out, interval{x.at, end})
			continue
		}
		out[len(out)-1].to = end
	}
	for i := range out { // a piece may have got a space that the page doesn't count
		if i+1 < len(out) {
			out[i].to = min(out[i].to, out[i+1].from)
		}
	}
	return out
}
