// Package selectors reads pages with CSS selectors.
package selectors

import (
	"context"
	"fmt"

	"github.com/PuerkitoBio/goquery"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
)

// The tree that the crawler has parsed is the one that goquery asks.
func Example() {
	web, err := webs.New([]webs.Document{{URL: "http://a.test/", Type: "text/html", Body: []byte(`<h1>Beans</h1><p class=by>Ann</p><p class=by>Bob</p>`)}})
	if err != nil {
		panic(err)
	}
	c := crawl.Crawler{Transport: web}
	for page, err := range c.Crawl(context.Background(), "http://a.test/") {
		if err != nil {
			panic(err)
		}
		root, err := page.DOM() // an error if its tree would be too large
		if err != nil {
			continue
		}
		goquery.NewDocumentFromNode(root).Find("p.by").Each(func(_ int, author *goquery.Selection) {
			fmt.Println(author.Text())
		})
	}
	// Output:
	// Ann
	// Bob
}
