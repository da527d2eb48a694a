package ontology

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"slices"

	"github.com/lokman-crawler/lokman/internal/phrase"
)

// Weights are the values of one occurrence of a term, by its relation. Weights
// that are all 0 mean 15, 12, 8 and 5, "given experimentally" in thesis
// 3.4.3.7; if one is set, all are used as they are.
type Weights struct {
	Exact, Synonym, Partial, Contextual float64
}

// RequirementWeights returns the weights that the thesis's requirements print
// (3.3, 13.c): 15, 12, 5 and 3.
func RequirementWeights() Weights { return Weights{15, 12, 5, 3} }

func (w Weights) byRelation() [relations]float64 {
	if w == (Weights{}) {
		w = Weights{15, 12, 8, 5}
	}
	return [relations]float64{w.Exact, w.Synonym, w.Partial, w.Contextual}
}

// Normalization says how the weighted count of a text is normalised. The thesis
// does not normalise (3.4.3.7), so that a long page outweighs any link.
type Normalization uint8

const (
	NormalizationNone       Normalization = iota // the count as it is, 0 to any number
	NormalizationPerWord                         // count / words of the text
	NormalizationLog1p                           // ln(1 + count)
	NormalizationSaturating                      // count / (count + weight of Exact), 0 to 1
)

func (n Normalization) String() string {
	switch n {
	case NormalizationNone:
		return "none"
	case NormalizationPerWord:
		return "per word"
	case NormalizationLog1p:
		return "log1p"
	case NormalizationSaturating:
		return "saturating"
	}
	return fmt.Sprintf("Normalization(%d)", uint8(n))
}

// A Scorer measures how much a text is about a topic: the sum over all terms of
// occurrences times the weight of their relation (thesis 3.4.3.7). Terms are
// found as whole words, ignoring case, the longest at each place, never across
// the end of a sentence or block, so that "heart attack" does not count as
// "heart" too. Scoring is linear in the text. A Scorer may be used by many
// goroutines at once.
type Scorer struct {
	terms   []Term
	set     *phrase.Set
	weights [relations]float64
	scoring Scoring
}

// Scoring holds the choices that the thesis leaves open. The zero value is the
// published one.
type Scoring struct {
	Weights       Weights
	Normalization Normalization

	// Stem returns the stem of a lower-case word, so that "sneezes" counts as
	// "sneezing"; github.com/blevesearch/snowballstem has stemmers of many
	// languages, see the example. nil compares words as they are. Stem is called
	// by many goroutines at once.
	Stem func(word string) string
}

// NewScorer returns the published scorer of a topic.
func NewScorer(t Topic) *Scorer { return Scoring{}.NewScorer(t) }

// NewScorer returns a scorer of a topic with other choices.
func (s Scoring) NewScorer(t Topic) *Scorer {
	b := phrase.Builder{Stem: s.Stem}
	for i, term := range t.Terms {
		b.Add(term.Text, uint32(i))
	}
	return &Scorer{terms: t.Terms, set: b.Build(), weights: s.Weights.byRelation(), scoring: s}
}

// Score returns how much the text is about the topic, 0 if no term occurs.
func (s *Scorer) Score(text string) float64 {
	var scratch [64]phrase.Hit
	var count float64
	for _, h := range s.set.Match(scratch[:0], text) {
		count += s.weights[s.terms[h.ID].Relation]
	}
	return s.normalize(count, text)
}

func (s *Scorer) normalize(count float64, text string) float64 {
	if count == 0 {
		return 0
	}
	switch s.scoring.Normalization {
	case NormalizationPerWord:
		return count / float64(words(text))
	case NormalizationLog1p:
		return math.Log1p(count)
	case NormalizationSaturating:
		return count / (count + s.weights[Exact])
	}
	return count
}

// Weight returns the value of one occurrence of a term.
func (s *Scorer) Weight(t Term) float64 { return s.weights[t.Relation] }

// Unit returns the weight of one occurrence of an exact term, with which weights
// are compared.
func (s *Scorer) Unit() float64 { return s.weights[Exact] }

// Occurrences yields the terms that occur in a text in order, each time that they
// occur, with the weight of one occurrence.
func (s *Scorer) Occurrences(text string) iter.Seq2[string, float64] {
	return func(yield func(string, float64) bool) {
		var scratch [64]phrase.Hit
		for _, h := range s.set.Match(scratch[:0], text) {
			t := s.terms[h.ID]
			if !yield(t.Text, s.Weight(t)) {
				return
			}
		}
	}
}

// A Hit is one occurrence of a term: text[Start:End], in bytes.
type Hit struct {
	Term
	Start, End int
}

// Hits returns the occurrences of terms in a text, in order. They do not
// overlap.
func (s *Scorer) Hits(text string) []Hit {
	var hits []Hit
	for _, h := range s.set.Match(nil, text) {
		hits = append(hits, Hit{s.terms[h.ID], h.Start, h.End})
	}
	return hits
}

// A Count is how often a term occurs in a text.
type Count struct {
	Term
	Count int
}

// Counts returns the terms that occur in a text, the ones that add most to its score
// first.
func (s *Scorer) Counts(text string) []Count {
	byTerm := map[uint32]int{}
	for _, h := range s.set.Match(nil, text) {
		byTerm[h.ID]++
	}
	var counts []Count
	for id, n := range byTerm {
		counts = append(counts, Count{s.terms[id], n})
	}
	slices.SortFunc(counts, func(a, b Count) int {
		return cmp.Or(cmp.Compare(s.worth(b), s.worth(a)), cmp.Compare(a.Text, b.Text))
	})
	return counts
}

func (s *Scorer) worth(c Count) float64 {
	return float64(c.Count) * s.Weight(c.Term)
}

// Parts yields the parts of Score: for each term that occurs a label such as "flu
// (synonym) 3 x 12" and what it adds to the count before normalisation, the
// greatest first.
func (s *Scorer) Parts(text string) iter.Seq2[string, float64] {
	return func(yield func(string, float64) bool) {
		for _, c := range s.Counts(text) {
			label := fmt.Sprintf("%s (%s) %d x %g", c.Text, c.Relation, c.Count, s.Weight(c.Term))
			if !yield(label, s.worth(c)) {
				return
			}
		}
	}
}
