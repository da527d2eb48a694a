package classic_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/lokman-crawler/lokman/crawl/strategy/classic"
	"github.com/lokman-crawler/lokman/crawl/strategy/internal/smallweb"
)

// A page found later is as likely to be the next as one that has waited: of
// the three that are queued after two fetches, two were found with the first
// page and one with the second.
func TestRandomIsUniform(t *testing.T) {
	w := smallweb.Web{
		URLs:  []string{"http://a.test/0", "http://a.test/1", "http://a.test/2", "http://a.test/3", "http://a.test/4"},
		Texts: make([]string, 5),
		Links: [][]int{{1, 2}, {3, 4}, {3, 4}, {}, {}},
		Dead:  make([]bool, 5),
	}
	const runs = 3000
	third := map[string]int{}
	for seed := range uint64(runs) {
		pages := w.Crawl(t, classic.Random{Seed: seed})
		third[pages[2].URL]++
	}
	// 1 or 2 is fetched second; then the other one, 3 and 4 have 1/3 each.
	for path, share := range map[string]float64{"1": 1.0 / 6, "2": 1.0 / 6, "3": 1.0 / 3, "4": 1.0 / 3} {
		got := float64(third["http://a.test/"+path]) / runs
		if sigma := math.Sqrt(share * (1 - share) / runs); math.Abs(got-share) > 4*sigma {
			t.Errorf("%s is third with %.3f, want %.3f", path, got, share)
		}
	}
}

func TestRandomFollowsItsSeed(t *testing.T) {
	w := smallweb.Web{Links: [][]int{{1, 2, 3, 4, 5, 6, 7}, {}, {}, {}, {}, {}, {}, {}}, Texts: make([]string, 8), Dead: make([]bool, 8)}
	for i := range 8 {
		w.URLs = append(w.URLs, fmt.Sprintf("http://a.test/%d", i))
	}
	orders := map[uint64]string{}
	for _, seed := range []uint64{0, 1, 0} {
		order := ""
		for _, p := range w.Crawl(t, classic.Random{Seed: seed}) {
			order += p.URL
		}
		if before, again := orders[seed]; again && before != order {
			t.Error("the same seed gives another order")
		}
		orders[seed] = order
	}
	if orders[0] == orders[1] {
		t.Error("another seed gives the same order")
	}
}
