// Package neardup finds pages that say nearly the same as an earlier one:
// mirrors, session copies, print versions, soft "not found" pages. It reports
// them and demotes what they lead to.
//
// A [Strategy] wraps another one:
//
//	c := crawl.Crawler{Strategy: &neardup.Strategy{Strategy: strategy.BestFirst{Scorer: s}}}
//
// [Index] and [TextSketch] are for use without a crawler.
package neardup

import (
	"github.com/cespare/xxhash/v2"

	"github.com/lokman-crawler/lokman/internal/phrase"
)

const (
	slots    = 64
	shingle  = 3  // words in a row
	minWords = 20 // a text with fewer is too short to compare
)

// A TextSketch represents a text: the least hashes of its runs of three words under
// 64 hash functions (MinHash; Broder, On the resemblance and containment of
// documents, 1997).
type TextSketch [slots]uint32

// NewTextSketch makes the sketch of a text. It reports false for a text of fewer
// than 20 words. Time is linear in the text.
func NewTextSketch(text string) (TextSketch, bool) {
	var s TextSketch
	for i := range s {
		s[i] = ^uint32(0)
	}
	var last [shingle]uint64
	words := 0
	for w := range phrase.Words(text) {
		copy(last[:], last[1:])
		last[shingle-1] = xxhash.Sum64(w.Text)
		if words++; words >= shingle {
			s.add(mix(last))
		}
	}
	return s, words >= minWords
}

func mix(words [shingle]uint64) (h uint64) {
	for _, w := range words {
		h = (h ^ w) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	return h
}

func (s *TextSketch) add(h uint64) {
	x := h
	for i := range s {
		// Each slot's hash function is the next step of SplitMix64.
		x += 0x9e3779b97f4a7c15
		z := (x ^ x>>30) * 0xbf58476d1ce4e5b9
		s[i] = min(s[i], uint32(z>>32))
	}
}

// Likeness estimates how like two texts are: the share of their runs of three
// words that both have, 0 to 1, with a standard error of at most 0.07.
func (s *TextSketch) Likeness(t *TextSketch) float64 {
	same := 0
	for i := range s {
		if s[i] == t[i] {
			same++
		}
	}
	return float64(same) / slots
}
