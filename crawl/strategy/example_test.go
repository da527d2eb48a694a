package strategy_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
	"github.com/lokman-crawler/lokman/frontier"
)

// Anchors is a custom strategy: the value of a link is the score of its text,
// less a tenth for each directory of its path.
type Anchors struct {
	Scorer classify.Scorer
}

func (a Anchors) Value(p *crawl.Page) crawl.Valuation {
	doc := p.Document()
	score := a.Scorer.Score(doc.Text)
	v := crawl.Valuation{
		Score:       score,
		Explanation: crawl.Explanation{{Of: "page", Factor: 1, Score: score}},
	}
	for _, l := range doc.Links {
		if l.URL == "" {
			continue // no web page
		}
		value := crawl.Explanation{
			{Of: "link", Factor: 1, Score: a.Scorer.Score(l.Text)},
			{Of: "directories", Factor: -0.1, Score: float64(strings.Count(l.URL, "/") - 3)},
		}
		v.Links = append(v.Links, frontier.Entry{URL: l.URL, Value: value.Value(), Reason: value})
	}
	return v
}

// A new strategy is one method: Anchors, in this file, has 20 lines.
func Example() {
	web, err := webs.New([]webs.Document{
		{URL: "http://a.example/", Type: "text/html", Body: []byte(
			`<a href="/old/2004/flu">flu</a> <a href="/soup">soup</a> <a href="/flu">the flu</a>`)},
		{URL: "http://a.example/flu", Type: "text/html", Body: []byte(`Flu!`)},
		{URL: "http://a.example/old/2004/flu", Type: "text/html", Body: []byte(`The flu of 2004.`)},
		{URL: "http://a.example/soup", Type: "text/html", Body: []byte(`Soup.`)},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	c := crawl.Crawler{
		Strategy:  Anchors{Scorer: classify.NewCosine("flu")},
		Transport: web, // leave it out to crawl the network
		Delay:     crawl.None,
		Workers:   1,
	}
	for page, err := range c.Crawl(context.Background(), "http://a.example/") {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s: %v\n", page.URL, page.Explanation)
	}
	// Output:
	// http://a.example/: page 0.816497
	// http://a.example/old/2004/flu: page 0.5
	// http://a.example/flu: page 1
	// http://a.example/soup: page 0
}
