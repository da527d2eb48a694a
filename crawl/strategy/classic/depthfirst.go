package classic

import (
	"slices"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
)

// DepthFirst continues with the links of the page it has just fetched, the first
// link first, and goes back when there is no new one (thesis 2.2.2). A link that is
// already queued keeps its place. The thesis requires a greatest depth: that is
// crawl.Limits.Depth. Of several seeds the last comes first.
type DepthFirst struct{}

// FrontierOptions asks for a last-in-first-out frontier.
func (DepthFirst) FrontierOptions() frontier.Options {
	return frontier.Options{Order: frontier.LIFO}
}

// Value implements [crawl.Strategy].
func (DepthFirst) Value(p *crawl.Page) crawl.Valuation {
	var v crawl.Valuation
	seen := map[string]bool{}
	for url := range p.LinkURLs() {
		if !seen[url] {
			seen[url] = true
			v.Links = append(v.Links, frontier.Entry{URL: url})
		}
	}
	slices.Reverse(v.Links) // the first is pushed last
	return v
}
