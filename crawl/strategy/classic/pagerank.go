package classic

import (
	"cmp"
	"context"
	"iter"
	"slices"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/strategy/internal/observed"
	"github.com/lokman-crawler/lokman/frontier"
)

// PageRank takes the URL of the greatest PageRank in the graph that has been
// crawled so far (Cho, Garcia-Molina and Page 1998; Menczer, Pant and
// Srinivasan 2004; thesis 2.4.2, equation 2). It does not know the topic:
//
//	PR(p)    = (1 - Damping) + Damping x sum of PR(d)/out(d) over fetched d that link to p
//	value(u) = sum of PR(d)/out(d) over fetched d that link to u
//
// The studies recompute it every 25 pages. Here it is updated with every page: a
// page passes on the growth of its rank as soon as that is more than Epsilon
// (Andersen, Chung and Lang 2006). The amount decreases by Damping each time, so a
// page costs at most out-degree / Epsilon steps on average, however large the
// crawl. Ranks only grow. A value is never above the exact one, and below it by at most
// Epsilon / (1 - Damping) of it, 5 % with the defaults: what a page holds back is at most
// Epsilon, and what all of that would add to a rank is Epsilon / (1 - Damping) times the rank.
//
// A PageRank holds the state of one crawl: take a new one for each. A page
// takes some tens of bytes and 4 a link.
type PageRank struct {
	Damping float64 // 0 means 0.8, the study's
	Epsilon float64 // 0 means 0.01; the most that a page holds back of its rank

	memory
	graph  graph
	ranked []ranked // by the graph's numbers
}

type ranked struct {
	received float64 // PR(d)/out(d) of the pages that link here
	passedOn float64 // of the page's own rank
	waits    bool    // to pass something on
}

// FrontierOptions asks for a frontier that replaces values.
func (r *PageRank) FrontierOptions() frontier.Options {
	return frontier.Options{Reevaluation: frontier.ReplaceValues}
}

// Value implements [crawl.Strategy].
func (r *PageRank) Value(p *crawl.Page) crawl.Valuation {
	return observed.Of(&r.memory).Once(p.URL, func(seen *observed.Facts) crawl.Valuation {
		seen.URLs = slices.Collect(p.LinkURLs())
		return r.value(p.URL, slices.Values(seen.URLs))
	})
}

// Observation implements [crawl.Resumable].
func (r *PageRank) Observation(url string) []byte {
	return observed.Of(&r.memory).Observation(url, 0, r.tagged)
}

// Observe implements [crawl.Resumable].
func (r *PageRank) Observe(_ context.Context, observation []byte) error {
	return observed.Of(&r.memory).Observe(observation, r.tagged, nil, func(seen *observed.Facts) {
		r.value(seen.URL, urlsOf(seen.Doc))
	})
}

func (r *PageRank) tagged() string {
	return observed.Tag("pagerank", 1, observed.Set("Damping", r.Damping), observed.Set("Epsilon", r.Epsilon))
}

func (r *PageRank) value(url string, links iter.Seq[string]) crawl.Valuation {
	id, first := r.graph.fetch(url, links)
	damping := r.damping()
	r.ranked = append(r.ranked, make([]ranked, len(r.graph.urls)-len(r.ranked))...)
	v := crawl.Valuation{Explanation: crawl.Explanation{
		{Of: "jump", Factor: 1 - damping, Score: 1},
		{Of: "links here", Factor: damping, Score: r.ranked[id].received},
	}}
	if first {
		v.Links, v.Revalued = r.passOn(id)
		return v
	}
	for _, to := range r.graph.out[id] { // another frontier may not have them
		v.Links = append(v.Links, frontier.Entry{URL: r.graph.urls[to], Value: r.ranked[to].received})
	}
	return v
}

func (r *PageRank) damping() float64 { return cmp.Or(r.Damping, 0.8) }

// passOn adds a page's rank to those of its links, and so on from fetched pages
// among them. It returns the values of URLs that are not fetched: of the page's own links,
// and of others.
func (r *PageRank) passOn(from int32) (links, others []frontier.Entry) {
	damping, epsilon := r.damping(), cmp.Or(r.Epsilon, 0.01)
	changed := revaluation{}
	for queue := []int32{from}; len(queue) > 0; queue = queue[1:] {
		page, out := &r.ranked[queue[0]], r.graph.out[queue[0]]
		page.waits = false
		if len(out) == 0 {
			continue
		}
		rank := (1 - damping) + damping*page.received
		share := (rank - page.passedOn) / float64(len(out))
		page.passedOn = rank
		for _, to := range out {
			t := &r.ranked[to]
			t.received += share
			if !r.graph.fetched[to] {
				changed.set(to, t.received)
				continue
			}
			due := (1 - damping) + damping*t.received - t.passedOn
			if due > epsilon && !t.waits {
				t.waits = true
				queue = append(queue, to)
			}
		}
	}
	return changed.entries(&r.graph, r.graph.linked(from), "rank passed on")
}
