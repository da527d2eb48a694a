package patterns

import (
	"strings"
	"unicode"

	"github.com/lokman-crawler/lokman/label/internal/abstracts"
	"github.com/lokman-crawler/lokman/label/internal/people"
	"github.com/lokman-crawler/lokman/label/internal/words"
	"github.com/lokman-crawler/lokman/label/internal/zones"
)

// unusual is by how many times a zone must be shorter or longer than any that was
// learnt from to look wrong.
const unusual = 8

// doubtful is how plausible content is that is unusual for its zone.
const doubtful = 0.6

// Plausible checks the content of a zone: 1 for what it should look like, less
// for what is unusual, 0 for what it can't be.
func (m *Matcher) Plausible(l zones.Label, c zones.Content) float64 {
	n := strings.Count(c.Text, " ") + 1 // white space is collapsed
	if len(c.Items) > 1 {
		n /= len(c.Items)
	}
	switch l {
	case zones.Title:
		if c.Text == "" || n > 80 || !strings.ContainsFunc(c.Text, unicode.IsLetter) || n < 3 && abstracts.HeadingText(c.Text) {
			return 0
		}
	case zones.Authors:
		if len(c.Items) == 0 || len(c.Items) > 2000 {
			return 0
		}
		if people.Clean(c.Items) < 0.7 {
			return doubtful
		}
	case zones.Affiliations:
		if len(c.Items) == 0 {
			return 0
		}
		if n == 1 || !strings.ContainsFunc(c.Text, func(r rune) bool { return unicode.IsLetter(r) && !unicode.IsLower(r) }) {
			return doubtful
		}
	case zones.Abstract:
		if n < abstracts.MinWords && n+words.Unspaced(c.Text) < abstracts.MinWords || abstracts.ListsReferences(c.Text) {
			return 0
		}
		n = max(n, abstracts.MinWords)
	}
	if w := UsualWords(l, m.Words); w[1] > 0 && (n*unusual < w[0] || n > w[1]*unusual) {
		return doubtful
	}
	return 1
}

// UsualWords widens the range of words that was learnt for a title: from a page whose title is one
// word nothing follows for those of others.
func UsualWords(l zones.Label, learnt [2]int) [2]int {
	const usual = 8
	if l == zones.Title && learnt[1] > 0 {
		learnt[1] = max(learnt[1], usual)
	}
	return learnt
}
