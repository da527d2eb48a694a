package search

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/lokman-crawler/lokman/crawl/sitemap"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// OpenSearch is a search engine that answers in RSS or Atom, asked by a template
// of OpenSearch 1.1 (https://github.com/dewitt/opensearch), which its
// description has in an element <Url type="application/rss+xml"> or atom+xml.
type OpenSearch struct {
	// Template is a URL with parameters in braces, such as
	// "https://example.com/?q={searchTerms}&page={startPage?}&format=rss".
	// With startPage or startIndex, which count from 1, as many pages of
	// results are asked for as it takes, 50 at most; without, one.
	Template string

	// Client sends the requests; default http.DefaultClient. Each has 30
	// seconds and 8 MiB.
	Client *http.Client

	// UserAgent names you; default that of net/http.
	UserAgent string

	// Language is a code such as "en" for the parameter of that name; default
	// "*", any.
	Language string
}

// Seeds implements [Seeder].
func (o *OpenSearch) Seeds(ctx context.Context, query string, n int) ([]string, error) {
	h := newHits(n)
	results := 0 // of all pages, those that are no new hits too
	return h.gather(func(page int) (bool, error) {
		rawURL, pages, err := o.expand(parameters{terms: query, count: h.want, index: results + 1, page: page})
		if err != nil {
			return false, err
		}
		found, err := o.page(ctx, rawURL, h)
		results += found
		return pages && found > 0, err
	})
}

// page takes the hits of one page of results and returns how many these are.
func (o *OpenSearch) page(ctx context.Context, rawURL string, h *hits) (found int, err error) {
	if _, err := weburl.Parse(rawURL); err != nil { // too long, once the query is in it
		var e *weburl.Error
		if errors.As(err, &e) {
			err = e.Err // without the URL
		}
		return 0, fail(rawURL, err)
	}
	body, err := get(ctx, o.Client, o.UserAgent, rawURL, "application/rss+xml, application/atom+xml")
	if err != nil {
		return 0, err
	}
	for e, err := range sitemap.Read(bytes.NewReader(body), rawURL, sitemap.Limits{}) {
		if err != nil {
			return found, fault(rawURL, err)
		}
		found++
		h.add(e.URL)
	}
	return found, nil
}

// fault makes the error of an answer out of the fault in it, without its URL.
// A hit that cannot be used is none.
func fault(rawURL string, err error) error {
	var e *sitemap.Error
	if errors.As(err, &e) {
		if !e.Stopped && !errors.Is(err, sitemap.ErrFormat) {
			return nil
		}
		e.URL = ""
	}
	return fail(rawURL, fmt.Errorf("%w: %w", errBadAnswer, err))
}
