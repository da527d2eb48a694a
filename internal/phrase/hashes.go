package phrase

import "github.com/cespare/xxhash/v2"

// Hashes are the words of a text that Words yields, by their hashes.
type Hashes struct {
	Words []HashedWord // the first ones, as many as its capacity
	Total int          // words of the text
}

// A HashedWord is a word of a text.
type HashedWord struct {
	Hash       uint64 // xxHash of the word folded
	Start, End int    // its place in the text, in bytes
}

// Read adds the words of a text.
func (h *Hashes) Read(text string) {
	s := scanner{text: text, words: h}
	for s.next() {
	}
}

// add adds the word that the scanner is at.
func (h *Hashes) add(s *scanner) {
	h.Total++
	if len(h.Words) < cap(h.Words) {
		h.Words = append(h.Words, HashedWord{xxhash.Sum64(s.folded()), s.start, s.end})
	}
}
