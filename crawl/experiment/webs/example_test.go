package webs_test

import (
	"context"
	"fmt"
	"log"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
)

// A web is a crawler's Transport.
func Example() {
	web, err := webs.New([]webs.Document{
		{URL: "http://a.example/", Body: []byte(`<a href="/old">flu</a> <a href="http://b.example/">soup</a>`)},
		{URL: "http://a.example/old", Status: 301, Location: "/flu"},
		{URL: "http://a.example/flu", Body: []byte(`Influenza`)},
	})
	if err != nil {
		log.Fatal(err)
	}
	c := crawl.Crawler{Transport: web, Delay: crawl.None, Workers: 1}
	for page, err := range c.Crawl(context.Background(), "http://a.example/") {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(page.Status, page.URL)
	}
	// Output:
	// 200 http://a.example/
	// 301 http://a.example/old
	// 404 http://b.example/
	// 200 http://a.example/flu
}
