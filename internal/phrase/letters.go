package phrase

import (
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Letters returns a text of which the characters are folded as those of words are, and the
// places in the text of the character that each byte comes from: from is where it begins, and
// to where it ends. Marks belong to the character before them.
func (f Folding) Letters(text string) (folded []byte, from, to []int) {
	var by *folder
	for at := 0; at < len(text); {
		end := characterEnd(text, at)
		if end == at+1 && text[at] < utf8.RuneSelf && (text[at] != 'I' || !f.Turkish) {
			c := text[at]
			if 'A' <= c && c <= 'Z' {
				c |= 0x20
			}
			folded = append(folded, c)
		} else {
			if by == nil {
				by = folders.Get().(*folder)
				defer folders.Put(by)
				by.folding, by.wide = f, planeOf(f)
			}
			folded = append(folded, by.fold(text[at:end])...)
		}
		for len(from) < len(folded) {
			from, to = append(from, at), append(to, end)
		}
		at = end
	}
	return folded, from, to
}

// characterEnd returns where a character ends with its marks.
func characterEnd(text string, at int) int {
	_, width := utf8.DecodeRuneInString(text[at:])
	at += width
	for at < len(text) && text[at] >= utf8.RuneSelf {
		p := norm.NFKC.PropertiesString(text[at:])
		if p.Size() == 0 || p.BoundaryBefore() {
			break
		}
		at += p.Size()
	}
	return at
}
