package classic_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/lokman-crawler/lokman/crawl/strategy/classic"
	"github.com/lokman-crawler/lokman/crawl/strategy/internal/smallweb"
)

// The published equations over all known pages, by whole matrices; between two
// computations a new page adds its hub score.
func TestKleinbergEqualsDenseIteration(t *testing.T) {
	for _, sameHost := range []bool{false, true} {
		rapid.Check(t, func(rt *rapid.T) {
			w := smallweb.Draw(rt)
			next := rapid.SampledFrom([]int{2, 5, 30}).Draw(rt, "first")
			pages := w.Crawl(rt, &classic.HITS{Kleinberg: true, Rounds: 7, SameHost: sameHost, First: next})
			n := len(w.URLs)
			var authority []float64 // nil before the first computation
			var hubScale, valueScale float64
			value, handled := map[int]float64{}, 0
			w.Follow(rt, pages, true, func(s smallweb.State) map[int]float64 {
				alive := slices.DeleteFunc(slices.Clone(s.Fetched), func(i int) bool { return w.Dead[i] })
				linked := func(i, j int) bool {
					return slices.Contains(alive, i) && slices.Contains(w.Targets(i, false), j) && (sameHost || i%3 != j%3)
				}
				for ; handled < len(alive); handled++ {
					i := alive[handled]
					if handled+1 == len(alive) && len(alive) >= next {
						next = len(alive) + len(alive)/8 + 1
						hub := make([]float64, n)
						for _, i := range alive {
							hub[i] = 1
						}
						for range 7 {
							authority, _ = product(n, linked, hub, false)
							hub, hubScale = product(n, linked, authority, true)
						}
						var final []float64
						final, valueScale = product(n, linked, hub, false)
						value = map[int]float64{}
						for j, x := range final {
							value[j] = x
						}
						continue
					}
					hub := 1.0
					if authority != nil {
						hub = 0
						for j := range n {
							if linked(i, j) {
								hub += authority[j] * hubScale
							}
						}
						hub *= valueScale
					}
					for j := range n {
						if linked(i, j) {
							value[j] += hub
						}
					}
				}
				known := map[int]float64{}
				for _, i := range alive {
					for _, j := range w.Targets(i, false) {
						known[j] = value[j]
					}
				}
				return known
			})
		})
	}
}

// product multiplies a vector by the matrix of links, or by its transpose, scales
// the greatest result to 1 and returns what it was multiplied by.
func product(n int, linked func(i, j int) bool, x []float64, hubs bool) ([]float64, float64) {
	y := make([]float64, n)
	for i := range n {
		for j := range n {
			if linked(i, j) && hubs {
				y[i] += x[j]
			} else if linked(i, j) {
				y[j] += x[i]
			}
		}
	}
	most := slices.Max(y)
	if most == 0 {
		return y, 1
	}
	for i := range y {
		y[i] /= most
	}
	return y, 1 / most
}
