// Topic is the first crawl with ACHE, with Lokman: it finds pages about a few words, and goes on after a kill.
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/strategy"
	"github.com/lokman-crawler/lokman/frontier/bolt"
	"github.com/lokman-crawler/lokman/ontology"
)

func main() {
	if len(os.Args) < 3 {
		log.Fatal(`usage: topic "espresso,ristretto,coffee" https://example.org/ ...`)
	}
	var topic ontology.Topic
	for word := range strings.SplitSeq(os.Args[1], ",") {
		topic.Terms = append(topic.Terms, ontology.Term{Text: word}) // Exact
	}
	s := &strategy.Adaptive{Scorer: ontology.NewScorer(topic), Query: os.Args[1]}
	queue, err := bolt.Open("topic.db", bolt.Options{Options: crawl.FrontierOptions(s)})
	if err != nil {
		log.Fatal(err)
	}
	c := crawl.Crawler{Strategy: s, Frontier: queue, Transport: &crawl.Transport{Open: crawl.Hostnames(os.Args[2:]...)}, Limits: crawl.Limits{Pages: 100}}
	for page, err := range c.Crawl(context.Background(), os.Args[2:]...) {
		if err != nil {
			log.Fatal(err)
		}
		if page.OK() { // neither failed nor a redirect
			fmt.Printf("%.2f %s\n", page.Score, page.URL)
		}
	}
}
