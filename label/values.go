package label

import (
	"cmp"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/words"
)

// Values are the zones of one page as given by the user: examples to learn
// from. An empty field is not known, and no zone is learnt for it.
type Values struct {
	Title        string   // of the article
	Authors      []string // one name each, in order
	Affiliations []string // one each, in order
	Abstract     string   // without its heading

	// Guessed are the zones whose values are guesses, as those of MetaValues that only the page's
	// layout gives: they are learnt only where no example has firm ones, and then are never sure.
	Guessed []Label
}

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
func MetaValues(root *html.Node) (Values, error) {
	p, err := newCutPage(root)
	if err != nil {
		return Values{}, err
	}
	steps, t := readMetadata(p.Page, Labels()), p.tokenize()
	t.LayLines()
	v := t.metadataValues(steps)
	if len(v.Authors) == 1 {
		if all, listed := t.listedWith(v.Authors[0], v.Title); listed {
			v.Authors = all
		}
	}
	v.completeAbstract(t, teaserOf(steps))
	known := len(v.Affiliations)
	v.completeAffiliations(t)
	if known == 0 && len(v.Affiliations) > 0 && slices.Contains(v.Guessed, Authors) {
		v.Guessed = append(v.Guessed, Affiliations)
	}
	return v, nil
}

// forget drops the value of a label.
func (v *Values) forget(l Label) {
	switch l {
	case Title:
		v.Title = ""
	case Authors:
		v.Authors = nil
	case Affiliations:
		v.Affiliations = nil
	case Abstract:
		v.Abstract = ""
	}
}

func (v *Values) fill(w Values) {
	if v.Title == "" {
		v.Title = w.Title
	}
	if len(v.Authors) == 0 {
		v.Authors = w.Authors
	}
	if len(v.Affiliations) == 0 {
		v.Affiliations = w.Affiliations
	}
	if v.Abstract == "" {
		v.Abstract = w.Abstract
	}
}

// completeAbstract takes the abstract from under its heading, or from the element that is
// named so, or where what is known of it begins, or else the description that sites put in
// Open Graph, unless the one that is known stands there whole.
func (v *Values) completeAbstract(p *tokenizedPage, teaser string) {
	h := findHeaded(p.cutPage.Page)
	r, ok := h.Region, h.found
	if !ok {
		r, ok = namedAbstract(p.cutPage.Page)
	}
	if !ok {
		r, ok = p.begunBy(cmp.Or(v.Abstract, teaser))
	}
	if !ok {
		return
	}
	headed := readRegion(p.cutPage.Page, Abstract, r).text
	const known = 6 // words that show two texts to be the same
	start := words.Of(v.Abstract)
	if len(start) > known {
		start = start[:known]
	}
	if v.Abstract != "" && !strings.Contains(words.Normal(headed), strings.Join(start, " ")) {
		v.Guessed = append(v.Guessed, Abstract) // the page has two, perhaps in two languages
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
			if part, _ := partHead(p.cutPage.Page, k); part > 0 {
				return false
			}
		}
		return true
	}
	return false
}

// readRegion reads a run of items without a pattern.
func readRegion(p *layout.Page, l Label, r layout.Region) content {
	m := patternless()
	return m.read(p, l, p.ItemsOf(r))
}

// of returns the value of a label as a list.
func (v *Values) of(l Label) []string {
	switch l {
	case Title:
		return oneOrNone(v.Title)
	case Authors:
		return v.Authors
	case Affiliations:
		return v.Affiliations
	case Abstract:
		return oneOrNone(v.Abstract)
	}
	return nil
}

func oneOrNone(s string) []string {
	if strings.TrimSpace(s) == "" {
		return nil
	}
	return []string{s}
}

// agreement returns how far a zone's content agrees with the value, 0 to 1.
func (v *Values) agreement(l Label, c content) float64 {
	switch l {
	case Authors:
		return namesF1(c.items, v.Authors)
	case Affiliations:
		return words.Overlap(words.Of(strings.Join(c.items, " ")), words.Of(strings.Join(distinct(v.Affiliations), " ")))
	}
	return words.Overlap(words.Of(c.text), words.Of(strings.Join(v.of(l), " ")))
}

// distinct returns the elements of a list, each once.
func distinct[T comparable](list []T) []T {
	var out []T
	seen := make(map[T]bool, len(list))
	for _, s := range list {
		if !seen[s] {
			seen[s] = true
			out = append(out, s)
		}
	}
	return out
}
