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

// IterativeDeepening goes depth-first to a limit of Step links from the seeds,
// then to one of 2 Step, and so on (thesis 2.2.2). A search that remembers
// nothing visits all pages again with each limit; a crawl goes on from those that
// the limit left. All seeds come before their links. Of the links of a
// page the first comes first, after those that are queued for a later limit and
// are found again within this one.
type IterativeDeepening struct {
	// Step is by how many links the limit grows. 0 means 1, which is the order of
	// BreadthFirst; the thesis gives no number.
	Step int
}

// Value implements [crawl.Strategy]. Within a limit deeper links have greater
// values, those beyond it less than all.
func (s IterativeDeepening) Value(p *crawl.Page) crawl.Valuation {
	step := max(1, s.Step)
	limit := p.Depth / step // of the links, in steps
	within := p.Depth % step
	value := crawl.Explanation{{Of: "depth within the limit", Factor: 1, Score: float64(within)}, {Of: "limits before", Factor: -float64(step), Score: float64(limit)}}
	var v crawl.Valuation
	for url := range p.LinkURLs() {
		v.Links = append(v.Links, frontier.Entry{URL: url, Value: value.Value(), Reason: value})
	}
	return v
}
