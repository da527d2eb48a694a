// Crawler is a crawler of one's own: net/http fetches, classify reads and values, the
// frontier says what comes next. The sites of others want recipes/robotstxt besides.
package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/frontier"
)

func main() {
	if len(os.Args) != 3 {
		log.Fatal(`usage: crawler "influenza in winter" https://example.org/`)
	}
	ctx, scorer := context.Background(), classify.NewCosine(os.Args[1]) // or ontology.NewScorer(topic)
	queue := new(frontier.Memory)                                       // or frontier/bolt: the crawl survives a kill
	err := queue.Push(ctx, frontier.Entry{URL: os.Args[2], Value: 1})
	for n := 0; n < 100 && err == nil; n++ {
		lease, e := queue.Pop(ctx) // the best URL of a host that may be visited now
		if err = e; err != nil {
			break
		}
		outcome := frontier.Outcome{HostWait: time.Second}
		if body, err := fetch(lease.URL); err != nil {
			outcome.Result, outcome.Reason = frontier.Dead, err.Error()
		} else {
			page := classify.Reader{}.Scan(body, lease.URL)
			fmt.Printf("%.2f %s\n", scorer.Score(page.Text), lease.URL)
			for _, l := range page.Links {
				if l.URL != "" && !l.NoFollow {
					outcome.Links = append(outcome.Links, frontier.Entry{URL: l.URL, Value: scorer.Score(l.Text)})
				}
			}
		}
		err = queue.Done(ctx, lease, outcome)
	}
	if err != nil && err != io.EOF { // io.EOF: nothing is queued
		log.Fatal(err)
	}
}

func fetch(url string) ([]byte, error) {
	answer, err := http.Get(url)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("status %s", answer.Status)
	}
	return io.ReadAll(io.LimitReader(answer.Body, 10<<20))
}
