package strategy

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/strategy/internal/scored"
	"github.com/lokman-crawler/lokman/frontier"
)

// Lokman is the ontology-driven best-first crawler of thesis 3.4.3.7. Without
// options it is as published there:
//
//	page value = 0.1 x parent's value + 0.9 x score(page)
//	link value = 0.1 x page value     + 0.9 x score(link)
//
// A page's parent is the page it was found on; a seed's parent is worth 0. A
// link is scored by its href, percent-decoded, and its visible text. The links
// of a page that scores 0 are dropped, so a crawl of a narrow topic soon has no URL left.
//
// The options are what the thesis tried, says elsewhere or left to others. Its
// requirements (3.3, 13 and 14) are
//
//	Lokman{Scorer: pages, LinkScorer: links, Inherited: crawl.None, Greater: true, KeepLinks: true}
//
// with the weights 15, 12, 5 and 3, and ontology.Scoring.TFIDF for links.
type Lokman struct {
	// Scorer is required. It scores pages and links: an *ontology.Scorer,
	// whose Scoring has the choices that the thesis leaves open.
	Scorer classify.Scorer

	// LinkScorer scores links, if they are to be scored by other weights than
	// pages (5.2) or by other values (14.c.ii). nil means the Scorer.
	LinkScorer classify.Scorer

	// Inherited is the share of what a page has from its parent and a link from its
	// page, 0 to 1; the rest is their own. 0 means the published 0.1, to which the
	// thesis came from 0.4 by steps of 0.05 (3.4.3.7). crawl.None means no share.
	Inherited float64

	// Greater values a link by the greater of its page's value and its own score
	// (14.c.v) and not by shares of both.
	Greater bool

	// KeepLinks keeps the links of pages that score 0.
	KeepLinks bool

	// Reevaluation says what a second link to a queued URL does. The thesis
	// tried both and chose GetGreater, the zero value (4.1).
	Reevaluation frontier.Reevaluation

	// Capacity is the most URLs that are queued. 0 means the default, 10,000, which
	// is the thesis's MAX_URL (3.2.1); crawl.NoLimit means no limit.
	Capacity int

	// InheritLinkValue makes a page inherit the value that its own link had in the
	// frontier, as in thesis 4.1, instead of its parent's value.
	InheritLinkValue bool

	// InheritScore makes a page inherit its parent's score instead of its value. Links are
	// then worth what the third formula of 3.4.3.7 says, which leaves out what was before:
	// 0.01 x score(grandparent) + 0.09 x score(parent) + 0.9 x score(link).
	InheritScore bool
}

// maxURL is the thesis's MAX_URL.
const maxURL = 10_000

// inheritedShare is the published share of what is inherited.
const inheritedShare = 0.1

// FrontierOptions returns the options that the strategy needs: see [crawl.Strategy].
func (s Lokman) FrontierOptions() frontier.Options {
	return frontier.Options{Reevaluation: s.Reevaluation, Capacity: scored.Capacity(s.Capacity, maxURL)}
}

// Valid reports a missing scorer, a share that is none, or two things to inherit.
func (s Lokman) Valid() error {
	if s.InheritLinkValue && s.InheritScore {
		return errors.New("strategy: Lokman has InheritLinkValue and InheritScore: set one")
	}
	if s.Inherited != crawl.None && !(s.Inherited >= 0 && s.Inherited <= 1) {
		return fmt.Errorf("strategy: Lokman.Inherited is %v: want 0 to 1, or None", s.Inherited)
	}
	return scored.Need("Lokman", s.Scorer)
}

// inherited returns the share of what is inherited.
func (s Lokman) inherited() float64 {
	switch s.Inherited {
	case 0:
		return inheritedShare
	case crawl.None:
		return 0
	}
	return s.Inherited
}

// Value implements [crawl.Strategy].
func (s Lokman) Value(p *crawl.Page) crawl.Valuation {
	doc := p.Scan()
	if err := s.ask(p, doc); err != nil {
		return crawl.Valuation{Err: err}
	}
	score := classify.ScoreDocument(s.Scorer, doc)
	share := s.inherited()
	v := crawl.Valuation{
		Score: score,
		Explanation: crawl.Explanation{
			{Of: "parent", Factor: share, Score: s.parent(p)},
			scored.Part("page", 1-share, score, s.Scorer, doc.Text),
		},
	}
	if score == 0 && !s.KeepLinks {
		return v
	}
	pageValue := v.Explanation.Value()
	note := formatValue(pageValue)
	if s.InheritScore {
		note = formatValue(score)
	}
	for l := range scored.All(doc) {
		value, why := s.linkValue(l, share, pageValue)
		v.Links = append(v.Links, frontier.Entry{URL: l.URL, Value: value.Value(), Note: note, Reason: why})
	}
	return v
}

// ask puts what the scorers say of a page and its links in place of those that answer about
// many texts at once.
func (s *Lokman) ask(p *crawl.Page, doc classify.Document) (err error) {
	texts := scored.Texts(scored.All(doc), scored.LinkText)
	if s.LinkScorer == nil {
		s.Scorer, err = scored.Ask(p.Context(), s.Scorer, doc, texts)
		return err
	}
	if s.Scorer, err = scored.Ask(p.Context(), s.Scorer, doc, nil); err != nil {
		return err
	}
	if links := scored.NewAnswers(s.LinkScorer); links != nil {
		s.LinkScorer = links
		return links.Ask(p.Context(), nil, texts)
	}
	return nil
}

// linkValue returns the value of a link, and its reason.
func (s Lokman) linkValue(l classify.Link, share, pageValue float64) (crawl.Explanation, fmt.Stringer) {
	scorer, text := s.LinkScorer, scored.LinkText(l)
	if scorer == nil {
		scorer = s.Scorer
	}
	page := crawl.Part{Of: "page", Factor: share, Score: pageValue}
	link := crawl.Part{Of: "link", Factor: 1 - share, Score: scorer.Score(text)}
	value := crawl.Explanation{page, link}
	if s.Greater {
		page.Factor, link.Factor = 1, 1
		if value = (crawl.Explanation{link}); pageValue > link.Score {
			value = crawl.Explanation{page}
			return value, value
		}
	}
	return value, reason{value, scored.Asked(scorer), text}
}

// parent returns what a page inherits: the value or score of the page it was found
// on, which is in the link's note. A seed has no note and inherits 0.
func (s Lokman) parent(p *crawl.Page) float64 {
	if s.InheritLinkValue && p.Note != "" {
		return p.LinkValue
	}
	value, _ := strconv.ParseFloat(p.Note, 64)
	return value
}

// formatValue writes a page's value for the notes of its links.
func formatValue(value float64) string { return strconv.FormatFloat(value, 'g', -1, 64) }

// reason explains a link's value when it is printed: the last part is the link's
// own, with what the scorer finds in its text as evidence.
type reason struct {
	value  crawl.Explanation
	scorer classify.Scorer
	text   string
}

func (r reason) String() string {
	parts := slices.Clone(r.value)
	last := &parts[len(parts)-1]
	*last = scored.Part(last.Of, last.Factor, last.Score, r.scorer, r.text)
	return parts.String()
}
