package words

import (
	"slices"
	"strings"
)

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

func (s *Set) Has(word uint64) bool { return s.find(word).n > 0 }

// HasAny reports whether some words are in the set.
func (s *Set) HasAny(words []uint64) bool { return slices.ContainsFunc(words, s.Has) }
