package topical

import (
	"context"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/report"
)

// bounds crawls as many pages of a recorded web once more, breadth-first from the same
// seeds, and adds the best that any order could do: a rate says little without them.
func bounds(ctx context.Context, o Options, s subject, fetched int) ([]report.Curve, error) {
	best := func(pages int) report.Curve {
		c := report.Curve{Name: "all relevant pages first"}
		for n := range pages {
			c.Relevant = append(c.Relevant, min(n+1, s.relevant))
		}
		return c
	}
	if o.Strategy == "breadthfirst" {
		return []report.Curve{best(fetched)}, nil
	}
	plain := report.Curve{Name: "breadth-first"}
	found := harvest{judge: s.judge}
	c := crawl.Crawler{Transport: s.transport, UserAgent: o.Agent, Workers: 1, Delay: crawl.None, IgnoreNoFollow: s.followAll, IgnoreRefresh: s.followAll, Limits: crawl.Limits{Pages: fetched}}
	for p, err := range c.Crawl(ctx, s.seeds...) {
		if err != nil {
			return nil, err
		}
		if p.OK() {
			found.add(p.URL)
			plain.Relevant = append(plain.Relevant, found.upTo(found.pages()))
		}
	}
	return []report.Curve{best(fetched), plain}, nil
}
