package patterns

import (
	"math"
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/people"
	"github.com/lokman-crawler/lokman/label/internal/words"
	"github.com/lokman-crawler/lokman/label/internal/zones"
)

// ReadAffiliations reads one affiliation an element, a line, or a mark.
func (m *Matcher) ReadAffiliations(p *layout.Page, zone []int32) zones.Content {
	var c zones.Content
	if items := m.itemsInside(p, zone); len(items) > 0 {
		zone = items
	}
	for _, row := range m.rowsOf(p, zone) {
		marked := row[0].IsNote()
		mark := ""
		var parts []layout.Piece
		for _, x := range row {
			if !x.IsNote() {
				parts = append(parts, x)
				continue
			}
			if marked {
				if parts != nil {
					people.AddAffiliation(&c, layout.Join(parts), mark)
					parts, mark = nil, ""
				}
				mark += " " + x.Text
			}
		}
		people.AddAffiliation(&c, layout.Join(parts), strings.TrimSpace(mark))
	}
	people.Apart(&c)
	c.Text = strings.Join(c.Items, "; ")
	return c
}

// readAuthors reads names and the marks that follow each.
func (m *Matcher) readAuthors(p *layout.Page, zone []int32) zones.Content {
	if items := m.itemsInside(p, zone); len(items) > 0 {
		return m.readNamed(p, zone, items)
	}
	var list strings.Builder
	list.Grow(int(p.Items[zone[len(zone)-1]].To-p.Items[zone[0]].From) + 16)
	var notes []noted
	for _, row := range m.rowsOf(p, zone) {
		list.WriteString("\n")
		for _, x := range row {
			if x.IsNote() {
				notes = append(notes, noted{list.Len(), people.NoteMarks(x.Text)})
				list.WriteString(", ")
				continue
			}
			writeInline(&list, x.Text)
		}
	}
	c := zones.Content{Items: people.Split(people.WithoutBrackets(m.withoutOpening(list.String())), true)}
	if len(notes) > 0 {
		c.Notes = notesOf(c.Items, list.String(), notes)
	}
	c.Text = strings.Join(c.Items, ", ")
	return c
}

// noted are marks at a place in a list of names.
type noted struct {
	at    int
	marks []string
}

// notesOf returns for each name of a list the marks that follow it there.
func notesOf(names []string, list string, notes []noted) [][]string {
	out := make([][]string, len(names))
	at := 0
	for i, name := range names {
		from := strings.Index(list[at:], name)
		if from < 0 {
			continue
		}
		at += from + len(name)
		for len(notes) > 0 && notes[0].at < at {
			notes = notes[1:]
		}
		const reach = 2 // bytes to the first mark
		end := at       // up to here only marks follow the name
		for ; len(notes) > 0; notes = notes[1:] {
			n := notes[0]
			marks := onlyNotes(list[end:n.at])
			if n.at > at+reach && (len(out[i]) == 0 || !marks) {
				break
			}
			if marks {
				end = n.at
			}
			out[i] = people.Joined(out[i], n.marks)
		}
	}
	return out
}

// writeInline writes a text that is not blank with its white space collapsed,
// that at the ends too.
func writeInline(b *strings.Builder, s string) {
	if s[0] <= ' ' {
		b.WriteByte(' ')
	}
	b.WriteString(words.Collapse(s))
	if s[len(s)-1] <= ' ' {
		b.WriteByte(' ')
	}
}

func onlyNotes(s string) bool { return strings.Trim(s, ", \n") == "" }

// readNamed reads names that stand in elements of their own.
func (m *Matcher) readNamed(p *layout.Page, zone, items []int32) zones.Content {
	var c zones.Content
	var known people.Lookup
	all := slices.Concat(m.rowsOf(p, zone)...)
	var parts []layout.Piece
	for k, i := range items {
		parts = parts[:0]
		var tail []string
		it, end := &p.Items[i], int32(math.MaxInt32)
		if k+1 < len(items) {
			end = p.Items[items[k+1]].From
		}
		for ; len(all) > 0 && all[0].At < end; all = all[1:] {
			switch x := all[0]; {
			case x.At < it.From:
			case x.IsNote():
				tail = append(tail, people.NoteMarks(x.Text)...)
			case x.At < it.To:
				parts = append(parts, x)
			}
		}
		name := people.CleanName(people.WithoutLeadIn(people.SurnameLast(words.Trim(layout.Join(parts), " ,;"))))
		if (people.PlausibleName(name) || people.SmallName(name)) && !known.Has(c.Items, name) {
			c.Add(name, tail)
		}
	}
	c.Text = strings.Join(c.Items, ", ")
	return c
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
