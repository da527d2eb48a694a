package adaptive

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// newExploration returns one among hosts with a queued URL each, of which it knows that
// pages are worth 0.3.
func newExploration(hosts int) (*exploration, []*candidate) {
	u := urls{byName: map[string]*candidate{}, sites: map[string]*site{}, directories: map[string]*tally{}}
	l := New(Config{Scorer: terms{}})
	x := &l.explore
	x.queue, x.random = newQueue(&u), rand.New(rand.NewPCG(1, 1))
	var all []*candidate
	for i := range hosts {
		c := u.candidate(fmt.Sprintf("http://h%d.test/", i))
		x.queue.set(c, 0, nil)
		c.site.explored = tally{pages: 1e7, worth: 3e6}
		all = append(all, c)
	}
	return x, all
}

// What exploring may cost, in pages.
func TestExplorationBudget(t *testing.T) {
	raised := &candidate{raised: true, site: &site{}}
	found := &candidate{site: &site{}, sources: []*visit{{candidate: raised}}}
	for _, c := range []struct {
		name  string
		page  *candidate
		worth float64
		seed  bool
		want  float64
	}{
		{"three pages in the beginning", nil, 0, false, 3},
		{"a tenth for each page that is taken for its value", &candidate{site: &site{}}, 0.2, false, 3.1},
		{"nothing for a seed", &candidate{site: &site{}}, 0.2, true, 3},
		{"less by what a raised page is worth less than usual: all of it", raised, 0, false, 2},
		{"more by what it is worth more: as much again", raised, 0.2, false, 4},
		{"more by what a page is worth more to which a raised one links", found, 0.2, false, 4.1},
		{"not less by one that is worth less", found, 0, false, 3.1},
	} {
		t.Run(c.name, func(t *testing.T) {
			x, _ := newExploration(0)
			if c.page != nil {
				x.fetched(c.page, c.worth, c.seed)
			}
			if !near(x.budget, c.want) {
				t.Errorf("budget %v, want %v", x.budget, c.want)
			}
		})
	}
}

// The usual worth is a mean at first, and later that of the latest twenty pages or so.
func TestUsualWorth(t *testing.T) {
	x, _ := newExploration(0)
	c := &candidate{site: &site{}}
	if x.fetched(c, 0.3, false); !near(x.usual, 0.2) {
		t.Errorf("usual worth %v after one page, want the mean of 0.1 and 0.3", x.usual)
	}
	for range 60 {
		x.fetched(c, 0.2, false)
	}
	if x.fetched(c, 1, false); !near(x.usual, 0.24) {
		t.Errorf("usual worth %v after a page that is worth 0.8 more, want 0.04 more than 0.2", x.usual)
	}
}

// A host is explored that promises twice the usual worth, as long as the budget lasts.
func TestExploreWhere(t *testing.T) {
	for _, c := range []struct {
		name          string
		usual, budget float64
		share         float64
		want          bool
	}{
		{"hosts promise a little more than twice the usual worth", 0.14, 0, 1, true},
		{"hosts promise a little less", 0.16, 0, 1, false},
		{"the budget is used up", 0.14, -0.01, 1, false},
		{"nobody asks for it", 0.14, 3, -1, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			x, all := newExploration(1)
			x.usual, x.budget, x.share = c.usual, c.budget, c.share
			if _, got := x.next(); got != c.want || all[0].raised != c.want {
				t.Errorf("explored: %v, want %v", got, c.want)
			}
		})
	}
	x, _ := newExploration(200)
	if x.share != 0.8 {
		t.Errorf("it is considered with %v of the pages, want 0.8", x.share)
	}
	if got := len(x.sample()); got != 64 {
		t.Errorf("it chooses among %d hosts, want 64", got)
	}
	for _, s := range x.queue.sites[:100] {
		x.answers(s, 0)
	}
	answered := 0
	for _, s := range x.sample()[:48] {
		if s.answered {
			answered++
		}
	}
	if answered != 48 {
		t.Errorf("%d of the first 48 hosts have answered", answered)
	}
}
