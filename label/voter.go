package label

import (
	"math"

	"github.com/lokman-crawler/lokman/label/internal/grammar"
	"github.com/lokman-crawler/lokman/label/internal/patterns"
	"github.com/lokman-crawler/lokman/label/internal/people"
	"github.com/lokman-crawler/lokman/label/internal/stretches"
	"github.com/lokman-crawler/lokman/label/internal/words"
	"github.com/lokman-crawler/lokman/label/internal/zones"
)

// A Voter is one way of finding a zone: the lines that any of its selectors picks,
// read in one way. It was made by a rule that looks at one property of the page, so
// that voters err apart, and where they agree they are right.
type Voter struct {
	Selectors []Selector       `json:"selectors,omitempty"` // none: the patterns of the zone
	Grammar   *grammar.Grammar `json:"grammar,omitempty"`   // nil reads whole lines
	Opens     string           `json:"opens,omitempty"`     // the words before the value, as of [Pattern]
	Closes    string           `json:"closes,omitempty"`    // the sign behind a title, as of [Pattern]
	Bytes     int              `json:"bytes,omitempty"`     // most visible text that was picked on a page that was learnt from
	Lines     int              `json:"lines,omitempty"`     // most lines of a title on a page that was learnt from; 0 if unknown
	Values    int              `json:"values,omitempty"`    // most values that a page had that was learnt from; 0 if unknown
	Weight    float64          `json:"weight"`              // from 0 to 1, by how well it read the pages that it was not made from
}

// compiledVoter is a Voter prepared for labelling.
type compiledVoter struct {
	*Voter
	selectors picker
	reader    *grammar.Reader
	whole     patterns.Matcher
	looks     string  // the property of lines that it looks at
	votes     float64 // how much its vote counts
	left      float64 // the sum of its votes and of those of the voters after it
	most      int     // how many bytes of lines it reads at most
}

func compileVoter(v *Voter, words [2]int) compiledVoter {
	c := compiledVoter{Voter: v, selectors: newPicker(v.Selectors), votes: math.Pow(v.Weight, sharpness),
		whole: patterns.Matcher{Pattern: &patterns.Pattern{Opens: v.Opens, Closes: v.Closes, Words: words}}}
	if v.Grammar != nil {
		c.reader = v.Grammar.NewReader()
	}
	if v.Selectors != nil {
		c.looks = v.property()
	} else {
		c.votes *= ruleVoters
	}
	return c
}

// mostRead returns how many bytes of lines a voter of a label reads: lines that hold far
// more than learnt are no such zone. If it is not known what was learnt, they are read
// whatever their length.
func (c *compiledVoter) mostRead(l zones.Label) int {
	const huge = 1 << 26
	words, bytes := min(c.whole.Words[1], huge), min(c.Bytes, huge)
	if l == zones.Title || l == zones.Abstract {
		const always, perWord, times = 200, 7, 4
		if words <= 0 {
			return math.MaxInt
		}
		return always + times*perWord*words
	}
	const always, times, long = 2000, 4, 6000
	if bytes <= 0 {
		return math.MaxInt
	}
	return min(always+times*bytes, max(long, bytes))
}

// read reads the lines that were picked.
func (c *compiledVoter) read(p *stretches.CutPage, d *grammar.Decoder, l zones.Label, picked []int) zones.Content {
	if len(picked) == 0 {
		return zones.Content{}
	}
	if c.reader != nil {
		return c.reader.Read(p, d, l, picked)
	}
	return c.whole.Read(p.Page, l, p.Tops(picked))
}

// vote is what some voters say a zone is.
type vote struct {
	content zones.Content
	keys    []uint64 // of names, once they were needed
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

// ballot collects votes.
type ballot struct {
	label zones.Label
	votes []vote
	total float64 // of all weights, once there is a winner
}

// begin makes a ballot that of a label, in the memory of the last one.
func (b *ballot) begin(name zones.Label) {
	clear(b.votes)
	b.label, b.votes = name, b.votes[:0]
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
	if v.kinds == nil {
		v.kinds = make([]kindVote, 0, 4) // most votes have no more
	}
	v.kinds = append(v.kinds, kindVote{kind, weight})
}

// count adds up what its kinds of voters weigh.
func (v *vote) count() float64 {
	sum := 0.0
	for _, k := range v.kinds {
		sum += k.weight
	}
	return sum
}

// same reports whether two votes are for the same reading.
func (b *ballot) same(v, o *vote) bool {
	if v.content.Text == o.content.Text && len(v.content.Items) == len(o.content.Items) {
		return true
	}
	if b.label == zones.Affiliations && len(v.content.Items) != len(o.content.Items) {
		return false
	}
	if b.label != zones.Authors {
		return words.Same(v.content.Text, o.content.Text)
	}
	for _, x := range []*vote{v, o} {
		if x.keys == nil {
			x.keys = people.KeysOf(x.content.Items)
		}
	}
	return people.SameNames(v.keys, o.keys)
}

// agreed reports whether so many kinds of voters have said the same, and none
// anything else, that the others need not be asked: more of an abstract, which may
// stand on a page in several languages, and never on authors cut short.
func (b *ballot) agreed() bool {
	enough := 2
	if b.label == zones.Abstract {
		enough = 4
	}
	return len(b.votes) == 1 && len(b.votes[0].kinds) >= enough && (b.label != zones.Authors || b.votes[0].plaus > cutShortForm)
}

// winner returns the vote with the greatest weight; of equals, the first.
func (b *ballot) winner() (vote, bool) {
	best := -1
	b.total = 0
	for i := range b.votes {
		b.total += b.votes[i].weight
		if best < 0 || b.votes[i].weight > b.votes[best].weight {
			best = i
		}
	}
	if best < 0 || b.votes[best].weight <= 0 {
		return vote{}, false
	}
	return b.votes[best], true
}
