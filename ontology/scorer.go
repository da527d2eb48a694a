package ontology

import (
	"cmp"
	"errors"
	"iter"
	"math"
	"slices"
	"strconv"

	"github.com/lokman-crawler/lokman/internal/phrase"
)

// A Scorer measures how much a text is about a topic: the sum over all terms of
// occurrences times their weight, which is that of their relation unless they have
// one of their own (thesis 3.4.3.7). Terms are found whatever their case and
// Unicode form and, unless Scoring.Counting says otherwise, as whole words, the
// longest at each place, never across the end of a sentence or block, so that
// "heart attack" does not count as "heart" too. Scoring is linear in the text. A
// Scorer may be used by many goroutines at once.
type Scorer struct {
	terms   []Term
	set     *phrase.Set // nil if substrings are counted
	trie    *trie       // of substrings
	worth   []float64   // weights of the terms
	weights [relations]float64
	unit    float64
	scoring Scoring
}

// weigh works out the weights of the terms.
func (s *Scorer) weigh() {
	s.weights = s.scoring.Weights.byRelation()
	s.worth = make([]float64, len(s.terms))
	for i, t := range s.terms {
		s.worth[i] = s.Weight(t)
		if t.Relation == Exact {
			s.unit = max(s.unit, s.worth[i])
		}
	}
	if s.unit == 0 {
		s.unit = s.weights[Exact]
	}
}

// occurrences appends the occurrences of terms in a text to dst, in order.
func (s *Scorer) occurrences(dst []phrase.Hit, text string) []phrase.Hit {
	switch s.scoring.Counting {
	case CountEach:
		return apart(s.set.MatchEach(dst, text))
	case CountSubstrings:
		return apart(s.trie.match(dst, text))
	}
	return s.set.Match(dst, text)
}

// apart drops the hits that overlap an earlier one of the same term.
func apart(hits []phrase.Hit) []phrase.Hit {
	ends := map[uint32]int{}
	kept := hits[:0]
	for _, h := range hits {
		if end, ok := ends[h.ID]; !ok || h.Start >= end {
			ends[h.ID] = h.End
			kept = append(kept, h)
		}
	}
	return kept
}

// Score returns how much the text is about the topic, 0 if no term occurs.
func (s *Scorer) Score(text string) float64 {
	var scratch [64]phrase.Hit
	var count float64
	for _, h := range s.occurrences(scratch[:0], text) {
		count += s.worth[h.ID]
	}
	return s.normalize(count, text)
}

func (s *Scorer) normalize(count float64, text string) float64 {
	if count == 0 {
		return 0
	}
	switch s.scoring.Normalization {
	case NormalizationPerWord:
		return count / max(1, float64(words(text))) // of substrings of signs alone there is no word
	case NormalizationLog1p:
		return math.Log1p(count)
	case NormalizationSaturating:
		return count / (count + s.unit)
	case NormalizationDensity:
		return count / (count + float64(words(text)))
	}
	return count
}

// Weight returns the value of one occurrence of a term: its own weight if that is
// above 0, else the weight of its relation, or 0 for an unknown relation.
func (s *Scorer) Weight(t Term) float64 {
	switch {
	case t.Weight > 0:
		return t.Weight
	case t.Relation < relations:
		return s.weights[t.Relation]
	}
	return 0
}

// Valid returns an error if the topic has no terms, so that every text scores 0. The strategies
// of a crawl ask it before they begin.
func (s *Scorer) Valid() error {
	if len(s.terms) == 0 {
		return errors.New("ontology: the topic has no terms: its name is a label, the terms are what is looked for")
	}
	return nil
}

// Unit returns the weight of one occurrence of an exact term, the unit of other
// weights: the greatest weight of the topic's exact terms or, if it has none, the
// weight of the relation.
func (s *Scorer) Unit() float64 { return s.unit }

// Occurrences yields the terms that occur in a text in order, each time that they
// occur, with the weight of one occurrence.
func (s *Scorer) Occurrences(text string) iter.Seq2[string, float64] {
	return func(yield func(string, float64) bool) {
		var scratch [64]phrase.Hit
		for _, h := range s.occurrences(scratch[:0], text) {
			if !yield(s.terms[h.ID].Text, s.worth[h.ID]) {
				return
			}
		}
	}
}

// occurring is Occurrences of terms that have been found.
func (s *Scorer) occurring(hits []phrase.Hit) iter.Seq2[string, float64] {
	return func(yield func(string, float64) bool) {
		for _, h := range hits {
			if !yield(s.terms[h.ID].Text, s.worth[h.ID]) {
				return
			}
		}
	}
}

// Read reads a text once for several questions: it returns what Occurrences and
// Parts yield and adds the words of the text to words.
func (s *Scorer) Read(text string, words *phrase.Hashes) (occurrences, parts iter.Seq2[string, float64]) {
	var hits []phrase.Hit
	switch s.scoring.Counting {
	case CountSubstrings:
		words.Read(text)
		hits = s.occurrences(nil, text)
	case CountEach:
		hits = apart(s.set.Read(nil, text, true, words))
	default:
		hits = s.set.Read(nil, text, false, words)
	}
	return s.occurring(hits), s.parts(hits)
}

// A Hit is one occurrence of a term: text[Start:End], in bytes.
type Hit struct {
	Term
	Start, End int
}

// Hits returns the occurrences of terms in a text, in order of their starts.
// With the zero Counting they do not overlap.
func (s *Scorer) Hits(text string) []Hit {
	var hits []Hit
	for _, h := range s.occurrences(nil, text) {
		hits = append(hits, Hit{s.terms[h.ID], h.Start, h.End})
	}
	return hits
}

// Counts yields the terms that occur in a text and how often they do, the ones that add
// most to its score first.
func (s *Scorer) Counts(text string) iter.Seq2[Term, int] {
	return func(yield func(Term, int) bool) {
		for _, c := range s.counts(s.occurrences(nil, text)) {
			if !yield(c.Term, c.count) {
				return
			}
		}
	}
}

// counted is a term, how often it occurs in a text, and what it adds to the count of that.
type counted struct {
	Term
	count int
	sum   float64
}

func (s *Scorer) counts(hits []phrase.Hit) []counted {
	byTerm := map[uint32]int{}
	for _, h := range hits {
		byTerm[h.ID]++
	}
	counts := make([]counted, 0, len(byTerm))
	for id, n := range byTerm {
		counts = append(counts, counted{s.terms[id], n, float64(n) * s.worth[id]})
	}
	slices.SortFunc(counts, func(a, b counted) int {
		return cmp.Or(cmp.Compare(b.sum, a.sum), cmp.Compare(a.Text, b.Text))
	})
	return counts
}

// Parts yields the parts of Score: for each term that occurs a label such as "flu
// (synonym) 3 x 12" and what it adds to the count before normalisation, the
// greatest first.
func (s *Scorer) Parts(text string) iter.Seq2[string, float64] {
	return func(yield func(string, float64) bool) { s.parts(s.occurrences(nil, text))(yield) }
}

// parts is Parts of terms that have been found.
func (s *Scorer) parts(hits []phrase.Hit) iter.Seq2[string, float64] {
	return func(yield func(string, float64) bool) {
		for _, c := range s.counts(hits) {
			label := c.Text + " (" + c.Relation.String() + ") " + strconv.Itoa(c.count) + " x " + strconv.FormatFloat(s.Weight(c.Term), 'g', -1, 64)
			if !yield(label, c.sum) {
				return
			}
		}
	}
}
