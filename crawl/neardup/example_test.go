package neardup_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
	"github.com/lokman-crawler/lokman/crawl/neardup"
	"github.com/lokman-crawler/lokman/crawl/strategy"
)

const flu = `The flu comes in winter, when people stay inside and the air is dry. It begins with a fever that rises
fast, with pain in the limbs and with a cough. Those who rest and drink enough are well again within two weeks.`

// A mirror of a page is reported, and its value is cut.
func ExampleStrategy() {
	web, err := webs.New([]webs.Document{
		{URL: "http://a.test/", Type: "text/html", Body: []byte(`<a href="/flu">flu</a> <a href="http://mirror.test/flu">flu</a>`)},
		{URL: "http://a.test/flu", Type: "text/html", Body: []byte(flu)},
		{URL: "http://mirror.test/flu", Type: "text/html", Body: []byte(flu + " Page 1.")},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	s := &neardup.Strategy{
		Strategy: strategy.BestFirst{Scorer: classify.NewCosine("flu")},
		Report:   func(url string, earlier neardup.Match) { fmt.Println(url, "is like", earlier.Name) },
	}
	c := crawl.Crawler{Strategy: s, Transport: web, Workers: 1, Delay: crawl.None}
	for page, err := range c.Crawl(context.Background(), "http://a.test/") {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%.3f %s\n", page.Value, page.URL)
	}
	// Output:
	// 1.000 http://a.test/
	// 0.124 http://a.test/flu
	// http://mirror.test/flu is like http://a.test/flu
	// 0.012 http://mirror.test/flu
}

// Texts are compared without a crawl.
func ExampleTextSketch() {
	first, _ := neardup.NewTextSketch(flu)
	for _, text := range []string{flu, flu + " Printed on Monday.", strings.Repeat("Beans are planted in May. ", 6)} {
		sketch, ok := neardup.NewTextSketch(text)
		if !ok {
			fmt.Println("fewer than 20 words")
			continue
		}
		fmt.Println(first.Likeness(&sketch) > 0.8)
	}
	// Output:
	// true
	// true
	// false
}
