package fresh_test

import (
	"strconv"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/crawl/fresh"
	"github.com/lokman-crawler/lokman/internal/freshness"
)

// planned is the scheduler that a policy makes of a world.
func planned(w freshness.World, p *fresh.Policy) *freshness.Planned {
	p.Requests = w.Requests
	return &freshness.Planned{
		Plan: func(i int, at time.Time, changed bool) time.Time {
			again, _ := p.Visited(fresh.Visit{URL: strconv.Itoa(i), Site: "a", Weight: w.Weights[i], At: at, Changed: changed})
			return again
		},
		Hint: func(i int, at time.Time) bool {
			_, now := p.Sign(strconv.Itoa(i), time.Time{}, at)
			return now
		},
	}
}

// windows are from the first fetch, of which all copies are fresh, to the fifth, to the twentieth, and beyond.
var windows = []float64{1, 5, 18, 22}

func TestFreshness(t *testing.T) {
	for _, test := range []struct {
		share, cold, learned float64
	}{{1, 0.95, 0.97}, {0.1, 0.92, 0.95}, {0.02, 0.84, 0.93}} {
		w := freshness.LogNormal(250, 5, test.share, 3)
		optimum, _ := w.Optimum()
		got := w.Run(planned(w, new(fresh.Policy)), 4, windows...)
		nutch, storm := w.Run(w.Nutch(0.4, 0.2), 4, windows...), w.Run(w.Storm(0.5, 0.5, 0), 4, windows...)
		uniform := w.Freshness(w.Uniform())
		t.Logf("%g of the pages a day: %.3f %.3f %.3f of the optimum %.3f; Nutch %.3f, StormCrawler %.3f, uniform %.3f", test.share,
			got[1]/optimum, got[2]/optimum, got[3]/optimum, optimum, nutch[3]/optimum, storm[3]/optimum, uniform/optimum)
		if got[1] < test.cold*optimum || got[3] < test.learned*optimum {
			t.Errorf("%g of the pages a day: %.3f of the optimum at first and %.3f later, want %.2f and %.2f", test.share, got[1]/optimum, got[3]/optimum, test.cold, test.learned)
		}
		if best := max(nutch[3], storm[3], uniform); got[3] < best*1.03 {
			t.Errorf("%g of the pages a day: freshness %.3f, no better than %.3f of a rule", test.share, got[3], best)
		}
	}
}

func TestSigns(t *testing.T) {
	for _, test := range []struct {
		name                     string
		precision, recall, noise float64
		least                    float64 // of the freshness without signs
	}{
		{"seldom true", 0.2, 0.8, 0, 0.97},
		{"every day of all pages", 1, 0, 1, 0.97},
		{"true", 0.9, 0.5, 0, 1.03},
		{"true and of nearly all", 0.9, 0.9, 0, 1.08},
	} {
		t.Run(test.name, func(t *testing.T) {
			w := freshness.LogNormal(200, 4, 0.1, 5)
			without := w.Run(planned(w, new(fresh.Policy)), 4, 5, 22)
			w.Precision, w.Recall, w.Noise = test.precision, test.recall, test.noise
			got := w.Run(planned(w, new(fresh.Policy)), 4, 5, 22)
			if t.Logf("%.3f, %.3f without signs", got[1], without[1]); got[1] < test.least*without[1] {
				t.Errorf("freshness %.3f, want %.2f of %.3f", got[1], test.least, without[1])
			}
		})
	}
}

// A site that was made anew looks as if all its pages changed all the time. They are not given up.
func TestAllChangedAtOnce(t *testing.T) {
	const pages, round = 100, 100 // days
	p := &fresh.Policy{Requests: pages / round}
	for visit := range 3 {
		for i := range pages {
			days := visit*round + i
			at := freshness.Begin.AddDate(0, 0, days)
			again, _ := p.Visited(fresh.Visit{URL: strconv.Itoa(i), Site: "a", At: at, Changed: visit == 1})
			if wait := again.Sub(at).Hours() / 24; wait > 1.5*max(float64(visit), 1)*round+1 {
				t.Fatalf("visit %d of page %d: again after %.0f days", visit+1, i, wait)
			}
		}
	}
}
