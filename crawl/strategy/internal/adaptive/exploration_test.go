package adaptive

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// newExploration returns one among hosts with a queued URL each, of which it knows that
// pages are worth 0.3.
func newExploration(hosts int) (*exploration, []*candidate) {
	l := New(Config{Scorer: terms{}})
	x := &l.explore
	x.random = rand.New(rand.NewPCG(1, 1))
	var all []*candidate
	for i := range hosts {
		number := l.urls.add(fmt.Sprintf("http://h%d.test/", i))
		x.queue.set(number, 0, nil)
		c := l.urls.at(number)
		x.queue.sites.at(x.queue.sites.of(c.url)).explored = tally{pages: 1e7, worth: 3e6}
		all = append(all, c)
	}
	return x, all
}

// What exploring may cost, in pages.
func TestExplorationBudget(t *testing.T) {
	for _, c := range []struct {
		name  string
		page  picking
		none  bool
		worth float64
		seed  bool
		want  float64
	}{
		{"three pages in the beginning", picking{}, true, 0, false, 3},
		{"a tenth for each page that is taken for its value", picking{}, false, 0.2, false, 3.1},
		{"nothing for a seed", picking{}, false, 0.2, true, 3},
		{"less by what a raised page is worth less than usual: all of it", picking{raised: true}, false, 0, false, 2},
		{"more by what it is worth more: as much again", picking{raised: true}, false, 0.2, false, 4},
		{"more by what a page is worth more to which a raised one links", picking{found: true}, false, 0.2, false, 4.1},
		{"not less by one that is worth less", picking{found: true}, false, 0, false, 3.1},
	} {
		t.Run(c.name, func(t *testing.T) {
			x, _ := newExploration(1)
			if !c.none {
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
	x, _ := newExploration(1)
	c := picking{}
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
			if _, got := x.next(); got != c.want || all[0].is(raised) != c.want {
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
	for _, s := range x.queue.sites.open[:100] {
		x.answers(s, 0, true)
	}
	answered := 0
	for _, s := range x.sample()[:48] {
		if x.queue.sites.at(s).answered > 0 {
			answered++
		}
	}
	if answered != 48 {
		t.Errorf("%d of the first 48 hosts have answered", answered)
	}
}
