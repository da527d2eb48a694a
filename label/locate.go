package label

import (
	"cmp"
	"slices"
	"strings"
)

// place is where a value stands on a page: the runs of items that may stand
// for it, the best first, and the intervals of its single parts.
type place struct {
	regions []region
	parts   []interval
}

// locateTitle finds the items that hold the title and nothing else, headings
// first.
func (t *tokenizedPage) locateTitle(title string) place {
	want := words(title)
	var pl place
	if len(want) == 0 {
		return pl
	}
	var heads, rest []region
	add := func(i int32) {
		chain := t.widen(i, noWords)
		best, head := chain[len(chain)-1], false
		for _, c := range chain {
			if heading(t.items[c].node) > 0 {
				best, head = c, true
				break
			}
		}
		r := region{best, best}
		switch {
		case slices.Contains(heads, r) || slices.Contains(rest, r):
		case head:
			heads = append(heads, r)
		default:
			rest = append(rest, r)
		}
	}
	joined := strings.Join(want, "") // "Ca2+" may stand as two words
	var alike []int32
	for i := range t.items {
		if !near(&t.items[i], title) {
			continue
		}
		switch ws := wordsOf(t.inside(t.interval(region{int32(i), int32(i)}))); {
		case strings.Join(ws, "") == joined:
			add(int32(i))
		case overlap(ws, want) >= 0.9:
			alike = append(alike, int32(i))
		}
	}
	if heads == nil && rest == nil {
		for _, i := range alike {
			add(i)
		}
	}
	pl.regions = append(heads, rest...)
	return pl
}

// near reports whether an item's text is about as long as a value.
func near(it *item, value string) bool {
	n := int(it.to - it.from)
	return n > len(value)/2 && n < 2*len(value)+40
}

// locateAll finds the shortest stretch after an earlier place that holds all,
// or nearly all, of several values.
func (t *tokenizedPage) locateAll(found [][]interval, after int32, ignore func([]string) bool) place {
	type spot struct {
		interval
		value int
	}
	var spots []spot
	present := 0
	for value, vs := range found {
		if len(vs) > 0 {
			present++
		}
		for _, v := range vs {
			spots = append(spots, spot{v, value})
		}
	}
	if present == 0 || 10*present < 7*len(found) {
		return place{}
	}
	slices.SortFunc(spots, func(a, b spot) int { return cmp.Compare(a.from, b.from) })
	var best, shortest interval
	better := func(v interval) bool {
		if best.to == 0 {
			return true
		}
		switch n, m := v.to-v.from, best.to-best.from; {
		case n > 3*m:
			return false
		case m > 3*n:
			return true
		}
		if (v.from >= after) != (best.from >= after) {
			return v.from >= after
		}
		return v.from < best.from && v.from >= after
	}
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
			if v := (interval{spots[left].from, spots[right].to}); better(v) && v != shortest {
				best = v
			}
		}
	}
	if whole := t.interval(region{t.enclosing(best), t.enclosing(best)}); len(t.inside(whole)) <= 4*len(t.inside(best))+30 {
		best = whole // the shortest stretch may begin with a second mention
	}
	var pl place
	taken := make([]bool, len(found))
	for _, s := range spots {
		if s.from >= best.from && s.to <= best.to && !taken[s.value] {
			taken[s.value] = true
			pl.parts = append(pl.parts, s.interval)
		}
	}
	v := interval{pl.parts[0].from, 0}
	for _, part := range pl.parts {
		v.to = max(v.to, part.to)
	}
	pl.regions = t.regionsOf(v, ignore)
	return pl
}

// regionsOf returns the runs of items that may stand for an interval, the best
// first: the outermost that holds nothing more, or a run of children.
func (t *tokenizedPage) regionsOf(v interval, ignore func([]string) bool) []region {
	i := t.enclosing(v)
	it := t.interval(region{i, i})
	rest := append(wordsOf(t.inside(interval{it.from, v.from})), wordsOf(t.inside(interval{v.to, it.to}))...)
	if ignore(rest) {
		chain := t.widen(i, ignore)
		out := []region{{chain[len(chain)-1], chain[len(chain)-1]}}
		for k := len(chain) - 2; k >= 0; k-- {
			out = append(out, region{chain[k], chain[k]})
		}
		return out
	}
	run, left := t.between(i, v)
	if !left || t.uniform(i, run) {
		return []region{{i, i}}
	}
	return []region{run, {i, i}}
}

// uniform reports whether the children outside a run are of the kinds inside,
// so that the whole is one list.
func (t *tokenizedPage) uniform(parent int32, run region) bool {
	kinds := map[uint64]bool{}
	for c := run.first; c >= 0; c = t.next(c) {
		kinds[t.items[c].own] = true
		if c == run.last {
			break
		}
	}
	for c := parent + 1; c < t.items[parent].end; c = t.items[c].end {
		if it := &t.items[c]; !it.empty() && (!kinds[it.own] || it.segment()) {
			return false
		}
	}
	return run.first != run.last
}

func (t *tokenizedPage) locateAuthors(names []string, after int32) place {
	found := make([][]interval, len(names))
	for i, n := range names {
		found[i] = t.findName(n)
	}
	return t.locateAll(found, after, onlyMarks)
}

func (t *tokenizedPage) locateAffiliations(values []string, after int32) place {
	var found [][]interval
	seen := map[string]bool{}
	for _, value := range values {
		want := words(value)
		if key := normalText(value); key == "" || seen[key] {
			continue
		} else {
			seen[key] = true
		}
		vs := t.find(want)
		for i := range t.items {
			if len(vs) > 0 {
				break
			}
			if it := t.interval(region{int32(i), int32(i)}); near(&t.items[i], value) && overlap(wordsOf(t.inside(it)), want) >= 0.8 {
				vs = append(vs, it)
			}
		}
		found = append(found, vs)
	}
	return t.locateAll(found, after, onlyMarks)
}

// locateAbstract finds the run of rows that is most like the abstract.
func (t *tokenizedPage) locateAbstract(abstract string) (place, float64) {
	want := words(abstract)
	if len(want) == 0 {
		return place{}, 0
	}
	rows := t.rowIntervals()
	bag := map[string]int{}
	for _, w := range want {
		bag[w]++
	}
	hits, sizes := make([]int, len(rows)), make([]int, len(rows))
	best := -1
	for i, v := range rows {
		ws := wordsOf(t.inside(v))
		sizes[i] = len(ws)
		left := make(map[string]int, len(ws))
		for _, w := range ws {
			if left[w] < bag[w] {
				left[w]++
				hits[i]++
			}
		}
		if best < 0 || 2*hits[i]-sizes[i] > 2*hits[best]-sizes[best] {
			best = i
		}
	}
	if best < 0 {
		return place{}, 0
	}
	f1 := func(a, b int) float64 {
		return overlap(wordsOf(t.inside(interval{rows[a].from, rows[b].to})), want)
	}
	const gap = 2 // rows inside an abstract that it doesn't count
	from, to, top := best, best, f1(best, best)
	for grown := true; grown; {
		grown = false
		for k := 1; k <= gap+1; k++ {
			if from-k >= 0 && 10*hits[from-k] >= 7*sizes[from-k] && hits[from-k] > 0 {
				if s := f1(from-k, to); s > top {
					from, top, grown = from-k, s, true
					break
				}
			}
			if to+k < len(rows) && 10*hits[to+k] >= 7*sizes[to+k] && hits[to+k] > 0 {
				if s := f1(from, to+k); s > top {
					to, top, grown = to+k, s, true
					break
				}
			}
		}
	}
	v := interval{rows[from].from, rows[to].to}
	regions := t.regionsOf(v, onlyHeading)
	const start = 5 // words by which the beginning is told from a label in the line
	for _, found := range t.find(want[:min(start, len(want))]) {
		if found.from >= v.from && found.to <= v.to {
			v.from = found.from
			break
		}
	}
	return place{regions, []interval{v}}, top
}

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
