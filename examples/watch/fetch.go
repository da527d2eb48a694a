package main

import (
	"context"
	"fmt"
	"net/http"

	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
	"github.com/lokman-crawler/lokman/examples/internal/program"
)

// page is a page as fetched; err says why it could not be fetched or is none.
type page struct {
	url  string
	body []byte
	err  error
}

// pagesOnly follows no link: the pages to look at are known.
type pagesOnly struct{}

func (pagesOnly) Value(*crawl.Page) crawl.Valuation { return crawl.Valuation{} }

// fetchAll fetches pages politely, in their order.
func fetchAll(ctx context.Context, o options, bar *program.Progress) ([]page, error) {
	var transport http.RoundTripper = &crawl.Transport{Open: program.Sites(o.urls...)}
	if o.web != "" {
		web, err := webs.Open(o.web)
		if err != nil {
			return nil, err
		}
		transport = web
	}
	c := crawl.Crawler{Strategy: pagesOnly{}, Transport: transport, UserAgent: o.agent, Workers: 1, Delay: o.delay}
	var pages []page
	for p, err := range c.Crawl(ctx, o.urls...) {
		if err != nil {
			return nil, err
		}
		bar.Increment()
		if p.Redirect == "" {
			pages = append(pages, page{url: p.URL, body: p.UTF8(), err: unread(p)})
		}
	}
	return pages, nil
}

// unread says why an answer is no whole page, which would be looked at as a redesign.
func unread(p *crawl.Page) error {
	switch {
	case p.Err != nil:
		return p.Err
	case p.Incomplete != nil:
		return p.Incomplete
	case !p.IsHTML():
		return fmt.Errorf("not an HTML page: %s", p.MediaType())
	}
	_, err := bartree.Learn(p.UTF8()) // refuses what holds no element
	return err
}
