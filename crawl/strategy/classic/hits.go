package classic

import (
	"cmp"
	"context"
	"math"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/strategy/internal/observed"
	"github.com/lokman-crawler/lokman/crawl/strategy/internal/scored"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// HITS follows the links of relevant pages and of pages that are good hubs:
// that link to relevant pages which other good hubs link to (the distiller of
// Chakrabarti, van den Berg and Dom 1999, after Kleinberg 1999). The value of a URL
// is the greater of score and hub score of the best page that links there; the
// papers leave that to the implementer.
//
// Hub scores h and authority scores a belong to fetched pages. Links between
// pages of one host do not count, for they are no recommendation:
//
//	a(v) = score(v) x sum of h(u) over u that link to v
//	h(u) = score(u) x sum of a(v) over v that u links to
//
// Both are scaled after each round so that the best has 1; all h begin as 1.
// They are computed again whenever the crawl has grown by an eighth, so that the
// mean cost of a page does not depend on the size of the crawl.
//
// With Kleinberg the equations are those of the paper, which are 3 and 4 of thesis
// 2.4.3: without scores, over all pages that are known, fetched or not. The value of a
// URL is its authority score. The topic is in the root set alone: the seeds, which
// should be the first 200 hits of a search engine. In the paper the graph is
// the root set with the pages that it links to and that link to it, and is
// ranked once. Here it grows with the crawl, and of the pages that link to the root
// set it has those that the crawl has fetched.
//
// A HITS holds the state of one crawl: take a new one for each.
type HITS struct {
	// Scorer is required, its scores are 0 to 1. With Kleinberg it only says what
	// pages score, and may be nil.
	Scorer classify.Scorer

	// Kleinberg uses the published equations.
	Kleinberg bool

	Rounds int // 0 means 10
	First  int // pages that are fetched before the first rounds; 0 means 25

	// SameHost counts links between pages of one host too.
	SameHost bool

	memory
	graph   graph
	hosts   []string  // by the graph's numbers, as all below
	score   []float64 // of fetched pages
	hub     []float64
	value   []float64 // value in the frontier, -1 until it is there
	fetched []int32   // in order
	next    int       // number of fetched pages at which the next rounds are due

	authority            []float64 // of the last rounds
	hubScale, valueScale float64   // what scaled hub scores there, and values since
}

// Valid reports a missing scorer.
func (h *HITS) Valid() error {
	if h.Kleinberg {
		return nil
	}
	return scored.Need("HITS", h.Scorer)
}

// FrontierOptions asks for a frontier that replaces values.
func (h *HITS) FrontierOptions() frontier.Options {
	return frontier.Options{Reevaluation: frontier.ReplaceValues}
}

// Value implements [crawl.Strategy].
func (h *HITS) Value(p *crawl.Page) crawl.Valuation {
	doc := p.Scan()
	score := 0.0
	if h.Scorer != nil {
		scorer, err := scored.Ask(p.Context(), h.Scorer, doc, nil)
		if err != nil {
			return crawl.Valuation{Err: err}
		}
		score = classify.ScoreDocument(scorer, doc)
	}
	return observed.Of(&h.memory).Once(p.URL, func(seen *observed.Facts) crawl.Valuation {
		seen.Score, seen.Doc = score, doc
		return h.valuation(p.URL, doc, score)
	})
}

// Observation implements [crawl.Resumable].
func (h *HITS) Observation(url string) []byte {
	return observed.Of(&h.memory).Observation(url, 0, h.tagged)
}

// Observe implements [crawl.Resumable].
func (h *HITS) Observe(_ context.Context, observation []byte) error {
	return observed.Of(&h.memory).Observe(observation, h.tagged, nil, func(seen *observed.Facts) {
		h.valuation(seen.URL, seen.Doc, seen.Score)
	})
}

func (h *HITS) tagged() string {
	return observed.Tag("hits", 1,
		observed.Set("Scorer", h.Scorer),
		observed.Set("Kleinberg", h.Kleinberg),
		observed.Set("Rounds", h.Rounds),
		observed.Set("First", h.First),
		observed.Set("SameHost", h.SameHost),
	)
}

func (h *HITS) valuation(url string, doc classify.Document, score float64) crawl.Valuation {
	v := crawl.Valuation{
		Score:       score,
		Explanation: crawl.Explanation{scored.Part("page", 1, score, h.Scorer, doc.Text)},
	}
	id, first := h.graph.fetch(url, urlsOf(doc))
	if !first { // another frontier may not have its links
		for _, to := range h.graph.out[id] {
			v.Links = append(v.Links, frontier.Entry{URL: h.graph.urls[to], Value: max(h.value[to], 0)})
		}
		return v
	}
	for i := len(h.hosts); i < len(h.graph.urls); i++ {
		h.hosts = append(h.hosts, weburl.HostOf(h.graph.urls[i]))
		h.score, h.hub, h.value = append(h.score, 0), append(h.hub, 0), append(h.value, -1)
	}
	h.score[id] = score
	h.fetched = append(h.fetched, id)
	if h.Kleinberg {
		v.Links, v.Revalued = h.authorities(id)
		return v
	}
	if h.due() {
		h.rounds()
		v.Links, v.Revalued = h.changed(id, h.fetched)
	} else {
		v.Links, v.Revalued = h.changed(id, []int32{id})
	}
	return v
}

const (
	defaultFirst  = 25
	defaultRounds = 10
	growth        = 8 // rounds are due when the crawl has grown by a growth-th
)

// due reports whether rounds are due, and sets when the next ones are.
func (h *HITS) due() bool {
	n := len(h.fetched)
	if n < max(cmp.Or(h.First, defaultFirst), h.next) {
		return false
	}
	h.next = n + n/growth + 1
	return true
}

// rounds computes the hub scores of all pages.
func (h *HITS) rounds() {
	h.authority = make([]float64, len(h.hub))
	for _, u := range h.fetched {
		h.hub[u] = 1
	}
	for range cmp.Or(h.Rounds, defaultRounds) {
		clear(h.authority)
		for u, v := range h.edges {
			h.authority[v] += h.hub[u] * h.weight(v)
		}
		scale(h.authority)
		clear(h.hub)
		for u, v := range h.edges {
			h.hub[u] += h.authority[v] * h.weight(u)
		}
		h.hubScale = scale(h.hub)
	}
}

// weight returns what the scores of a page are multiplied by.
func (h *HITS) weight(page int32) float64 {
	if h.Kleinberg {
		return 1
	}
	return h.score[page]
}

// edges yields the links that count.
func (h *HITS) edges(yield func(from, to int32) bool) {
	for _, u := range h.fetched {
		for _, v := range h.graph.out[u] {
			if !h.Kleinberg && !h.graph.fetched[v] || !h.counts(u, v) {
				continue
			}
			if !yield(u, v) {
				return
			}
		}
	}
}

// counts reports whether a link is a recommendation.
func (h *HITS) counts(from, to int32) bool { return h.SameHost || h.hosts[from] != h.hosts[to] }

// scale makes the greatest value 1, unless all are 0, and returns what it has
// multiplied them by.
func scale(values []float64) float64 {
	greatest := 0.0
	for _, x := range values {
		greatest = max(greatest, x)
	}
	if greatest == 0 || math.IsInf(greatest, 1) {
		return 1
	}
	for i := range values {
		values[i] /= greatest
	}
	return 1 / greatest
}

// grid rounds a value from 0 to 1 to a multiple of 2^-40. Sums of such values are
// exact, so that what is equal but for its rounding is equal in the frontier.
func grid(x float64) float64 { return math.Round(x*(1<<40)) / (1 << 40) }

// changed values the URLs that pages link to again. It returns the links of the page at
// hand, which is one of them, and the other URLs whose values have changed. A value that was
// raised by a hub may decrease again.
func (h *HITS) changed(page int32, pages []int32) (own, others []frontier.Entry) {
	best := map[int32]float64{}
	for _, u := range pages {
		for _, v := range h.graph.out[u] {
			if !h.graph.fetched[v] {
				best[v] = max(best[v], grid(h.score[u]), grid(h.hub[u]))
			}
		}
	}
	one := len(pages) == 1
	var links revaluation
	linked := h.graph.linked(page)
	for _, u := range pages {
		for _, v := range h.graph.out[u] {
			value, ok := best[v]
			if !ok {
				continue
			}
			delete(best, v)
			old := max(h.value[v], 0)
			if one {
				value = max(value, old) // other pages link there too
			}
			if value != old || linked[v] { // the frontier may have refused the link of an earlier page
				links.set(v, value)
				h.value[v] = value
			}
		}
	}
	return links.entries(&h.graph, linked, "best page that links here, or best hub")
}

// authorities values the links of a page that was fetched, or after rounds those of
// all pages, by the authority scores of what they lead to, and returns them and the others
// that have changed.
func (h *HITS) authorities(page int32) (own, others []frontier.Entry) {
	pages := []int32{page}
	var links revaluation
	var value func(v int32) float64
	if h.due() {
		h.rounds()
		pages = h.fetched
		authority := make([]float64, len(h.hub))
		for u, v := range h.edges {
			authority[v] += h.hub[u]
		}
		h.valueScale = scale(authority)
		value = func(v int32) float64 { return grid(authority[v]) }
	} else {
		h.hub[page] = h.newHub(page)
		more := grid(h.hub[page])
		if h.authority != nil {
			more = grid(h.hub[page] * h.valueScale)
		}
		value = func(v int32) float64 {
			if !h.counts(page, v) {
				return max(h.value[v], 0)
			}
			return max(h.value[v], 0) + more
		}
	}
	for _, u := range pages {
		for _, v := range h.graph.out[u] {
			if h.graph.fetched[v] {
				continue
			}
			x, old := value(v), max(h.value[v], 0)
			if x != old || u == page {
				links.set(v, x)
				h.value[v] = x
			}
		}
	}
	return links.entries(&h.graph, h.graph.linked(page), "authority")
}

// newHub returns the hub score of a page that was fetched after the last rounds:
// 1 before the first, as all begin.
func (h *HITS) newHub(page int32) float64 {
	if h.authority == nil {
		return 1
	}
	sum := 0.0
	for _, v := range h.graph.out[page] {
		if int(v) < len(h.authority) && h.counts(page, v) {
			sum += h.authority[v]
		}
	}
	return sum * h.hubScale
}
