package ontology

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/lokman-crawler/lokman/internal/phrase"
)

// Weights are the values of one occurrence of a term, by its relation, finite and 0
// or more: a crawler refuses scores that are not finite. Weights that are all 0 mean
// 15, 12, 8 and 5, "given experimentally" in thesis 3.4.3.7; its requirements print 15,
// 12, 5 and 3 (3.3, 13.c). If one is set, all are used as they are.
type Weights struct {
	Exact, Synonym, Partial, Contextual float64 // of one occurrence of a term
}

func (w Weights) byRelation() [relations]float64 {
	if w == (Weights{}) {
		w = Weights{15, 12, 8, 5}
	}
	return [relations]float64{w.Exact, w.Synonym, w.Partial, w.Contextual}
}

// Normalization says how the weighted count of a text is normalised. The thesis
// does not normalise (3.4.3.7), so that a long page outweighs any link: the zero value
// leaves the count as it is, 0 to any number.
type Normalization uint8

const (
	normalizationNone       Normalization = iota
	NormalizationPerWord                  // count / words of the text
	NormalizationLog1p                    // ln(1 + count)
	NormalizationSaturating               // count / (count + Unit), 0 to 1
	NormalizationDensity                  // count / (count + words of the text), 0 to 1
)

// String returns the normalization in words.
func (n Normalization) String() string {
	switch n {
	case normalizationNone:
		return "none"
	case NormalizationPerWord:
		return "per word"
	case NormalizationLog1p:
		return "log1p"
	case NormalizationSaturating:
		return "saturating"
	case NormalizationDensity:
		return "density"
	}
	return fmt.Sprintf("Normalization(%d)", uint8(n))
}

// Counting says what an occurrence of a term is. The thesis counts "the number of
// occurrences of each Concept Set element within the text" (3.4.3.7) and does not say
// more. The zero value counts terms as whole words, the longest at each place, so that
// "nocturnal enuresis" does not count for "enuresis" too.
type Counting uint8

const (
	countLongest Counting = iota

	// CountEach counts each term apart from the others, as whole words.
	CountEach

	// CountSubstrings counts each term apart, wherever its letters stand in the
	// text, in words too: "bedwetting" in "bedwettinghelp.com". They are folded as
	// those of words; Stem and Stop are not used.
	CountSubstrings
)

// String returns the counting in words.
func (c Counting) String() string {
	switch c {
	case countLongest:
		return "longest"
	case CountEach:
		return "each"
	case CountSubstrings:
		return "substrings"
	}
	return fmt.Sprintf("Counting(%d)", uint8(c))
}

// Scoring holds the choices that the thesis leaves open. The zero value is the
// published one.
type Scoring struct {
	Weights       Weights       // of terms without a weight of their own
	Normalization Normalization // of the sum; the zero value leaves it as it is
	Counting      Counting      // of occurrences in a text

	// Words are equal whose Unicode foldings are: docs/ontologies.md has a table. These hold
	// more equal, in terms and texts.
	Turkish       bool // I is the capital of ı, and İ that of i
	IgnoreAccents bool // é equals e, and ø o
	GreekNames    bool // α equals alpha, but in Greek words

	// Stem returns the stem of a folded word, in lower case, so that "sneezes" counts as
	// "sneezing"; github.com/blevesearch/snowballstem has stemmers of many
	// languages, see the example. nil compares words as they are. Stem is called
	// by many goroutines at once.
	Stem func(word string) string

	// Stop reports whether a folded word counts for nothing, such as
	// classify.EnglishStop: it is passed over in terms and in texts, so that
	// "cancer of the breast" is found in "cancer of breast". nil passes over none.
	// Stop is called by many goroutines at once.
	Stop func(word string) bool
}

// NewScorer returns the published scorer of a topic. Of a topic without terms it
// scores every text 0.
func NewScorer(t Topic) *Scorer { return Scoring{}.NewScorer(t) }

// NewScorer returns a scorer of a topic with other choices. Of a topic without
// terms it scores every text 0.
func (s Scoring) NewScorer(t Topic) *Scorer {
	scorer := &Scorer{terms: slices.Clone(t.Terms), scoring: s}
	folding := phrase.Folding{Turkish: s.Turkish, IgnoreAccents: s.IgnoreAccents, GreekNames: s.GreekNames}
	if s.Counting == CountSubstrings {
		scorer.trie = newTrie(t.Terms, folding)
	} else {
		b := phrase.Builder{Stem: s.Stem, Stop: s.Stop, Folding: folding}
		for _, i := range byRelation(t.Terms) {
			b.Add(t.Terms[i].Text, i)
		}
		scorer.set = b.Build()
	}
	scorer.weigh()
	return scorer
}

// byRelation returns the places of terms, the nearest relations first: of terms that
// are one by their stems, or without stop words, the first counts.
func byRelation(terms []Term) []uint32 {
	order := make([]uint32, len(terms))
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortStableFunc(order, func(a, b uint32) int { return cmp.Compare(terms[a].Relation, terms[b].Relation) })
	return order
}
