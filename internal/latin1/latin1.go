// Package latin1 reads texts of UTF-8 that have bytes of Latin-1 among them.
package latin1

import "unicode/utf8"

// Repair returns a text with each byte that is no part of a character of UTF-8 as
// the character that it is in Latin-1.
func Repair(text []byte) []byte {
	repaired := make([]byte, 0, len(text)+16)
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		if r == utf8.RuneError && n == 1 {
			r = rune(text[0])
		}
		repaired, text = utf8.AppendRune(repaired, r), text[n:]
	}
	return repaired
}
