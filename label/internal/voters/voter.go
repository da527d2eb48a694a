// Package voters has the ways to find a zone, which vote on it: selectors of lines, and ballots.
package voters

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/label/internal/grammar"
	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/patterns"
	"github.com/lokman-crawler/lokman/label/internal/people"
	"github.com/lokman-crawler/lokman/label/internal/stretches"
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

// Compiled is a Voter prepared for labelling.
type Compiled struct {
	*Voter
	Selectors Picker
	Reader    *grammar.Reader
	Whole     patterns.Matcher
	Looks     string  // the property of lines that it looks at
	Votes     float64 // how much its vote counts
	Left      float64 // the sum of its votes and of those of the voters after it
	Most      int     // how many bytes of lines it reads at most
}

// Compile prepares a voter for a zone whose values have this least and greatest number of words.
func Compile(v *Voter, words [2]int) Compiled {
	c := Compiled{Voter: v, Selectors: NewPicker(v.Selectors), Votes: math.Pow(v.Weight, sharpness),
		Whole: patterns.Matcher{Pattern: &patterns.Pattern{Opens: v.Opens, Closes: v.Closes, Words: words}}}
	if v.Grammar != nil {
		c.Reader = v.Grammar.NewReader()
	}
	if v.Selectors != nil {
		c.Looks = v.property()
	} else {
		c.Votes *= ruleVoters
	}
	return c
}

// MostRead returns how many bytes of lines a voter of a label reads: lines that hold far
// more than learnt are no such zone. If it is not known what was learnt, they are read
// whatever their length.
func (c *Compiled) MostRead(l zones.Label) int {
	const huge = 1 << 26
	words, bytes := min(c.Whole.Words[1], huge), min(c.Bytes, huge)
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

// Read reads the lines that were picked.
func (c *Compiled) Read(p *stretches.CutPage, d *grammar.Decoder, l zones.Label, picked []int) zones.Content {
	if len(picked) == 0 {
		return zones.Content{}
	}
	if c.Reader != nil {
		return c.Reader.Read(p, d, l, picked)
	}
	return c.Whole.Read(p.Page, l, p.Tops(picked))
}

// Picks returns what a voter picks; of an abstract also what each of its selectors
// does, as each may be for one language. The lists are valid until the next call.
func (c *Compiled) Picks(p *layout.Page, name zones.Label, known Bounds, m *Picks) [][]int {
	m.lists = c.Selectors.appendPicks(append(m.lists[:0], nil), p, known, m)
	all, parts := union(m.lists[1:]), m.lists[1:]
	if len(all) == 0 {
		return nil
	}
	if name == zones.Title && c.Lines > 0 {
		all = all[:min(len(all), c.Lines)]
	}
	m.lists[0] = all
	if name != zones.Abstract || len(parts) < 2 {
		return m.lists[:1]
	}
	parts = slices.DeleteFunc(parts, func(part []int) bool { return len(part) == 0 || len(part) >= len(all) })
	return m.lists[:1+len(parts)]
}

// Fits is less than 1 for a title or an abstract that is much longer or shorter than
// those that were learnt from.
func (c *Compiled) Fits(name zones.Label, x zones.Content) float64 {
	w := patterns.UsualWords(name, c.Whole.Words)
	if name != zones.Title && name != zones.Abstract || w[1] == 0 {
		return 1
	}
	n := float64(strings.Count(x.Text, " ") + 1)
	r := math.Max(n/float64(w[1]), float64(w[0])/n)
	if r < 2 {
		return 1
	}
	return math.Sqrt(2 / r)
}

// Quality says how far the items of a list have the form of such items.
func (c *Compiled) Quality(name zones.Label, x zones.Content) float64 {
	q := 1.0
	switch name {
	case zones.Authors:
		q = people.Clean(x.Items)
	case zones.Affiliations:
		n := 0
		for _, s := range x.Items {
			if w := 1 + strings.Count(s, " "); 2*w >= c.Whole.Words[0] && w <= 3*c.Whole.Words[1] && !people.Sentence(s) {
				n++
			}
		}
		q = float64(n) / float64(max(1, len(x.Items)))
	}
	return 0.1 + 0.9*q*q
}

// ByWeight orders voters, the best first.
func ByWeight(a, b Voter) int { return cmp.Compare(b.Weight, a.Weight) }

// Check refuses a voter that could not have been learnt.
func (v *Voter) Check() error {
	if math.IsNaN(v.Weight) || v.Weight < 0 || v.Weight > 1 {
		return fmt.Errorf("weight %v, want 0 to 1", v.Weight)
	}
	if v.Bytes < 0 {
		return fmt.Errorf("%d bytes, want 0 or more", v.Bytes)
	}
	if v.Lines < 0 || v.Values < 0 {
		return fmt.Errorf("%d lines and %d values, want 0 or more", v.Lines, v.Values)
	}
	if len(v.Selectors) > maxSelectors {
		return fmt.Errorf("%d selectors, want at most %d", len(v.Selectors), maxSelectors)
	}
	for i := range v.Selectors {
		s := &v.Selectors[i]
		if len(s.Steps) > layout.MaxSteps {
			return fmt.Errorf("a selector has %d steps, want at most %d", len(s.Steps), layout.MaxSteps)
		}
		if err := layout.CheckSteps(s.Steps); err != nil {
			return err
		}
		for _, l := range []zones.Label{s.From, s.To} {
			if err := l.Check(); l != zones.None && err != nil {
				return err
			}
		}
		if s.Within && len(s.Steps) == 0 {
			return errors.New("a selector is within elements that it does not name")
		}
		if s.Gap < 0 {
			return errors.New("a selector has a negative number of lines")
		}
	}
	if v.Grammar != nil {
		for key, n := range v.Grammar.Counts {
			if math.IsNaN(n) || n < 0 || n > math.MaxInt32 {
				return fmt.Errorf("%.60q was counted %v times", key, n)
			}
		}
	}
	return nil
}

// Like reports whether two voters pick and read alike.
func (v *Voter) Like(o Voter) bool {
	return (v.Grammar == nil) == (o.Grammar == nil) && v.Opens == o.Opens && v.Closes == o.Closes &&
		slices.EqualFunc(v.Selectors, o.Selectors, Selector.picksAs)
}

// Merged returns a voter with the mean weight and the evidence of both.
func (v Voter) Merged(o Voter) Voter {
	v.Weight = (v.Weight + o.Weight) / 2
	v.Bytes, v.Lines, v.Values = mostOf(v.Bytes, o.Bytes), mostOf(v.Lines, o.Lines), mostOf(v.Values, o.Values)
	if v.Grammar != nil {
		g := &grammar.Grammar{Counts: map[string]float64{}}
		for _, from := range []*grammar.Grammar{v.Grammar, o.Grammar} {
			for key, n := range from.Counts {
				g.Counts[key] += n
			}
		}
		v.Grammar = g
	}
	return v
}

// mostOf returns the greater of two counts, 0 if one is unknown.
func mostOf(a, b int) int {
	if a == 0 || b == 0 {
		return 0
	}
	return max(a, b)
}

// Limits of the voters in a written model.
const (
	MaxVotersRead = 64        // of one label
	MaxVoterBytes = 512 << 10 // of one
	maxSelectors  = 64        // of one
)

// property is kind without the difference between all lines and a run of them, which
// look at the same elements.
func (v *Voter) property() string { return strings.Replace(v.Kind(), "run", "path", 1) }

// byGrammar is what the kinds of voters with a grammar end in.
const byGrammar = " by grammar"

// Kind says by which property of the page a voter picks lines.
func (v *Voter) Kind() string {
	s := &v.Selectors[0]
	kind := "path"
	switch {
	case s.After != "":
		kind = "after"
	case s.Opens != "":
		kind = "opens"
	case s.From != "":
		kind = "from"
	case s.Bare && !s.Rooted:
		kind = "name"
	case s.Within:
		kind = "within"
	case s.Run:
		kind = "run"
	}
	if v.Grammar != nil {
		kind += byGrammar
	}
	return kind
}

// A vote counts by the weight of its voter to the power of sharpness: one that
// misread a learnt page counts much less than one that did not. The patterns count
// as much as so many voters.
const (
	sharpness  = 12
	ruleVoters = 2
)
