package classic

import (
	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/strategy/internal/scored"
	"github.com/lokman-crawler/lokman/frontier"
)

// OPIC takes the URL that holds the most cash (Abiteboul, Preda and Cobena 2003). Each
// seed begins with 1; a page gives its cash in equal parts to the pages it links to,
// itself excepted. As every page is fetched once, cash for a fetched page is lost, as
// if given to the virtual page of the paper, which gives the same to all and so does
// not change the order (Baeza-Yates, Castillo, Marin and Rodriguez 2005 order a crawl
// in this way). The frontier adds up the cash, and there is no other state: a page
// costs its links.
type OPIC struct {
	// Scorer, if set, focuses the crawl: a page gives on only cash x score,
	// with scores 0 to 1.
	Scorer classify.Scorer
}

// FrontierOptions asks for a frontier that adds up values.
func (OPIC) FrontierOptions() frontier.Options {
	return frontier.Options{Reevaluation: frontier.IncrementValues}
}

// Value implements [crawl.Strategy].
func (o OPIC) Value(p *crawl.Page) crawl.Valuation {
	cash := p.LinkValue
	if cash >= frontier.SeedValue {
		cash = 1 // what was added to a seed is lost in its value's rounding
	}
	v := crawl.Valuation{Explanation: crawl.Explanation{{Of: "cash", Factor: 1, Score: cash}}}
	given := cash
	if o.Scorer != nil {
		scorer, err := scored.Ask(p.Context(), o.Scorer, p.Scan(), nil)
		if err != nil {
			return crawl.Valuation{Err: err}
		}
		v.Score = classify.ScoreDocument(scorer, p.Scan())
		given *= v.Score
	}
	seen := map[string]bool{p.URL: true}
	var urls []string
	for url := range p.LinkURLs() {
		if !seen[url] {
			seen[url] = true
			urls = append(urls, url)
		}
	}
	for _, url := range urls {
		share := crawl.Explanation{{Of: "cash", Factor: 1 / float64(len(urls)), Score: given}}
		v.Links = append(v.Links, frontier.Entry{URL: url, Value: share.Value(), Reason: share})
	}
	return v
}
