package strategy

import (
	"net/url"
	"strconv"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
)

// Lokman is the ontology-driven best-first crawler of thesis 3.4.3.7, as
// published:
//
//	page value = 0.1 x father's value + 0.9 x score(page)
//	link value = 0.1 x page value     + 0.9 x score(link)
//
// A page's father is the page it was found on; a seed's father is worth 0. A
// link is scored by its href, percent-decoded, and its visible text. The links
// of a page that scores 0 are dropped, so a crawl of a narrow topic runs dry.
type Lokman struct {
	// Scorer is required. It scores pages and links: an *ontology.Scorer, whose Scoring holds
	// what the thesis leaves open about weights and normalisation.
	Scorer classify.Scorer

	// Reevaluation says what a second link to a queued URL does. The thesis
	// tried both and chose GetGreater, the zero value (4.1).
	Reevaluation frontier.Reevaluation

	// Capacity is how many URLs the frontier holds; 0 means the thesis's
	// MAX_URL, 10,000 (3.2.1), crawl.NoLimit for no bound.
	Capacity int

	// InheritLinkValue has a page inherit the value its own link had in the
	// frontier, as thesis 4.1 tells it, in place of its father's value.
	InheritLinkValue bool
}

// The shares of what is inherited and of what is the page's or link's own.
const (
	inherited = 0.1
	own       = 0.9
)

// FrontierOptions tells the crawler how this strategy's frontier works.
func (s Lokman) FrontierOptions() frontier.Options {
	o := frontier.Options{Reevaluation: s.Reevaluation, Capacity: s.Capacity}
	switch s.Capacity {
	case 0:
		o.Capacity = 10_000
	case crawl.NoLimit:
		o.Capacity = 0
	}
	return o
}

// Valid reports a missing scorer.
func (s Lokman) Valid() error { return needScorer("Lokman", s.Scorer) }

// Value implements [crawl.Strategy].
func (s Lokman) Value(p *crawl.Page) crawl.Valuation {
	doc := p.Document()
	score := s.Scorer.Score(doc.Text)
	v := crawl.Valuation{
		Score: score,
		Explanation: crawl.Explanation{
			{Of: "father", Factor: inherited, Score: s.father(p)},
			part("page", own, score, s.Scorer, doc.Text),
		},
	}
	if score == 0 {
		return v
	}
	pageValue := v.Explanation.Value()
	note := strconv.FormatFloat(pageValue, 'g', -1, 64)
	for _, l := range doc.Links {
		if l.URL == "" {
			continue
		}
		text := linkText(l)
		value := crawl.Explanation{
			{Of: "page", Factor: inherited, Score: pageValue},
			{Of: "link", Factor: own, Score: s.Scorer.Score(text)},
		}
		v.Links = append(v.Links, frontier.Entry{
			URL: l.URL, Value: value.Value(), Note: note, Reason: reason{value, s.Scorer, text},
		})
	}
	return v
}

// father returns what a page inherits: the value of the page it was found on,
// which that page has noted on the link. A seed has no note and inherits 0.
func (s Lokman) father(p *crawl.Page) float64 {
	if s.InheritLinkValue && p.Note != "" {
		return p.LinkValue
	}
	value, _ := strconv.ParseFloat(p.Note, 64)
	return value
}

// linkText is what a link is scored by. No phrase goes across the blank line.
func linkText(l classify.Link) string {
	href, err := url.PathUnescape(l.Href)
	if err != nil {
		href = l.Href
	}
	return href + "\n\n" + l.Text
}
