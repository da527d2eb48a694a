package experiment

import (
	"context"
	"io"
	"math/rand/v2"
	"slices"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
	"github.com/lokman-crawler/lokman/frontier"
)

// Bounds returns what every comparison needs besides the strategies: random
// order and breadth-first, which any strategy should beat; the greedy oracle,
// which knows about each link whether it leads to a relevant page; and the
// all-knowing crawl, which knows the whole web.
//
// The greedy oracle is no upper bound, as it does not see a relevant page
// behind an irrelevant one. The all-knowing crawl fetches relevant pages first.
// While it knows no link to one it takes the best path to relevant pages that are
// not fetched yet: k irrelevant pages, the last of which links to g relevant ones,
// for the greatest g / (k + g) with k up to 3, and otherwise by distance to the
// nearest of them. To find the best order of all is as hard as the Steiner tree
// problem; no strategy here has come above this one.
func Bounds() []Entrant {
	all := []Entrant{
		{Name: "random", New: func(t Task) (crawl.Strategy, error) { return randomOrder{t.Random}, nil }},
		{Name: "breadthfirst", New: func(Task) (crawl.Strategy, error) { return crawl.BreadthFirst{}, nil }},
		{Name: "oracle", truthful: newGreedy},
		{Name: "allknowing", frontier: newKnowing},
	}
	for i := range all {
		all[i].Bound = true
	}
	return all
}

// randomOrder takes any queued URL with the same chance: each waits for a time
// of its own from when it is found, drawn from the exponential distribution,
// which has no memory. A value is the end of a wait, negated.
type randomOrder struct{ seed uint64 }

func (s randomOrder) Value(p *crawl.Page) crawl.Valuation {
	now := min(p.LinkValue, 0)
	var v crawl.Valuation
	for url := range p.LinkURLs() {
		wait := rand.New(rand.NewPCG(s.seed, hashOf(url))).ExpFloat64()
		v.Links = append(v.Links, frontier.Entry{URL: url, Value: now - wait})
	}
	return v
}

// greedy values a link by the truth about what it leads to.
type greedy struct{ judge Judge }

func newGreedy(t *truth) crawl.Strategy { return greedy{t.judge} }

func (s greedy) worth(url string) float64 {
	if s.judge.Relevant(url) {
		return 1
	}
	return 0
}

func (s greedy) Value(p *crawl.Page) crawl.Valuation {
	score := s.worth(p.URL)
	v := crawl.Valuation{Score: score, Explanation: crawl.Explanation{{Of: "truth", Factor: 1, Score: score}}}
	for url := range p.LinkURLs() {
		v.Links = append(v.Links, frontier.Entry{URL: url, Value: s.worth(url)})
	}
	return v
}

// knowing is the frontier of the all-knowing crawl. One worker uses it.
type knowing struct {
	graph  *webs.Graph
	wanted []bool    // relevant pages not fetched yet
	far    []int32   // links to the nearest wanted page; nil if not known
	yield  []float64 // the best g / (k + g); nil if not known
	seen   map[string]bool
	queue  []queued // in the order of discovery
	token  uint64
}

type queued struct {
	entry frontier.Entry
	page  int32 // -1 if the web has none
}

func newKnowing(t *truth) frontier.Frontier {
	g := t.web.Graph()
	k := &knowing{graph: g, wanted: make([]bool, len(g.URLs)), seen: map[string]bool{}}
	for _, i := range t.pages() {
		k.wanted[i] = true
	}
	return k
}

// Push implements [frontier.Frontier].
func (k *knowing) Push(_ context.Context, entries ...frontier.Entry) error {
	for _, e := range entries {
		if k.seen[e.URL] {
			continue
		}
		k.seen[e.URL] = true
		page, ok := k.graph.Place(e.URL)
		if !ok {
			page = -1
		}
		k.queue = append(k.queue, queued{e, page})
	}
	return nil
}

// Pop implements [frontier.Frontier].
func (k *knowing) Pop(ctx context.Context) (frontier.Lease, error) {
	if err := ctx.Err(); err != nil {
		return frontier.Lease{}, err
	}
	if len(k.queue) == 0 {
		return frontier.Lease{}, io.EOF
	}
	best := k.best()
	q := k.queue[best]
	k.queue = slices.Delete(k.queue, best, best+1)
	if q.page >= 0 && k.wanted[q.page] {
		k.wanted[q.page] = false
		k.far, k.yield = nil, nil
	}
	k.token++
	return frontier.Lease{Entry: q.entry, Token: k.token, Attempt: 1}, nil
}

// best returns the place of the page to fetch next.
func (k *knowing) best() int {
	if k.far == nil {
		var to []int32
		for i, wanted := range k.wanted {
			if wanted {
				to = append(to, int32(i))
			}
		}
		k.far = k.graph.Distances(to)
	}
	best := 0
	for i := range k.queue {
		if k.before(&k.queue[i], &k.queue[best]) {
			best = i
		}
	}
	return best
}

// before reports whether a is to be fetched before b, which was discovered
// first.
func (k *knowing) before(a, b *queued) bool {
	if seed := a.entry.Value >= frontier.SeedValue; seed != (b.entry.Value >= frontier.SeedValue) {
		return seed
	}
	da, db := k.distance(a.page), k.distance(b.page)
	if da == 0 || db == 0 {
		return da < db
	}
	if ya, yb := k.worth(a.page), k.worth(b.page); ya != yb {
		return ya > yb
	}
	return da < db
}

// distance of a page from which nothing can be reached is that of none at all.
func (k *knowing) distance(page int32) int32 {
	if page < 0 || k.far[page] < 0 {
		return int32(len(k.graph.URLs))
	}
	return k.far[page]
}

// worth returns the best g / (k + g) of a page that is not relevant.
func (k *knowing) worth(page int32) float64 {
	if page < 0 {
		return 0
	}
	if k.yield == nil {
		k.yield = k.yields()
	}
	return k.yield[page]
}

// yields returns worth for all pages.
func (k *knowing) yields() []float64 {
	const longest = 3
	yields := make([]float64, len(k.graph.URLs))
	gain := make([]int32, len(yields)) // the most that a way of so many pages leads to
	for i, out := range k.graph.Out {
		for _, j := range out {
			if k.wanted[j] {
				gain[i]++
			}
		}
	}
	for way := 1; way <= longest; way++ {
		next := make([]int32, len(gain))
		for i, g := range gain {
			if g > 0 {
				yields[i] = max(yields[i], float64(g)/float64(int32(way)+g))
			}
			for _, j := range k.graph.Out[i] {
				next[i] = max(next[i], gain[j])
			}
		}
		gain = next
	}
	return yields
}

// Done implements [frontier.Frontier].
func (k *knowing) Done(ctx context.Context, l frontier.Lease, o frontier.Outcome) error {
	if o.Result == frontier.Returned {
		delete(k.seen, l.URL)
		return k.Push(ctx, l.Entry)
	}
	return k.Push(ctx, o.Links...)
}
