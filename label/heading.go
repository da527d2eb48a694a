package label

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/words"
)

// abstractHeadings are the words that abstracts are headed by.
var abstractHeadings = []string{"abstract", "summary", "synopsis", "abstracts", "résumé", "resume", "resumen", "resumo", "zusammenfassung",
	"riassunto", "sommario", "samenvatting", "аннотация", "анотація", "анотация", "резюме", "annotatsiya", "abstrak", "abstrakt", "apstrakt",
	"streszczenie", "sažetak", "povzetek", "rezumat", "resum", "özet", "öz", "sammendrag", "sammanfattning", "tiivistelmä", "περίληψη",
	"摘要", "抄録", "要旨", "초록", "چکیده", "ملخص", "الملخص"}

// abstractOpenings are the same, to be looked for at the beginning of lines.
var abstractOpenings = words.NewOpenings(abstractHeadings)

// summaryHeadings are those of them that also head something shorter.
var summaryHeadings = []string{"summary", "synopsis", "riassunto", "sommario", "samenvatting", "zusammenfassung"}

func onlyHeading(ws []string) bool {
	for _, w := range ws {
		if !slices.Contains(abstractHeadings, w) {
			return false
		}
	}
	return len(ws) < 3
}

// headingText reports whether a text heads an abstract.
func headingText(s string) bool {
	if !words.MayOpen(s, abstractHeadings) {
		return false
	}
	ws := words.Of(s)
	return len(ws) > 0 && onlyHeading(ws)
}

// longestHeading is the length, in bytes, from which on a row is text and no heading.
const longestHeading = 60

// abstractOf cuts the heading from the beginning of a text, and from its end keywords,
// references and, if the text begins with a heading, a second abstract, given where its rows begin.
func abstractOf(text string, rows []int) string {
	from := 0
	opens := false // by a heading of an abstract
	for k, at := range rows {
		row := text[at:]
		if k+1 < len(rows) {
			row = text[at : rows[k+1]-1]
		}
		switch {
		case keywords(row), listsReferences(row), opens && at > from && headsAbstract(row):
			return withoutHeading(strings.TrimSpace(text[from:at]))
		case at > from:
		case headsAbstract(row):
			opens = true
			if len(row) < longestHeading && headingText(row) && k+1 < len(rows) {
				from = rows[k+1]
			}
		case len(row) < longestHeading: // of a part
			opens = false
		}
	}
	return withoutHeading(text[from:])
}

// headsAbstract reports whether a row is the heading of an abstract, perhaps with its language,
// or begins with one and a colon.
func headsAbstract(row string) bool {
	heading, _, _ := strings.Cut(row[:min(len(row), longestHeading)], ":")
	if len(heading) == longestHeading || !words.MayOpen(heading, abstractHeadings) {
		return false
	}
	ws := words.Of(heading)
	return len(ws) > 0 && len(ws) <= 2 && slices.Contains(abstractHeadings, ws[0])
}

// withoutHeading takes "Abstract:" away from the beginning of a text.
func withoutHeading(s string) string {
	const longest = 40 // bytes of a heading
	i := strings.IndexFunc(s[:min(len(s), longest)], func(r rune) bool { return !unicode.IsLetter(r) })
	if i <= 0 || !slices.Contains(abstractHeadings, strings.ToLower(s[:i])) {
		return s
	}
	rest := strings.TrimLeft(s[i:], " ")
	cut := strings.TrimLeft(rest, ".:：—–-― ")
	if cut != rest || s[:i] == strings.ToUpper(s[:i]) || words.StartsUpper(rest) {
		return cut
	}
	return s
}

// minAbstract is the least number of words of an abstract.
const minAbstract = 12

// headed is the text under the heading of an abstract.
type headed struct {
	layout.Region
	found bool
	asked int32 // how far in the visible text it was looked for
}

// findHeaded finds the text under a heading such as "Abstract", or else one such as
// "Summary", which pages also have over their key points.
func findHeaded(p *layout.Page) headed {
	const most = 16 // headings that are tried
	tried := 0
	s := headingSearch{Page: p}
	var second layout.Region
	found := false
	for i := range p.Items {
		it := &p.Items[i]
		if it.Empty() || it.To-it.From > 80 {
			continue
		}
		s.ask(int32(i))
		if !p.MayBeginWith(int32(i), abstractOpenings) || !headingText(p.TextOf(int32(i))) {
			continue
		}
		if r, ok := s.under(int32(i)); ok {
			if !slices.Contains(summaryHeadings, words.Of(p.TextOf(int32(i)))[0]) {
				return headed{r, true, s.asked}
			}
			if !found {
				second, found = r, true
			}
		}
		if tried++; tried == most {
			break
		}
	}
	return headed{second, found, p.Bytes}
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

// lineOfNames finds the first line from one on that lists names and nothing else.
func lineOfNames(p *layout.Page, from int) (layout.Region, bool) {
	const fewest, longest, tried = 2, 1000, 200 // names, bytes, lines
	lines := p.LayLines()
	for _, line := range lines[from:min(len(lines), from+tried)] {
		if line.Size > longest || !mayListNames(p.Written(line.Top)) {
			continue
		}
		if r := (layout.Region{First: line.Top, Last: line.Top}); onlyNames(p, r, fewest) != nil {
			return r, true
		}
	}
	return layout.Region{}, false
}

// mayListNames reports whether a text may be a list of two names or more and little
// else: it has three words, as "Ada Bean,Bert Pea" has, and few are in small letters.
func mayListNames(text []byte) bool {
	const particle = 3 // letters
	small, all := 0, 0
	for w := range bytes.FieldsSeq(text) {
		all++
		if len(w) > particle && 'a' <= w[0] && w[0] <= 'z' {
			small++
		}
	}
	return all >= 3 && 10*small <= 4*all
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
		level := layout.Heading(p.Items[i].Node)
		for n := p.next(first); n >= 0; n = p.next(n) {
			if p.Items[n].Empty() {
				continue
			}
			p.ask(n)
			if h := layout.Heading(p.Items[n].Node); !p.Items[n].Segment() && h > 0 {
				if h <= level || level == 0 || p.next(n) < 0 {
					break
				}
			} else if !continues(p.Page, first, n) {
				break
			}
			r.Last = n
		}
		return worthy(p.Page, r)
	}
	return layout.Region{}, false
}

// continues reports whether an item that is no heading goes on with what the first one began:
// the same kind of element with a text of some length.
func continues(p *layout.Page, first, n int32) bool {
	it, f := &p.Items[n], &p.Items[first]
	if !it.Segment() && layout.Heading(it.Node) > 0 || p.Tags[n] != p.Tags[first] && layout.Heading(f.Node) == 0 {
		return false
	}
	if it.To-it.From < 2*minAbstract {
		return false // too short for that many words
	}
	const size = 400 // bytes, enough for that many words
	text := p.Beginning(n, size)
	more := strings.Count(text, " ") + 1
	return (more >= minAbstract || more+words.Unspaced(text) >= minAbstract) && !keywords(text)
}

// worthy cuts headings from the end of a run and reports whether the rest is
// long enough for an abstract.
func worthy(p *layout.Page, r layout.Region) (layout.Region, bool) {
	for r.Last > r.First && layout.Heading(p.Items[r.Last].Node) > 0 { // nothing under it
		prev := r.First
		for n := p.NextTo(prev); n >= 0 && n != r.Last; n = p.NextTo(n) {
			prev = n
		}
		r.Last = prev
	}
	n := 0
	for _, i := range p.ItemsOf(r) {
		text := p.Written(i)
		if n += 1 + bytes.Count(text, []byte{' '}); n < minAbstract {
			n += words.Unspaced(string(text))
		}
		if n >= minAbstract {
			return r, true
		}
	}
	return r, false
}

// keywordHeadings are the first words of the headings of keywords.
var keywordHeadings = []string{"keywords", "keyword", "schlüsselwörter", "palabras", "mots", "关键词", "key", "index"}

// keywords reports whether a row lists keywords.
func keywords(text string) bool {
	if r, _ := utf8.DecodeRuneInString(text); !strings.ContainsRune("kKiIsSpPmM关", r) || !words.MayOpen(text, keywordHeadings) {
		return false
	}
	ws := words.Of(text[:min(len(text), 60)])
	switch {
	case len(ws) == 0 || !slices.Contains(keywordHeadings, ws[0]):
		return false
	case ws[0] == "key" || ws[0] == "index":
		return len(ws) > 1 && (ws[1] == "words" || ws[1] == "terms")
	}
	return true
}
