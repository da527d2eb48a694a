package label

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/words"
)

// content is what a zone reads as.
type content struct {
	text  string
	items []string
	notes [][]string // the marks of each item: "1", "*"
	from  []int      // of a grammar, which of the lines have items
}

// listText is the text of a zone of names or of affiliations.
func listText(l Label, items []string) string {
	if l == Authors {
		return strings.Join(items, ", ")
	}
	return strings.Join(items, "; ")
}

// read reads the items of a zone.
func (m *matcher) read(p *layout.Page, l Label, items []int32) content {
	switch l {
	case Authors:
		return m.readAuthors(p, items)
	case Affiliations:
		return m.readAffiliations(p, items)
	}
	if l == Title && len(m.drop) > 0 {
		return content{text: m.withoutClosing(behindLabel(m.withoutOpening(layout.Join(slices.Concat(m.rowsOf(p, items)...)))))}
	}
	w := words.Writer{ByRow: l == Abstract, Text: p.Buf[:0]}
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
	case Title:
		text = m.withoutClosing(text)
	case Abstract:
		text = abstractOf(text, w.Rows)
	}
	return content{text: text}
}

// readsAs reports whether another matcher reads the same titles and abstracts from the same texts.
func (m *matcher) readsAs(o *matcher) bool {
	return m.Opens == o.Opens && m.Closes == o.Closes && len(m.drop)+len(o.drop) == 0
}

// withoutOpening takes the words that the zone opens with from a text.
func (m *matcher) withoutOpening(text string) string {
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
func (m *matcher) rowsOf(p *layout.Page, items []int32) [][]layout.Piece {
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

func (m *matcher) droppedIn(p *layout.Page, i int32) []layout.Interval {
	if len(m.drop) == 0 {
		return nil
	}
	var out []layout.Interval
	for k := i + 1; k < p.Items[i].End; k++ {
		if it := &p.Items[k]; !it.Empty() && slices.Contains(m.drop, p.SignatureOf(k)) {
			out = append(out, layout.Interval{From: it.From, To: it.To})
			k = it.End - 1
		}
	}
	return out
}

// itemsInside returns the items of single names or affiliations in a zone.
func (m *matcher) itemsInside(p *layout.Page, zone []int32) []int32 {
	if m.Item == nil {
		return nil
	}
	var out []int32
	for _, z := range zone {
		for i := z; i < p.Items[z].End; i++ {
			if it := &p.Items[i]; p.Tags[i] == m.itemTag && !it.Empty() && len(out) < maxNames && p.SignatureOf(i) == m.item {
				out = append(out, i)
				i = it.End - 1
			}
		}
	}
	return out
}

// joined returns the marks of two lists in one, which may be one of them: most have no others.
func joined(a, b []string) []string {
	if len(a) == 0 {
		return b
	}
	return append(slices.Clip(a), b...)
}

func noteMarks(s string) []string {
	var out []string
	for m := range strings.FieldsFuncSeq(strings.TrimSpace(s), func(r rune) bool { return strings.ContainsRune(",; \t\n\f\r", r) }) {
		if m = words.Trim(m, "()[]."); m != "" && utf8.RuneCountInString(m) <= 3 {
			out = append(out, m)
		}
	}
	return out
}
