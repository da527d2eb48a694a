package patterns

import (
	"math"
	"slices"
	"strings"

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

// withoutOpening takes the words that the zone opens with from a text.
func (m *Matcher) withoutOpening(text string) string {
	if m.Opens == "" {
		return text
	}
	rest := text
	for range strings.Count(m.Opens, " ") + 1 {
		rest = strings.TrimLeftFunc(rest, words.Outside)
		i := strings.IndexFunc(rest, words.Outside)
		if i < 0 {
			return text
		}
		rest = rest[i:]
	}
	if words.Masked(words.Of(text[:len(text)-len(rest)])) != m.Opens {
		return text
	}
	return behindLabel(rest)
}

// behindLabel takes the signs off that part a text from a label before it. A period is one
// only before white space: ".NET" begins with it.
func behindLabel(text string) string {
	for {
		rest := strings.TrimLeft(text, " :：;)]|·—–-")
		if strings.HasPrefix(rest, ". ") {
			rest = rest[1:]
		}
		if rest == text {
			return text
		}
		text = rest
	}
}

// rowsOf returns the pieces of the items row by row, without those of dropped
// elements.
func (m *Matcher) rowsOf(p *layout.Page, items []int32) [][]layout.Piece {
	var rows [][]layout.Piece
	for _, i := range items {
		dropped := m.droppedIn(p, i)
		ps := p.Pieces(i)
		from, to := 0, 0 // the row, in the pieces that are kept
		fresh := false
		for _, x := range ps {
			fresh = fresh || x.Line
			for len(dropped) > 0 && dropped[0].To <= x.At {
				dropped = dropped[1:]
			}
			if len(dropped) > 0 && dropped[0].From <= x.At && !x.IsNote() {
				continue
			}
			if fresh && to > from {
				rows = append(rows, ps[from:to:to])
				from = to
			}
			fresh = false
			ps[to] = x
			to++
		}
		if to > from {
			rows = append(rows, ps[from:to:to])
		}
	}
	return rows
}

func (m *Matcher) droppedIn(p *layout.Page, i int32) []layout.Interval {
	if len(m.Drop) == 0 {
		return nil
	}
	var out []layout.Interval
	for k := i + 1; k < p.Items[i].End; k++ {
		if it := &p.Items[k]; !it.Empty() && slices.Contains(m.Drop, p.SignatureOf(k)) {
			out = append(out, layout.Interval{From: it.From, To: it.To})
			k = it.End - 1
		}
	}
	return out
}

// itemsInside returns the items of single names or affiliations in a zone.
func (m *Matcher) itemsInside(p *layout.Page, zone []int32) []int32 {
	if m.Item == nil {
		return nil
	}
	var out []int32
	for _, z := range zone {
		for i := z; i < p.Items[z].End; i++ {
			if it := &p.Items[i]; p.Tags[i] == m.itemTag && !it.Empty() && len(out) < people.Max && p.SignatureOf(i) == m.item {
				out = append(out, i)
				i = it.End - 1
			}
		}
	}
	return out
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
