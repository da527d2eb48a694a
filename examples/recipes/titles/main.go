// Titles is the first program with colly, with Lokman: it visits the pages of a site and
// prints their titles and links.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/urls"
)

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: titles https://example.org/")
	}
	open := crawl.Hostnames(os.Args[1]) // the site's own, which may be private
	c := crawl.Crawler{
		Transport: &crawl.Transport{Open: open},
		Scope:     (&urls.Filter{Hosts: open}).Check, // AllowedDomains
		Limits:    crawl.Limits{Depth: 2},            // MaxDepth 3: a seed is at 0
	}
	for page, err := range c.Crawl(context.Background(), os.Args[1]) {
		switch {
		case err != nil:
			log.Fatal(err)
		case page.Err != nil: // OnError
			log.Print(page.Err)
		case page.Redirect == "": // OnHTML
			doc := page.Document()
			fmt.Printf("%s %q, %d links\n", page.URL, doc.Title, len(doc.Links))
		}
	}
}
