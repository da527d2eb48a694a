package strategy_test

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
	"github.com/lokman-crawler/lokman/crawl/strategy"
	"github.com/lokman-crawler/lokman/crawl/strategy/classic"
)

// smallWeb is a random web on three hosts, its first page the seed. Each text
// scores what wordShare says about it.
type smallWeb struct {
	urls  []string
	texts []string
	links [][]int
	dead  []bool // linked, but not there
}

func drawWeb(rt *rapid.T) smallWeb {
	n := rapid.IntRange(2, 14).Draw(rt, "pages")
	var w smallWeb
	for i := range n {
		w.urls = append(w.urls, fmt.Sprintf("http://%c.test/%d", 'a'+i%3, i))
		flus := rapid.IntRange(0, 3).Draw(rt, "flus")
		w.texts = append(w.texts, strings.Repeat("flu ", flus)+strings.Repeat("x ", rapid.IntRange(1, 6).Draw(rt, "others")))
		w.links = append(w.links, rapid.SliceOfN(rapid.IntRange(0, n-1), 0, 6).Draw(rt, "links"))
		w.dead = append(w.dead, i > 0 && rapid.IntRange(0, 7).Draw(rt, "dead") == 0)
	}
	return w
}

func (w smallWeb) body(i int) string {
	var b strings.Builder
	b.WriteString(w.texts[i])
	for _, to := range w.links[i] {
		fmt.Fprintf(&b, `<p><a href="%s"></a></p>`, w.urls[to])
	}
	return b.String()
}

func (w smallWeb) web(t rapid.TB) *webs.Web {
	var docs []webs.Document
	for i := range w.urls {
		if !w.dead[i] {
			docs = append(docs, webs.Document{URL: w.urls[i], Type: "text/html", Body: []byte(w.body(i))})
		}
	}
	web, err := webs.New(docs)
	if err != nil {
		t.Fatal(err)
	}
	return web
}

// crawl returns the pages that a strategy fetches, in order, dead ones too.
func (w smallWeb) crawl(t rapid.TB, s crawl.Strategy) []*crawl.Page {
	c := crawl.Crawler{Strategy: s, Transport: w.web(t), Workers: 1, Delay: crawl.None, IgnoreRobots: true}
	var pages []*crawl.Page
	for p, err := range c.Crawl(context.Background(), w.urls[0]) {
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, p)
	}
	return pages
}

// targets returns what a page links to, each page once.
func (w smallWeb) targets(i int, self bool) []int {
	var to []int
	if w.dead[i] {
		return nil
	}
	for _, j := range w.links[i] {
		if !slices.Contains(to, j) && (self || j != i) {
			to = append(to, j)
		}
	}
	return to
}

// score is the part of a page's words that are "flu": the scorer of all
// strategies here.
func (w smallWeb) score(i int) float64 { return wordShare{}.Score(w.texts[i]) }

type wordShare struct{}

func (wordShare) Score(text string) float64 {
	words := strings.Fields(text)
	if len(words) == 0 {
		return 0
	}
	return float64(strings.Count(text, "flu")) / float64(len(words))
}

// state is what a reference knows: the pages fetched and those queued, dead
// ones too, both in order.
type state struct{ fetched, queued []int }

func (s state) fetch(w smallWeb, i int) state {
	s.fetched = append(slices.Clone(s.fetched), i)
	s.queued = slices.DeleteFunc(slices.Clone(s.queued), func(j int) bool { return j == i })
	for _, to := range w.targets(i, true) {
		if !slices.Contains(s.fetched, to) && !slices.Contains(s.queued, to) {
			s.queued = append(s.queued, to)
		}
	}
	return s
}

// follow is order for crawls that fetch all.
func (w smallWeb) follow(t rapid.TB, pages []*crawl.Page, ties bool, value func(state) map[int]float64) {
	if left := w.order(t, pages, ties, value); len(left) > 0 {
		t.Fatalf("never fetched: %v", left)
	}
}

// order checks that each page that a crawl fetches is one of those that the
// reference values most; of equals, with ties, the one found first. It returns
// what is queued at the end.
func (w smallWeb) order(t rapid.TB, pages []*crawl.Page, ties bool, value func(state) map[int]float64) []int {
	s := state{queued: []int{0}}
	for _, p := range pages {
		i, values := slices.Index(w.urls, p.URL), value(s)
		if !slices.Contains(s.queued, i) {
			t.Fatalf("%d is not queued: %+v", i, s)
		}
		before := true
		for _, j := range s.queued {
			before = before && j != i
			if values[j] > values[i]+1e-9 || ties && before && values[j] == values[i] {
				t.Fatalf("%d comes before %d, of %v: %+v", i, j, values, s)
			}
		}
		s = s.fetch(w, i)
	}
	return s.queued
}

// ranks iterates PageRank over the fetched pages until nothing moves.
func (w smallWeb) ranks(s state) (rank []float64, given map[int]float64) {
	rank = make([]float64, len(w.urls))
	for range 500 {
		given = map[int]float64{}
		for _, i := range s.fetched {
			to := w.targets(i, false)
			for _, j := range to {
				given[j] += rank[i] / float64(len(to))
			}
		}
		for i := range rank {
			rank[i] = 0.2 + 0.8*given[i]
		}
	}
	return rank, given
}

func TestPageRankEqualsDenseIteration(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		w := drawWeb(rt)
		pages := w.crawl(rt, &classic.PageRank{Epsilon: 1e-13})
		w.follow(rt, pages, false, func(s state) map[int]float64 {
			_, given := w.ranks(s)
			return given
		})
		var s state
		for _, p := range pages {
			i := slices.Index(w.urls, p.URL)
			rank, _ := w.ranks(s)
			if p.Err == nil && math.Abs(p.Value-rank[i]) > 1e-9 {
				rt.Fatalf("page %d has rank %v, want %v", i, p.Value, rank[i])
			}
			s.fetched = append(s.fetched, i)
		}
	})
}

func TestBestFirstEqualsGreatestParent(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		w := drawWeb(rt)
		best := func(s state) map[int]float64 {
			value := map[int]float64{}
			for _, i := range s.fetched {
				for _, j := range w.targets(i, true) {
					value[j] = max(value[j], w.score(i))
				}
			}
			return value
		}
		w.follow(rt, w.crawl(rt, strategy.BestFirst{Scorer: wordShare{}}), true, best)
		w.follow(rt, w.crawl(rt, classic.BestNFirst{Scorer: wordShare{}, N: 1}), true, best)

		n := rapid.IntRange(2, 5).Draw(rt, "N")
		var batch []int
		w.follow(rt, w.crawl(rt, classic.BestNFirst{Scorer: wordShare{}, N: n}), true, func(s state) map[int]float64 {
			value := best(s)
			batch = slices.DeleteFunc(batch, func(i int) bool { return slices.Contains(s.fetched, i) })
			if len(batch) == 0 {
				batch = slices.Clone(s.queued)
				slices.SortStableFunc(batch, func(i, j int) int { return cmp.Compare(value[j], value[i]) })
				batch = batch[:min(n, len(batch))]
			}
			for _, i := range batch { // as they are valued now
				value[i] += 100
			}
			return value
		})
	})
}

// De Bra and Post's list, with values where it has places.
func TestFishSearchEqualsList(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		w := drawWeb(rt)
		width, depth := rapid.IntRange(1, 4).Draw(rt, "width"), rapid.IntRange(1, 3).Draw(rt, "depth")
		pages := w.crawl(rt, classic.FishSearch{Scorer: wordShare{}, Width: width, Depth: depth, Threshold: 0.2})
		w.follow(rt, pages, true, func(s state) map[int]float64 {
			value, depths := map[int]float64{}, map[int]int{0: depth}
			for n, i := range s.fetched {
				for k, j := range w.targets(i, true) {
					place, child := 0.0, depths[i]-1
					switch {
					case depths[i] == 0:
						child = 0
					case w.score(i) > 0.2:
						child = depth
						if k < width+width/2 {
							place = 1
						}
					case k < width:
						place = 0.5
					}
					_, known := depths[j]
					if slices.Contains(s.fetched[:n+1], j) || known && place <= value[j] {
						continue
					}
					value[j], depths[j] = place, child
				}
			}
			return value
		})
	})
}

func TestDepthFirstEqualsStack(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		w := drawWeb(rt)
		w.follow(rt, w.crawl(rt, classic.DepthFirst{}), true, func(s state) map[int]float64 {
			value := map[int]float64{}
			for n, i := range s.fetched {
				for k, j := range w.targets(i, true) {
					if _, known := value[j]; !known {
						value[j] = float64(n) - float64(k)/100
					}
				}
			}
			return value
		})
	})
}

func TestHITSEqualsDenseIteration(t *testing.T) {
	for _, sameHost := range []bool{false, true} {
		rapid.Check(t, func(rt *rapid.T) {
			w := drawWeb(rt)
			next := rapid.SampledFrom([]int{2, 5, 30}).Draw(rt, "first")
			pages := w.crawl(rt, &classic.HITS{Scorer: wordShare{}, Rounds: 7, SameHost: sameHost, First: next})
			hub := make([]float64, len(w.urls))
			w.follow(rt, pages, true, func(s state) map[int]float64 {
				alive := slices.DeleteFunc(slices.Clone(s.fetched), func(i int) bool { return w.dead[i] })
				if len(alive) >= next {
					next = len(alive) + len(alive)/8 + 1
					hub = w.hubs(alive, sameHost)
				}
				value := map[int]float64{}
				for _, i := range alive {
					for _, j := range w.targets(i, false) {
						value[j] = max(value[j], w.score(i), hub[i])
					}
				}
				return value
			})
		})
	}
}

// hubs multiplies whole matrices.
func (w smallWeb) hubs(fetched []int, sameHost bool) []float64 {
	n := len(w.urls)
	hub := make([]float64, n)
	for _, i := range fetched {
		hub[i] = 1
	}
	linked := func(i, j int) bool {
		return slices.Contains(fetched, i) && slices.Contains(fetched, j) && slices.Contains(w.targets(i, false), j) &&
			(sameHost || i%3 != j%3)
	}
	multiply := func(by func(to, from int) float64, x []float64) []float64 {
		y := make([]float64, n)
		for to := range y {
			for from := range x {
				y[to] += by(to, from) * x[from]
			}
		}
		if most := slices.Max(y); most > 0 {
			for i := range y {
				y[i] /= most
			}
		}
		return y
	}
	when := func(yes bool, x float64) float64 {
		if yes {
			return x
		}
		return 0
	}
	for range 7 {
		authority := multiply(func(v, u int) float64 { return when(linked(u, v), w.score(v)) }, hub)
		hub = multiply(func(u, v int) float64 { return when(linked(u, v), w.score(u)) }, authority)
	}
	return hub
}

func TestOPICEqualsDenseCash(t *testing.T) {
	for _, focused := range []bool{false, true} {
		rapid.Check(t, func(rt *rapid.T) {
			w := drawWeb(rt)
			var s classic.OPIC
			if focused {
				s.Scorer = wordShare{}
			}
			pages := w.crawl(rt, s)
			w.follow(rt, pages, true, func(s state) map[int]float64 {
				cash := map[int]float64{0: 1}
				for n, i := range s.fetched { // from the beginning
					to := w.targets(i, false)
					given := cash[i]
					if focused {
						given *= w.score(i)
					}
					for _, j := range to {
						if !slices.Contains(s.fetched[:n], j) {
							cash[j] += 1 / float64(len(to)) * given
						}
					}
				}
				return cash
			})
		})
	}
}
