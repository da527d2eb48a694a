package label

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lokman-crawler/lokman/label/internal/words"
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
		if clean(c.items) < 0.7 {
			return doubtful
		}
	case Affiliations:
		if len(c.items) == 0 {
			return 0
		}
		if n == 1 || !strings.ContainsFunc(c.text, func(r rune) bool { return unicode.IsLetter(r) && !unicode.IsLower(r) }) {
			return doubtful
		}
	case Abstract:
		if n < minAbstract && n+words.Unspaced(c.text) < minAbstract || listsReferences(c.text) {
			return 0
		}
		n = max(n, minAbstract)
	}
	if w := usualWords(l, m.Words); w[1] > 0 && (n*unusual < w[0] || n > w[1]*unusual) {
		return doubtful
	}
	return 1
}

// usualWords widens the range of words that was learnt for a title: from a page whose title is one
// word nothing follows for those of others.
func usualWords(l Label, learnt [2]int) [2]int {
	const usual = 8
	if l == Title && learnt[1] > 0 {
		learnt[1] = max(learnt[1], usual)
	}
	return learnt
}

// clean returns the share of the names of a list that have the form of a name:
// two words or more, brackets in pairs, capitals but for short particles.
func clean(names []string) float64 {
	const particle = 3 // letters
	if len(names) == 0 {
		return 0
	}
	n := 0
	for _, name := range names {
		ok := strings.Count(name, "(") == strings.Count(name, ")") && strings.Contains(name, " ")
		for w := range strings.FieldsSeq(name) {
			if words.InWords[w[0]] == 0 {
				w = strings.TrimLeft(w, "'’`(\"“")
			}
			if r, size := utf8.DecodeRuneInString(w); unicode.IsLower(r) && utf8.RuneCountInString(w) > particle && !strings.ContainsAny(w[size:], "'’-") {
				ok = false
			}
		}
		if ok {
			n++
		}
	}
	return float64(n) / float64(len(names))
}

// sentence reports whether a text is running text and names no institution.
func sentence(s string) bool { return words.Running(s) && !namesInstitution(s) }

// listsReferences reports whether a text is a bibliography or its heading: "References to
// beans are rare" is neither.
func listsReferences(s string) bool {
	first, rest, _ := strings.Cut(s, " ")
	first = strings.TrimRight(first, ":.")
	if !strings.EqualFold(first, "references") && !strings.EqualFold(first, "bibliography") {
		return false
	}
	r, _ := utf8.DecodeRuneInString(rest)
	return !unicode.IsLower(r)
}
