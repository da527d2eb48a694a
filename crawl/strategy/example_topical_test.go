package strategy_test

import (
	"context"
	"fmt"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
	"github.com/lokman-crawler/lokman/crawl/strategy"
	"github.com/lokman-crawler/lokman/ontology"
)

// clinic is a web whose start page does not name the topic.
func clinic() *webs.Web {
	web, err := webs.New([]webs.Document{
		{URL: "http://clinic.example/", Type: "text/html", Body: []byte(`<a href="/canteen">Canteen</a> <a href="/infections">Infections</a>`)},
		{URL: "http://clinic.example/canteen", Type: "text/html", Body: []byte(`Soup. <a href="/soup">Soups</a>`)},
		{URL: "http://clinic.example/infections", Type: "text/html", Body: []byte(`Infections: <a href="/swine-flu">swine flu</a>`)},
		{URL: "http://clinic.example/soup", Type: "text/html", Body: []byte(`Soup.`)},
		{URL: "http://clinic.example/swine-flu", Type: "text/html", Body: []byte(`Swine flu is an influenza.`)},
	})
	if err != nil {
		panic(err)
	}
	return web
}

var influenza = ontology.Topic{Name: "influenza", Terms: []ontology.Term{
	{Text: "influenza", Relation: ontology.Exact},
	{Text: "flu", Relation: ontology.Synonym},
}}

// Adaptive learns which links lead to the topic. What it has learned can begin
// the next crawl.
func ExampleAdaptive() {
	var learned *strategy.AdaptiveModel
	for n := range 2 {
		s := &strategy.Adaptive{ // a new one for each crawl
			Scorer: ontology.NewScorer(influenza),
			Query:  "influenza",
			Model:  learned,
		}
		c := crawl.Crawler{Strategy: s, Transport: clinic(), Delay: crawl.None, Workers: 1}
		pages := 0
		for page, err := range c.Crawl(context.Background(), "http://clinic.example/") {
			if err != nil {
				fmt.Println(err)
				return
			}
			if pages++; page.Score > 0 {
				fmt.Println("crawl", n+1, "page", pages, page.URL)
			}
		}
		learned = s.Learned() // WriteTo and ReadFrom keep it in a file
	}
	// Output:
	// crawl 1 page 3 http://clinic.example/infections
	// crawl 1 page 4 http://clinic.example/swine-flu
	// crawl 2 page 2 http://clinic.example/infections
	// crawl 2 page 3 http://clinic.example/swine-flu
}

// Values of LokmanNormalized are 0 to 1 and follow from the ontology alone. Links of
// a page that says nothing of the topic are kept.
func ExampleLokmanNormalized() {
	c := crawl.Crawler{
		Strategy:  &strategy.LokmanNormalized{Scorer: ontology.NewScorer(influenza)},
		Transport: clinic(), Delay: crawl.None, Workers: 1, // leave them out to crawl the network
	}
	for page, err := range c.Crawl(context.Background(), "http://clinic.example/") {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%.2f %s\n", page.Value, page.URL)
	}
	// Output:
	// 0.00 http://clinic.example/
	// 0.00 http://clinic.example/canteen
	// 0.40 http://clinic.example/infections
	// 0.62 http://clinic.example/swine-flu
	// 0.00 http://clinic.example/soup
}

// BestFirst takes any scorer: here one that compares words with those of a query.
func ExampleBestFirst() {
	c := crawl.Crawler{
		Strategy:  strategy.BestFirst{Scorer: classify.NewCosine("swine flu infections"), Anchor: 0.5},
		Transport: clinic(), Delay: crawl.None, Workers: 1,
		Limits: crawl.Limits{Pages: 3},
	}
	for page, err := range c.Crawl(context.Background(), "http://clinic.example/") {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%.2f %s\n", page.Value, page.URL)
	}
	// Output:
	// 0.41 http://clinic.example/
	// 1.00 http://clinic.example/infections
	// 0.52 http://clinic.example/swine-flu
}
