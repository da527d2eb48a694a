// Package fold finds words in texts whatever their case.
package fold

import (
	"bytes"
	"strings"
)

// Contains reports whether a word of lower-case letters stands in a text in
// whatever case. It looks where the word's rare letter is, which is the first of
// its kind in it, and at that letter's neighbour.
func Contains(text []byte, word string, rare byte) bool {
	before := strings.IndexByte(word, rare)
	beside := before - 1
	if before == 0 {
		beside = 1
	}
	for _, letter := range []byte{rare, rare - 'a' + 'A'} {
		for at := 0; at < len(text); at++ {
			i := bytes.IndexByte(text[at:], letter)
			if i < 0 {
				break
			}
			at += i
			start := at - before
			if start < 0 || start+len(word) > len(text) || text[start+beside]|0x20 != word[beside]|0x20 {
				continue
			}
			if strings.EqualFold(string(text[start:start+len(word)]), word) {
				return true
			}
		}
	}
	return false
}
