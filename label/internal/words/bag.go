package words

import (
	"slices"
	"strings"
)

// bag counts numbers other than 0.
type bag struct {
	slots []counted // a hash table with open addressing: a power of two, at most half full
	used  int
}

// counted is a number with how often it is in a bag; 0 in an empty slot.
type counted struct {
	number uint64
	n      float64
}

// find returns the slot of a number, an empty one if it is not in the bag.
func (b *bag) find(number uint64) *counted {
	for i := Mix(number); ; i++ {
		if c := &b.slots[i&uint64(len(b.slots)-1)]; c.number == number || c.number == 0 {
			return c
		}
	}
}

func (b *bag) add(number uint64) {
	const fewest = 256 // slots
	if 2*b.used >= len(b.slots) {
		b.resize(max(fewest, 2*len(b.slots)))
	}
	c := b.find(number)
	if c.n == 0 {
		c.number = number
		b.used++
	}
	c.n++
}

// resize makes room for half as many numbers as slots, a power of two.
func (b *bag) resize(slots int) {
	old := b.slots
	b.slots = make([]counted, slots)
	for _, c := range old {
		if c.number != 0 {
			*b.find(c.number) = c
		}
	}
}

// Set is a set of words by their hashes.
type Set struct{ bag }

// SetOf returns the words of a text, each between white space.
func SetOf(text string) *Set {
	var set Set
	for w := range strings.FieldsSeq(text) {
		set.add(Hash(w))
	}
	return &set
}

// Has reports whether a word is in the set, by its hash.
func (s *Set) Has(word uint64) bool { return s.find(word).n > 0 }

// HasAny reports whether some words are in the set.
func (s *Set) HasAny(words []uint64) bool { return slices.ContainsFunc(words, s.Has) }
