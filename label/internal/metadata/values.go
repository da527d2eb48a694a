package metadata

import (
	"slices"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/label/internal/stretches"
	"github.com/lokman-crawler/lokman/label/internal/tokens"
	"github.com/lokman-crawler/lokman/label/internal/zones"
)

// Of returns the values in a page's own metadata: its citation_*,
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
func Of(root *html.Node) (zones.Values, error) {
	p, err := stretches.New(root)
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
