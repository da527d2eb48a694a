package patterns

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/lokman-crawler/lokman/label/internal/abstracts"
	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/people"
	"github.com/lokman-crawler/lokman/label/internal/words"
	"github.com/lokman-crawler/lokman/label/internal/zones"
)

// Read reads the items of a zone.
func (m *Matcher) Read(p *layout.Page, l zones.Label, items []int32) zones.Content {
	switch l {
	case zones.Authors:
		return m.readAuthors(p, items)
	case zones.Affiliations:
		return m.ReadAffiliations(p, items)
	}
	if l == zones.Title && len(m.Drop) > 0 {
		return zones.Content{Text: m.withoutClosing(behindLabel(m.withoutOpening(layout.Join(slices.Concat(m.rowsOf(p, items)...)))))}
	}
	w := words.Writer{ByRow: l == zones.Abstract, Text: p.Buf[:0]}
	for _, i := range items {
		w.Line = true
		layout.Write(&w, p.TextsOf(i), math.MaxInt, math.MaxInt)
	}
	p.Buf = w.Text
	text := string(w.Text)
	if m.Opens != "" {
		text, w.Rows = m.withoutOpening(text), nil
	}
	switch l {
	case zones.Title:
		text = m.withoutClosing(text)
	case zones.Abstract:
		text = abstracts.Of(text, w.Rows)
	}
	return zones.Content{Text: text}
}

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

// ReadsAs reports whether another matcher reads the same titles and abstracts from the same texts.
func (m *Matcher) ReadsAs(o *Matcher) bool {
	return m.Opens == o.Opens && m.Closes == o.Closes && len(m.Drop)+len(o.Drop) == 0
}

// ReadRegion reads a run of items without a pattern.
func ReadRegion(p *layout.Page, l zones.Label, r layout.Region) zones.Content {
	m := Patternless()
	return m.Read(p, l, p.ItemsOf(r))
}

// ReadLines reads lines without a pattern.
func ReadLines(p *layout.Page, l zones.Label, lines []int) zones.Content {
	m := Patternless()
	return m.Read(p, l, p.Tops(lines))
}

// withoutClosing takes what stands behind a title in its element from its text.
func (m *Matcher) withoutClosing(text string) string {
	if m.Closes == "" {
		return text
	}
	least := max(1, len(beforeWords(text, zones.MaxSuffix)))
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
