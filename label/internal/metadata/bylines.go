package metadata

import (
	"cmp"
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
		return onlyNames(p.Page, []int32{p.Lines[k].Top}, 2), true
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

const (
	nearTitle     = 15   // lines behind a title in which authors are looked for
	longestByline = 1000 // bytes of a line or an element that names authors
)

// Byline returns the items that name authors from a line on: elements that are named so and links to authors, or else the
// first line of two names or more, or the lines behind a label.
func Byline(p *layout.Page, from int) []int32 {
	end := min(len(p.LayLines()), from+nearTitle)
	if from >= end {
		return nil
	}
	if out := namedAuthors(p, p.Lines[from:end]); out != nil {
		return out
	}
	return linesOfNames(p, from, end)
}

// namedAuthors returns the elements in some lines that are named authors and those that link to them.
func namedAuthors(p *layout.Page, lines []layout.Line) (out []int32) {
	start, end := p.Items[lines[0].Top].From, p.Items[lines[len(lines)-1].Top].From
	first, _ := slices.BinarySearchFunc(p.Items, start, func(it layout.Item, at int32) int { return cmp.Compare(it.From, at) })
	for i := int32(first); int(i) < len(p.Items) && p.Items[i].From <= end; i++ {
		it := &p.Items[i]
		if it.Empty() || it.Segment() || it.To-it.From > longestByline || p.IsNamed(it.Node, "ffiliation", "nstitution") ||
			!p.IsNamed(it.Node, "uthor") && p.Value(it.Node, "rel") != "author" {
			continue
		}
		if (out == nil || ofOneByline(p, out[0], i)) && onlyNames(p, []int32{i}, 1) != nil {
			out = append(out, i)
			i = it.End - 1
		}
	}
	return out
}

// linesOfNames returns the first line of two names or more, or of a label with the lines of its kind behind it.
func linesOfNames(p *layout.Page, from, end int) []int32 {
	for k := from; k < end; k++ {
		labelled, fewest := namesAuthors(p, k), 2
		if labelled {
			fewest = 1
		}
		out := namesIn(p, k, fewest)
		if out == nil {
			continue
		}
		for n := k + 1; labelled && n < len(p.Lines) && p.PathOf(p.Lines[n].Core) == p.PathOf(p.Lines[k].Core); n++ {
			next := namesIn(p, n, 1)
			if next == nil {
				break
			}
			out = append(out, next...)
		}
		return out
	}
	return nil
}

// namesIn returns the item of a line that names authors, so many or more, and little else; nil if it does not.
func namesIn(p *layout.Page, k, fewest int) []int32 {
	items := []int32{p.Lines[k].Top}
	if p.Lines[k].Size > longestByline || onlyNames(p, items, fewest) == nil {
		return nil
	}
	return items
}

// ofOneByline reports whether an item is near one that names an author and in an element of that kind: references name authors too.
func ofOneByline(p *layout.Page, first, i int32) bool {
	const around = 3 // elements
	up := first
	for n := 0; n < around && p.Items[up].Parent >= 0; n++ {
		up = p.Items[up].Parent
	}
	return p.Items[i].Parent == p.Items[first].Parent || p.Tags[i] == p.Tags[first] && i < p.Items[up].End
}

// namesAuthors reports whether a line stands behind a label of authors or begins with one.
func namesAuthors(p *layout.Page, k int) bool {
	const longest = 20 // bytes of a label
	label := p.LabelWords(k - 1)
	if label == "by" || label == "author" || label == "written by" {
		return true
	}
	start := p.Beginning(p.Lines[k].Top, longest)
	return people.WithoutLeadIn(start) != start
}

// linesBehind returns the lines behind a title, from and end, in which authors are looked for; none without it.
func linesBehind(t *tokens.Tokenized, title string) (from, end int) {
	sites := t.LocateTitle(title)
	if len(sites) == 0 {
		return 0, 0
	}
	from = t.LineAt(t.Items[sites[0].Last].To)
	return from, min(len(t.Lines), from+nearTitle)
}

// onlyNames reads items that name authors, so many or more, and little else.
func onlyNames(p *layout.Page, items []int32, fewest int) []string {
	m := patterns.Patternless()
	c := m.Read(p, zones.Authors, items)
	if len(c.Items) < fewest || people.Clean(c.Items) < 1 {
		return nil
	}
	all := 0
	for _, i := range items {
		written := slices.DeleteFunc(p.Pieces(i), func(x layout.Piece) bool { return x.IsNote() })
		all += len(words.Of(people.WithoutBrackets(people.WithoutLeadIn(layout.Join(written)))))
	}
	if 10*len(words.Of(c.Text)) < 7*all {
		return nil
	}
	return c.Items
}
