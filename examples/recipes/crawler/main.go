// Crawler is a crawler of one's own: net/http fetches, classify reads and values, the
// frontier says what comes next. It does not ask robots.txt: use it on your own sites.
//
//	crawler "influenza in winter" https://example.org/
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
	ctx, scorer := context.Background(), classify.NewCosine(os.Args[1])
	queue := new(frontier.Memory) // or frontier/bolt: the crawl survives a kill
	if err := queue.Push(ctx, frontier.Entry{URL: os.Args[2], Value: 1}); err != nil {
		log.Fatal(err)
	}
	for range 100 {
		lease, err := queue.Pop(ctx) // the best URL of a host that may be visited now
		if err != nil {
			log.Fatal(err) // io.EOF: nothing is queued
		}
		outcome := frontier.Outcome{HostWait: time.Second}
		if body, err := fetch(lease.URL); err != nil {
			outcome.Result, outcome.Reason = frontier.Dead, err.Error()
		} else {
			page := classify.ScanDocument(body, lease.URL)
			fmt.Printf("%.2f %s\n", scorer.Score(page.Text), lease.URL)
			for _, l := range page.Links {
				if l.URL != "" && !l.NoFollow {
					outcome.Links = append(outcome.Links, frontier.Entry{URL: l.URL, Value: scorer.Score(l.Text)})
				}
			}
		}
		if err := queue.Done(ctx, lease, outcome); err != nil {
			log.Fatal(err)
		}
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
