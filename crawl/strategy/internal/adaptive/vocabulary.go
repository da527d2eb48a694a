package adaptive

import (
	"math"
	"math/bits"
	"slices"

	"github.com/cespare/xxhash/v2"

	"github.com/lokman-crawler/lokman/internal/phrase"
)

// A vocabulary says how rare words are in the texts of a crawl, and how near texts are
// to examples: by the cosine of the angle to their mean, words weighed by tf-idf (the
// method of Rocchio). Words are hashed to vocabularySize slots (Weinberger and others
// 2009), so that it takes 3 MB at most whatever is fetched. Slots are numbered in the order in
// which they come up: common words are near to each other in memory.
type vocabulary struct {
	texts   float64
	numbers []uint32      // by slot; 0 is none
	slots   []uint32      // by number
	with    []uint32      // texts that have a word, by number
	weights []wordWeights // as of the last centre, by number
	unseen  wordWeights   // of words that had no number then
	length  float64       // of the mean
	centres uint8         // times that the mean was made, the last digits, 0 left out; 0 is none
	before  []count       // what mean begins with
	names   []string      // of words of links, by number; of several that are the same word here the first

	// What a text leaves behind for the next.
	read   phrase.Hashes
	within [4 * keptWords]uint16 // where words are in kept, from 1 on; 0 is nowhere
	kept   []count

	damped [64]float32 // dampedTimes of small numbers
}

const (
	vocabularySize = 1 << 17
	maxNumbers     = 1 << 16 // what comes up when all are given is no word: candidates have numbers in two bytes
)

// wordWeights are the two figures of a word that nearness asks for, side by side in memory.
type wordWeights struct {
	rarity float32 // ln((texts + 1) / (with + 1/2)), at least 0
	mean   float32 // in the examples
}

// A count is a word of a text: ln(times it occurs) + 1.
type count struct {
	word  uint32 // number
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
		numbers: make([]uint32, vocabularySize),
		slots:   make([]uint32, 1), with: make([]uint32, 1), weights: make([]wordWeights, 1), names: make([]string, 1),
		read: phrase.Hashes{Words: make([]phrase.HashedWord, 0, hashedWords), Hash: xxhash.Sum64},
	}
	for n := range v.damped {
		v.damped[n] = dampedTimes(n)
	}
	return v
}

// dampedTimes is what a word counts that occurs n times.
func dampedTimes(n int) float32 { return float32(1 + math.Log(float64(n))) }

func slotOf(hash uint64) uint32 { return uint32(hash % vocabularySize) }

// number returns the number of a slot, a new one if necessary and there is one; 0 is none.
func (v *vocabulary) number(slot uint32) uint16 {
	n := v.numbers[slot]
	if n == 0 && len(v.slots) < maxNumbers {
		n = uint32(len(v.slots))
		v.numbers[slot] = n
		v.slots, v.with, v.weights = append(v.slots, slot), append(v.with, 0), append(v.weights, v.unseen)
		v.names = append(v.names, "")
	}
	return uint16(n)
}

// name notes what people call a word.
func (v *vocabulary) name(number uint16, text string) {
	if v.names[number] == "" {
		for w := range phrase.Words(text) {
			v.names[number] = string(w.Text)
			break
		}
	}
}

// empty returns the room for the words of a text that is read.
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
	clear(v.within[:])
	kept := v.kept[:0]
	for _, w := range v.read.Words[:min(readWords, len(v.read.Words))] {
		slot := slotOf(w.Hash)
		at := slot % uint32(len(v.within))
		for v.within[at] != 0 && kept[v.within[at]-1].word != slot { // numbers are looked up at the end
			at = (at + 1) % uint32(len(v.within))
		}
		if i := v.within[at]; i != 0 {
			kept[i-1].times++
		} else if len(kept) < keptWords {
			kept = append(kept, count{slot, 1})
			v.within[at] = uint16(len(kept))
		}
	}
	for i, c := range kept {
		kept[i].word = uint32(v.number(c.word))
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
	if v.centres++; v.centres == 0 {
		v.centres = 1
	}
	of := func(n float64) float32 { return float32(max(0, math.Log((v.texts+1)/(n+0.5)))) }
	var few [1024]float32 // of words that fewer texts have
	for n := range few {
		few[n] = of(float64(n))
	}
	v.unseen = wordWeights{rarity: few[0]}
	for i, n := range v.with {
		if n < uint32(len(few)) {
			v.weights[i] = wordWeights{rarity: few[n]}
		} else {
			v.weights[i] = wordWeights{rarity: of(float64(n))}
		}
	}
	v.weights[0] = wordWeights{} // of no word
	var meant slotSet
	for _, c := range v.before {
		v.weights[c.word].mean = c.times
		meant.add(v.slots[c.word])
	}
	for _, e := range examples {
		length := v.lengthOf(e.text)
		if length == 0 {
			continue
		}
		for _, c := range e.text {
			w := &v.weights[c.word]
			w.mean += float32(e.weight) * c.times * w.rarity / float32(length)
			meant.add(v.slots[c.word])
		}
	}
	sum := 0.0
	for slot := range meant.all {
		x := float64(v.weights[v.numbers[slot]].mean)
		sum += x * x
	}
	v.length = math.Sqrt(sum)
}

// A slotSet is a set of slots that yields them in order: a sum over words does not depend
// on which came up first.
type slotSet [(vocabularySize + 63) / 64]uint64

func (s *slotSet) add(slot uint32) { s[slot/64] |= 1 << (slot % 64) }

func (s *slotSet) all(yield func(slot uint32) bool) {
	for i, set := range s {
		for ; set != 0; set &= set - 1 {
			if !yield(uint32(i*64 + bits.TrailingZeros64(set))) {
				return
			}
		}
	}
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
		x := float64(c.times) * float64(v.weights[c.word].rarity)
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
		w := v.weights[c.word]
		x := float64(c.times) * float64(w.rarity)
		squares += x * x
		dot += x * float64(w.mean)
	}
	if dot == 0 {
		return 0
	}
	return min(1, dot/(math.Sqrt(squares)*v.length))
}

// nearnessOf is nearness of words that occur once, two in a number; 0 is none.
func (v *vocabulary) nearnessOf(words []uint32) float64 {
	if v.length == 0 {
		return 0
	}
	dot, squares := 0.0, 0.0
	for _, two := range words {
		for _, word := range [2]uint32{two & (1<<16 - 1), two >> 16} {
			w := v.weights[word]
			x := float64(w.rarity)
			squares += x * x
			dot += x * float64(w.mean)
		}
	}
	if dot == 0 {
		return 0
	}
	return min(1, dot/(math.Sqrt(squares)*v.length))
}
