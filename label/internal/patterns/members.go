package patterns

import (
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/label/internal/abstracts"
	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/people"
	"github.com/lokman-crawler/lokman/label/internal/zones"
)

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
	it := &p.Items[i]
	return it.Segment() || it.Node.Data == "p"
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
	return !p.Unmarked(i) || strings.Contains(p.Items[i].Node.Data, "-")
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
