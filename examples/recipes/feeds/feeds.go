// Package feeds has a topical crawl follow the entries of feeds: RSS, Atom, JSON Feed.
package feeds

import (
	"fmt"
	"html"
	"net/http"
	"strings"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/strategy"
)

// Adaptive is a strategy to which a feed is a page with a link to each entry. Embed another
// strategy to do the same with that: all its other methods come with it. Feeds are seeds, or
// found on pages, with "feed" in the crawler's LinkKinds.
type Adaptive struct{ *strategy.Adaptive }

// Value implements crawl.Strategy.
func (a Adaptive) Value(p *crawl.Page) crawl.Valuation { return a.Adaptive.Value(Page(p)) }

// Page returns a feed as a page: the title of an entry is the anchor of its link, and the
// summary stands beside it. Of a feed the first MiB is read. What is no feed is returned as it is.
func Page(p *crawl.Page) *crawl.Page {
	if p.IsHTML() {
		return p
	}
	var page strings.Builder
	for _, e := range entries(p.Body[:min(len(p.Body), 1<<20)]) {
		if e.URL == "" {
			continue
		}
		about := classify.Reader{MaxLinks: crawl.None}.Scan([]byte(e.Summary+" "+e.HTML+" "+e.Text), p.URL).Text
		fmt.Fprintf(&page, "<p><a href=\"%s\">%s</a> %s\n", html.EscapeString(e.URL), html.EscapeString(e.Title), html.EscapeString(about))
	}
	if page.Len() == 0 {
		return p
	}
	return &crawl.Page{
		URL: p.URL, Parent: p.Parent, Depth: p.Depth, LinkValue: p.LinkValue, Note: p.Note, Status: p.Status,
		Header: http.Header{"Content-Type": {"text/html; charset=utf-8"}}, Body: []byte(page.String()),
	}
}
