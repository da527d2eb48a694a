package metadata

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/internal/page"
	"github.com/lokman-crawler/lokman/label/internal/abstracts"
	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/patterns"
	"github.com/lokman-crawler/lokman/label/internal/people"
	"github.com/lokman-crawler/lokman/label/internal/stretches"
	"github.com/lokman-crawler/lokman/label/internal/tokens"
	"github.com/lokman-crawler/lokman/label/internal/words"
	"github.com/lokman-crawler/lokman/label/internal/zones"
)

// Of returns the values in a page's own metadata, as label.MetaValues says.
func Of(tree *page.Page) (zones.Values, error) {
	p, err := stretches.New(tree)
	if err != nil {
		return zones.Values{}, err
	}
	steps, t := Read(p.Page, zones.All[:]), tokens.New(p)
	t.LayLines()
	v := metadataValues(t, steps)
	if len(v.Authors) == 1 {
		if all, listed := listedWith(t, v.Authors[0], v.Title); listed {
			v.Authors = all
		}
	}
	completeAbstract(&v, t, teaserOf(steps))
	known := len(v.Affiliations)
	completeAffiliations(&v, t)
	if known == 0 && len(v.Affiliations) > 0 && slices.Contains(v.Guessed, zones.Authors) {
		v.Guessed = append(v.Guessed, zones.Affiliations)
	}
	return v, nil
}

// completeAbstract takes the abstract from under its heading, or from the element that is
// named so, or where what is known of it begins, or else the description that sites put in
// Open Graph, unless the one that is known stands there whole.
func completeAbstract(v *zones.Values, p *tokens.Tokenized, teaser string) {
	h := abstracts.Find(p.Page)
	r, ok := h.Region, h.OK
	if !ok {
		r, ok = abstracts.Named(p.Page)
	}
	if !ok {
		r, ok = begunBy(p, cmp.Or(v.Abstract, teaser))
	}
	if !ok {
		return
	}
	headed := patterns.ReadRegion(p.Page, zones.Abstract, r).Text
	const known = 6 // words that show two texts to be the same
	start := words.Of(v.Abstract)
	if len(start) > known {
		start = start[:known]
	}
	if v.Abstract != "" && !strings.Contains(words.Normal(headed), strings.Join(start, " ")) {
		v.Guessed = append(v.Guessed, zones.Abstract) // the page has two, perhaps in two languages
	}
	if v.Abstract == "" || !HoldsWhole(p.Page, r, v.Abstract) {
		v.Abstract = headed
	}
}

// completeAffiliations takes affiliations as the page has them, and those that the metadata lack
// from the elements that are named so, or the lines that say so, or those of the authors and
// behind them, where the page names the most.
func completeAffiliations(v *zones.Values, p *tokens.Tokenized) {
	if len(v.Affiliations) > 0 {
		v.Affiliations = asWritten(p, v.Affiliations, v.Authors)
		return
	}
	m, authors := patterns.Patternless(), people.NewAuthors(v.Authors)
	read := func(zone []int32) []string {
		var out []string
		for _, s := range OnlyAffiliations(m.ReadAffiliations(p.Page, zone), v.Authors).Items {
			out = append(out, authors.Between(s)...)
		}
		return zones.Distinct(out)
	}
	v.Affiliations = read(NamedAffiliations(p.Page))
	if len(v.Affiliations) == 0 {
		v.Affiliations = read(LabelledAffiliations(p.Page))
	}
	if len(v.Affiliations) == 0 {
		v.Affiliations = besideAuthors(p, v, false)
		if others := besideAuthors(p, v, true); len(others) > len(v.Affiliations) {
			v.Affiliations = others
		}
	}
}

// begunBy returns the longest text that begins a line with the first words of another, as sites
// describe a page by the beginning of its abstract.
func begunBy(p *tokens.Tokenized, start string) (layout.Region, bool) {
	const fewest, most = 8, 16 // words
	ws := words.Of(start)
	if len(ws) <= fewest {
		return layout.Region{}, false
	}
	var best layout.Region
	longest := int32(minTeaser)
	for _, v := range p.Find(ws[:min(len(ws)-1, most)]) { // the last word may be cut
		k := p.LineAt(v.From)
		if k == len(p.Lines) || len(p.Within(layout.Interval{From: p.Items[p.Lines[k].Top].From, To: v.From})) > 0 {
			continue
		}
		r := layout.Region{First: p.Lines[k].Top, Last: p.Lines[k].Top}
		for n := p.NextTo(r.First); n >= 0; n = p.NextTo(n) {
			if p.Items[n].Empty() {
				continue
			}
			if !abstracts.Continues(p.Page, r.First, n) {
				break
			}
			r.Last = n
		}
		if n := p.Items[r.Last].To - p.Items[r.First].From; n > longest {
			best, longest = r, n
		}
	}
	return best, longest > minTeaser
}

// HoldsWhole reports whether an abstract ends in a region where one of its lines does, and no part of
// a structured abstract is behind: what goes on there is another text, such as a translation.
func HoldsWhole(p *layout.Page, r layout.Region, abstract string) bool {
	in, want := p.IntervalOf(r), []byte(words.Letters(abstract))
	lines, whole := p.LayLines(), false
	var have []byte
	for k := p.LineAt(in.From); k < len(lines) && p.Items[lines[k].Top].From < in.To; k++ {
		if whole {
			if part, _ := abstracts.PartAt(p, k); part > 0 {
				return false
			}
			continue
		}
		have = append(have, words.Letters(p.TextOf(lines[k].Top))...)
		whole = bytes.HasSuffix(have, want)
	}
	return whole
}

// OnlyAffiliations returns affiliations without lists of the authors and without labels and buttons, nothing if none of what
// stands beside these is an institution.
func OnlyAffiliations(x zones.Content, authors []string) zones.Content {
	keys := people.KeysOf(authors)
	var out zones.Content
	labels, institutions := false, false
	for i, s := range x.Items {
		names := people.KeysOf(people.Split(s, true))
		switch {
		case len(names) > 0 && words.CommonHashes(names, keys) == len(names):
		case people.IsLabel(s):
			labels = true
		default:
			institutions = institutions || people.NamesInstitution(s)
			out.Add(s, nil)
			if i < len(x.Notes) {
				out.Notes[len(out.Notes)-1] = x.Notes[i]
			}
		}
	}
	if labels && !institutions {
		return zones.Content{}
	}
	out.Text = zones.Text(zones.Affiliations, out.Items)
	return out
}

// NamedAffiliations returns the outermost elements of what was read that have
// "affiliation" or "institution" in a class, id or property.
func NamedAffiliations(p *layout.Page) []int32 {
	const longest, most = 4000, 100 // bytes of one, elements
	var out []int32
	for i := int32(0); int(i) < len(p.Items) && len(out) < most; i++ {
		it := &p.Items[i]
		if it.Empty() || it.Segment() || it.To-it.From > longest || !p.IsNamed(it.Node, "ffiliation", "nstitution") {
			continue
		}
		out = append(out, i)
		i = it.End - 1
	}
	return out
}

// LabelledAffiliations returns the lines of what was read that begin with "Affiliation:".
func LabelledAffiliations(p *layout.Page) []int32 {
	const longest, most = 4000, 100 // bytes of one, lines
	const enough = len("author affiliation(s): ") + 1
	var out []int32
	p.LayLines()
	for k := range p.Lines {
		l := &p.Lines[k]
		if len(out) < most && l.Size <= longest && p.Initial(l.Top) == 'a' && people.AffiliationLabel.MatchString(p.Beginning(l.Top, enough)) {
			out = append(out, l.Top)
		}
	}
	return out
}
