// Package colly has a colly collector visit the pages of a topic first: a frontier
// holds the queue, a scorer values the links.
package colly

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/gocolly/colly/v2"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
)

// Crawl visits the seeds and what they lead to, the link with the best anchor text
// first, until the queue is empty, pages were visited or the context ends. The
// collector is not to be asynchronous. With a frontier in a file or in Redis a
// crawl that was killed goes on where it was.
func Crawl(ctx context.Context, c *colly.Collector, f frontier.Frontier, s classify.Scorer, pages int, seeds ...string) error {
	var links []frontier.Entry
	c.OnHTML("a[href]", func(e *colly.HTMLElement) {
		url, err := crawl.Canonical(e.Request.AbsoluteURL(e.Attr("href")))
		if err != nil {
			return // mailto: and the like
		}
		links = append(links, frontier.Entry{URL: url, Value: s.Score(e.Text), Source: e.Request.URL.String()})
	})
	for _, seed := range seeds {
		url, err := crawl.Canonical(seed) // as links are, or it would be another page
		if err == nil {
			err = f.Push(ctx, frontier.Entry{URL: url, Value: frontier.SeedValue})
		}
		if err != nil {
			return err
		}
	}
	for range pages {
		lease, err := f.Pop(ctx)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		links = nil
		outcome := frontier.Outcome{HostWait: time.Second}
		if err := c.Visit(lease.URL); err != nil {
			outcome.Result, outcome.Reason = frontier.Dead, err.Error()
		}
		outcome.Links = links
		if err := f.Done(ctx, lease, outcome); err != nil {
			return err
		}
	}
	return nil
}
