package tokens

import (
	"cmp"
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/internal/each"
	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/words"
	"github.com/lokman-crawler/lokman/label/internal/zones"
)

// Site is a run of items that may hold a value, with the intervals of the value's
// single parts in it.
type Site struct {
	layout.Region
	Parts []layout.Interval
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
	wholeFactor, wholeWords = 4, 30 // of an element that is taken for the interval of values inside it
)

// minFound is the share of several values that must be on the page, and the share
// of an abstract's row that must be words of the abstract, in tenths.
const minFound = 7

// LocateTitle finds the items that hold the title and nothing else, or a few
// words before it; headings first.
func (t *Tokenized) LocateTitle(title string) []Site {
	want := words.Of(title)
	if len(want) == 0 {
		return nil
	}
	var heads, rest, prefixed []Site
	add := func(i int32, parts ...layout.Interval) {
		chain := t.widen(i, noWords)
		best, head := chain[len(chain)-1], false
		for _, c := range chain {
			if layout.Heading(t.NodeOf(c)) > 0 {
				best, head = c, true
				break
			}
		}
		s := Site{layout.Region{First: best, Last: best}, parts}
		same := func(other Site) bool { return other.Region == s.Region }
		list := &rest
		switch {
		case slices.ContainsFunc(heads, same) || slices.ContainsFunc(rest, same):
			return
		case head:
			list = &heads
		case parts != nil:
			list = &prefixed
		}
		if len(*list) < MaxFound {
			*list = append(*list, s)
		}
	}
	joined := strings.Join(want, "") // "Ca2+" may be written as two words
	for i := range t.Items {
		if !near(&t.Items[i], title) {
			continue
		}
		if ws := WordsOf(t.Within(t.IntervalOf(layout.Region{First: int32(i), Last: int32(i)}))); strings.Join(ws, "") == joined {
			add(int32(i))
		}
	}
	for _, v := range t.Find(want) {
		i := t.Enclosing(v)
		it := &t.Items[i]
		before, behind := t.Within(layout.Interval{From: it.From, To: v.From}), t.Within(layout.Interval{From: v.To, To: it.To})
		rest := len(before) + len(behind)
		if rest > 0 && (len(behind) == 0 && rest <= maxPrefix || len(before) == 0 && rest <= zones.MaxSuffix && t.Closing(i, v.To) != "" || rest <= maxAside && rest == t.wordsApart(i, v)) {
			add(i, v)
		}
	}
	return slices.Concat(heads, rest, prefixed)
}

// wordsApart counts the words of an item that are outside an interval and in
// elements with marks.
func (t *Tokenized) wordsApart(i int32, v layout.Interval) int {
	n := 0
	for c := i + 1; c < t.Items[i].End; c++ {
		it := &t.Items[c]
		if !t.Unmarked(c) && !it.Segment() && (it.To <= v.From || it.From >= v.To) {
			n += len(t.Within(layout.Interval{From: it.From, To: it.To}))
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

// Part is an occurrence of one of the values of a zone.
type Part struct {
	layout.Interval
	Value int // which of them
}

// locateAll finds the interval that holds all, or nearly all, of several values: the
// first after an earlier place, or else the first.
func (t *Tokenized) locateAll(found [][]layout.Interval, after int32) []Site {
	var spots []Part
	present := 0
	for value, vs := range found {
		if len(vs) > 0 {
			present++
		}
		for _, v := range vs {
			spots = append(spots, Part{v, value})
		}
	}
	if present == 0 || 10*present < minFound*len(found) {
		return nil
	}
	slices.SortFunc(spots, func(a, b Part) int { return cmp.Compare(a.From, b.From) })
	var best layout.Interval
	count := make([]int, len(found))
	distinct, left := 0, 0
	for right, s := range spots {
		if count[s.Value]++; count[s.Value] == 1 {
			distinct++
		}
		for count[spots[left].Value] > 1 {
			count[spots[left].Value]--
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

// sitesIn returns the sites of the values in an interval.
func (t *Tokenized) sitesIn(best layout.Interval, spots []Part) []Site {
	if whole := t.IntervalOf(layout.Region{First: t.Enclosing(best), Last: t.Enclosing(best)}); len(t.Within(whole)) <= wholeFactor*len(t.Within(best))+wholeWords {
		best = whole // the shortest interval may begin with a second mention
	}
	var parts []layout.Interval
	taken := map[int]bool{}
	for _, s := range spots {
		if s.From >= best.From && s.To <= best.To && !taken[s.Value] {
			taken[s.Value] = true
			parts = append(parts, s.Interval)
		}
	}
	v := layout.Interval{From: parts[0].From, To: 0}
	for _, part := range parts {
		v.To = max(v.To, part.To)
	}
	return sites(t.regionsOf(v, OnlyMarks), parts)
}

func sites(regions []layout.Region, parts []layout.Interval) []Site {
	return each.Of(regions, func(r layout.Region) Site { return Site{r, parts} })
}

// regionsOf returns the runs of items that may be meant by an interval, the best
// first: the outermost that holds nothing more, or a run of children.
func (t *Tokenized) regionsOf(v layout.Interval, ignore func([]string) bool) []layout.Region {
	i := t.Enclosing(v)
	it := t.IntervalOf(layout.Region{First: i, Last: i})
	rest := append(WordsOf(t.Within(layout.Interval{From: it.From, To: v.From})), WordsOf(t.Within(layout.Interval{From: v.To, To: it.To}))...)
	if ignore(rest) {
		chain := t.widen(i, ignore)
		var out []layout.Region
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

// uniform reports whether the children outside a run are of the kinds inside,
// so that the whole is one list.
func (t *Tokenized) uniform(parent int32, run layout.Region) bool {
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

// LocateAuthors finds the interval where all names are as they were given, or else one where they are in any form.
func (t *Tokenized) LocateAuthors(names []string, after int32) []Site {
	written, found := make([][]layout.Interval, len(names)), make([][]layout.Interval, len(names))
	for i, n := range names {
		written[i], found[i] = t.Find(words.Of(n)), t.FindName(n)
	}
	if !slices.ContainsFunc(written, func(vs []layout.Interval) bool { return vs == nil }) {
		return t.locateAll(written, after)
	}
	return t.locateAll(found, after)
}

// LocateAffiliations finds the interval where all affiliations are.
func (t *Tokenized) LocateAffiliations(values []string, after int32) []Site {
	var found [][]layout.Interval
	seen := map[string]bool{}
	for _, value := range values {
		if key := words.Normal(value); key != "" && !seen[key] {
			seen[key] = true
			found = append(found, t.FindAffiliation(value))
		}
	}
	return t.locateAll(found, after)
}

// FindAffiliation finds an affiliation, or else the first element with nearly its words.
func (t *Tokenized) FindAffiliation(value string) []layout.Interval {
	want := words.Of(value)
	if vs := t.Find(want); len(vs) > 0 {
		return vs
	}
	for i := range t.Items {
		if it := t.IntervalOf(layout.Region{First: int32(i), Last: int32(i)}); near(&t.Items[i], value) && words.Overlap(WordsOf(t.Within(it)), want) >= minAffiliationOverlap {
			return []layout.Interval{it}
		}
	}
	return nil
}

// Closing returns the sign before the words of an item that are behind a place in the visible
// text, such as "(" of "Beans (Short paper)"; none if no sign or no word is there.
func (t *Tokenized) Closing(i, at int32) string {
	if len(t.Within(layout.Interval{From: at, To: t.Items[i].To})) == 0 {
		return ""
	}
	var behind strings.Builder
	for _, x := range t.Pieces(i) {
		if from := max(0, at-x.At); from < int32(len(x.Text)) {
			behind.WriteString(x.Text[from:])
		}
	}
	text := behind.String()
	for i := len(text) - len(strings.TrimLeftFunc(text, words.Outside)) - 1; i >= 0; i-- {
		if sign := words.SignAt(text, i); sign != "" {
			return sign
		}
	}
	return ""
}

// MaxPart bounds a name or an affiliation, in bytes.
const MaxPart = 2000

// Holds reports whether an item holds any of the parts.
func (at *Site) Holds(it *layout.Item) bool {
	return slices.ContainsFunc(at.Parts, func(v layout.Interval) bool { return v.From < it.To && it.From < v.To })
}
