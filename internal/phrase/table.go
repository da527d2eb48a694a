package phrase

import (
	"encoding/binary"
	"math/bits"
	"math/rand/v2"
)

// Both tables are open-addressing with linear probing, a power of two in
// size, at most half full; the place of a key is the top bits of its product
// with an odd number. Only terms are ever put in: a hostile text can at worst
// ask again and again for the longest run of full slots. The multiplier is
// fixed, so that equal terms give equal tables; but terms made to collide
// under it, which show by a run longer than longestRun, get a random one.
// What a Set finds does not depend on it.
const (
	fixedMultiplier = 0x9e3779b97f4a7c15 // 2^64 over the golden ratio
	longestRun      = 256                // at half load a million fair keys make runs of 80 or so
	smallestTable   = 256
)

// place returns where in a table of a given size the search for key begins.
func place(key, multiplier uint64, size int) int {
	return int(key * multiplier >> ((bits.LeadingZeros64(uint64(size)) + 1) & 63))
}

// sizeFor returns the size of a table for n entries.
func sizeFor(n int) int {
	return max(smallestTable, 1<<bits.Len(uint(2*n-1)))
}

// A wordSlot holds one word of the terms. It is empty if Word is 0.
type wordSlot struct {
	Key  uint64 // the word itself if it has 8 bytes or less, else its hash
	Word uint32 // its number, with longWord set if Key is a hash
	Mask uint32 // what can follow it at the start of a phrase
}

const (
	anEnd     = 1       // in place of a word's number: the end of a sentence
	firstWord = 2       // the lowest number of a word
	longWord  = 1 << 31 // set in the number of a word of more than 8 bytes
)

// A wordTable numbers the distinct words of the terms.
type wordTable struct {
	Slots      []wordSlot
	Multiplier uint64
	Ends       []uint32 // Ends[n] is the end in Text of word n+firstWord
	Text       []byte   // all the words, one after another

	crowded bool // some run is longer than longestRun
}

// find returns the index of the slot that holds the word s is at or, if none
// does, of the empty slot where it belongs.
func (t *wordTable) find(s *scanner) int {
	if s.size > 8 {
		return t.findLong(s.buf[:s.size])
	}
	return t.findShort(s.key)
}

func (t *wordTable) findShort(key uint64) int {
	mask := len(t.Slots) - 1
	for i := place(key, t.Multiplier, len(t.Slots)); ; i++ {
		slot := &t.Slots[i&mask]
		if slot.Word == 0 || slot.Key == key && slot.Word < longWord {
			return i & mask
		}
	}
}

func (t *wordTable) findLong(word []byte) int {
	key, mask := hash(word, t.Multiplier), len(t.Slots)-1
	for i := place(key, t.Multiplier, len(t.Slots)); ; i++ {
		slot := &t.Slots[i&mask]
		if slot.Word == 0 ||
			slot.Key == key && slot.Word > longWord && string(t.text(slot.Word)) == string(word) {
			return i & mask
		}
	}
}

// text returns the word with a number.
func (t *wordTable) text(word uint32) []byte {
	n := word&^longWord - firstWord
	if n == 0 {
		return t.Text[:t.Ends[0]]
	}
	return t.Text[t.Ends[n-1]:t.Ends[n]]
}

// add returns the index of the slot of the word s is at, and numbers the word
// if it is new. There must be room.
func (t *wordTable) add(s *scanner) int {
	i := t.find(s)
	slot := &t.Slots[i]
	if slot.Word != 0 {
		return i
	}
	word := s.folded()
	slot.Key, slot.Word = s.key, uint32(len(t.Ends)+firstWord)
	if len(word) > 8 {
		slot.Key, slot.Word = hash(word, t.Multiplier), slot.Word|longWord
	}
	t.Text = append(t.Text, word...)
	t.Ends = append(t.Ends, uint32(len(t.Text)))
	if run := i - place(slot.Key, t.Multiplier, len(t.Slots)); run&(len(t.Slots)-1) > longestRun {
		t.crowded = true
	}
	return i
}

// reserve makes room for n more words.
func (t *wordTable) reserve(n int) {
	size := sizeFor(len(t.Ends) + n)
	if size <= len(t.Slots) && !t.crowded {
		return
	}
	t.Multiplier = multiplierAfter(t.Multiplier, t.crowded)
	t.crowded = false
	old := t.Slots
	t.Slots = make([]wordSlot, max(size, len(old)))
	mask := len(t.Slots) - 1
	for _, slot := range old {
		if slot.Word == 0 {
			continue
		}
		if slot.Word >= longWord {
			slot.Key = hash(t.text(slot.Word), t.Multiplier)
		}
		i := place(slot.Key, t.Multiplier, len(t.Slots))
		for t.Slots[i].Word != 0 {
			i = (i + 1) & mask
		}
		t.Slots[i] = slot
	}
}

// multiplierAfter returns the multiplier of a table that is rebuilt.
func multiplierAfter(last uint64, crowded bool) uint64 {
	switch {
	case last == 0:
		return fixedMultiplier
	case crowded:
		return rand.Uint64() | 1
	}
	return last
}

// hash mixes a word of more than 8 bytes into 64 bits.
func hash(word []byte, multiplier uint64) uint64 {
	h := uint64(len(word))
	for ; len(word) > 8; word = word[8:] {
		h = mix(h^binary.LittleEndian.Uint64(word), multiplier)
	}
	var last [8]byte
	copy(last[:], word)
	return mix(h^binary.LittleEndian.Uint64(last[:]), multiplier)
}

func mix(a, multiplier uint64) uint64 {
	hi, lo := bits.Mul64(a, multiplier)
	return hi ^ lo
}

// An edgeSlot holds one edge of the trie. It is empty if To is 0.
type edgeSlot struct {
	From, Word, To uint32
	Mask           uint32 // what can follow
}

// An edgeTable holds the edges between nodes.
//
// Most questions are about edges that are not there. Filter answers nearly all
// of those from a sixteenth of the memory: for each place it has a byte, with
// one bit set for each key that belongs there, chosen by the next bits of its
// hash.
type edgeTable struct {
	Slots      []edgeSlot
	Filter     []uint8
	Multiplier uint64

	crowded bool
}

// find returns the index of the slot that holds the edge or, if none does, of
// the empty slot where it belongs.
func (t *edgeTable) find(from, word uint32) int {
	mask := len(t.Slots) - 1
	for i := place(edgeKey(from, word), t.Multiplier, len(t.Slots)); ; i++ {
		slot := &t.Slots[i&mask]
		if slot.To == 0 || slot.From == from && slot.Word == word {
			return i & mask
		}
	}
}

func edgeKey(from, word uint32) uint64 {
	return uint64(from)<<32 | uint64(word)
}

// to returns where an edge leads and what can follow there, or zeros if there
// is no such edge.
func (t *edgeTable) to(from, word uint32) (to, mask uint32) {
	place := place(edgeKey(from, word), t.Multiplier, 8*len(t.Filter))
	if t.Filter[place>>3]>>(place&7)&1 == 0 {
		return 0, 0
	}
	slot := &t.Slots[t.find(from, word)]
	return slot.To, slot.Mask
}

// put fills the empty slot at i, which find returned for the edge.
func (t *edgeTable) put(i int, edge edgeSlot) {
	t.Slots[i] = edge
	place := place(edgeKey(edge.From, edge.Word), t.Multiplier, 8*len(t.Filter))
	t.Filter[place>>3] |= 1 << (place & 7)
	if run := i - place>>3; run&(len(t.Slots)-1) > longestRun {
		t.crowded = true
	}
}

// reserve makes room for n edges in all.
func (t *edgeTable) reserve(n int) {
	size := sizeFor(n)
	if size <= len(t.Slots) && !t.crowded {
		return
	}
	t.Multiplier = multiplierAfter(t.Multiplier, t.crowded)
	t.crowded = false
	old := t.Slots
	t.Slots = make([]edgeSlot, max(size, len(old)))
	t.Filter = make([]uint8, len(t.Slots))
	for _, edge := range old {
		if edge.To != 0 {
			t.put(t.find(edge.From, edge.Word), edge)
		}
	}
}
