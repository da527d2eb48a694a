package classify

import (
	"fmt"
	"hash/fnv"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/internal/phrase"
)

// Cosine scores a text by the cosine of the angle between its word counts and
// those of a query, 0 to 1 (Menczer, Pant and Srinivasan 2004: term frequency
// only, since idf needs a collection). Case does not matter.
type Cosine struct {
	words Words
	query map[string]float64
	norm  float64
}

// Words says which words of a text count, and as what. The zero value counts all as
// they are, in lower case. Its functions are called by many goroutines at once
// with lower-case words.
type Words struct {
	// Stop reports whether a word counts for nothing, such as [EnglishStop]. nil
	// leaves out none.
	Stop func(word string) bool

	// Stem returns the stem of a word. nil counts words as they are.
	Stem func(word string) string
}

// NewCosine returns the scorer of a query: a topic's name, or the text of a
// page that serves as an example.
func NewCosine(query string) *Cosine { return Words{}.NewCosine(query) }

// NewCosine returns the scorer of a query by the words that count.
func (w Words) NewCosine(query string) *Cosine {
	counts := w.counts(query)
	return &Cosine{w, counts, norm(counts)}
}

// Score returns the similarity of a text to the query. Its time and memory
// are linear in the text.
func (c *Cosine) Score(text string) float64 {
	counts := c.words.counts(text)
	var dot float64
	for word, n := range c.query {
		dot += n * counts[word]
	}
	if dot == 0 {
		return 0
	}
	return min(1, dot/(c.norm*norm(counts)))
}

func (w Words) counts(text string) map[string]float64 {
	counts := make(map[string]float64)
	for word := range phrase.Words(text) {
		switch {
		case w.Stop != nil && w.Stop(string(word.Text)):
		case w.Stem != nil:
			counts[w.Stem(string(word.Text))]++
		default:
			counts[string(word.Text)]++
		}
	}
	return counts
}

// Fingerprint does what [Scorer] says. Of Stop and Stem it has no more than whether
// they are set and what became of the query's words.
func (c *Cosine) Fingerprint() uint64 {
	h := fnv.New64a()
	fmt.Fprintln(h, c.words.Stop != nil, c.words.Stem != nil)
	for _, word := range slices.Sorted(maps.Keys(c.query)) {
		fmt.Fprintf(h, "%q %g\n", word, c.query[word])
	}
	return h.Sum64()
}

func norm(counts map[string]float64) float64 {
	var sum float64
	for _, n := range counts {
		sum += n * n // whole numbers: the order of a map does not matter
	}
	return math.Sqrt(sum)
}

// EnglishStop reports whether a lower-case word is one of those that make sentences
// in English and say nothing about a topic: articles, pronouns, prepositions,
// conjunctions and auxiliary verbs.
func EnglishStop(word string) bool { return englishStops[word] }

var englishStops = func() map[string]bool {
	stops := map[string]bool{}
	for word := range strings.FieldsSeq(`
		a an the this that these those
		i me my mine we us our ours you your yours he him his she her hers it its they them their theirs
		myself ourselves yourself yourselves himself herself itself themselves who whom whose which what
		am is are was were be been being have has had having do does did doing done
		can could may might must shall should will would
		and or but nor so if then than because while as although though unless until whether
		of at by for with about against between into through during before after above below to from up down in out
		on off over under upon within without among per via
		not no only also just very too more most much many such some any each every both all few other another same own
		here there when where why how again once further now
	`) {
		stops[word] = true
	}
	return stops
}()
