package words

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
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

// Hashes are FNV-1a with a final mix, so that sums of them differ.
const FnvOffset, FnvPrime = 0xcbf29ce484222325, 0x100000001b3

// Mix spreads the bits of a hash.
func Mix(h uint64) uint64 {
	h ^= h >> 32
	h *= 0xd6e8feb86659fd93
	return h ^ h>>32
}

// ByteHash is the hash of the bytes of a text, before the mix.
func ByteHash(s string) uint64 {
	h := uint64(FnvOffset)
	for i := 0; i < len(s); i++ {
		h = (h ^ uint64(s[i])) * FnvPrime
	}
	return h
}

// MaskDigits makes every run of digits one #.
func MaskDigits(s string) string {
	if strings.IndexFunc(s, func(r rune) bool { return '0' <= r && r <= '9' }) < 0 {
		return s
	}
	return string(AppendMasked(nil, s))
}

// AppendMasked appends a text with every run of digits as one #.
func AppendMasked(b []byte, s string) []byte {
	digits := false
	for i := 0; i < len(s); i++ {
		digit := '0' <= s[i] && s[i] <= '9'
		switch {
		case !digit:
			b = append(b, s[i])
		case !digits:
			b = append(b, '#')
		}
		digits = digit
	}
	return b
}

// AppendHashes appends the hashes of the words of a text, as words has them.
func AppendHashes(out []uint64, s string) []uint64 {
	h := uint64(FnvOffset)
	field, had := 0, len(out) // where what is between white space begins, and the words before it
	for i := 0; i < len(s); {
		low, n := latin(s, i)
		switch {
		case low != 0:
			h = (h ^ uint64(low)) * FnvPrime
			i += n
			continue
		case n == 0:
			end := len(s)
			if n := strings.IndexFunc(s[field:], unicode.IsSpace); n >= 0 {
				end = field + n
			}
			out = appendFieldHashes(out[:had], s[field:end])
			_, n = utf8.DecodeRuneInString(s[end:])
			i, h = end+n, FnvOffset
			field, had = i, len(out)
			continue
		case h != FnvOffset:
			out, h = append(out, Mix(h)), FnvOffset
		}
		i += n
		if s[i-1] <= ' ' {
			field, had = i, len(out)
		}
	}
	if h != FnvOffset {
		out = append(out, Mix(h))
	}
	return out
}

// appendFieldHashes appends the hashes of the words of a text without white space.
func appendFieldHashes(out []uint64, s string) []uint64 {
	if !norm.NFKC.IsNormalString(s) {
		s = norm.NFKC.String(s)
	}
	h := uint64(FnvOffset)
	for _, c := range s {
		if c = unicode.ToLower(c); !Outside(c) {
			h = (h ^ uint64(c)) * FnvPrime
		} else if h != FnvOffset {
			out, h = append(out, Mix(h)), FnvOffset
		}
	}
	if h != FnvOffset {
		out = append(out, Mix(h))
	}
	return out
}

// Hash is the hash of a word, the same for capitals.
func Hash(w string) uint64 {
	h := uint64(FnvOffset)
	for _, c := range w {
		h = (h ^ uint64(unicode.ToLower(c))) * FnvPrime
	}
	return Mix(h)
}
