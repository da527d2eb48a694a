package label

import (
	"math"
	"math/bits"
	"slices"
	"strings"
)

// A Voter is one way of finding a zone: the lines that any of its selectors picks,
// read in one way. It was made by a rule that looks at one property of the page, so
// that voters err apart, and where they agree they are right.
type Voter struct {
	Selectors []Selector `json:"selectors,omitempty"` // none: the patterns of the zone
	Grammar   *Grammar   `json:"grammar,omitempty"`   // nil reads whole lines
	Opens     string     `json:"opens,omitempty"`     // the words before the value, as of [Pattern]
	Drop      []Step     `json:"drop,omitempty"`      // elements that are no part of the value
	Bytes     int        `json:"bytes,omitempty"`     // most visible text that was picked on a page that was learnt from
	Weight    float64    `json:"weight"`              // from 0 to 1, by how well it read the pages that it was not made from
}

// caster is a Voter prepared for labelling.
type caster struct {
	*Voter
	selectors []selector
	reader    *reader
	whole     matcher
	looks     string // the property of lines that it looks at
}

func newCaster(v *Voter, words [2]int) caster {
	c := caster{Voter: v, whole: matcher{Pattern: &Pattern{Opens: v.Opens, Words: words}, drop: hashes(v.Drop)}}
	for i := range v.Selectors {
		c.selectors = append(c.selectors, newSelector(&v.Selectors[i]))
	}
	if v.Grammar != nil {
		c.reader = v.Grammar.reader()
	}
	if v.Selectors != nil {
		c.looks = v.property()
	}
	return c
}

// pick returns the lines that any selector picks.
func (c *caster) pick(p *page, known bounds) []int { return union(c.pickEach(p, known)) }

// pickEach returns the lines that each selector picks.
func (c *caster) pickEach(p *page, known bounds) [][]int {
	out := make([][]int, len(c.selectors))
	for i := range c.selectors {
		out[i] = c.selectors[i].pick(p, known)
	}
	return out
}

// union returns the lines of all lists, ascending.
func union(lists [][]int) []int {
	if len(lists) == 1 {
		return lists[0]
	}
	out := slices.Concat(lists...)
	slices.Sort(out)
	return slices.Compact(out)
}

// vast reports whether lines hold far more text than those of any page that was
// learnt from.
func (c *caster) vast(p *page, picked []int) bool {
	const always, times = 2000, 4 // bytes that are never too many, and how many more than learnt
	n := 0
	for _, k := range picked {
		n += int(p.lined[k].size)
	}
	return c.Bytes > 0 && n > always+times*c.Bytes
}

// read reads the lines that were picked.
func (c *caster) read(p *page, l Label, picked []int) content {
	if len(picked) == 0 {
		return content{}
	}
	if c.reader != nil {
		return c.reader.read(p, l, picked)
	}
	items := make([]int32, len(picked))
	for i, k := range picked {
		items[i] = p.lined[k].top
	}
	return c.whole.read(p, l, items)
}

// vote is what some voters say a zone is.
type vote struct {
	content content
	gist    *gist // once it was needed
	lines   []int
	rule    bool    // the patterns say so
	weight  float64 // of all that say it
	kinds   []kindVote
	best    float64 // the greatest weight of one
	share   float64 // of all votes
	plaus   float64 // from 0 to 1, how far the content is what the zone should hold
}

// kindVote is the greatest weight of the voters of a kind.
type kindVote struct {
	kind   string
	weight float64
}

// gist is what readings of a zone are compared by: the hashes of their words, or
// of the keys of their names. A text is read as far as it was needed.
type gist struct {
	hashes []uint64
	rest   string
}

func gistOf(l Label, c content) *gist {
	if l != Authors {
		const most, perWord = 6000, 6 // bytes
		return &gist{make([]uint64, 0, min(len(c.text), most)/perWord+1), c.text}
	}
	g := &gist{}
	for _, name := range c.items {
		g.hashes = append(g.hashes, wordHash(nameKey(name)))
	}
	slices.Sort(g.hashes)
	g.hashes = slices.Compact(g.hashes)
	return g
}

// readTo reads on until there are more than n hashes, and reports whether there are not.
func (g *gist) readTo(n int) bool {
	const step = 500 // bytes
	for len(g.hashes) <= n && g.rest != "" {
		end := len(g.rest)
		if i := strings.IndexByte(g.rest[min(step, end):], ' '); i >= 0 {
			end = step + i
		}
		g.hashes, g.rest = appendWordHashes(g.hashes, g.rest[:end]), g.rest[end:]
	}
	return len(g.hashes) <= n
}

// like reports whether two readings of a zone are the same.
func (g *gist) like(o *gist) bool {
	const alike = 0.97 // F1
	for n := 100; !g.readTo(n); n *= 2 {
		if o.readTo(n) {
			g, o = o, g
			break
		}
	}
	had := float64(len(g.hashes)) // all of its words
	if had == 0 || !o.readTo(int(had*(2/alike-1))+1) {
		return false
	}
	all := had + float64(len(o.hashes))
	return 2*min(had, all-had)/all >= alike && 2*float64(commonHashes(g.hashes, o.hashes))/all >= alike
}

// commonHashes returns how many hashes two lists have in common.
func commonHashes(g, o []uint64) int {
	n := 0
	for ; n < min(len(g), len(o)) && g[n] == o[n]; n++ {
	}
	g, o = g[n:], o[n:]
	for len(g) > 0 && len(o) > 0 && g[len(g)-1] == o[len(o)-1] {
		g, o = g[:len(g)-1], o[:len(o)-1]
		n++
	}
	if len(g) == 0 {
		return n
	}
	var left bag
	left.resize(2 << bits.Len(uint(len(g))))
	for _, h := range g {
		left.add(h)
	}
	for _, h := range o {
		if c := left.find(h); c.n > 0 {
			c.n--
			n++
		}
	}
	return n
}

// ballot collects votes.
type ballot struct {
	label Label
	votes []vote
	total float64
}

func (b *ballot) cast(v vote, kind string) {
	for i := range b.votes {
		o := &b.votes[i]
		if b.same(o, &v) {
			o.add(kind, v.weight)
			o.rule = o.rule || v.rule
			o.best = math.Max(o.best, v.best)
			o.plaus = math.Max(o.plaus, v.plaus)
			if o.lines == nil {
				o.lines = v.lines
			}
			return
		}
	}
	v.add(kind, v.weight)
	b.votes = append(b.votes, v)
}

// add counts a voter of a kind.
func (v *vote) add(kind string, weight float64) {
	for i := range v.kinds {
		if k := &v.kinds[i]; k.kind == kind {
			k.weight = max(k.weight, weight)
			return
		}
	}
	v.kinds = append(v.kinds, kindVote{kind, weight})
}

// same reports whether two votes are for the same reading.
func (b *ballot) same(v, o *vote) bool {
	if v.content.text == o.content.text && len(v.content.items) == len(o.content.items) {
		return true
	}
	for _, x := range []*vote{v, o} {
		if x.gist == nil {
			x.gist = gistOf(b.label, x.content)
		}
	}
	return v.gist.like(o.gist)
}

// agreed reports whether so many kinds of voters have said the same, and none
// anything else, that the others need not be asked: more of an abstract, which may
// stand on a page in several languages. A list must have been read in both ways:
// those that read by the same rules err alike.
func (b *ballot) agreed() bool {
	enough := 2
	if b.label == Abstract {
		enough = 4
	}
	if len(b.votes) != 1 || len(b.votes[0].kinds) < enough {
		return false
	}
	if b.label == Title || b.label == Abstract {
		return true
	}
	for _, k := range b.votes[0].kinds {
		if strings.HasSuffix(k.kind, byGrammar) {
			return true
		}
	}
	return false
}

// byGrammar ends the kinds of voters that read by a grammar.
const byGrammar = " by grammar"

// count adds up the votes.
func (b *ballot) count() {
	for i := range b.votes {
		v := &b.votes[i]
		v.weight = 0
		for _, k := range v.kinds {
			v.weight += k.weight
		}
	}
}

// winner returns the vote with the greatest weight; of equals, the first.
func (b *ballot) winner() (vote, bool) {
	best := -1
	b.total = 0
	for i := range b.votes {
		b.total += b.votes[i].weight
	}
	for i := range b.votes {
		if best < 0 || b.votes[i].weight > b.votes[best].weight {
			best = i
		}
	}
	if best < 0 || b.votes[best].weight <= 0 {
		return vote{}, false
	}
	return b.votes[best], true
}
