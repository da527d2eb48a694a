package ontology_test

import (
	"iter"
	"reflect"
	"testing"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/internal/phrase"
	"github.com/lokman-crawler/lokman/ontology"
)

// What strategies look for in a scorer, to read a text once.
var _ interface {
	classify.TermScorer
	Parts(text string) iter.Seq2[string, float64]
	Read(text string, words *phrase.Hashes) (occurrences, parts iter.Seq2[string, float64])
} = (*ontology.Scorer)(nil)

// Read finds what the methods find that ask one question each.
func TestRead(t *testing.T) {
	topic := ontology.Topic{Name: "flu", Terms: []ontology.Term{{Text: "flu", Relation: ontology.Exact}, {Text: "avian flu", Relation: ontology.Synonym}}}
	const text = "Avian flu is flu, and influenza is. Flu!"
	for _, counting := range []ontology.Counting{ontology.Counting(0), ontology.CountEach, ontology.CountSubstrings} {
		s := ontology.Scoring{Counting: counting}.NewScorer(topic)
		words := phrase.Hashes{}
		occurrences, parts := s.Read(text, &words)
		if words.Total != 8 {
			t.Errorf("%v: %d words, want 8", counting, words.Total)
		}
		for name, both := range map[string][2]iter.Seq2[string, float64]{
			"occurrences": {occurrences, s.Occurrences(text)}, "parts": {parts, s.Parts(text)},
		} {
			if got, want := pairs(both[0]), pairs(both[1]); !reflect.DeepEqual(got, want) {
				t.Errorf("%v: %s %v, want %v", counting, name, got, want)
			}
		}
	}
}

type pair struct {
	term   string
	weight float64
}

func pairs(of iter.Seq2[string, float64]) (all []pair) {
	for term, weight := range of {
		all = append(all, pair{term, weight})
	}
	return all
}
