// Package words reads texts as words: folded for comparison, hashed, counted, compared as bags, and
// written with their white space collapsed.
package words

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Of returns the words of a text as they are compared: NFKC, case folded,
// punctuation dropped.
func Of(s string) []string {
	if !ascii(s) {
		return strings.FieldsFunc(strings.ToLower(norm.NFKC.String(s)), Outside)
	}
	s = strings.ToLower(s)
	const perWord = 6 // bytes of a word and a space in many languages
	out := make([]string, 0, len(s)/perWord+1)
	for i := 0; i < len(s); i++ {
		from := i
		for i < len(s) && ('a' <= s[i] && s[i] <= 'z' || '0' <= s[i] && s[i] <= '9') {
			i++
		}
		if i > from {
			out = append(out, s[from:i])
		}
	}
	return out
}

// count returns how many words a text has.
func count(s string) int { return countUpTo(len(s), s) }

// countUpTo returns how many words a text has, or so many if it has more.
func countUpTo(most int, s string) int {
	n, inside := 0, 0
	for i := 0; i < len(s) && n < most; {
		c, size := InWords[s[i]], 1
		if s[i] >= utf8.RuneSelf {
			var r rune
			r, size = utf8.DecodeRuneInString(s[i:])
			if c = 1; Outside(r) {
				c = 0
			}
		}
		n += c &^ inside
		inside = c
		i += size
	}
	return n
}

// InWords has 1 for the letters and digits of ASCII, 0 for other bytes.
var InWords = func() (out [256]int) {
	for c := range rune(utf8.RuneSelf) {
		if !Outside(c) {
			out[c] = 1
		}
	}
	return out
}()

// latin returns the letter or digit at a place of a text in lower case, 0 for
// another character, and its length in bytes; of other scripts 0.
func latin(s string, i int) (lower byte, n int) {
	c := s[i]
	switch {
	case c < utf8.RuneSelf:
		return lowered[c], 1
	case c == 0xc3 && i+1 < len(s) && s[i+1]&0xc0 == 0x80: // U+00C0 to U+00FF
		return lowered[s[i+1]|0x40], 2
	}
	return 0, 0
}

// lowered has the letters and digits of ASCII and those of Latin-1 from U+00C0 on
// in lower case, 0 for other bytes.
var lowered = func() (out [256]byte) {
	for c := range rune(len(out)) {
		if !Outside(c) && (c < utf8.RuneSelf || c >= 0xc0) {
			out[c] = byte(unicode.ToLower(c))
		}
	}
	return out
}()

// Outside reports whether a character is in no word.
func Outside(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r)
}

func ascii(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// Normal is a text as it is compared.
func Normal(s string) string { return strings.Join(Of(s), " ") }

// Overlap returns the F1 of two lists of words taken as bags.
func Overlap(a, b []string) float64 {
	if len(a) == 0 || len(b) == 0 {
		return 0
	}
	return 2 * float64(common(a, b)) / float64(len(a)+len(b))
}

func common(a, b []string) int {
	count := make(map[string]int, len(a))
	for _, w := range a {
		count[w]++
	}
	n := 0
	for _, w := range b {
		if count[w] > 0 {
			count[w]--
			n++
		}
	}
	return n
}
