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

// Members returns the items of a zone that begins with an item.
func (m *Matcher) Members(p *layout.Page, l zones.Label, first int32) []int32 {
	out := m.siblingsOf(p, l, first)
	if m.Records && len(out) == 1 {
		out = append(out, inNextRecords(p, first)...)
	}
	return out
}

// siblingsOf returns an item and those behind it that go on with the zone.
func (m *Matcher) siblingsOf(p *layout.Page, l zones.Label, first int32) []int32 {
	out := []int32{first}
	if !m.Extends && len(m.siblings) == 0 {
		return out
	}
	for n := p.NextTo(first); n >= 0; n = p.NextTo(n) {
		it := &p.Items[n]
		switch {
		case it.Empty():
		case slices.Contains(m.siblings, p.SignatureOf(n)):
			out = append(out, n)
		case l == zones.Abstract:
			if !m.Extends || !prose(p, first) || !abstracts.Continues(p, first, n) {
				return out
			}
			out = append(out, n)
		case m.Extends && p.Alike(n, first):
			out = append(out, n)
		case it.To-it.From > maxSeparator:
			return out
		}
	}
	return out
}

// maxSeparator is the length, in bytes, of a text that may separate two members of
// a run: ", and".
const maxSeparator = 4

// prose reports whether an item is a paragraph or a run of text.
func prose(p *layout.Page, i int32) bool {
	return p.Items[i].Segment() || p.NodeOf(i).Data == "p"
}

// inNextRecords returns the items that stand in the elements behind one around an item as it stands
// in that: the same entry of the next records of a list. Records are elements of one kind; nothing is
// returned if none of the elements from the record to the item has a mark or a name of its own.
func inNextRecords(p *layout.Page, first int32) []int32 {
	const around = 3 // elements that may be the record
	if p.Items[first].Segment() {
		return nil
	}
	path := []int32{first}
	named := hasName(p, first)
	for record, k := p.Items[first].Parent, 0; record >= 0 && k < around; record, k = p.Items[record].Parent, k+1 {
		if named = named || hasName(p, record); named {
			if out := inRecordsBehind(p, record, path); out != nil {
				return out
			}
		}
		path = append(path, record)
	}
	return nil
}

// hasName reports whether an item has marks, or a name that is not of HTML.
func hasName(p *layout.Page, i int32) bool {
	return !p.Unmarked(i) || strings.Contains(p.NodeOf(i).Data, "-")
}

// inRecordsBehind returns the items at a path in the records behind one.
func inRecordsBehind(p *layout.Page, record int32, path []int32) []int32 {
	var out []int32
	for n := p.NextTo(record); n >= 0 && len(out) < people.Max; n = p.NextTo(n) {
		it := &p.Items[n]
		switch {
		case it.Empty():
		case p.Alike(n, record):
			out = appendAt(p, out, n, path)
		case it.To-it.From > maxSeparator:
			return out
		}
	}
	return out
}

// appendAt appends the items inside another that are at a path like that of given items, the innermost first.
func appendAt(p *layout.Page, out []int32, i int32, path []int32) []int32 {
	if len(path) == 0 {
		return append(out, i)
	}
	last := len(path) - 1
	for c := i + 1; c < p.Items[i].End; c = p.Items[c].End {
		if p.Alike(c, path[last]) && !p.Items[c].Empty() {
			out = appendAt(p, out, c, path[:last])
		}
	}
	return out
}
