package label

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
)

// taughtPage is a page with the lines of its values.
type taughtPage struct {
	*annotatedPage
	parts    map[Label][]part
	clusters map[Label][][]int // lines that may be the zone, the likeliest first
	known    bounds            // of the likeliest
	cut      map[int]taughtLine
	split    *tokenizedPage // with words that end at the edges of elements
}

// part is an occurrence of one of the values of a zone.
type part struct {
	interval
	value int
}

// maxClusters bounds the places of one zone that are tried.
const maxClusters = 4

func teachable(s *annotatedPage) *taughtPage {
	t := &taughtPage{s, map[Label][]part{}, map[Label][][]int{}, bounds{}, map[int]taughtLine{}, nil}
	s.layLines()
	for _, l := range labels {
		t.parts[l] = t.findParts(l)
	}
	for _, l := range labels {
		t.clusters[l] = t.clustersOf(l)
		if c := t.clusters[l]; len(c) > 0 {
			t.known[l] = [2]int{c[0][0], c[0][len(c[0])-1]}
		}
	}
	return t
}

func (t *taughtPage) findParts(l Label) []part {
	var out []part
	add := func(value int, vs []interval) {
		for _, v := range vs {
			out = append(out, part{v, value})
		}
	}
	switch l {
	case Title:
		add(0, t.words.find(words(t.values.Title)))
	case Authors:
		for i, name := range t.values.Authors {
			vs := t.words.findName(name)
			if vs == nil {
				vs = t.apart().findName(name)
			}
			add(i, vs)
		}
	case Affiliations:
		for i, place := range t.values.Affiliations {
			vs := append(t.words.find(words(place)), t.apart().find(words(place))...)
			if vs == nil {
				vs = t.pieced(place)
			}
			add(i, vs)
		}
	case Abstract:
		if at := t.places[Abstract]; at != nil {
			add(0, at[0].parts)
		}
	}
	slices.SortFunc(out, func(a, b part) int { return cmp.Compare(a.from, b.from) })
	return out
}

// apart returns the page with words that end at the edges of elements.
func (t *taughtPage) apart() *tokenizedPage {
	if t.split == nil {
		t.split = t.tokenizeAt(func(a, b *html.Node) bool { return a != b })
	}
	return t.split
}

// pieced finds an affiliation whose words are on the page in pieces: lines whose
// words are nearly all among its own, and at least some of them.
func (t *taughtPage) pieced(place string) []interval {
	const fewest = 2 // words
	want := words(place)
	var out []interval
	for _, ln := range t.lined {
		it := t.interval(region{ln.top, ln.top})
		if int(it.to-it.from) > nearFactor*len(place)+nearBytes {
			continue
		}
		have := wordsOf(t.words.inside(it))
		if n := common(want, have); n >= fewest && 10*n >= 9*len(have) {
			out = append(out, it)
		}
	}
	return out
}

// linesIn returns the lines that an interval touches.
func (t *taughtPage) linesIn(v interval) []int {
	var out []int
	i, _ := slices.BinarySearchFunc(t.lined, v.from, func(ln line, at int32) int {
		if t.items[ln.top].to <= at {
			return -1
		}
		return 1
	})
	for ; i < len(t.lined) && t.items[t.lined[i].top].from < v.to; i++ {
		out = append(out, i)
	}
	return out
}

// clustersOf returns sets of lines that hold the values of a zone.
func (t *taughtPage) clustersOf(l Label) [][]int {
	var out [][]int
	add := func(lines []int) {
		if len(lines) == 0 || len(lines) > maxLines || len(out) == maxClusters {
			return
		}
		slices.Sort(lines)
		lines = slices.Compact(lines)
		if !slices.ContainsFunc(out, func(o []int) bool { return slices.Equal(o, lines) }) {
			out = append(out, lines)
		}
	}
	for _, at := range t.places[l] {
		v := t.interval(at.region)
		if l == Title {
			add(t.linesIn(v))
			continue
		}
		var lines []int
		parts := at.parts
		for _, x := range parts {
			lines = append(lines, t.linesIn(x)...)
		}
		add(lines)
	}
	if l == Title || l == Abstract {
		for _, x := range t.parts[l] {
			add(t.linesIn(x.interval))
		}
		return out
	}
	var all []int
	for _, x := range t.parts[l] {
		all = append(all, t.linesIn(x.interval)...)
	}
	add(all)
	return out
}

// taught returns a line with the states of its stretches.
func (t *taughtPage) taught(k int) taughtLine {
	if out, ok := t.cut[k]; ok {
		return out
	}
	ss, _ := t.stretches(t.lined[k])
	out := taughtLine{ss, make([]state, len(ss)), make([]int, len(ss))}
	for i, a := range ss {
		end := a.at + int32(a.to-a.from)
		best := int32(0)
		for _, l := range []Label{Authors, Affiliations} {
			from, _ := slices.BinarySearchFunc(t.parts[l], a.at-maxPart, func(x part, at int32) int { return cmp.Compare(x.from, at) })
			for _, x := range t.parts[l][from:] {
				if x.from >= end {
					break
				}
				if n := min(end, x.to) - max(a.at, x.from); n > best && 2*n >= end-a.at {
					best, out.states[i], out.values[i] = n, stateOf(l), x.value
				}
			}
		}
	}
	t.cut[k] = out
	return out
}

// holdsPart reports whether a line holds a value of any zone.
func (t *taughtPage) holdsPart(k int) bool {
	for _, l := range labels {
		if t.valueIn(l, k) >= 0 {
			return true
		}
	}
	return false
}

// valueIn returns where the first value of a zone begins in a line; -1 if there is none.
func (t *taughtPage) valueIn(l Label, k int) int32 {
	it := &t.items[t.lined[k].top]
	for _, x := range t.parts[l] {
		if x.from >= it.from && x.from < it.to {
			return x.from
		}
	}
	return -1
}

// maxPart bounds a name or an affiliation, in bytes.
const maxPart = 2000

// lesson is one way of reading a zone of the pages.
type lesson struct {
	label   Label
	family  family
	grammar bool
	words   [2]int
	drop    []Step
	opens   string
}

// train makes the voter of a lesson from selectors and the pages that it may know.
func (x lesson) train(selectors []Selector, pages []*taughtPage) caster {
	v := &Voter{Selectors: selectors, Drop: x.drop, Opens: x.opens}
	c := newCaster(v, x.words)
	if x.grammar {
		v.Grammar = &Grammar{}
		for _, t := range pages {
			for _, k := range c.pick(t.page, t.known) {
				v.Grammar.teach(t.taught(k))
			}
		}
		c.reader = v.Grammar.reader()
		return c
	}
	return c
}

// score returns how far a voter reads the value of a page.
func (x lesson) score(c *caster, t *taughtPage) float64 {
	picked := c.pick(t.page, t.known)
	bytes := int32(0)
	for _, k := range picked {
		bytes += t.items[t.lined[k].top].to - t.items[t.lined[k].top].from
	}
	const most = 20 // times the length of the values
	if len(picked) == 0 || int(bytes) > most*(t.values.size(x.label)+100) {
		return 0
	}
	return t.values.agreement(x.label, c.read(t.page, x.label, picked))
}

// size is the length of the values of a label in bytes.
func (v *Values) size(l Label) int {
	n := 0
	for _, s := range v.of(l) {
		n += len(s)
	}
	return n
}

// selectorsOf returns the selectors that a family makes of a cluster of one page:
// that of one line, and of more where they read more of the value.
func (x lesson) selectorsOf(t *taughtPage, cluster []int) []Selector {
	const most = 4
	var tried []string
	var out []Selector
	best := 0.0
	for _, k := range cluster {
		s, ok := x.family.make(t, x.label, k, cluster)
		if !ok {
			continue
		}
		if key := inKey(&s); slices.Contains(tried, key) {
			continue
		} else if tried = append(tried, key); len(tried) > 2*most {
			break
		}
		next := append(slices.Clone(out), s)
		c := x.train(next, []*taughtPage{t})
		if score := x.score(&c, t); score > best+minGain {
			out, best = next, score
			if best > 1-minGain || len(out) == most {
				break
			}
		}
	}
	return out
}

func inKey(s *Selector) string {
	return strconv.FormatBool(s.Core) + s.String() + "|" + strings.Join(s.Until, "|") + string(s.To)
}

// learn makes the voter of a lesson from all pages. Its weight is how well those
// made from one page read the others.
func (x lesson) learn(pages []*taughtPage) (Voter, bool) {
	var all []Selector
	sum, made := 0.0, 0
	for i, t := range pages {
		if len(t.values.of(x.label)) == 0 {
			continue
		}
		made++
		var best []Selector
		top := -1.0
		for _, cluster := range t.clusters[x.label] {
			selectors := x.selectorsOf(t, cluster)
			if selectors == nil {
				continue
			}
			c := x.train(selectors, []*taughtPage{t})
			score, others := 0.0, 0
			for k, o := range pages {
				if (k != i || len(pages) == 1) && len(o.values.of(x.label)) > 0 {
					score += x.score(&c, o)
					others++
				}
			}
			if others == 0 {
				score = x.score(&c, t)
				others = 1
			}
			if score /= float64(others); score > top+minGain {
				best, top = selectors, score
			}
		}
		sum += max(top, 0)
		for _, s := range best {
			if !slices.ContainsFunc(all, func(o Selector) bool { return inKey(&o) == inKey(&s) }) {
				all = append(all, s)
			}
		}
	}
	if all == nil || made == 0 {
		return Voter{}, false
	}
	c := x.train(all, pages)
	fit, n := 0.0, 0.0
	for _, t := range pages {
		if len(t.values.of(x.label)) > 0 {
			fit += x.score(&c, t)
			n++
		}
	}
	cross := sum / float64(made)
	fit /= n
	c.Voter.Weight = math.Min(cross, fit)
	return *c.Voter, true
}

// minVote is the least weight of a voter that is kept.
const minVote = 0.5

// maxVoters bounds the voters of a zone.
const maxVoters = 12

// commonOpening returns the words that the zone begins with before its value on
// all pages.
func commonOpening(l Label, pages []*taughtPage) string {
	opens, n := "", 0
	for _, t := range pages {
		if len(t.clusters[l]) == 0 {
			continue
		}
		k := t.clusters[l][0][0]
		o := t.openingBefore(k, t.valueIn(l, k))
		if n > 0 && o != opens {
			return ""
		}
		opens = o
		n++
	}
	return opens
}

// learnVoters makes the voters of a zone, the best first.
func learnVoters(l Label, pages []*taughtPage) []Voter {
	var words [2]int
	for i, t := range pages {
		for k, v := range t.values.of(l) {
			n := len(strings.Fields(v))
			if i == 0 && k == 0 {
				words = [2]int{n, n}
			}
			words = [2]int{min(words[0], n), max(words[1], n)}
		}
	}
	opens := commonOpening(l, pages)
	var out []Voter
	for _, f := range families() {
		for _, grammar := range []bool{true, false} {
			if grammar && (l == Title || l == Abstract) {
				continue
			}
			x := lesson{label: l, family: f, grammar: grammar, words: words, opens: opens}
			if v, ok := x.learn(pages); ok && v.Weight >= minVote {
				out = append(out, v)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b Voter) int { return cmp.Compare(b.Weight, a.Weight) })
	return out[:min(len(out), maxVoters)]
}
