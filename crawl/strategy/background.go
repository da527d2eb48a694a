package strategy

import (
	"math"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl/strategy/internal/bag"
)

// A Background is a collection of texts that shows which words are rare. Its scorers
// weight words by it. It must be filled before a crawl and not changed later: weights
// that change during a crawl would make the values of its first and its last pages
// incomparable. The zero Background has no text; all words are equally rare.
type Background struct {
	texts             int
	words             int            // in all texts
	documentFrequency map[string]int // texts that have a word
}

// Add adds a text.
func (b *Background) Add(text string) {
	if b.documentFrequency == nil {
		b.documentFrequency = map[string]int{}
	}
	words := bag.Of(text)
	b.texts++
	b.words += words.Total
	for _, word := range words.Words {
		b.documentFrequency[word]++
	}
}

// TFIDF returns a scorer of texts by the cosine of the angle to a query, 0 to
// 1, with words weighed by f x (1 + ln(N/df)): f occurrences, df of N texts of
// the background that have the word, 1 at least.
func (b *Background) TFIDF(query string) classify.Scorer {
	words := bag.Of(query)
	return tfidf{b, words, words.Length(b.rarity)}
}

func (b *Background) rarity(word string) float64 {
	if b.texts == 0 {
		return 1
	}
	return 1 + math.Log(float64(b.texts)/float64(max(1, b.documentFrequency[word])))
}

type tfidf struct {
	background *Background
	query      bag.Bag
	length     float64
}

func (s tfidf) Score(text string) float64 {
	words := bag.Of(text)
	dot := 0.0
	for _, word := range s.query.Words {
		weight := s.background.rarity(word)
		dot += s.query.Times[word] * weight * words.Times[word] * weight
	}
	if dot == 0 {
		return 0
	}
	return min(1, dot/(s.length*words.Length(s.background.rarity)))
}

// BM25 returns a scorer of texts by Okapi BM25 with k1 = 1.2 and b = 0.75
// (Robertson and others, TREC-3, 1994), divided by the most that the query can
// get, so that it is 0 to 1. The background also gives the average length of
// a text.
func (b *Background) BM25(query string) classify.Scorer {
	s := bm25{background: b, query: bag.Of(query)}
	for _, word := range s.query.Words {
		df, n := float64(b.documentFrequency[word]), float64(b.texts)
		s.rarity = append(s.rarity, math.Log(1+(n-df+0.5)/(df+0.5)))
		s.most += s.rarity[len(s.rarity)-1] * (saturation + 1)
	}
	return s
}

const (
	saturation = 1.2  // k1
	lengthPart = 0.75 // b
)

type bm25 struct {
	background *Background
	query      bag.Bag
	rarity     []float64 // of the query's words
	most       float64
}

func (s bm25) Score(text string) float64 {
	words := bag.Of(text)
	relative := 1.0 // to the average length
	if s.background.words > 0 {
		relative = float64(words.Total) * float64(s.background.texts) / float64(s.background.words)
	}
	sum := 0.0
	for i, word := range s.query.Words {
		f := words.Times[word]
		sum += s.rarity[i] * f * (saturation + 1) / (f + saturation*(1-lengthPart+lengthPart*relative))
	}
	if sum == 0 {
		return 0
	}
	return sum / s.most
}
