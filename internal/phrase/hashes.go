package phrase

// Hashes are the words of a text that Words yields, by their hashes.
type Hashes struct {
	Words []HashedWord // the first ones, as many as its capacity
	Total int          // words of the text

	Hash func(word []byte) uint64 // of a word folded

	short *shortHashes
	word  []byte // a copy: what Hash gets would else be on the heap in every scan
}

// A HashedWord is a word of a text.
type HashedWord struct {
	Hash       uint64
	Start, End int // its place in the text, in bytes
}

// shortHashes remember the hashes of words of eight bytes or less, which most words are and
// which texts repeat. One word is kept at each place.
type shortHashes [1 << shortBits]struct{ key, hash uint64 }

const shortBits = 10

// Empty forgets the words of a text, and keeps the room.
func (h *Hashes) Empty() { h.Words, h.Total = h.Words[:0], 0 }

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
		h.Words = append(h.Words, HashedWord{h.hash(s), s.start, s.end})
	}
}

func (h *Hashes) hash(s *scanner) uint64 {
	if s.size == 0 || s.size > 8 {
		return h.hashOf(s)
	}
	if h.short == nil {
		h.short = new(shortHashes)
	}
	at := &h.short[s.key*fixedMultiplier>>(64-shortBits)]
	if at.key != s.key {
		at.key, at.hash = s.key, h.hashOf(s)
	}
	return at.hash
}

func (h *Hashes) hashOf(s *scanner) uint64 {
	h.word = append(h.word[:0], s.folded()...)
	return h.Hash(h.word)
}
