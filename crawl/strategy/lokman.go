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
// of a page that scores 0 are dropped, so a crawl of a narrow topic soon has no URL left.
type Lokman struct {
	// Scorer is required. It scores pages and links: an *ontology.Scorer,
	// whose Scoring has the choices that the thesis leaves open.
	Scorer classify.Scorer

	// Reevaluation says what a second link to a queued URL does. The thesis
	// tried both and chose GetGreater, the zero value (4.1).
	Reevaluation frontier.Reevaluation

	// Capacity is the most URLs that are queued. 0 means the default, 10,000, which
	// is the thesis's MAX_URL (3.2.1); crawl.NoLimit means no limit.
	Capacity int

	// InheritLinkValue makes a page inherit the value that its own link had in the
	// frontier, as in thesis 4.1, instead of its father's value.
	InheritLinkValue bool
}

// maxURL is the thesis's MAX_URL.
const maxURL = 10_000

// The shares of what is inherited and of the page's or link's own score.
const (
	inheritedShare = 0.1
	ownShare       = 0.9
)

// FrontierOptions implements [crawl.FrontierConfigurer].
func (s Lokman) FrontierOptions() frontier.Options {
	return frontier.Options{Reevaluation: s.Reevaluation, Capacity: capacity(s.Capacity, maxURL)}
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
			{Of: "father", Factor: inheritedShare, Score: s.father(p)},
			part("page", ownShare, score, s.Scorer, doc.Text),
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
			{Of: "page", Factor: inheritedShare, Score: pageValue},
			{Of: "link", Factor: ownShare, Score: s.Scorer.Score(text)},
		}
		v.Links = append(v.Links, frontier.Entry{
			URL: l.URL, Value: value.Value(), Note: note, Reason: reason{value, s.Scorer, text},
		})
	}
	return v
}

// father returns what a page inherits: the value of the page it was found on,
// which is in the link's note. A seed has no note and inherits 0.
func (s Lokman) father(p *crawl.Page) float64 {
	if s.InheritLinkValue && p.Note != "" {
		return p.LinkValue
	}
	value, _ := strconv.ParseFloat(p.Note, 64)
	return value
}

// linkText is the text that a link is scored by. The blank line keeps phrases
// from matching across its parts.
func linkText(l classify.Link) string {
	href, err := url.PathUnescape(l.Href)
	if err != nil {
		href = l.Href
	}
	return href + "\n\n" + l.Text
}
