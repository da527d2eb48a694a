package enough_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/enough"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/testsite"
)

// queued is a frontier with so many URLs.
type queued int

func (q queued) Stats(context.Context) (frontier.Stats, error) {
	if q < 0 {
		return frontier.Stats{}, errors.New("away")
	}
	return frontier.Stats{Queued: int(q)}, nil
}

// A find is a page of a crawl.
type find struct {
	host     int
	relevant bool
}

func finds(t *rapid.T) []find {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) find {
		return find{rapid.IntRange(0, 5).Draw(t, "host"), rapid.IntRange(0, 3).Draw(t, "one of four") == 0}
	}), 0, 600).Draw(t, "finds")
}

// give gives pages to a rule and returns the number of the one that was enough, 0 for none.
func give(r *enough.Rule, all []find) int {
	for i, x := range all {
		r.Add(fmt.Sprintf("http://h%d.test/%d", x.host, i), x.relevant)
		if r.Enough(context.Background()) {
			return i + 1
		}
	}
	return 0
}

// A rule ends a crawl where what it asks for is first so.
func TestRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := finds(t)
		harvest := enough.Rule{Harvest: rapid.Float64Range(0.001, 0.5).Draw(t, "share"), Last: rapid.IntRange(1, 300).Draw(t, "last")}
		newHost := enough.Rule{NewHost: rapid.IntRange(1, 300).Draw(t, "pages")}
		wantHarvest, wantHost, seen, at := 0, 0, map[int]bool{}, 0
		for n := 1; n <= len(all); n++ {
			if x := all[n-1]; x.relevant && !seen[x.host] {
				seen[x.host], at = true, n
			}
			last := 0
			for _, x := range all[max(0, n-harvest.Last):n] {
				if x.relevant {
					last++
				}
			}
			if n >= 100 && n >= harvest.Last && wantHarvest == 0 && float64(last) < harvest.Harvest*float64(harvest.Last) {
				wantHarvest = n
			}
			if n >= 100 && wantHost == 0 && n-at >= newHost.NewHost {
				wantHost = n
			}
		}
		both := enough.Rule{Harvest: harvest.Harvest, Last: harvest.Last, NewHost: newHost.NewHost}
		if got := give(&harvest, all); got != wantHarvest || (got > 0) != (harvest.Why() != "") {
			t.Fatalf("harvest: enough at %d, want %d: %s", got, wantHarvest, harvest.Why())
		}
		if got := give(&newHost, all); got != wantHost {
			t.Fatalf("new host: enough at %d, want %d", got, wantHost)
		}
		want := wantHarvest
		if want == 0 || wantHost > 0 && wantHost < want {
			want = wantHost
		}
		if got := give(&both, all); got != want {
			t.Fatalf("both: enough at %d, want %d", got, want)
		}
	})
}

// The estimate is what is found by what is found and a share of the last half's, and one that is
// made anew of the same pages is the same.
func TestEstimate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := finds(t)
		q := queued(rapid.IntRange(0, 10_000).Draw(t, "queued"))
		r, again := enough.Rule{Frontier: q}, enough.Rule{Frontier: q}
		give(&r, all)
		give(&again, all)
		e := r.Estimate()
		if e != again.Estimate() {
			t.Fatalf("%v, and once more %v", e, again.Estimate())
		}
		found, half := 0, 0
		for i, x := range all {
			if x.relevant {
				found++
				if i+1 > len(all)/2 {
					half++
				}
			}
		}
		if e.Pages != len(all) || e.Found != found {
			t.Fatalf("%v of %d pages, %d relevant", e, len(all), found)
		}
		if len(all) < 100 || found < 5 {
			if e.Recall != 0 || e.Low != 0 || e.High != 0 {
				t.Fatalf("an estimate of too little: %v", e)
			}
			return
		}
		missing := (float64(half) + 0.5) * math.Log2(float64(len(all)+int(q))/float64(len(all)))
		if want := float64(found) / (float64(found) + missing); math.Abs(e.Recall-want) > 1e-9 || !(0 < e.Low && e.Low <= e.Recall && e.Recall <= e.High && e.High <= 1) {
			t.Fatalf("%v, want %v", e, want)
		}
	})
}

// Recall ends a crawl whose finds fall off, not one that goes on to find, nor one without a
// frontier that answers.
func TestRecall(t *testing.T) {
	var all []find
	for i := range 2000 {
		all = append(all, find{0, i < 50})
	}
	for _, c := range []struct {
		name string
		rule *enough.Rule
		all  []find
		want bool
	}{
		{"falling off", &enough.Rule{Recall: 0.95, Frontier: queued(1000)}, all, true},
		{"nothing queued", &enough.Rule{Recall: 1, Frontier: queued(0)}, all, true},
		{"going on", &enough.Rule{Recall: 0.95, Frontier: queued(100_000)}, all[:100], false},
		{"no frontier", &enough.Rule{Recall: 0.5}, all, false},
		{"frontier away", &enough.Rule{Recall: 0.5, Frontier: queued(-1)}, all, false},
		{"zero", &enough.Rule{}, all, false},
	} {
		if got := give(c.rule, c.all) > 0; got != c.want {
			t.Errorf("%s: enough is %v: %s %s", c.name, got, c.rule.Why(), c.rule.Estimate())
		}
	}
}

// By the crawler a rule is given what the crawl's caller sees.
func TestCrawl(t *testing.T) {
	web := testsite.New(testsite.Config{Hosts: 3, Pages: 100, Links: 4})
	var f frontier.Memory
	stop := enough.Rule{Relevant: func(p *crawl.Page) bool { return p.Depth < 2 }, Harvest: 0.1, Last: 100, Frontier: &f}
	c := crawl.Crawler{Transport: web, Frontier: &f, Delay: crawl.NoDelay, Workers: 1, Enough: stop.Page}
	pages, relevant := 0, 0
	for p, err := range c.Crawl(t.Context(), web.URL(0, "/"), web.URL(1, "/"), web.URL(2, "/")) {
		if err != nil {
			t.Fatal(err)
		}
		if p.OK() {
			pages++
			if p.Depth < 2 {
				relevant++
			}
		}
	}
	e := stop.Estimate()
	if stop.Why() == "" || e.Pages != pages || e.Found != relevant || pages >= 300 {
		t.Errorf("%d pages, %d relevant: %s, %q", pages, relevant, e, stop.Why())
	}
	if s, err := f.Stats(t.Context()); err != nil || s.Queued == 0 || s.Leased != 0 {
		t.Errorf("%v %v, want the rest queued", s, err)
	}
}
