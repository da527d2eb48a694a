package classic_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
	"github.com/lokman-crawler/lokman/crawl/strategy/classic"
	"github.com/lokman-crawler/lokman/crawl/strategy/internal/smallweb"
)

// Whatever becomes of the agents, all that can be reached is fetched.
func TestInfoSpidersLeaveNothing(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		w := smallweb.Draw(rt)
		s := &classic.InfoSpiders{
			Query: "flu x", Scorer: smallweb.WordShare{}, Seed: rapid.Uint64().Draw(rt, "seed"),
			Cost: rapid.SampledFrom([]float64{0, 0.2, 1}).Draw(rt, "cost"), Agents: rapid.IntRange(0, 3).Draw(rt, "agents"),
		}
		w.Follow(rt, w.Crawl(rt, s), false, func(smallweb.State) map[int]float64 { return nil })
	})
}

// No two agents wait for the same page.
func TestInfoSpidersShare(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		w := smallweb.Draw(rt)
		clear(w.Dead) // a page that cannot be fetched may be chosen again
		w.Crawl(rt, chosenOnce{&classic.InfoSpiders{Query: "flu", Split: 0.01}, map[string]bool{}, rt})
	})
}

// A link that an agent chooses is below those chosen before, and by so little that links
// are chosen above all others however long a crawl is.
func TestInfoSpidersTakeTurns(t *testing.T) {
	const turns = 500
	var docs []webs.Document
	for i := range turns + 1 {
		docs = append(docs, webs.Document{URL: fmt.Sprintf("http://a.test/%d", i), Type: "text/html", Body: fmt.Appendf(nil, `<a href="/%d">flu</a>`, i+1)})
	}
	web, err := webs.New(docs)
	if err != nil {
		t.Fatal(err)
	}
	c := crawl.Crawler{
		Strategy: &classic.InfoSpiders{Query: "flu", Agents: 1, Cost: 1e-9}, Transport: web, Workers: 1,
		Delay: crawl.None, IgnoreRobots: true, Limits: crawl.Limits{Pages: turns + 1},
	}
	values := []float64{} // at which the pages were chosen, the seed aside
	for p, err := range c.Crawl(t.Context(), docs[0].URL) {
		if err != nil {
			t.Fatal(err)
		}
		if p.Parent == "" {
			continue
		}
		if n := len(values); n > 0 && p.LinkValue >= values[n-1] {
			t.Fatalf("link %d was chosen at %v, the one before it at %v", n+1, p.LinkValue, values[n-1])
		}
		values = append(values, p.LinkValue)
	}
	if len(values) != turns {
		t.Fatalf("%d pages were chosen, want %d", len(values), turns)
	}
	last := values[turns-1]
	perTurn := (values[0] - last) / (turns - 1)
	if left := (last - 1e6) / perTurn; left < 1e12 {
		t.Errorf("a turn costs %v of %v: there are %.0g more, want 1e12", perTurn, values[0], left)
	}
}

type chosenOnce struct {
	*classic.InfoSpiders
	chosen map[string]bool
	t      rapid.TB
}

func (c chosenOnce) Value(p *crawl.Page) crawl.Valuation {
	v := c.InfoSpiders.Value(p)
	for _, e := range v.Revalued {
		if !strings.Contains(e.Reason.String(), "agent") {
			continue
		}
		if c.chosen[e.URL] {
			c.t.Errorf("%s is chosen twice", e.URL)
		}
		c.chosen[e.URL] = true
	}
	return v
}

// One page links to a hundred with the topic's word beside and to a hundred
// without: an agent chooses mostly the former.
func TestInfoSpidersChooseByKeywords(t *testing.T) {
	var body strings.Builder
	for i := range 200 {
		fmt.Fprintf(&body, `<p><a href="/%d">%s</a></p>`, i, []string{"flu", "soup"}[i%2])
		body.WriteString(strings.Repeat("<p>apart</p>", 20))
	}
	s := &classic.InfoSpiders{Query: "flu"}
	v := s.Value(smallweb.Page("http://a.test/", body.String()))
	good, bad := 0.0, 0.0
	for i := range 200 {
		value := 0.0
		for _, e := range v.Links {
			if e.URL == fmt.Sprintf("http://a.test/%d", i) {
				value += min(e.Value, 1e6) // the chosen one aside
			}
		}
		if i%2 == 0 {
			good += value
		} else {
			bad += value
		}
	}
	// Estimates 1/(1+e) and 1/(1+e^2), ten-fold: 2.7 and 1.2.
	if diff := (good - bad) / 100; diff < 1 {
		t.Errorf("links with the keyword are worth %.2f more", diff)
	}
	if s := (&classic.InfoSpiders{Query: "?"}); s.Valid() == nil {
		t.Error("a query without a word is taken")
	}
}
