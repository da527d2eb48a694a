// Items is the first spider with Scrapy, with Lokman: the records of a list and of its
// next pages, as JSON lines. Try it on https://quotes.toscrape.com/.
package main

import (
	"context"
	"encoding/json"
	"log"
	"os"

	"github.com/PuerkitoBio/goquery"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/urls"
)

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: items https://example.org/")
	}
	open := crawl.Hostnames(os.Args[1])
	next := &urls.Filter{Hosts: open, Paths: []string{"/page/"}} // Rule(LinkExtractor(allow=...))
	c := crawl.Crawler{Transport: &crawl.Transport{Open: open}, Scope: next.Check}
	items := json.NewEncoder(os.Stdout)
	for page, err := range c.Crawl(context.Background(), os.Args[1]) {
		if err != nil {
			log.Fatal(err)
		}
		root, err := page.DOM() // parse(self, response)
		if !page.OK() || err != nil {
			log.Print(page.URL, " ", page.Err)
			continue
		}
		for _, quote := range goquery.NewDocumentFromNode(root).Find("div.quote").EachIter() {
			items.Encode(map[string]string{"text": quote.Find(".text").Text(), "author": quote.Find(".author").Text()})
		}
	}
}
