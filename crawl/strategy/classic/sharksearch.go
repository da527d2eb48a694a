package classic

import (
	"fmt"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/strategy/internal/scored"
	"github.com/lokman-crawler/lokman/frontier"
)

// SharkSearch is [FishSearch] with graded scores (Hersovici et al. 1998;
// thesis 2.4.4). Of a link on a page p, with sim the scorer's:
//
//	inherited = Decay x sim(p)         if that is above Threshold
//	            Decay x inherited(p)   otherwise
//	context   = 1                      if the link's text scores above Threshold
//	            sim(words around it)   otherwise
//	nearby    = Anchor x sim(link's text) + (1 - Anchor) x context
//	value     = Inherit x inherited + (1 - Inherit) x nearby
//
// The links of a page whose depth is 0 are dropped; the depth of a link is
// Depth on a page that scores above Threshold and one less than the page's
// otherwise. A URL that is found again keeps the greater value with the depth
// and the inherited score that belong to it.
//
// If all parameters are zero they are those of the paper as later studies cite them:
// Decay 0.5, Anchor 0.8, Inherit 0.5, and Depth, which it leaves to the user, 3, as in the
// study of Menczer, Pant and Srinivasan 2004. That one lets a link inherit less, with
// Inherit 0.1; the thesis's Figure 8 is its pseudo-code. If one is set, all are used as
// they are.
type SharkSearch struct {
	Scorer classify.Scorer // required; its scores are 0 to 1

	Decay     float64 // of what is inherited, a level: 0 to 1
	Anchor    float64 // weight of the link's text against its context: 0 to 1
	Inherit   float64 // weight of what is inherited against what is nearby: 0 to 1
	Depth     int     // links followed from the last page that scored
	Threshold float64 // a score that is not above it counts as 0
}

// Valid reports a missing scorer.
func (s SharkSearch) Valid() error { return scored.Need("SharkSearch", s.Scorer) }

// Value implements [crawl.Strategy].
func (s SharkSearch) Value(p *crawl.Page) crawl.Valuation {
	if s == (SharkSearch{Scorer: s.Scorer}) {
		s.Decay, s.Anchor, s.Inherit, s.Depth = 0.5, 0.8, 0.5, 3
	}
	doc := p.Scan()
	var err error
	if s.Scorer, err = scored.Ask(p.Context(), s.Scorer, doc, scored.Texts(scored.Links(doc), scored.Anchor, scored.Context)); err != nil {
		return crawl.Valuation{Err: err}
	}
	v := scored.Page(s.Scorer, doc)
	from := s.trail(p)
	if from.depth <= 0 {
		return v
	}
	on := trail{from.depth - 1, s.Decay * from.inherited}
	if v.Score > s.Threshold {
		on = trail{s.Depth, s.Decay * v.Score}
	}
	note := on.String()
	for l := range scored.Links(doc) {
		anchor, context := s.nearby(l)
		value := crawl.Explanation{
			{Of: "inherited", Factor: s.Inherit, Score: on.inherited},
			{Of: "anchor", Factor: (1 - s.Inherit) * s.Anchor, Score: anchor},
			{Of: "context", Factor: (1 - s.Inherit) * (1 - s.Anchor), Score: context},
		}
		v.Links = append(v.Links, frontier.Entry{URL: l.URL, Value: value.Value(), Note: note, Reason: value})
	}
	return v
}

// nearby returns what a link's text and its context score.
func (s SharkSearch) nearby(l classify.Link) (anchor, context float64) {
	anchor = s.Scorer.Score(l.Text)
	if anchor > s.Threshold {
		return anchor, 1
	}
	return anchor, s.Scorer.Score(l.Context)
}

// trail is what a link inherits from the pages that lead to it.
type trail struct {
	depth     int
	inherited float64
}

func (t trail) String() string { return fmt.Sprintf("%d %g", t.depth, t.inherited) }

// trail returns the trail of a page, from its link's note. A seed has the whole
// depth and inherits nothing.
func (s SharkSearch) trail(p *crawl.Page) trail {
	var t trail
	if _, err := fmt.Sscan(p.Note, &t.depth, &t.inherited); err != nil {
		return trail{depth: s.Depth}
	}
	return t
}
