package strategy

import (
	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
)

// BestFirst values each link of a page by the score of the page's text, so
// that all links of a page tie and the first found goes first (thesis 2.4.1;
// Cho, Garcia-Molina and Page 1998). With classify.NewCosine of the topic's
// name it is the standard crawler that the thesis compares with.
type BestFirst struct {
	Scorer classify.Scorer // required
}

// Valid reports a missing scorer.
func (b BestFirst) Valid() error { return needScorer("BestFirst", b.Scorer) }

// Value implements [crawl.Strategy].
func (b BestFirst) Value(p *crawl.Page) crawl.Valuation {
	doc := p.Document()
	score := b.Scorer.Score(doc.Text)
	v := crawl.Valuation{
		Score:       score,
		Explanation: crawl.Explanation{part("page", 1, score, b.Scorer, doc.Text)},
	}
	for _, l := range doc.Links {
		v.Links = append(v.Links, frontier.Entry{URL: l.URL, Value: score, Reason: v.Explanation})
	}
	return v
}
