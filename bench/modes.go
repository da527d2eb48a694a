package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/strategy"
	"github.com/lokman-crawler/lokman/frontier/bolt"
	"github.com/lokman-crawler/lokman/ontology"
)

// A mode is one way to crawl a web from its first page, until no page is left.
type mode struct {
	name  string
	crawl func(ctx context.Context, transport http.RoundTripper, seed string) error
}

var modes = []mode{
	{"floor", bareLoop},
	{"breadth-first", lokman{}.crawl},
	{"breadth-first with trees", lokman{tree: true}.crawl},
	{"topical", lokman{strategy: topical}.crawl},
	{"adaptive", lokman{strategy: adaptive}.crawl},
	{"breadth-first on bolt", lokman{disk: true}.crawl},
	{"adaptive on bolt", lokman{strategy: adaptive, disk: true}.crawl},
	{"gocrawl", goCrawl},
	{"colly", collyQueue},
}

const topicTerms = 50

func topic() *ontology.Scorer {
	t := ontology.Topic{Name: "topic"}
	for i := range topicTerms {
		t.Terms = append(t.Terms, ontology.Term{Text: fmt.Sprintf("term%d", i), Relation: ontology.Exact})
	}
	return ontology.NewScorer(t)
}

func topical() crawl.Strategy  { return &strategy.LokmanNormalized{Scorer: topic()} }
func adaptive() crawl.Strategy { return &strategy.Adaptive{Scorer: topic()} }

// lokman is a crawl by this library.
type lokman struct {
	strategy func() crawl.Strategy // nil is breadth-first
	tree     bool                  // asks for the DOM of each page
	disk     bool                  // has its queue in a bolt file
	workers  int                   // 0 means siteHosts
}

func (l lokman) crawl(ctx context.Context, transport http.RoundTripper, seed string) (err error) {
	c := crawl.Crawler{Workers: siteHosts, Delay: crawl.None, Transport: transport}
	if l.workers > 0 {
		c.Workers = l.workers
	}
	if transport == nil {
		c.Transport = &crawl.Transport{Open: []string{"127.0.0.0/8"}}
	}
	if l.strategy != nil {
		c.Strategy = l.strategy()
	}
	if l.disk {
		folder, err := os.MkdirTemp("", "bench")
		if err != nil {
			return err
		}
		defer os.RemoveAll(folder)
		queue, err := bolt.Open(filepath.Join(folder, "queue"), bolt.Options{Options: crawl.FrontierOptions(c.Strategy)})
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, queue.Close()) }()
		c.Frontier = queue
	}
	for p, err := range c.Crawl(ctx, seed) {
		if err != nil {
			return err
		}
		if l.tree {
			_, err = p.DOM()
		}
		if err := errors.Join(err, p.Err); err != nil {
			return err
		}
	}
	return nil
}
