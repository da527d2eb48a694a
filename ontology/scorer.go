package ontology

import (
	"cmp"
	"errors"
	"iter"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"sync"

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

// Read reads a text once for several questions: it returns what Occurrences and
// Parts yield and adds the words of the text to words.
func (s *Scorer) Read(text string, words *phrase.Hashes) (occurrences, parts iter.Seq2[string, float64]) {
	kept := scratch.Get().(*[]phrase.Hit)
	defer scratch.Put(kept)
	switch s.scoring.Counting {
	case CountSubstrings:
		words.Read(text)
		*kept = s.occurrences((*kept)[:0], text)
	case CountEach:
		*kept = apart(s.set.Read((*kept)[:0], text, true, words))
	default:
		*kept = s.set.Read((*kept)[:0], text, false, words)
	}
	found := make([]uint32, len(*kept))
	for i, h := range *kept {
		found[i] = h.ID
	}
	return func(yield func(string, float64) bool) {
		for _, id := range found {
			if !yield(s.terms[id].Text, s.worth[id]) {
				return
			}
		}
	}, s.parts(found)
}

// scratch is memory for the hits of one text.
var scratch = sync.Pool{New: func() any { return new([]phrase.Hit) }}

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
		for _, c := range s.counts(s.found(text)) {
			if !yield(s.terms[c.id], c.count) {
				return
			}
		}
	}
}

// found returns the terms that occur in a text, each time that they do.
func (s *Scorer) found(text string) (ids []uint32) {
	for _, h := range s.occurrences(nil, text) {
		ids = append(ids, h.ID)
	}
	return ids
}

// counted is a term, how often it occurs in a text, and what it adds to the count of that.
type counted struct {
	id    uint32
	count int
	sum   float64
}

func (s *Scorer) counts(found []uint32) []counted {
	most := min(len(found), len(s.terms))
	counts := make([]counted, 0, min(most, 64))
	const spread = 0x9e3779b1                          // 2^32 over the golden ratio
	places := make([]int32, 1<<bits.Len(uint(2*most))) // in counts, from 1 on, of which a half are empty
	shift := 33 - bits.Len(uint(len(places)))
	for _, id := range found {
		at := int(id * spread >> shift)
		for places[at] != 0 && counts[places[at]-1].id != id {
			at = (at + 1) & (len(places) - 1)
		}
		if places[at] == 0 {
			counts = append(counts, counted{id: id})
			places[at] = int32(len(counts))
		}
		counts[places[at]-1].count++
	}
	for i := range counts {
		counts[i].sum = float64(counts[i].count) * s.worth[counts[i].id]
	}
	slices.SortFunc(counts, func(a, b counted) int {
		return cmp.Or(cmp.Compare(b.sum, a.sum), cmp.Compare(s.terms[a.id].Text, s.terms[b.id].Text))
	})
	return counts
}

// Parts yields the parts of Score: for each term that occurs a label such as "flu
// (synonym) 3 x 12" and what it adds to the count before normalisation, the
// greatest first.
func (s *Scorer) Parts(text string) iter.Seq2[string, float64] {
	return func(yield func(string, float64) bool) { s.parts(s.found(text))(yield) }
}

// parts is Parts of terms that have been found.
func (s *Scorer) parts(found []uint32) iter.Seq2[string, float64] {
	return func(yield func(string, float64) bool) {
		counts := s.counts(found)
		all := make([]byte, 0, 32*len(counts)) // one text for all labels
		ends := make([]int, len(counts))
		for i, c := range counts {
			t := &s.terms[c.id]
			all = append(append(append(all, t.Text...), " ("...), t.Relation.String()...)
			all = strconv.AppendInt(append(all, ") "...), int64(c.count), 10)
			all = strconv.AppendFloat(append(all, " x "...), s.worth[c.id], 'g', -1, 64)
			ends[i] = len(all)
		}
		labels, from := string(all), 0
		for i, c := range counts {
			if !yield(labels[from:ends[i]], c.sum) {
				return
			}
			from = ends[i]
		}
	}
}
