// Package excerpt makes what others wrote fit for errors and logs.
package excerpt

import (
	"strconv"
	"strings"
	"unicode"
)

// Of returns a text, or the beginning of one that is longer than max bytes with
// "..." behind. Characters that are cut in two are left out, and what is not
// UTF-8, controls a terminal, ends a line or turns the direction of writing is
// replaced.
func Of(text string, max int) string {
	end := ""
	if len(text) > max {
		text, end = Cut(text, max), "..."
	}
	return strings.Map(shown, strings.ToValidUTF8(text, "\ufffd")) + end
}

func shown(r rune) rune {
	if unicode.IsControl(r) || unicode.In(r, unicode.Bidi_Control, unicode.Zl, unicode.Zp) {
		return '\ufffd'
	}
	return r
}

// Cut returns the beginning of a text: max bytes or a little less, so that no
// character is cut in two.
func Cut(text string, max int) string {
	if len(text) <= max {
		return text
	}
	const longest = 4 // bytes of a character
	end := max
	for end > 0 && end > max-longest && text[end]&0xc0 == 0x80 {
		end--
	}
	return text[:end]
}

// Quote returns a text in quotes for an error, or its beginning with "..." behind.
func Quote(text string) string {
	const short = 60 // bytes
	if len(text) <= short {
		return strconv.Quote(text)
	}
	return strconv.Quote(text[:short]) + "..."
}
