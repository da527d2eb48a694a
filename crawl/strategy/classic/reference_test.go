package classic_test

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/strategy"
	"github.com/lokman-crawler/lokman/crawl/strategy/classic"
	"github.com/lokman-crawler/lokman/crawl/strategy/internal/smallweb"
)

// ranks iterates PageRank over the fetched pages until nothing moves.
func ranks(w smallweb.Web, s smallweb.State) (rank []float64, given map[int]float64) {
	rank = make([]float64, len(w.URLs))
	for range 500 {
		given = map[int]float64{}
		for _, i := range s.Fetched {
			to := w.Targets(i, false)
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
		w := smallweb.Draw(rt)
		pages := w.Crawl(rt, &classic.PageRank{Epsilon: 1e-13})
		w.Follow(rt, pages, false, func(s smallweb.State) map[int]float64 {
			_, given := ranks(w, s)
			return given
		})
		var s smallweb.State
		for _, p := range pages {
			i := slices.Index(w.URLs, p.URL)
			rank, _ := ranks(w, s)
			if p.Err == nil && math.Abs(p.Value-rank[i]) > 1e-9 {
				rt.Fatalf("page %d has rank %v, want %v", i, p.Value, rank[i])
			}
			s.Fetched = append(s.Fetched, i)
		}
	})
}

// PageRank is as near to the equation as it says: by default 5 %, with an Epsilon of 0.002 1 %.
func TestPageRankWithin(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		w := smallweb.Draw(rt)
		epsilon := rapid.SampledFrom([]float64{0, 0.002, 0.05}).Draw(rt, "epsilon")
		within := cmp.Or(epsilon, 0.01) / (1 - 0.8)
		var s smallweb.State
		for _, p := range w.Crawl(rt, &classic.PageRank{Epsilon: epsilon}) {
			i := slices.Index(w.URLs, p.URL)
			exact, _ := ranks(w, s)
			for what, got := range map[string]float64{"rank": p.Value, "value": 0.2 + 0.8*p.LinkValue} {
				if least := (1 - within) * exact[i]; p.Err == nil && len(s.Fetched) > 0 && (got < least-1e-9 || got > exact[i]+1e-9) {
					rt.Fatalf("page %d has %s %v, want %v to %v", i, what, got, least, exact[i])
				}
			}
			s.Fetched = append(s.Fetched, i)
		}
	})
}

func TestBestFirstEqualsGreatestParent(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		w := smallweb.Draw(rt)
		best := func(s smallweb.State) map[int]float64 {
			value := map[int]float64{}
			for _, i := range s.Fetched {
				for _, j := range w.Targets(i, true) {
					value[j] = max(value[j], w.Score(i))
				}
			}
			return value
		}
		w.Follow(rt, w.Crawl(rt, strategy.BestFirst{Scorer: smallweb.WordShare{}}), true, best)
		w.Follow(rt, w.Crawl(rt, classic.BestNFirst{Scorer: smallweb.WordShare{}, N: 1}), true, best)

		n := rapid.IntRange(2, 5).Draw(rt, "N")
		var batch []int
		w.Follow(rt, w.Crawl(rt, classic.BestNFirst{Scorer: smallweb.WordShare{}, N: n}), true, func(s smallweb.State) map[int]float64 {
			value := best(s)
			batch = slices.DeleteFunc(batch, func(i int) bool { return slices.Contains(s.Fetched, i) })
			if len(batch) == 0 {
				batch = slices.Clone(s.Queued)
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
		w := smallweb.Draw(rt)
		width, depth := rapid.IntRange(1, 4).Draw(rt, "width"), rapid.IntRange(1, 3).Draw(rt, "depth")
		pages := w.Crawl(rt, classic.FishSearch{Scorer: smallweb.WordShare{}, Width: width, Depth: depth, Threshold: 0.2})
		w.Follow(rt, pages, true, func(s smallweb.State) map[int]float64 {
			value, depths := map[int]float64{}, map[int]int{0: depth}
			for n, i := range s.Fetched {
				for k, j := range w.Targets(i, true) {
					place, child := 0.0, depths[i]-1
					switch {
					case depths[i] == 0:
						child = 0
					case w.Score(i) > 0.2:
						child = depth
						if k < width+width/2 {
							place = 1
						}
					case k < width:
						place = 0.5
					}
					_, known := depths[j]
					if slices.Contains(s.Fetched[:n+1], j) || known && place <= value[j] {
						continue
					}
					value[j], depths[j] = place, child
				}
			}
			return value
		})
	})
}

// Breadth-first takes them in the order of their finding (thesis 2.2.1).
func TestBreadthFirstEqualsQueue(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		w := smallweb.Draw(rt)
		w.Follow(rt, w.Crawl(rt, crawl.BreadthFirst{}), true, func(smallweb.State) map[int]float64 { return nil })
	})
}

func TestDepthFirstEqualsStack(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		w := smallweb.Draw(rt)
		w.Follow(rt, w.Crawl(rt, classic.DepthFirst{}), true, func(s smallweb.State) map[int]float64 {
			value := map[int]float64{}
			for n, i := range s.Fetched {
				for k, j := range w.Targets(i, true) {
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
			w := smallweb.Draw(rt)
			next := rapid.SampledFrom([]int{2, 5, 30}).Draw(rt, "first")
			pages := w.Crawl(rt, &classic.HITS{Scorer: smallweb.WordShare{}, Rounds: 7, SameHost: sameHost, First: next})
			hub := make([]float64, len(w.URLs))
			w.Follow(rt, pages, true, func(s smallweb.State) map[int]float64 {
				alive := slices.DeleteFunc(slices.Clone(s.Fetched), func(i int) bool { return w.Dead[i] })
				if len(alive) >= next {
					next = len(alive) + len(alive)/8 + 1
					hub = hubs(w, alive, sameHost)
				}
				value := map[int]float64{}
				for _, i := range alive {
					for _, j := range w.Targets(i, false) {
						value[j] = max(value[j], w.Score(i), hub[i])
					}
				}
				return value
			})
		})
	}
}

// hubs multiplies whole matrices.
func hubs(w smallweb.Web, fetched []int, sameHost bool) []float64 {
	n := len(w.URLs)
	hub := make([]float64, n)
	for _, i := range fetched {
		hub[i] = 1
	}
	linked := func(i, j int) bool {
		return slices.Contains(fetched, i) && slices.Contains(fetched, j) && slices.Contains(w.Targets(i, false), j) &&
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
		authority := multiply(func(v, u int) float64 { return when(linked(u, v), w.Score(v)) }, hub)
		hub = multiply(func(u, v int) float64 { return when(linked(u, v), w.Score(u)) }, authority)
	}
	return hub
}

func TestOPICEqualsDenseCash(t *testing.T) {
	for _, focused := range []bool{false, true} {
		rapid.Check(t, func(rt *rapid.T) {
			w := smallweb.Draw(rt)
			var s classic.OPIC
			if focused {
				s.Scorer = smallweb.WordShare{}
			}
			pages := w.Crawl(rt, s)
			w.Follow(rt, pages, true, func(s smallweb.State) map[int]float64 {
				cash := map[int]float64{0: 1}
				for n, i := range s.Fetched { // from the beginning
					to := w.Targets(i, false)
					given := cash[i]
					if focused {
						given *= w.Score(i)
					}
					for _, j := range to {
						if !slices.Contains(s.Fetched[:n], j) {
							cash[j] += 1 / float64(len(to)) * given
						}
					}
				}
				return cash
			})
		})
	}
}
