package label

import (
	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/internal/each"
	"github.com/lokman-crawler/lokman/internal/page"
	"github.com/lokman-crawler/lokman/label/internal/learning"
	"github.com/lokman-crawler/lokman/label/internal/metadata"
	"github.com/lokman-crawler/lokman/label/internal/unlabelled"
	"github.com/lokman-crawler/lokman/label/internal/zones"
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

// An Example is a page with the values of its zones.
type Example struct {
	Root   *html.Node // the parsed page
	Values Values     // its zones
}

// ErrNothingLearnt says that no value was found on any page.
var ErrNothingLearnt = learning.ErrNothingLearnt

// Learn makes a model of a journal from one page or more. Each value is looked
// for in the visible text; the element that holds it and nothing else becomes a
// pattern, and patterns of several pages become what they have in common. Voters
// are made of the lines that hold the values, each by one property of the page, and
// weighted by how well those of one page read the others. The values come from a
// person, or from the pages themselves by [MetaValues]. Values that aren't on their
// page are left out and are in Model.NotFound; with none at all the error names them
// and wraps [ErrNothingLearnt].
func Learn(examples []Example) (*Model, error) {
	m := &Model{}
	missing, err := learning.Learn(&m.engine, each.Of(examples, func(e Example) learning.Example {
		return learning.Example{Page: page.Of(e.Root), Values: e.Values.inner()}
	}))
	return m.learnt(missing, err)
}

// learnt returns a model that was learnt, with the values that were not found.
func (m *Model) learnt(missing []learning.Missing, err error) (*Model, error) {
	if err != nil {
		return nil, err
	}
	m.NotFound = each.Of(missing, func(v learning.Missing) Missing { return Missing{v.Example, Label(v.Label), v.Value} })
	return m, nil
}

// LearnUnlabelled makes a model of a journal from pages that nobody has labelled:
// five or more, better ten. What is the same on the pages is the journal's, what
// differs is the article's. Among the latter, headings are titles; lines that begin with
// names, whose words the pages do not have in small letters, are authors; lines near these
// that name institutions are affiliations; and texts under a heading such as "Abstract", or
// the first long ones behind the title, are abstracts. It learns from these guesses as
// from values of a person; a guess that other pages do not confirm loses its votes. Confidences are lower than those of labelled pages.
// With nothing found the error wraps [ErrNothingLearnt].
func LearnUnlabelled(pages []*html.Node) (*Model, error) {
	m := &Model{}
	missing, err := unlabelled.Learn(&m.engine, each.Of(pages, page.Of))
	return m.learnt(missing, err)
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
//   - Missing authors are in the metas author and article:author, or else in the elements behind the title with
//     "author" in a class, id or property or with rel=author, or else in the first line of two names or more or behind a
//     label: guesses.
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
	v, err := metadata.Of(page.Of(root))
	return Values{v.Title, v.Authors, v.Affiliations, v.Abstract, each.Of(v.Guessed, func(l zones.Label) Label { return Label(l) })}, err
}

func (v Values) inner() zones.Values {
	return zones.Values{
		Title: v.Title, Authors: v.Authors, Affiliations: v.Affiliations, Abstract: v.Abstract,
		Guessed: each.Of(v.Guessed, func(l Label) zones.Label { return zones.Label(l) }),
	}
}
