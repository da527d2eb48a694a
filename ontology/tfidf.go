package ontology

import (
	"iter"
	"math"
)

// TFIDF returns a topic whose terms weigh their weight x (1 + ln(N/df)), df being
// in how many of the N texts of a collection the term occurs, 1 at least. A
// scorer of it scores by tf/idf values times the factors of the relations, as the
// thesis's requirements want it for links (3.3, 14.c.ii). The thesis does not name
// the collection. It should not grow during a crawl, or early and late scores
// could not be compared. The time is linear in the texts.
func (s Scoring) TFIDF(t Topic, collection iter.Seq[string]) Topic {
	scorer := s.NewScorer(t)
	frequency := make([]float64, len(t.Terms))
	last := make([]int, len(t.Terms)) // text in which a term occurred last, from 1
	texts := 0
	for text := range collection {
		texts++
		for _, h := range scorer.occurrences(nil, text) {
			if last[h.ID] != texts {
				last[h.ID] = texts
				frequency[h.ID]++
			}
		}
	}
	terms := make([]Term, len(t.Terms))
	for i, term := range t.Terms {
		term.Weight = scorer.worth[i] * (1 + math.Log(float64(max(1, texts))/max(1, frequency[i])))
		terms[i] = term
	}
	t.Terms = terms
	return t
}
