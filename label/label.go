package label

import (
	"slices"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/internal/each"
	"github.com/lokman-crawler/lokman/label/internal/labelling"
	"github.com/lokman-crawler/lokman/label/internal/layout"
)

// A Label says what a zone of an article page holds (Le and Thoma 2003,
// section 2). The zero one says nothing.
type Label string

// The labels.
const (
	Title        Label = "title"
	Authors      Label = "authors"
	Affiliations Label = "affiliations"
	Abstract     Label = "abstract"
)

// Labels are the labels of zones in the order in which pages mostly show them.
func Labels() []Label { return []Label{Title, Authors, Affiliations, Abstract} }

// A Zone is a part of a page with one label.
type Zone struct {
	Label Label    `json:"label"`           // what it is
	Text  string   `json:"text"`            // white space collapsed
	Items []string `json:"items,omitempty"` // single authors' names or affiliations; nil for title and abstract

	// Source says where the text comes from: "template", which a model has learnt, or a step
	// of the fallback chain. In the order in which these are tried:
	//   - "meta": citation_*, bepress_*, eprints.*, prism.*, dcterms.*, dc.*
	//   - "json-ld": a ScholarlyArticle or Article
	//   - "microdata": itemprop of the first article
	//   - "open graph": og:title, og:description, author, article:author
	//   - "title": <title> without the site's name
	//   - "heading": the first <h1>; the authors behind the title; the text under "Abstract"; lines that
	//     begin with "Affiliation:"
	//   - "marks": elements with "abstract", "affiliation" or "institution" in a class, id or property
	Source string `json:"source"`

	// First and Last are the numbers of the first and the last block of visible
	// text that the zone is in, from 0 in document order. Both are -1 for a
	// zone that was read from the page's metadata, unless it is a title that stands on
	// the page, or from hidden text.
	First int `json:"first"`
	Last  int `json:"last"`

	// Nodes are the elements and texts that the zone was read from, in
	// document order; nil for one that First and Last are -1 for. JSON leaves them out.
	Nodes []*html.Node `json:"-"`

	// Confidence is from 0 to 1: the share of the voters that say the same, times how
	// well the best of them read the pages that it was not made from, less if the
	// content is unlike that of such a zone or what the page's metas say. A zone that
	// comes from no template has at most 0.5. Below [GuessBelow] a zone is a guess.
	Confidence float64 `json:"confidence"`
}

// GuessBelow is the confidence, from 0 to 1, below which a zone is a guess: on
// journals that the constants were not chosen on, less than half of such zones were
// right.
const GuessBelow = 0.5

// An Author is one name with its affiliations.
type Author struct {
	Name         string `json:"name"`                   // as the page has it
	Affiliations []int  `json:"affiliations,omitempty"` // indexes into the items of the affiliations' zone, ascending; nil if the page's marks do not say
}

// An Article is what was found on a page.
type Article struct {
	Zones   []Zone   `json:"zones"`             // one for a label at most, in the order of [Labels]
	Authors []Author `json:"authors,omitempty"` // in the page's order

	// Fit says how well the best template fits the page, from 0 to 1: the mean
	// over its zones of the confidence in their place, a missing one counting 0.
	// It is 0 without a template.
	Fit float64 `json:"fit"`

	// Changed says that the page does not follow the template: a zone that
	// every labelled page had is missing, is elsewhere, or holds something
	// that isn't of its kind. Misfits names those zones.
	Changed bool     `json:"changed"`
	Misfits []Misfit `json:"misfits,omitempty"`
}

// A Misfit is a zone in which a page doesn't follow its template.
type Misfit struct {
	Label  Label  `json:"label"`  // of the zone
	Reason string `json:"reason"` // what is unlike the template
}

// Zone returns the zone with a label and whether there is one.
func (a *Article) Zone(l Label) (Zone, bool) {
	if i := slices.IndexFunc(a.Zones, func(z Zone) bool { return z.Label == l }); i >= 0 {
		return a.Zones[i], true
	}
	return Zone{}, false
}

// Errors of reading a page, to be tested by errors.Is: a page is refused whole if it has more
// than 1024 levels of nesting, or more than 2,000,000 elements and texts.
var (
	ErrTooDeep  = layout.ErrTooDeep
	ErrTooLarge = layout.ErrTooLarge
)

// articleOf returns what was found on a page.
func articleOf(found *labelling.Article) *Article {
	return &Article{
		Zones: each.Of(found.Zones, func(z labelling.Zone) Zone {
			return Zone{Label(z.Label), z.Text, z.Items, string(z.Source), z.First, z.Last, z.Nodes, z.Confidence}
		}),
		Authors: each.Of(found.Authors, func(a labelling.Author) Author { return Author(a) }),
		Fit:     found.Fit,
		Changed: found.Changed,
		Misfits: each.Of(found.Misfits, func(m labelling.Misfit) Misfit { return Misfit{Label(m.Label), m.Reason} }),
	}
}
