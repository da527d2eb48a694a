package label

import (
	"strings"

	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/words"
)

// maxSuffix bounds the words behind a title in its element: of a track or a year, "(Short paper)".
const maxSuffix = 5

// closing returns the sign before the words of an item that are behind a place in the visible
// text, such as "(" of "Beans (Short paper)"; none if no sign or no word is there.
func (t *tokenizedPage) closing(i, at int32) string {
	if len(t.inside(layout.Interval{From: at, To: t.Items[i].To})) == 0 {
		return ""
	}
	var behind strings.Builder
	for _, x := range t.Pieces(i) {
		if from := max(0, at-x.At); from < int32(len(x.Text)) {
			behind.WriteString(x.Text[from:])
		}
	}
	text := behind.String()
	for i := len(text) - len(strings.TrimLeftFunc(text, words.Outside)) - 1; i >= 0; i-- {
		if sign := words.SignAt(text, i); sign != "" {
			return sign
		}
	}
	return ""
}

// closes returns the sign behind the title in a site.
func (s *annotatedPage) closes(at site) string {
	if at.parts == nil {
		return ""
	}
	return s.closing(at.Last, at.parts[0].To)
}

// withoutClosing takes what stands behind a title in its element from its text.
func (m *matcher) withoutClosing(text string) string {
	if m.Closes == "" {
		return text
	}
	least := max(1, len(beforeWords(text, maxSuffix)))
	for i := len(text) - 1; i >= least; i-- {
		if words.SignAt(text, i) == m.Closes {
			return strings.TrimSpace(text[:i])
		}
	}
	return text
}

// beforeWords returns a text without its last words.
func beforeWords(s string, n int) string {
	for range n {
		s = strings.TrimRightFunc(s, words.Outside)
		s = strings.TrimRightFunc(s, func(r rune) bool { return !words.Outside(r) })
	}
	return s
}
