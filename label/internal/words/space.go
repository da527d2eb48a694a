package words

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

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
