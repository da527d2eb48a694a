// Topic crawls for pages about a few words, the most promising first, and prints them.
// Stopped by Ctrl-C or kill -9 and started again it goes on.
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"os/signal"
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
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, strings.Split(os.Args[1], ","), os.Args[2:]); err != nil && ctx.Err() == nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, words, seeds []string) error {
	topic := ontology.Topic{Name: words[0]}
	for _, word := range words {
		topic.Terms = append(topic.Terms, ontology.Term{Text: word}) // Exact
	}
	s := &strategy.Adaptive{Scorer: ontology.NewScorer(topic), Query: strings.Join(words, " ")}
	queue, err := bolt.Open("topic.db", bolt.Options{Options: crawl.FrontierOptions(s)})
	if err != nil {
		return err
	}
	defer queue.Close()
	c := crawl.Crawler{
		Strategy:  s,
		Frontier:  queue,
		Transport: &crawl.Transport{Open: crawl.Hostnames(seeds...)}, // also if they are private: a person named them
		UserAgent: "ExampleBot/1.0 (+https://example.org/bot)",       // who you are, and where to complain
		Limits:    crawl.Limits{Pages: 100},
	}
	for page, err := range c.Crawl(ctx, seeds...) {
		if err != nil {
			return err
		}
		if page.OK() { // neither failed nor a redirect
			fmt.Printf("%.2f %s\n", page.Score, page.URL)
		}
	}
	return nil
}
