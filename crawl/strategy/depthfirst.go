package strategy

import (
	"slices"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
)

// DepthFirst goes on from the page it has just fetched, its first link first,
// and turns back when there is nothing new (thesis 2.2.2). A link that is
// queued already keeps its place. The thesis wants a greatest depth to be set:
// that is crawl.Limits.Depth. Of several seeds the last goes first.
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
