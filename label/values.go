package label

import (
	"cmp"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/label/internal/abstracts"
	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/stretches"
	"github.com/lokman-crawler/lokman/label/internal/words"
	"github.com/lokman-crawler/lokman/label/internal/zones"
)

// MetaValues returns the values in a page's own metadata: its citation_*,
// bepress_*, eprints.*, prism.*, dcterms.* and dc.* metas, then its JSON-LD: of each
// zone the first that the page bears out, or else, for pages that have such
// metadata, what microdata, Open Graph and <title> say. Metas that name the site or
// the volume in place of the article are left. Names are turned to have the surname
// last. What the metadata lack or shorten is taken from the page:
//   - A title that the page has only without the site's name behind it is without.
//   - One author whom the page lists beside others is one of these, if they stand alone in a line soon
//     behind the title, or else none.
//   - Missing authors are in the elements behind the title with "author" in a class,
//     id or property, or else in the first line of two names or more: guesses.
//   - An abstract is the text under the heading "Abstract", or else the first element
//     with "abstract" in a class, id or property, or else the text that begins as what
//     the metadata have of it, og:description or description does.
//   - Affiliations are as the page has them, with departments and cities.
//   - Missing affiliations are in the elements with "affiliation" or "institution" in a
//     class, id or property, or else in the lines that begin with "Affiliation:", or else
//     what names an institution in the lines of the authors and right behind each: where
//     the authors are first named, or where they are last if more are there.
//
// With these values a template is learnt without any labels by hand.
func MetaValues(root *html.Node) (zones.Values, error) {
	p, err := stretches.New(root)
	if err != nil {
		return zones.Values{}, err
	}
	steps, t := readMetadata(p.Page, zones.All[:]), tokenize(p)
	t.LayLines()
	v := t.metadataValues(steps)
	if len(v.Authors) == 1 {
		if all, listed := t.listedWith(v.Authors[0], v.Title); listed {
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
func completeAbstract(v *zones.Values, p *tokenizedPage, teaser string) {
	h := abstracts.Find(p.CutPage.Page)
	r, ok := h.Region, h.OK
	if !ok {
		r, ok = abstracts.Named(p.CutPage.Page)
	}
	if !ok {
		r, ok = p.begunBy(cmp.Or(v.Abstract, teaser))
	}
	if !ok {
		return
	}
	headed := readRegion(p.CutPage.Page, zones.Abstract, r).Text
	const known = 6 // words that show two texts to be the same
	start := words.Of(v.Abstract)
	if len(start) > known {
		start = start[:known]
	}
	if v.Abstract != "" && !strings.Contains(words.Normal(headed), strings.Join(start, " ")) {
		v.Guessed = append(v.Guessed, zones.Abstract) // the page has two, perhaps in two languages
	}
	if v.Abstract == "" || !p.holdsWhole(r, v.Abstract) {
		v.Abstract = headed
	}
}

// holdsWhole reports whether an abstract ends in a region where one of its lines does, and no part of
// a structured abstract is behind: what goes on there is another text, such as a translation.
func (p *tokenizedPage) holdsWhole(r layout.Region, abstract string) bool {
	in := p.IntervalOf(r)
	for _, v := range p.find(words.Of(abstract)) {
		k := p.LineAt(v.To - 1)
		if v.From < in.From || v.To > in.To || len(p.inside(layout.Interval{From: v.To, To: p.Items[p.Lines[k].Top].To})) > 0 {
			continue
		}
		for k++; k < len(p.Lines) && p.Items[p.Lines[k].Top].From < in.To; k++ {
			if part, _ := abstracts.PartAt(p.CutPage.Page, k); part > 0 {
				return false
			}
		}
		return true
	}
	return false
}

// readRegion reads a run of items without a pattern.
func readRegion(p *layout.Page, l zones.Label, r layout.Region) zones.Content {
	m := patternless()
	return m.read(p, l, p.ItemsOf(r))
}
