package strategy

import (
	"math"
	"slices"

	"github.com/lokman-crawler/lokman/internal/phrase"
)

// A vocabulary says how rare words are in the texts of a crawl, and how near texts are
// to examples: by the cosine of the angle to their mean, words weighed by tf-idf (the
// method of Rocchio). Words are hashed to vocabularySize places (Weinberger and others
// 2009), so that it takes 2 MB whatever is fetched.
type vocabulary struct {
	texts   float64
	with    []uint32  // texts that have a word
	words   []weights // as of the last centre
	length  float64   // of the mean
	centres int       // times that the mean was made
	before  []count   // what mean begins with

	// What a text leaves behind for the next.
	read   phrase.Hashes
	places [4 * keptWords]uint16 // of words in kept, from 1 on; 0 is none
	kept   []count

	damped [64]float32 // dampedTimes of small numbers
}

const vocabularySize = 1 << 17

// weights are the two figures of a word that nearness asks for, side by side in memory.
type weights struct {
	rarity float32 // ln((texts + 1) / (with + 1/2)), at least 0
	mean   float32 // in the examples
}

// A count is a word of a text: ln(times it occurs) + 1.
type count struct {
	word  uint32
	times float32
}

// Of a text the first hashedWords words are told apart, the first readWords count, and
// keptWords different ones are kept.
const (
	hashedWords = 8192
	readWords   = 4096
	keptWords   = 512
)

func newVocabulary() *vocabulary {
	v := &vocabulary{
		with: make([]uint32, vocabularySize), words: make([]weights, vocabularySize),
		read: phrase.Hashes{Words: make([]phrase.HashedWord, 0, hashedWords)},
	}
	for n := range v.damped {
		v.damped[n] = dampedTimes(n)
	}
	return v
}

// dampedTimes is what a word counts that occurs n times.
func dampedTimes(n int) float32 { return float32(1 + math.Log(float64(n))) }

func wordID(hash uint64) uint32 { return uint32(hash & (vocabularySize - 1)) }

// empty returns the place for the words of a text that is read.
func (v *vocabulary) empty() *phrase.Hashes {
	v.read.Empty()
	return &v.read
}

// countsOf returns the words of a text in the order in which they first occur.
func (v *vocabulary) countsOf(text string) []count {
	v.empty().Read(text)
	return v.counts()
}

// counts is countsOf of the text that was read last.
func (v *vocabulary) counts() []count {
	clear(v.places[:])
	kept := v.kept[:0]
	for _, w := range v.read.Words[:min(readWords, len(v.read.Words))] {
		id := wordID(w.Hash)
		at := id % uint32(len(v.places))
		for v.places[at] != 0 && kept[v.places[at]-1].word != id {
			at = (at + 1) % uint32(len(v.places))
		}
		if i := v.places[at]; i != 0 {
			kept[i-1].times++
		} else if len(kept) < keptWords {
			kept = append(kept, count{id, 1})
			v.places[at] = uint16(len(kept))
		}
	}
	for i, c := range kept {
		if n := int(c.times); n < len(v.damped) {
			kept[i].times = v.damped[n]
		} else {
			kept[i].times = dampedTimes(n)
		}
	}
	v.kept = kept
	return slices.Clone(kept)
}

// timesOf returns how often each of some words occurs in a text.
func timesOf(text, words []count) []float64 {
	times := make([]float64, len(words))
	for i, w := range words {
		for _, c := range text {
			if c.word == w.word {
				times[i] = math.Exp(float64(c.times) - 1)
				break
			}
		}
	}
	return times
}

// add counts a text of the crawl.
func (v *vocabulary) add(text []count) {
	v.texts++
	for _, c := range text {
		v.with[c.word]++
	}
}

// centre makes the mean of examples anew, each with its weight.
func (v *vocabulary) centre(examples []example) {
	v.centres++
	of := func(n float64) float32 { return float32(max(0, math.Log((v.texts+1)/(n+0.5)))) }
	var few [1024]float32 // of words that fewer texts have
	for n := range few {
		few[n] = of(float64(n))
	}
	for i, n := range v.with {
		if n < uint32(len(few)) {
			v.words[i] = weights{rarity: few[n]}
		} else {
			v.words[i] = weights{rarity: of(float64(n))}
		}
	}
	for _, c := range v.before {
		v.words[c.word].mean = c.times
	}
	for _, e := range examples {
		length := v.lengthOf(e.text)
		if length == 0 {
			continue
		}
		for _, c := range e.text {
			w := &v.words[c.word]
			w.mean += float32(e.weight) * c.times * w.rarity / float32(length)
		}
	}
	sum := 0.0
	for _, w := range v.words {
		if x := float64(w.mean); x != 0 { // most are 0, and additions wait for each other
			sum += x * x
		}
	}
	v.length = math.Sqrt(sum)
}

// An example is a text that is about the topic, with a weight: that of a page that was
// found is its worth; those that people have given weigh as much together, or 1 each.
type example struct {
	text   []count
	weight float64
}

func (v *vocabulary) lengthOf(text []count) float64 {
	sum := 0.0
	for _, c := range text {
		x := float64(c.times) * float64(v.words[c.word].rarity)
		sum += x * x
	}
	return math.Sqrt(sum)
}

// nearness returns the cosine of a text to the examples, 0 to 1.
func (v *vocabulary) nearness(text []count) float64 {
	if v.length == 0 {
		return 0
	}
	dot, squares := 0.0, 0.0
	for _, c := range text {
		w := v.words[c.word]
		x := float64(c.times) * float64(w.rarity)
		squares += x * x
		dot += x * float64(w.mean)
	}
	if dot == 0 {
		return 0
	}
	return min(1, dot/(math.Sqrt(squares)*v.length))
}

// nearnessOf is nearness of words that occur once.
func (v *vocabulary) nearnessOf(words []uint32) float64 {
	if v.length == 0 {
		return 0
	}
	dot, squares := 0.0, 0.0
	for _, word := range words {
		w := v.words[word]
		x := float64(w.rarity)
		squares += x * x
		dot += x * float64(w.mean)
	}
	if dot == 0 {
		return 0
	}
	return min(1, dot/(math.Sqrt(squares)*v.length))
}
