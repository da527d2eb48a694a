// Package learning makes the patterns and the voters of a model from pages with their values.
package learning

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/internal/page"
	"github.com/lokman-crawler/lokman/label/internal/labelling"
	"github.com/lokman-crawler/lokman/label/internal/stretches"
	"github.com/lokman-crawler/lokman/label/internal/tokens"
	"github.com/lokman-crawler/lokman/label/internal/voters"
	"github.com/lokman-crawler/lokman/label/internal/words"
	"github.com/lokman-crawler/lokman/label/internal/zones"
)

// Learn fills a model of a journal, as label.Learn says, and returns the values that are not on their page.
func Learn(m *labelling.Model, examples []Example) ([]Missing, error) {
	m.Pages = len(examples)
	examples, guessed := firm(examples)
	var pages []*annotatedPage
	for i, e := range examples {
		p, err := stretches.New(e.Page)
		if err != nil {
			return nil, fmt.Errorf("example %d: %w", i+1, err)
		}
		pages = append(pages, annotate(p, e.Values))
	}
	learnPatterns(m, pages)
	var notFound []Missing
	var training []*trainingPage
	for i, p := range pages {
		t := newTrainingPage(p)
		training = append(training, t)
		notFound = append(notFound, t.missing(i)...)
	}
	if len(m.Zones) == 0 {
		return nil, nothingLearnt(notFound)
	}
	m.Voters = map[zones.Label][]voters.Voter{}
	m.SameLanguage = sameLanguage(training)
	for _, t := range training {
		m.Reach = max(m.Reach, t.reach())
	}
	rules := ruleWeights(m, pages)
	for _, l := range zones.All {
		m.Voters[l] = append([]voters.Voter{{Weight: rules[l]}}, learnVoters(l, training, m.Beside(l))...)
		if slices.Contains(guessed, l) {
			doubt(m, l)
		}
	}
	return notFound, nil
}

// An Example is a page with the values of its zones.
type Example struct {
	Page   *page.Page
	Values zones.Values // its zones
}

// firm drops guessed values of zones for which another example has firm ones, and returns the zones
// that all examples guess.
func firm(examples []Example) (out []Example, guessed []zones.Label) {
	out = slices.Clone(examples)
	for _, l := range zones.All {
		guesses := func(e Example) bool { return slices.Contains(e.Values.Guessed, l) }
		switch {
		case !slices.ContainsFunc(examples, guesses):
		case slices.ContainsFunc(examples, func(e Example) bool { return !guesses(e) && len(e.Values.Of(l)) > 0 }):
			for i := range out {
				if guesses(out[i]) {
					out[i].Values.Forget(l)
				}
			}
		default:
			guessed = append(guessed, l)
		}
	}
	return out, guessed
}

// guessedShare is the confidence of a zone that is learnt from guesses, as a share of that
// learnt from what is known.
const guessedShare = 0.85

// doubt makes what is learnt of a zone unsure.
func doubt(m *labelling.Model, l zones.Label) {
	for i := range m.Voters[l] {
		m.Voters[l][i].Weight *= guessedShare
	}
}

// ruleWeights says how well the patterns that were learnt from one page read the
// others, for each label, and those of all pages these.
func ruleWeights(m *labelling.Model, pages []*annotatedPage) map[zones.Label]float64 {
	sum, n := map[zones.Label]float64{}, map[zones.Label]float64{}
	read := func(m *labelling.Model, o *annotatedPage, name zones.Label) float64 {
		c, ok := m.ByPatterns(o.CutPage, name)
		if !ok {
			return 0
		}
		return agreement(&o.values, name, c)
	}
	fit := map[zones.Label]float64{}
	for i, p := range pages {
		own := &labelling.Model{Pages: 1}
		learnPatterns(own, []*annotatedPage{p})
		for _, name := range zones.All {
			if len(p.sites[name]) == 0 {
				continue
			}
			fit[name] += read(m, p, name) / float64(having(pages, name))
			for k, o := range pages {
				if len(o.sites[name]) > 0 && (k != i || having(pages, name) == 1) {
					n[name]++
					sum[name] += read(own, o, name)
				}
			}
		}
	}
	for l := range sum {
		sum[l] = max(sum[l]/n[l], ownFit*fit[l])
	}
	return sum
}

// ownFit is how much the reading of the learnt pages counts against that of others:
// enough to decide where these are of different kinds, so that no voter made of one
// reads the others.
const ownFit = 0.7

// having counts the pages on which a value was found.
func having(pages []*annotatedPage, l zones.Label) int {
	n := 0
	for _, p := range pages {
		if len(p.sites[l]) > 0 {
			n++
		}
	}
	return n
}

// Missing is a value that [Learn] did not find on its page.
type Missing struct {
	Example int // the index of its page among the examples, from 0
	Label   zones.Label
	Value   string // as it was given
}

// String names the example, counted from 1, and the value, of a long one the beginning.
func (m Missing) String() string {
	return fmt.Sprintf("example %d lacks %.60q (%s)", m.Example+1, m.Value, m.Label)
}

// ErrNothingLearnt says that no value was found on any page.
var ErrNothingLearnt = errors.New("no value was found on the pages")

// nothingLearnt returns the error for pages that taught nothing, with the first of
// the values that they lack.
func nothingLearnt(missing []Missing) error {
	const named = 4
	var lacks strings.Builder
	for i, v := range missing[:min(len(missing), named)] {
		lacks.WriteString([]string{": ", ", "}[min(i, 1)] + v.String())
	}
	if len(missing) > named {
		fmt.Fprintf(&lacks, " and %d more", len(missing)-named)
	}
	return fmt.Errorf("label: %w%s", ErrNothingLearnt, lacks.String())
}

// missing returns the values of a page, the example with an index, that are not on it.
func (t *trainingPage) missing(example int) []Missing {
	var out []Missing
	for _, l := range zones.All {
		if (l == zones.Title || l == zones.Abstract) && t.sites[l] != nil {
			continue
		}
		for i, value := range t.values.Of(l) {
			if slices.ContainsFunc(t.parts[l], func(p tokens.Part) bool { return p.Value == i }) ||
				l == zones.Affiliations && len(t.FindAffiliation(value)) > 0 || len(words.Of(value)) == 0 {
				continue
			}
			out = append(out, Missing{Example: example, Label: l, Value: value})
		}
	}
	return out
}
