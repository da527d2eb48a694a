package patterns

import (
	"slices"

	"github.com/lokman-crawler/lokman/label/internal/abstracts"
	"github.com/lokman-crawler/lokman/label/internal/layout"
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
