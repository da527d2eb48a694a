package crawl_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/internal/faultsite"
	"github.com/lokman-crawler/lokman/internal/testsite"
)

// beside answers for the hosts of a healthy web, and by a fault for all others.
type beside struct {
	fault   *faultsite.Unplugged
	healthy *testsite.Web
}

func (b beside) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.URL.Host == b.healthy.Host(0) {
		return b.healthy.RoundTrip(req)
	}
	return b.fault.RoundTrip(req)
}

func unplugged(t *testing.T, name string) *faultsite.Unplugged {
	t.Helper()
	fault, err := faultsite.OpenUnplugged(name)
	if err != nil {
		t.Fatal(err)
	}
	return fault
}

// Faults that take hours, in fake time.
func TestFaultsInTime(t *testing.T) {
	pages := func(n int) (seeds []string) {
		for i := range n {
			seeds = append(seeds, fmt.Sprintf("http://fault.test/page%d", i))
		}
		return seeds
	}
	for _, c := range []struct {
		fault       string
		seeds       []string
		delay       time.Duration
		want        string // what becomes of the first seed
		requests    int64  // in all
		least, most time.Duration
	}{
		// An hour is granted five minutes of: the longest that robots.File.Delay reports.
		{"robots.txt with a delay of an hour", pages(3), crawl.None, "ok", 5, 20 * time.Minute, 20 * time.Minute},
		{"robots.txt that changes every minute", pages(100), time.Minute, "ok", 102, 101 * time.Minute, 101 * time.Minute},
		{"robots.txt that changes every minute", pages(2000), time.Minute, "ok", 2003, 2001 * time.Minute, 2003 * time.Minute}, // over a day
		{"Retry-After in seconds", pages(1), crawl.None, "ok", 3, 2 * time.Second, 2 * time.Second},
		{"Retry-After as a date", pages(1), crawl.None, "ok", 3, 2 * time.Second, 3 * time.Second},
		{"Retry-After negative", pages(1), crawl.None, "ok", 3, time.Second, time.Second}, // the backoff alone
		{"Retry-After of ten years", pages(1), crawl.None, "ok", 3, time.Hour, time.Hour},
	} {
		t.Run(fmt.Sprintf("%s, %d pages", c.fault, len(c.seeds)), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				web := beside{unplugged(t, c.fault), testsite.New(testsite.Config{Pages: 6})}
				crawler := crawl.Crawler{Transport: web, Delay: c.delay}
				var met, others []*crawl.Page
				start := time.Now()
				for _, p := range crawlAll(t, &crawler, append(c.seeds, web.healthy.URL(0, "/"))...) {
					if strings.HasPrefix(p.URL, "http://fault.test/") {
						met = append(met, p)
					} else {
						others = append(others, p)
					}
				}
				if took := time.Since(start); took < c.least || took > c.most {
					t.Errorf("the crawl took %v, want %v to %v", took, c.least, c.most)
				}
				if p := only(t, met, c.seeds[0]); became(p) != c.want {
					t.Errorf("%s: %s, want %s (%v)", p.URL, became(p), c.want, p.Err)
				}
				if got := web.fault.Count(); got.Requests != c.requests || got.Trespasses > 0 {
					t.Errorf("%+v, want %d requests", got, c.requests)
				}
				checkHealthy(t, web.healthy, others)
			})
		})
	}
}

// Hosts that want to be left alone for minutes keep no worker from the others,
// however many they are.
func TestManyHostsThatWantLongDelays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := beside{unplugged(t, "robots.txt with a delay of an hour"), testsite.New(testsite.Config{Pages: 6})}
		crawler := crawl.Crawler{Transport: web, Workers: 4}
		var seeds []string
		for i := range 20 {
			seeds = append(seeds, fmt.Sprintf("http://slow%d.test/", i))
		}
		start := time.Now()
		crawlAll(t, &crawler, append(seeds, web.healthy.URL(0, "/"))...)
		log := web.healthy.Log()
		if took := log[len(log)-1].End.Sub(start); took > time.Minute {
			t.Errorf("the healthy host's %d requests took %v, want it not to wait for the others", len(log), took)
		}
	})
}

// A server's validators are used as far as they are fit for use.
func TestConditionalFaults(t *testing.T) {
	for _, c := range []struct{ fault, second string }{
		{"ETag", "not modified"},
		{"ETag of 100 KB", "ok"}, // no server would take it back
		{"clock that goes back", "not modified"},
	} {
		t.Run(c.fault, func(t *testing.T) {
			fault := unplugged(t, c.fault)
			var known crawl.MemoryValidators
			for _, want := range []string{"ok", c.second} {
				crawler := crawl.Crawler{Transport: fault, Validators: &known, Delay: crawl.None}
				if p := only(t, crawlAll(t, &crawler, "http://fault.test/"), "http://fault.test/"); became(p) != want {
					t.Errorf("%s, want %s (status %d, %v)", became(p), want, p.Status, p.Err)
				}
			}
			if got := fault.Count().Requests; got > 6 {
				t.Errorf("%d requests in two crawls, want at most 6", got)
			}
		})
	}
}
