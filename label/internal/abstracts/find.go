package abstracts

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/lokman-crawler/lokman/internal/page"
	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/words"
)

// Found is the text under the heading of an abstract.
type Found struct {
	layout.Region
	OK    bool
	Asked int32 // how far in the visible text it was looked for
}

// Find finds the text under the heading of an abstract: of several one in the page's language, and
// of these one such as "Abstract" before one such as "Summary", which pages also have over their key points.
func Find(p *layout.Page) Found {
	const most = 16 // headings that are tried
	const inLanguage, noSummary = 2, 1
	tried := 0
	s := headingSearch{Page: p}
	own := languageOf(p)
	best := Found{Asked: p.Bytes}
	rank := -1
	for i := range p.Items {
		it := &p.Items[i]
		if it.Empty() || it.To-it.From > 80 {
			continue
		}
		s.ask(int32(i))
		if !p.MayBeginWith(int32(i), abstractOpenings) || !HeadingText(p.TextOf(int32(i))) {
			continue
		}
		if r, ok := s.under(int32(i)); ok {
			ws := words.Of(p.TextOf(int32(i)))
			mine := 0
			if own == "" || slices.ContainsFunc(ws, func(w string) bool { return slices.Contains(strings.Fields(headingLanguages[w]), own) }) {
				mine = inLanguage
			}
			if !slices.Contains(summaryHeadings, ws[0]) {
				mine += noSummary
			}
			if mine == inLanguage+noSummary {
				return Found{r, true, s.asked}
			}
			if mine > rank {
				best.Region, best.OK, rank = r, true, mine
			}
		}
		if tried++; tried == most {
			break
		}
	}
	return best
}

// languageOf returns the language that a page says it is in, such as "en", "" if it does not.
func languageOf(p *layout.Page) string {
	for n := p.First(0); n != page.None; n = p.Next(n) {
		if p.Nodes[n].Atom == atom.Html {
			language, _, _ := strings.Cut(cmp.Or(p.Value(n, "lang"), p.Value(n, "xml:lang")), "-")
			return strings.ToLower(language)
		}
	}
	return ""
}

// headingSearch looks for the text under a heading, and notes how far it was looked for.
type headingSearch struct {
	*layout.Page
	asked int32
}

// ask notes that an item was looked at. One that ends where a page was read no further may go on.
func (s *headingSearch) ask(i int32) { s.asked = max(s.asked, s.Items[i].To) }

// next is that of the page, and notes that the parent was looked at for more if there is none.
func (s *headingSearch) next(i int32) int32 {
	n := s.Page.NextTo(i)
	if up := s.Items[i].Parent; n < 0 && up >= 0 {
		s.ask(up)
	}
	return n
}

// under returns what follows a heading: the rest of its own block, or the
// items after it up to the next heading or another kind of item.
func (p *headingSearch) under(head int32) (layout.Region, bool) {
	for i := head; i >= 0; i = p.Items[i].Parent {
		it := &p.Items[i]
		p.ask(i)
		if it.Parent < 0 {
			break
		}
		up := &p.Items[it.Parent]
		if !it.Block && !it.Segment() && up.To > it.To && up.Row == it.Row && up.RowEnd == it.RowEnd {
			p.ask(it.Parent)
			return worthy(p.Page, layout.Region{First: it.Parent, Last: it.Parent}) // the heading is in the same line
		}
		first := p.Page.NextTo(i)
		for first >= 0 && p.Items[first].Empty() {
			first = p.Page.NextTo(first)
		}
		if first < 0 {
			continue
		}
		p.ask(first)
		r := layout.Region{First: first, Last: first}
		level := layout.Heading(p.NodeOf(i))
		for n := p.next(first); n >= 0; n = p.next(n) {
			if p.Items[n].Empty() {
				continue
			}
			p.ask(n)
			if h := layout.Heading(p.NodeOf(n)); !p.Items[n].Segment() && h > 0 {
				if h <= level || level == 0 || p.next(n) < 0 {
					break
				}
			} else if !Continues(p.Page, first, n) {
				break
			}
			r.Last = n
		}
		return worthy(p.Page, r)
	}
	return layout.Region{}, false
}

// Continues reports whether an item that is no heading goes on with what the first one began:
// the same kind of element with a text of some length.
func Continues(p *layout.Page, first, n int32) bool {
	it := &p.Items[n]
	if !it.Segment() && layout.Heading(p.NodeOf(n)) > 0 || p.Tags[n] != p.Tags[first] && layout.Heading(p.NodeOf(first)) == 0 {
		return false
	}
	if it.To-it.From < 2*MinWords {
		return false // too short for that many words
	}
	const size = 400 // bytes, enough for that many words
	text := p.Beginning(n, size)
	more := strings.Count(text, " ") + 1
	return (more >= MinWords || more+words.Unspaced(text) >= MinWords) && !keywords(text)
}

// worthy cuts headings from the end of a run and reports whether the rest is
// long enough for an abstract.
func worthy(p *layout.Page, r layout.Region) (layout.Region, bool) {
	for r.Last > r.First && layout.Heading(p.NodeOf(r.Last)) > 0 { // nothing under it
		prev := r.First
		for n := p.NextTo(prev); n >= 0 && n != r.Last; n = p.NextTo(n) {
			prev = n
		}
		r.Last = prev
	}
	n := 0
	for _, i := range p.ItemsOf(r) {
		text := p.Written(i)
		if n += 1 + bytes.Count(text, []byte{' '}); n < MinWords {
			n += words.Unspaced(string(text))
		}
		if n >= MinWords {
			return r, true
		}
	}
	return r, false
}

// Named returns the first element that has "abstract" in a class, id or property and as
// much text as an abstract.
func Named(p *layout.Page) (layout.Region, bool) {
	const longest = 10_000 // bytes
	for i := range p.Items {
		it := &p.Items[i]
		if it.Empty() || it.Segment() || it.To-it.From > longest || !p.IsNamed(it.Node, "bstract") {
			continue
		}
		if r, ok := worthy(p, layout.Region{First: int32(i), Last: int32(i)}); ok {
			return r, true
		}
	}
	return layout.Region{}, false
}
