package metadata

import (
	"bytes"
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/label/internal/grammar"
	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/patterns"
	"github.com/lokman-crawler/lokman/label/internal/people"
	"github.com/lokman-crawler/lokman/label/internal/stretches"
	"github.com/lokman-crawler/lokman/label/internal/tokens"
	"github.com/lokman-crawler/lokman/label/internal/words"
	"github.com/lokman-crawler/lokman/label/internal/zones"
)

// listedWith returns the names of the line that lists a name beside others: the metadata of some pages
// name one of several authors. Lists that do not stand right behind the title may be of other people.
func listedWith(p *tokens.Tokenized, name, title string) (names []string, listed bool) {
	from, end := linesBehind(p, title)
	for _, v := range p.FindName(name) {
		k := p.LineAt(v.From)
		if k == len(p.Lines) || !listsAt(p, k, v) {
			continue
		}
		if k < from || k >= end {
			return nil, true
		}
		return onlyNames(p.Page, layout.Region{First: p.Lines[k].Top, Last: p.Lines[k].Top}, 2), true
	}
	return nil, false
}

// listsAt reports whether line k has a name, at v, beside another.
func listsAt(p *tokens.Tokenized, k int, v layout.Interval) bool {
	stretches := p.Cut(k).Stretches
	for i := 1; i < len(stretches); i++ {
		a, b := &stretches[i-1], &stretches[i]
		if people.IsName(a.Class) && people.IsName(b.Class) && grammar.SortOf(strings.Trim(b.Sep, "e")) == grammar.ListSign && (v.From == a.At || v.From == b.At) {
			return true
		}
	}
	return false
}

// besideAuthors returns the affiliations in the lines of the authors, or in the first ones behind
// such a line that have any: at the first or the last mentions of the authors. Lines with the title
// are left out, as citations are such.
func besideAuthors(p *tokens.Tokenized, v *zones.Values, last bool) []string {
	const skipped, longest = 4, 300 // lines before the first, bytes of one for each author
	authors := v.Authors[:min(len(v.Authors), tokens.MaxFound)]
	set := people.NewAuthors(authors)
	cited := linesOfTitle(p, v.Title)
	naming := linesNaming(p, authors, cited, last)
	var out []string
	for i, k := range naming {
		end, found := len(p.Lines), false
		if i+1 < len(naming) {
			end = naming[i+1]
		}
		for n := k; n < end && len(out) < zones.MaxLines; n++ {
			var institutions []string
			if l := &p.Lines[n]; l.Size <= longest*int32(len(authors)) && !cited[n] {
				institutions = institutionsIn(p.CutPage, n)
			}
			if len(institutions) == 0 && (n >= k+skipped || found) {
				break
			}
			for _, s := range institutions {
				out, found = append(out, set.Between(s)...), true
			}
		}
	}
	return zones.Distinct(out)
}

func linesOfTitle(p *tokens.Tokenized, title string) map[int]bool {
	out := map[int]bool{}
	for _, at := range p.Find(words.Of(title)) {
		out[p.LineAt(at.From)] = true
	}
	return out
}

// linesNaming returns the lines of the first or the last mentions of the authors.
func linesNaming(p *tokens.Tokenized, authors []string, cited map[int]bool, last bool) []int {
	var out []int
	for _, name := range authors {
		found := p.FindName(name)
		if last {
			slices.Reverse(found)
		}
		for _, at := range found {
			if k := p.LineAt(at.From); k < len(p.Lines) && !cited[k] {
				out = append(out, k)
				break
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// institutionsIn returns the entries of a line that name an institution. Running text and single words
// are none.
func institutionsIn(p *stretches.CutPage, k int) []string {
	return slices.DeleteFunc(entries(p, k), func(s string) bool {
		return !strings.Contains(s, " ") || !people.NamesInstitution(s) || words.Running(s)
	})
}

// entries returns what stands in a line between the signs, the marks and the edges of elements
// that part affiliations: links and remarks behind one are in elements of their own, and a part of
// it that is in one has a comma before it.
func entries(p *stretches.CutPage, k int) []string {
	c := p.Cut(k)
	var out []string
	for from, i := 0, 1; i <= len(c.Stretches); i++ {
		end := len(c.Text)
		if i < len(c.Stretches) {
			if strings.Trim(c.Stretches[i].Sep, ",&()-/:") == "" {
				continue
			}
			end = c.Stretches[i].From
		}
		text, _ := people.AffiliationIn(strings.ReplaceAll(words.Collapse(c.Text[c.Stretches[from].From:end]), " ,", ","), "")
		out, from = append(out, text), i
	}
	return out
}

// asWritten returns affiliations as the page has them, with the departments, cities and countries that
// the metadata leave out. What has an author in another form than the metadata's is left.
func asWritten(p *tokens.Tokenized, affiliations, authors []string) []string {
	const longest = 40 // words
	set, surnames := people.NewAuthors(authors), map[string]bool{}
	for _, name := range authors {
		surnames[words.Normal(words.Last(name))] = true
	}
	out := slices.Clone(affiliations)
	for i, value := range affiliations[:min(len(affiliations), people.MaxApart)] {
		want := words.Of(value)
		for _, v := range p.Find(want) {
			k := p.LineAt(v.From)
			if k == len(p.Lines) || int(p.Lines[k].Size) > tokens.MaxPart {
				continue
			}
			for _, e := range entries(p.CutPage, k) {
				for _, s := range set.Between(e) {
					ws := words.Of(s)
					named := slices.ContainsFunc(ws, func(w string) bool { return surnames[w] && !slices.Contains(want, w) })
					if len(ws) > len(want) && len(ws) <= longest && !named && strings.Contains(strings.Join(ws, " "), strings.Join(want, " ")) {
						out[i] = s
					}
				}
			}
			break
		}
	}
	return zones.Distinct(out)
}

// LineOfNames finds the first line from one on that lists names and nothing else.
func LineOfNames(p *layout.Page, from int) (layout.Region, bool) {
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

// linesBehind returns the lines behind a title, from and end, in which authors are looked for; none without it.
func linesBehind(t *tokens.Tokenized, title string) (from, end int) {
	const near = 15
	sites := t.LocateTitle(title)
	if len(sites) == 0 {
		return 0, 0
	}
	from = t.LineAt(t.Items[sites[0].Last].To)
	return from, min(len(t.Lines), from+near)
}

// onlyNames reads a region that names authors, so many or more, and little else.
func onlyNames(p *layout.Page, r layout.Region, fewest int) []string {
	c := patterns.ReadRegion(p, zones.Authors, r)
	if len(c.Items) < fewest || people.Clean(c.Items) < 1 {
		return nil
	}
	all := 0
	for _, i := range p.ItemsOf(r) {
		all += len(words.Of(people.WithoutLeadIn(p.TextOf(i))))
	}
	if 10*len(words.Of(c.Text)) < 7*all {
		return nil
	}
	return c.Items
}

// byline returns the authors that the page names behind its title: in elements that are named so,
// or else in the first line of two names or more.
func byline(t *tokens.Tokenized, title string) []string {
	from, end := linesBehind(t, title)
	if from == end {
		return nil
	}
	var out []string
	for i := t.Lines[from].Top; int(i) < len(t.Items) && t.Items[i].From <= t.Items[t.Lines[end-1].Top].From; i++ {
		it := &t.Items[i]
		if it.Empty() || it.Segment() || it.To-it.From > 1000 || !t.IsNamed(it.Node, "uthor") {
			continue
		}
		if names := onlyNames(t.Page, layout.Region{First: i, Last: i}, 1); names != nil {
			out = append(out, names...)
			i = it.End - 1
		}
	}
	if out != nil {
		return zones.Distinct(out)
	}
	if r, ok := LineOfNames(t.Page, from); ok {
		return patterns.ReadRegion(t.Page, zones.Authors, r).Items
	}
	return nil
}
