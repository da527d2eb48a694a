package phrase

import (
	"encoding/binary"
	"sync"
)

// A stemmer replaces words by their stems and drops stop words. Stemming takes a
// microsecond or so, and texts repeat their words, so each scan has a cache of
// its own.
type stemmer struct {
	stem   func(word string) string // may be nil, as stop
	stop   func(word string) bool
	caches sync.Pool // of *stemCache
}

// A stemCache keeps one word at each place, where words of one hash meet.
type stemCache [4096]struct {
	word, stem string // no stem if the word counts as it is
	stop       bool
}

func newStemmer(stem func(string) string, stop func(string) bool) *stemmer {
	s := &stemmer{stem: stem, stop: stop}
	s.caches.New = func() any { return new(stemCache) }
	return s
}

// restem puts the stem in the place of the word that next found, and reports
// whether the word counts. A stem that is empty or too long is not taken.
func (s *scanner) restem() (counts bool) {
	if s.size == 0 {
		return true
	}
	word := s.folded()
	at := &s.stems[hash(word, fixedMultiplier)%uint64(len(s.stems))]
	if at.word != string(word) {
		at.word = string(word)
		at.stem, at.stop = "", s.stemmer.stop != nil && s.stemmer.stop(at.word)
		if s.stemmer.stem != nil && !at.stop {
			at.stem = s.stemmer.stem(at.word)
		}
	}
	if at.stop {
		return false
	}
	stem := at.stem
	if stem == "" || len(stem) > MaxWordBytes {
		return true
	}
	s.size = copy(s.buf[:], stem)
	s.key = 0
	if s.size <= 8 {
		clear(s.buf[s.size:8])
		s.key = binary.LittleEndian.Uint64(s.buf[:])
	}
	return true
}

// startStems readies the scanner for a stemmer, which may be nil.
func (s *scanner) startStems(by *stemmer) {
	if by != nil {
		s.stemmer, s.stems = by, by.caches.Get().(*stemCache)
	}
}

func (s *scanner) endStems() {
	if s.stemmer != nil {
		s.stemmer.caches.Put(s.stems)
		s.stemmer, s.stems = nil, nil
	}
}
