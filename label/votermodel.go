package label

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/lokman-crawler/lokman/internal/jsonarray"
	"github.com/lokman-crawler/lokman/label/internal/grammar"
	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/zones"
)

// Limits of the voters in a written model.
const (
	maxVotersRead = 64        // of one label
	maxVoterBytes = 512 << 10 // of one
	maxSelectors  = 64        // of one
)

// writtenVoters are checked one by one while they are read.
type writtenVoters []Voter

// UnmarshalJSON implements [json.Unmarshaler].
func (w *writtenVoters) UnmarshalJSON(text []byte) error {
	voters, err := readChecked[Voter]("voter", text, maxVotersRead, maxVoterBytes)
	*w = voters
	return err
}

// readChecked reads a JSON array of at most most values, each of at most size bytes
// and checked before the next one is read.
func readChecked[T any, P interface {
	*T
	Check() error
}](name string, text []byte, most, size int) ([]T, error) {
	var read []T
	for raw, err := range jsonarray.Elements[json.RawMessage](text) {
		switch {
		case err != nil:
			return nil, err
		case len(read) == most:
			return nil, fmt.Errorf("more than %d %ss of a label", most, name)
		case len(raw) > size:
			return nil, fmt.Errorf("%s %d has more than %d bytes", name, len(read)+1, size)
		}
		var v T
		if err := json.Unmarshal(raw, &v); err != nil {
			return nil, err
		}
		if err := P(&v).Check(); err != nil {
			return nil, fmt.Errorf("%s %d: %w", name, len(read)+1, err)
		}
		read = append(read, v)
	}
	return read, nil
}

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

// mergeVoters adds the voters of another model. Those with the same selectors and
// the same way of reading become one.
func (m *Model) mergeVoters(other *Model) {
	m.voting.Store(nil)
	m.OwnTongue = other.OwnTongue && (m.OwnTongue || m.Voters == nil)
	for l, voters := range other.Voters {
		if m.Voters == nil {
			m.Voters = map[zones.Label][]Voter{}
		}
		for _, v := range voters {
			if i := slices.IndexFunc(m.Voters[l], v.like); i >= 0 {
				m.Voters[l][i] = m.Voters[l][i].merged(v)
				continue
			}
			m.Voters[l] = append(m.Voters[l], v)
		}
		slices.SortStableFunc(m.Voters[l], byWeight)
		m.Voters[l] = m.Voters[l][:min(len(m.Voters[l]), maxVotersRead)]
	}
}

// like reports whether two voters pick and read alike.
func (v *Voter) like(o Voter) bool {
	return (v.Grammar == nil) == (o.Grammar == nil) && v.Opens == o.Opens && v.Closes == o.Closes &&
		slices.EqualFunc(v.Selectors, o.Selectors, Selector.picksAs)
}

// merged returns a voter with the mean weight and the evidence of both.
func (v Voter) merged(o Voter) Voter {
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
