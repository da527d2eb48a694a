// Package bag counts the words of a text.
package bag

import (
	"math"

	"github.com/lokman-crawler/lokman/internal/phrase"
)

// A Bag is the words of a text, each once, in the order in which they first
// occur. Sums over words are taken in that order, so that rounding is always the
// same.
type Bag struct {
	Words []string
	Times map[string]float64 // how often each occurs
	Total int
}

// Of returns the words of a text.
func Of(text string) Bag {
	b := Bag{Times: map[string]float64{}}
	for w := range phrase.Words(text) {
		word := string(w.Text)
		if b.Times[word] == 0 {
			b.Words = append(b.Words, word)
		}
		b.Times[word]++
		b.Total++
	}
	return b
}

// Length returns the Euclidean length of a bag with weighted words.
func (b Bag) Length(weight func(word string) float64) float64 {
	sum := 0.0
	for _, word := range b.Words {
		x := b.Times[word] * weight(word)
		sum += x * x
	}
	return math.Sqrt(sum)
}
