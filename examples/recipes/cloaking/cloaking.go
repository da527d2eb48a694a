// Package cloaking tells whether a site shows a crawler another page than others.
package cloaking

import (
	"context"
	"fmt"
	"net/http"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/neardup"
)

// Likeness asks for a page under the crawler's name and under another of yours, and returns
// how alike the texts are to that of the page, 0 to 1. A page that is cloaked is like the one
// and unlike the other; one that is unlike both changes by itself. Ask about a few pages of a
// site, not about all. The other name should lead to you too, and not pretend to be a browser's.
func Likeness(ctx context.Context, page *crawl.Page, web http.RoundTripper, name, other string) (again, otherwise float64, err error) {
	if again, err = likeness(ctx, page, web, name); err != nil {
		return 0, 0, err
	}
	otherwise, err = likeness(ctx, page, web, other)
	return again, otherwise, err
}

func likeness(ctx context.Context, page *crawl.Page, web http.RoundTripper, name string) (float64, error) {
	c := crawl.Crawler{Transport: web, UserAgent: name, Limits: crawl.Limits{Depth: crawl.None, Redirects: crawl.None}}
	for p, err := range c.Crawl(ctx, page.URL) {
		switch {
		case err != nil:
			return 0, err
		case p.Err != nil && p.Status == 0:
			return 0, p.Err
		case p.Err != nil || p.Redirect != "": // it is refused to one name
			return 0, nil
		}
		was, ok := neardup.NewTextSketch(page.Document().Text)
		is, also := neardup.NewTextSketch(p.Document().Text)
		if !ok || !also {
			return 0, fmt.Errorf("cloaking: %s has too few words to compare", page.URL)
		}
		return was.Likeness(&is), nil
	}
	return 0, nil
}
