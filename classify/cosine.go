package classify

import (
	"math"

	"github.com/lokman-crawler/lokman/internal/phrase"
)

// Cosine scores a text by the cosine of the angle between its word counts and
// those of a query, 0 to 1 (Menczer, Pant and Srinivasan 2004: term frequency
// only, since idf needs a collection). Case does not matter.
type Cosine struct {
	query map[string]float64
	norm  float64
}

// NewCosine returns the scorer of a query: a topic's name, or the text of a
// page that serves as an example.
func NewCosine(query string) *Cosine {
	counts := wordCounts(query)
	return &Cosine{counts, norm(counts)}
}

// Score returns the similarity of a text to the query. Its time and memory
// are linear in the text.
func (c *Cosine) Score(text string) float64 {
	counts := wordCounts(text)
	var dot float64
	for word, n := range c.query {
		dot += n * counts[word]
	}
	if dot == 0 {
		return 0
	}
	return min(1, dot/(c.norm*norm(counts)))
}

func wordCounts(text string) map[string]float64 {
	counts := make(map[string]float64)
	for w := range phrase.Words(text) {
		counts[string(w.Text)]++
	}
	return counts
}

func norm(counts map[string]float64) float64 {
	var sum float64
	for _, n := range counts {
		sum += n * n // whole numbers: the order of a map does not matter
	}
	return math.Sqrt(sum)
}
