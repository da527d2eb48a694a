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

// InWords has 1 for the letters and digits of ASCII, 0 for other bytes.
var InWords = func() (out [256]int) {
	for c := range rune(utf8.RuneSelf) {
		if !Outside(c) {
			out[c] = 1
		}
	}
	return out
}()

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

// Letters are the words of a text without what is between them: metadata run words together where the page has a line break.
func Letters(s string) string { return strings.Join(Of(s), "") }

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

// Blank reports whether a text has nothing but Unicode white space and
// characters of no width.
func Blank(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] <= ' ' {
			continue
		}
		if s[i] < utf8.RuneSelf {
			return false
		}
		return strings.IndexFunc(s[i:], func(r rune) bool { return r > ' ' && !unicode.IsSpace(r) && !ZeroWidth(r) }) < 0
	}
	return true
}

// ZeroWidth reports whether a character has no width.
func ZeroWidth(r rune) bool {
	switch r {
	case '\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u00ad':
		return true
	}
	return false
}

// Writer writes texts one after another, white space collapsed.
type Writer struct {
	Text  []byte
	Rows  []int // where each row begins in Text, if ByRow
	ByRow bool
	Gap   bool
	Line  bool
}

// Write adds a text.
func (w *Writer) Write(s string) {
	for i := 0; i < len(s); {
		if s[i] <= ' ' {
			w.Gap = true
			i++
			continue
		}
		n := plain(s[i:])
		if n == 0 {
			var r rune
			r, n = utf8.DecodeRuneInString(s[i:])
			if ZeroWidth(r) || unicode.IsSpace(r) {
				w.Gap = w.Gap || !ZeroWidth(r)
				i += n
				continue
			}
		}
		w.space()
		w.Text = append(w.Text, s[i:i+n]...)
		i += n
	}
}

// plain returns how many bytes of a text are words with single spaces between them,
// of characters that are surely no white space and of some width.
func plain(s string) int {
	before := gaps[' ']
	for i := 0; i < len(s); i++ {
		gap := gaps[s[i]]
		if before+gap > 1 {
			return max(0, i-before)
		}
		before = gap
	}
	return max(0, len(s)-before)
}

// gaps has 0 for the bytes of such characters, 1 for a space, and 2 for other white space
// and what white space beyond ASCII and characters of no width begin with.
var gaps = func() (out [256]int) {
	for c := range ' ' {
		out[c] = 2
	}
	out[' '] = 1
	for _, r := range "\u0085\u00a0\u00ad\u1680\u2000\u2028\u205f\u2060\u3000\ufeff" {
		out[string(r)[0]] = 2
	}
	return out
}()

// space writes what is due before the next word.
func (w *Writer) space() {
	if len(w.Text) > 0 && (w.Gap || w.Line) {
		w.Text = append(w.Text, ' ')
	}
	if w.ByRow && (w.Line || w.Rows == nil) {
		w.Rows = append(w.Rows, len(w.Text))
	}
	w.Gap, w.Line = false, false
}

// Collapse makes every run of white space one space, and drops characters of no
// width.
func Collapse(s string) string {
	s = strings.TrimSpace(s)
	if plain(s) == len(s) {
		return s
	}
	w := Writer{Text: make([]byte, 0, len(s))}
	w.Write(s)
	return string(w.Text)
}

// Trim takes signs of ASCII from both ends of a text. strings.Trim makes a table of
// them first, which costs more than these short texts.
func Trim(s, signs string) string {
	for s != "" && InWords[s[0]] == 0 && strings.IndexByte(signs, s[0]) >= 0 {
		s = s[1:]
	}
	for s != "" && InWords[s[len(s)-1]] == 0 && strings.IndexByte(signs, s[len(s)-1]) >= 0 {
		s = s[:len(s)-1]
	}
	return s
}
