package label

import (
	"math"
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
}

func newCaster(v *Voter, words [2]int) caster {
	c := caster{Voter: v, whole: matcher{Pattern: &Pattern{Opens: v.Opens, Words: words}, drop: hashes(v.Drop)}}
	for i := range v.Selectors {
		c.selectors = append(c.selectors, newSelector(&v.Selectors[i]))
	}
	if v.Grammar != nil {
		c.reader = v.Grammar.reader()
	}
	return c
}

// pick returns the lines that any selector picks.
func (c *caster) pick(p *page, known bounds) []int {
	if len(c.selectors) == 1 {
		return c.selectors[0].pick(p, known)
	}
	var out []int
	for i := range c.selectors {
		out = append(out, c.selectors[i].pick(p, known)...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// vast reports whether lines hold far more text than those of any page that was
// learnt from.
func (c *caster) vast(p *page, picked []int) bool {
	const always = 2000 // bytes that are never too many
	n := 0
	for _, k := range picked {
		it := &p.items[p.lined[k].top]
		n += int(it.to - it.from)
	}
	return c.Bytes > 0 && n > always+unusual*c.Bytes
}

// read reads the lines that were picked.
func (c *caster) read(p *page, l Label, picked []int) content {
	if len(picked) == 0 {
		return content{}
	}
	if c.reader != nil {
		lines := make([]line, len(picked))
		for i, k := range picked {
			lines[i] = p.lined[k]
		}
		return c.reader.read(p, l, lines)
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
	lines   []int
	rule    bool    // the patterns say so
	weight  float64 // of all that say it
	kinds   map[string]float64
	voters  int
	best    float64 // the greatest weight of one
	share   float64 // of all votes
	plaus   float64 // from 0 to 1, how far the content is what the zone should hold
}

// same reports whether two readings of a zone are the same.
func same(l Label, a, b content) bool {
	const alike = 0.97 // F1
	if a.text == b.text && len(a.items) == len(b.items) {
		return true
	}
	switch l {
	case Authors:
		return namesF1(a.items, b.items) >= alike
	case Affiliations:
		return overlap(words(a.text), words(b.text)) >= alike
	}
	return overlap(words(a.text), words(b.text)) >= alike
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
		if same(b.label, o.content, v.content) {
			o.kinds[kind] = max(o.kinds[kind], v.weight)
			o.voters++
			o.rule = o.rule || v.rule
			o.best = math.Max(o.best, v.best)
			o.plaus = math.Max(o.plaus, v.plaus)
			if o.lines == nil {
				o.lines = v.lines
			}
			return
		}
	}
	v.voters = 1
	v.kinds = map[string]float64{kind: v.weight}
	b.votes = append(b.votes, v)
}

// agreed reports whether so many kinds of voters have said the same, and none
// anything else, that the others need not be asked. A list must have been read in
// both ways: those that read by the same rules err alike.
func (b *ballot) agreed() bool {
	const enough = 4
	if len(b.votes) != 1 || len(b.votes[0].kinds) < enough {
		return false
	}
	if b.label == Title || b.label == Abstract {
		return true
	}
	for kind := range b.votes[0].kinds {
		if strings.HasSuffix(kind, byGrammar) {
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
		for _, w := range v.kinds {
			v.weight += w
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
