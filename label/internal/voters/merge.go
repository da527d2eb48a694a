package voters

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/lokman-crawler/lokman/label/internal/grammar"
	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/zones"
)

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
