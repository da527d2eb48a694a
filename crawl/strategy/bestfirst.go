package strategy

import (
	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/strategy/internal/scored"
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

// FrontierOptions returns the options that the strategy needs: see [crawl.Strategy].
func (b BestFirst) FrontierOptions() frontier.Options {
	return frontier.Options{Capacity: scored.Capacity(b.Capacity, crawl.NoLimit)}
}

// Valid reports a missing scorer.
func (b BestFirst) Valid() error { return scored.Need("BestFirst", b.Scorer) }

// Value implements [crawl.Strategy].
func (b BestFirst) Value(p *crawl.Page) crawl.Valuation {
	if b.Anchor == 0 {
		return scored.ByPage(b.Scorer, p)
	}
	doc := p.Scan()
	s, err := scored.Ask(p.Context(), b.Scorer, doc, scored.Texts(scored.Links(doc), scored.Anchor))
	if err != nil {
		return crawl.Valuation{Err: err}
	}
	v := scored.Tied(s, doc)
	i := 0
	for l := range scored.Links(doc) {
		value := crawl.Explanation{
			{Of: "page", Factor: 1 - b.Anchor, Score: v.Score},
			{Of: "link", Factor: b.Anchor, Score: s.Score(l.Text)},
		}
		v.Links[i].Value, v.Links[i].Reason = value.Value(), value
		i++
	}
	return v
}
