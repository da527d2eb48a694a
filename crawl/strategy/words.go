package strategy

import (
	"math"

	"github.com/lokman-crawler/lokman/internal/phrase"
)

// A bag is the words of a text, each once, in the order in which they first
// occur. Sums over words are taken in that order, so that rounding is always the
// same.
type bag struct {
	words []string
	times map[string]float64 // how often each occurs
	total int
}

func bagOf(text string) bag {
	b := bag{times: map[string]float64{}}
	for w := range phrase.Words(text) {
		word := string(w.Text)
		if b.times[word] == 0 {
			b.words = append(b.words, word)
		}
		b.times[word]++
		b.total++
	}
	return b
}

// length returns the Euclidean length of a bag with weighted words.
func (b bag) length(weight func(word string) float64) float64 {
	sum := 0.0
	for _, word := range b.words {
		x := b.times[word] * weight(word)
		sum += x * x
	}
	return math.Sqrt(sum)
}
