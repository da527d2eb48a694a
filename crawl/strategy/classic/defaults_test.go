package classic_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/strategy/classic"
	"github.com/lokman-crawler/lokman/crawl/strategy/internal/smallweb"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// A strategy without parameters is the one with those that its comment says, and each of them
// makes a difference: another value gives another order or other values.
func TestDefaults(t *testing.T) {
	const n = 90
	web := smallweb.Web{Dead: make([]bool, n)}
	for i := range n {
		web.URLs = append(web.URLs, fmt.Sprintf("http://h%d.test/%d", i%9, i))
		web.Texts = append(web.Texts, strings.Repeat("flu ", i%5)+strings.Repeat("shot ", 1+i%3)+strings.Repeat("x ", 3+i%7))
		web.Links = append(web.Links, []int{(2*i + 1) % n, (2*i + 2) % n, i * 7 % n, i * 11 % n})
	}
	trace := func(s crawl.Strategy) (all []string) {
		for _, p := range web.Crawl(t, s) {
			all = append(all, fmt.Sprint(p.URL, p.LinkValue, p.Explanation))
		}
		return all
	}
	scorer := smallweb.WordShare{}
	spiders := func(change func(*classic.InfoSpiders)) crawl.Strategy {
		s := &classic.InfoSpiders{Query: "flu", Scorer: scorer, Greed: 10, Cost: 0.02, Split: 0.5, Horizon: 0.5, Rate: 0.5, Agents: 100}
		change(s)
		return s
	}
	for _, c := range []struct {
		name          string
		without, with crawl.Strategy
		others        []crawl.Strategy
	}{
		{"PageRank", &classic.PageRank{}, &classic.PageRank{Damping: 0.8, Epsilon: 0.01},
			[]crawl.Strategy{&classic.PageRank{Damping: 0.4}, &classic.PageRank{Epsilon: 0.02}, &classic.PageRank{Epsilon: 0.005}}},
		{"HITS", &classic.HITS{Scorer: scorer}, &classic.HITS{Scorer: scorer, Rounds: 10, First: 25},
			[]crawl.Strategy{&classic.HITS{Scorer: scorer, Rounds: 5}, &classic.HITS{Scorer: scorer, First: 13}, &classic.HITS{Scorer: scorer, First: 50}}},
		{"InfoSpiders", &classic.InfoSpiders{Query: "flu", Scorer: scorer}, spiders(func(*classic.InfoSpiders) {}),
			[]crawl.Strategy{
				spiders(func(s *classic.InfoSpiders) { s.Greed *= 2 }), spiders(func(s *classic.InfoSpiders) { s.Cost *= 4 }),
				spiders(func(s *classic.InfoSpiders) { s.Split /= 4 }), spiders(func(s *classic.InfoSpiders) { s.Horizon *= 2 }),
				spiders(func(s *classic.InfoSpiders) { s.Rate *= 2 }), spiders(func(s *classic.InfoSpiders) { s.Agents = 1 }),
			}},
		{"FishSearch", classic.FishSearch{Scorer: scorer}, classic.FishSearch{Scorer: scorer, Depth: 3, Width: 5},
			[]crawl.Strategy{classic.FishSearch{Scorer: scorer, Depth: 1}, classic.FishSearch{Scorer: scorer, Width: 2}}},
		{"IterativeDeepening", classic.IterativeDeepening{}, classic.IterativeDeepening{Step: 1}, []crawl.Strategy{classic.IterativeDeepening{Step: 2}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			without := trace(c.without)
			if with := trace(c.with); !slices.Equal(without, with) {
				t.Errorf("the defaults are others:\n%v\n%v", without, with)
			}
			for i, other := range c.others {
				if slices.Equal(without, trace(other)) {
					t.Errorf("other parameters (%d) make no difference", i)
				}
			}
		})
	}
}
