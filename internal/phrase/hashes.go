package phrase

import (
	"math/bits"

	"github.com/cespare/xxhash/v2"
)

// Hashes are the words of a text that Words yields, by the XXH64 hashes of their folded forms.
type Hashes struct {
	Words []HashedWord // the first ones, as many as its capacity
	Total int          // words of the text
}

// A HashedWord is a word of a text.
type HashedWord struct {
	Hash       uint64
	Start, End int // its place in the text, in bytes
}

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
		h.Words = append(h.Words, HashedWord{s.hash(), s.start, s.end})
	}
}

// hash returns the XXH64 of the word that the scanner is at.
func (s *scanner) hash() uint64 {
	if s.size == 0 || s.size >= 8 {
		return xxhash.Sum64(s.folded())
	}
	return hashShort(s.key, s.size)
}

// The primes of XXH64.
const (
	prime1 = 11400714785074694791
	prime2 = 14029467366897019727
	prime3 = 1609587929392839161
	prime5 = 2870177450012600261
)

// hashShort is XXH64 of a word of less than eight bytes, the first lowest. It takes all the
// steps that there are and keeps those that the word has: to branch by how long
// words are would mostly be to guess wrong.
func hashShort(word uint64, size int) uint64 {
	h := prime5 + uint64(size)
	if four := bits.RotateLeft64(h^word&0xffffffff*prime1, 23)*prime2 + prime3; size >= 4 {
		h = four
	}
	word >>= size & 4 * 8
	size &= 3
	if one := hashByte(h, word); size >= 1 {
		h = one
	}
	if two := hashByte(h, word>>8); size >= 2 {
		h = two
	}
	if three := hashByte(h, word>>16); size >= 3 {
		h = three
	}
	h = (h ^ h>>33) * prime2
	h = (h ^ h>>29) * prime3
	return h ^ h>>32
}

func hashByte(h, word uint64) uint64 { return bits.RotateLeft64(h^word&0xff*prime5, 11) * prime1 }
