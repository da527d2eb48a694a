package crawl_test

import (
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/internal/testsite"
)

// An overloaded host is asked half as often, and more often again when it has
// recovered.
func TestAdaptiveDelay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := testsite.New(testsite.Config{Pages: 40})
		asked := 0
		web.Handle("/p/", func(req *http.Request) testsite.Answer {
			if asked++; asked <= 3 {
				return testsite.Failure(429, "")
			}
			return testsite.Page("leaf")
		})
		c := crawl.Crawler{Transport: web, IgnoreRobots: true, Workers: 1, Limits: crawl.Limits{Attempts: 1}}
		seeds := []string{"http://h0.test/"}
		for n := 1; n < 40; n++ {
			seeds = append(seeds, web.URL(0, testPath(n)))
		}
		crawlAll(t, &c, seeds...)
		pauses := durations(web, "h0.test")
		if diff := cmp.Diff([]time.Duration{time.Second, 2 * time.Second, 4 * time.Second, 8 * time.Second}, pauses[:4]); diff != "" {
			t.Errorf("pauses while the host answers 429 (-want +got):\n%s", diff)
		}
		for i := 4; i < len(pauses); i++ {
			if pauses[i] > pauses[i-1] || pauses[i] < time.Second {
				t.Errorf("pause %d is %v after %v, want it to shrink down to a second", i, pauses[i], pauses[i-1])
			}
		}
		if last := pauses[len(pauses)-1]; last != time.Second {
			t.Errorf("the last pause is %v, want a second", last)
		}
	})
}

func durations(web *testsite.Web, host string) (pauses []time.Duration) {
	var last time.Time
	for _, r := range web.Log() {
		if r.Host == host && !last.IsZero() {
			pauses = append(pauses, r.Start.Sub(last))
		}
		last = r.End
	}
	return pauses
}

// A host that is slow to answer is left alone for as long as it took.
func TestSlowHost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := testsite.New(testsite.Config{Pages: 5, Wait: 7 * time.Second})
		c := crawl.Crawler{Transport: web, IgnoreRobots: true}
		crawlAll(t, &c, "http://h0.test/")
		for i, pause := range durations(web, "h0.test") {
			if pause != 7*time.Second {
				t.Errorf("pause %d is %v, want 7 s, as long as an answer takes", i, pause)
			}
		}
	})
}

// No delay stays none.
func TestNoDelayIsNotAdapted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := testsite.New(testsite.Config{Pages: 20, Wait: time.Second})
		web.Set("/p/3", testsite.Failure(503, ""))
		c := crawl.Crawler{Transport: web, IgnoreRobots: true, Delay: crawl.None, Workers: 1, Limits: crawl.Limits{Attempts: 1}}
		crawlAll(t, &c, "http://h0.test/")
		for i, pause := range durations(web, "h0.test") {
			if pause != 0 {
				t.Errorf("pause %d is %v, want none", i, pause)
			}
		}
	})
}
