package label

import (
	"strings"
	"unicode"
)

// unusual is by how many times a zone must be shorter or longer than any that was
// learnt from to look wrong.
const unusual = 8

// doubtful is how plausible content is that is unusual for its zone.
const doubtful = 0.6

// plausible checks the content of a zone: 1 for what it should look like, less
// for what is unusual, 0 for what it can't be.
func (m *matcher) plausible(l Label, c content) float64 {
	n := strings.Count(c.text, " ") + 1 // white space is collapsed
	if len(c.items) > 1 {
		n /= len(c.items)
	}
	switch l {
	case Title:
		if c.text == "" || n > 80 || !strings.ContainsFunc(c.text, unicode.IsLetter) || n < 3 && headingText(c.text) {
			return 0
		}
	case Authors:
		if len(c.items) == 0 || len(c.items) > 2000 {
			return 0
		}
	case Affiliations:
		if len(c.items) == 0 {
			return 0
		}
		if n == 1 || !strings.ContainsFunc(c.text, func(r rune) bool { return unicode.IsLetter(r) && !unicode.IsLower(r) }) {
			return doubtful
		}
	case Abstract:
		if n < minAbstract {
			return 0
		}
		n = max(n, minAbstract)
	}
	if m.Words[1] > 0 && (n*unusual < m.Words[0] || n > m.Words[1]*unusual) {
		return doubtful
	}
	return 1
}
