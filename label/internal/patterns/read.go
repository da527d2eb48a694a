package patterns

import (
	"math"
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/label/internal/abstracts"
	"github.com/lokman-crawler/lokman/label/internal/layout"
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
		layout.Write(&w, p.RunsOf(i), math.MaxInt, math.MaxInt)
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
