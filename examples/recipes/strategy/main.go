// Strategy compares a strategy of one's own with others, on a generated web.
package main

import (
	"context"
	"log"
	"os"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment"
	"github.com/lokman-crawler/lokman/crawl/experiment/synthetic"
	"github.com/lokman-crawler/lokman/crawl/strategy"
	"github.com/lokman-crawler/lokman/frontier"
)

// Anchors values a link by its words alone.
type Anchors struct {
	Scorer classify.Scorer
}

func (a Anchors) Value(p *crawl.Page) crawl.Valuation {
	doc := p.Scan()
	score := a.Scorer.Score(doc.Text)
	v := crawl.Valuation{Score: score, Explanation: crawl.Explanation{{Of: "page", Factor: 1, Score: score}}}
	for _, l := range doc.Links {
		if l.URL != "" {
			v.Links = append(v.Links, frontier.Entry{URL: l.URL, Value: a.Scorer.Score(l.Text)})
		}
	}
	return v
}

func main() {
	generated, err := synthetic.Generator{Pages: 1000, Seed: 1}.Generate()
	if err != nil {
		log.Fatal(err)
	}
	e := experiment.Experiment{
		Web: generated.Web, Topics: generated.Topics, Pages: 100, Seed: 1,
		Entrants: []experiment.Entrant{
			{Name: "anchors", New: func(t experiment.Task) (crawl.Strategy, error) {
				return Anchors{classify.NewCosine(t.Topic)}, nil
			}},
			{Name: "bestfirst", New: func(t experiment.Task) (crawl.Strategy, error) {
				return strategy.BestFirst{Scorer: classify.NewCosine(t.Topic)}, nil
			}},
		},
	}
	results, err := e.Run(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	if err := results.WriteTable(os.Stdout); err != nil {
		log.Fatal(err)
	}
}
