package phrase

import "encoding/binary"

// Hashes are the words of a text that Words yields, by their hashes.
type Hashes struct {
	Words []HashedWord // the first ones, as many as its capacity
	Total int          // words of the text

	// Hash returns the hash of a folded word. Without it words are counted and not kept.
	Hash func(word []byte) uint64

	seen  *seenWords
	long  seenWord   // the latest that is longer
	table *wordTable // that seen words are looked up in; may be nil
	word  []byte     // a copy: what Hash gets would else be on the heap in every scan
}

// A HashedWord is a word of a text.
type HashedWord struct {
	Hash       uint64
	Start, End int // its place in the text, in bytes
}

// seenWords remember words of maxSeen bytes or less, which most words are and which texts
// repeat. One word is kept at each place.
type seenWords [1 << seenBits]seenWord

// A seenWord is a word with its hash and what a table has of it.
type seenWord struct {
	first, rest uint64 // the word's bytes, the first lowest
	hash        uint64
	word, mask  uint32 // as in a wordSlot, 0 if the table does not have it
}

const (
	seenBits       = 13
	maxSeen        = 16
	restMultiplier = 0x9fb21c651e98df25 // odd, and not fixedMultiplier
)

// Empty forgets the words of a text, and keeps the room.
func (h *Hashes) Empty() { h.Words, h.Total = h.Words[:0], 0 }

// Read adds the words of a text.
func (h *Hashes) Read(text string) {
	s := scanner{text: text, words: h}
	for s.next() {
	}
}

// of readies the seen words for a table.
func (h *Hashes) of(table *wordTable) {
	if h.table != table {
		h.seen, h.table = nil, table
	}
}

// add adds the word that the scanner is at.
func (h *Hashes) add(s *scanner) {
	h.Total++
	if h.Hash == nil {
		return
	}
	w := h.find(s)
	s.word, s.mask = w.word, w.mask
	if len(h.Words) < cap(h.Words) {
		h.Words = append(h.Words, HashedWord{w.hash, s.start, s.end})
	}
}

func (h *Hashes) find(s *scanner) *seenWord {
	if s.size == 0 || s.size > maxSeen {
		h.long.fill(h, s)
		return &h.long
	}
	if h.seen == nil {
		h.seen = new(seenWords)
	}
	first, rest := s.key, uint64(0)
	if s.size > 8 {
		first, rest = binary.LittleEndian.Uint64(s.buf[:]), binary.LittleEndian.Uint64(s.buf[8:])
	}
	w := &h.seen[(first^rest*restMultiplier)*fixedMultiplier>>(64-seenBits)]
	if w.first != first || w.rest != rest {
		w.first, w.rest = first, rest
		w.fill(h, s)
	}
	return w
}

// fill notes what there is to know of the word that the scanner is at.
func (w *seenWord) fill(h *Hashes, s *scanner) {
	h.word = append(h.word[:0], s.folded()...)
	w.hash, w.word, w.mask = h.Hash(h.word), 0, 0
	if h.table != nil && s.size > 0 {
		slot := &h.table.Slots[h.table.find(s)]
		w.word, w.mask = slot.Word, slot.Mask
	}
}
