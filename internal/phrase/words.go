package phrase

import (
	"encoding/binary"
	"iter"
	"strings"
)

// A Word is one word of a text.
type Word struct {
	Text       []byte // the word folded; it changes with the next word
	Start, End int    // its place in the text, in bytes
}

// Words yields the words of a text in order, folded, possessives dropped:
// those that Match sees. Any two parts of Lokman that count words go through
// it. A word of any length is yielded.
func Words(text string) iter.Seq[Word] {
	return func(yield func(Word) bool) {
		s := scanner{text: text}
		for s.next() {
			if !yield(Word{s.folded(), s.start, s.end}) {
				return
			}
		}
	}
}

// folded returns the folded form of the word that next found, of any length.
func (s *scanner) folded() []byte {
	switch {
	case s.size == 0:
		f := folder{folding: s.folding, wide: planeOf(s.folding)}
		return f.fold(s.text[s.start:s.end])
	case s.size <= 8:
		binary.LittleEndian.PutUint64(s.buf[:], s.key)
	}
	return s.buf[:s.size]
}

// Normalize returns the words of a phrase, folded and joined by single
// spaces. Two phrases are the same term if and only if their normal forms are
// equal. It is "" for a phrase without a word.
func Normalize(phrase string) string {
	if isNormal(phrase) {
		return phrase
	}
	var b strings.Builder
	b.Grow(len(phrase))
	for w := range Words(phrase) {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.Write(w.Text)
	}
	return b.String()
}

// isNormal reports whether a phrase is lower-case ASCII words with single
// spaces between, which most names in an index already are.
func isNormal(phrase string) bool {
	space := true // before the first word as after a space
	for i := range len(phrase) {
		c := phrase[i]
		switch {
		case 'a' <= c && c <= 'z' || '0' <= c && c <= '9':
			space = false
		case c == ' ' && !space:
			space = true
		default:
			return false
		}
	}
	return !space || phrase == ""
}
