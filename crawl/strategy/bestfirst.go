package strategy

import (
	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
)

// BestFirst values each link of a page by the score of the page's text, so
// that all links of a page tie and the first found comes first (thesis 2.4.1;
// Cho, Garcia-Molina and Page 1998; Menczer, Pant and Srinivasan 2004). With
// classify.NewCosine of the topic's name it is the standard crawler that the
// thesis compares with; [Background] has scorers by tf-idf and BM25.
type BestFirst struct {
	Scorer classify.Scorer // required

	// Anchor is the weight of a link's own text against the page's, 0 to 1: a
	// link is worth (1-Anchor) x score(page) + Anchor x score(link). 0, as
	// published, uses the page alone; 1 the link alone.
	Anchor float64

	// Capacity is the most URLs that are queued. 0 means the default, no limit, as
	// does crawl.NoLimit. The study of 2004 had 256.
	Capacity int
}

// FrontierOptions implements [crawl.FrontierConfigurer].
func (b BestFirst) FrontierOptions() frontier.Options {
	return frontier.Options{Capacity: capacity(b.Capacity, crawl.NoLimit)}
}

// Valid reports a missing scorer.
func (b BestFirst) Valid() error { return needScorer("BestFirst", b.Scorer) }

// Value implements [crawl.Strategy].
func (b BestFirst) Value(p *crawl.Page) crawl.Valuation {
	v := byPage(b.Scorer, p)
	if b.Anchor == 0 {
		return v
	}
	i := 0
	for l := range followed(p.Document()) {
		value := crawl.Explanation{
			{Of: "page", Factor: 1 - b.Anchor, Score: v.Score},
			{Of: "link", Factor: b.Anchor, Score: b.Scorer.Score(l.Text)},
		}
		v.Links[i].Value, v.Links[i].Reason = value.Value(), value
		i++
	}
	return v
}

// byPage gives every link of a page the page's score.
func byPage(s classify.Scorer, p *crawl.Page) crawl.Valuation {
	doc := p.Document()
	score := classify.ScoreDocument(s, doc)
	v := crawl.Valuation{
		Score:       score,
		Explanation: crawl.Explanation{part("page", 1, score, s, doc.Text)},
	}
	for l := range followed(doc) {
		v.Links = append(v.Links, frontier.Entry{URL: l.URL, Value: score, Reason: v.Explanation})
	}
	return v
}

// BestNFirst is [BestFirst] that takes the N best URLs at a time and considers
// their links only when all are fetched, so that a single page does not determine
// its direction (Pant, Srinivasan and Menczer 2002). With N = 256 it was the
// strongest crawler of the 2004 study that does not learn. A BestFirst with W
// workers is much like a BestNFirst with N = W.
type BestNFirst struct {
	Scorer classify.Scorer // required
	N      int             // 0 means 256; 1 is BestFirst
}

// FrontierOptions implements [crawl.FrontierConfigurer].
func (b BestNFirst) FrontierOptions() frontier.Options {
	return frontier.Options{Order: frontier.BestNFirst, BatchSize: b.N}
}

// Valid reports a missing scorer.
func (b BestNFirst) Valid() error { return needScorer("BestNFirst", b.Scorer) }

// Value implements [crawl.Strategy].
func (b BestNFirst) Value(p *crawl.Page) crawl.Valuation { return byPage(b.Scorer, p) }
