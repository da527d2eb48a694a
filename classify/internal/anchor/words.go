package anchor

import (
	"strings"
	"unicode"

	"github.com/lokman-crawler/lokman/internal/excerpt"
)

const (
	MaxComponent = 1024 // bytes of a component, and of what goes into one
	maxNodes     = 256  // nodes of a link's content
	SideNodes    = 48   // nodes that are looked at on either side
)

// Tokens returns the words of a text in lower case. Where letters meet digits
// a word ends; characters of scripts without spaces are words of their own.
func Tokens(text string) []string {
	var out []string
	start, kind := 0, 0
	for i, r := range text + " " {
		k := 0
		switch {
		case r >= firstWithoutSpaces && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai):
			k = 3 + i // never the kind of what is before
		case unicode.IsLetter(r) || unicode.IsMark(r):
			k = 1
		case unicode.IsDigit(r):
			k = 2
		}
		if k == kind {
			continue
		}
		if kind != 0 {
			out = append(out, strings.ToLower(text[start:i]))
		}
		start, kind = i, k
	}
	return out
}

// firstWithoutSpaces is the first character of the scripts without spaces.
const firstWithoutSpaces = '\u0e01'

// WordCount counts words; a character of a script without spaces is half a
// word.
func WordCount(text string) int {
	words := strings.Fields(text)
	n := len(words)
	for _, w := range words {
		if len(w) > 24 { // no word of other scripts but a URL or a file's name
			unspaced := 0
			for _, r := range w {
				if r >= firstWithoutSpaces {
					unspaced++
				}
			}
			n += unspaced / 2
		}
	}
	return n
}

// MaskDigits writes each run of digits as 0.
func MaskDigits(s string) string {
	s = excerpt.Cut(s, MaxComponent)
	if strings.IndexFunc(s, unicode.IsDigit) < 0 {
		return s
	}
	var b strings.Builder
	digits := false
	for _, r := range s {
		if unicode.IsDigit(r) {
			if !digits {
				b.WriteByte('0')
			}
			digits = true
			continue
		}
		digits = false
		b.WriteRune(r)
	}
	return b.String()
}
