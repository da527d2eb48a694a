package patterns

import (
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/people"
	"github.com/lokman-crawler/lokman/label/internal/words"
)

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
