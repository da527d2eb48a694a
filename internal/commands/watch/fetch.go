package watch

import (
	"context"
	"io"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/fresh"
	"github.com/lokman-crawler/lokman/internal/commands/internal/watched"
	"github.com/lokman-crawler/lokman/internal/commands/program"
)

// pagesOnly follows no link: the pages to look at are known.
type pagesOnly struct{}

func (pagesOnly) Value(*crawl.Page) crawl.Valuation { return crawl.Valuation{} }

// fetchAll fetches pages politely, in their order.
func fetchAll(ctx context.Context, o options, stderr io.Writer) ([]watched.Visit, error) {
	c, err := crawler(o)
	if err != nil {
		return nil, err
	}
	bar := program.NewProgress(stderr, "pages", len(o.urls))
	defer bar.Close()
	var pages []watched.Visit
	for p, err := range c.Crawl(ctx, o.urls...) {
		if err != nil {
			return nil, err
		}
		bar.Increment()
		if p.Redirect == "" {
			pages = append(pages, visit(p))
		}
	}
	return pages, nil
}

func crawler(o options) (*crawl.Crawler, error) {
	transport, err := program.Transport(o.web, o.urls...)
	return &crawl.Crawler{Strategy: pagesOnly{}, Transport: transport, UserAgent: o.agent, Workers: 1, Delay: o.delay}, err
}

// fetchOn fetches pages again and again, each when it is likely to have changed, and has look see those that came.
func fetchOn(ctx context.Context, o options, look func(watched.Visit) error) error {
	c, err := crawler(o)
	if err != nil {
		return err
	}
	c.Fresh = &fresh.Policy{Requests: float64(o.revisits)}
	for p, err := range c.Crawl(ctx, o.urls...) {
		if err != nil {
			return err
		}
		if p.Redirect == "" && !p.NotModified {
			if err := look(visit(p)); err != nil {
				return err
			}
		}
	}
	return nil
}

func visit(p *crawl.Page) watched.Visit {
	return watched.Visit{URL: p.URL, Body: p.UTF8(), Err: unread(p)}
}

// unread says why an answer is no whole page, which would be looked at as a redesign.
func unread(p *crawl.Page) error {
	err := program.Unread(p)
	if err == nil {
		_, err = bartree.Learn(p.UTF8()) // refuses what holds no element
	}
	return err
}
