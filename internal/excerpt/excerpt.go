// Package excerpt makes what others wrote fit for errors and logs.
package excerpt

import "strings"

// Of returns a text, or the beginning of one that is longer than max bytes with
// "..." behind. Characters that are cut in two are left out, and other bytes that
// are not UTF-8 are replaced.
func Of(text string, max int) string {
	if len(text) <= max {
		return strings.ToValidUTF8(text, "\ufffd")
	}
	return strings.ToValidUTF8(Cut(text, max), "\ufffd") + "..."
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
