package crawl_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/time/rate"

	"github.com/lokman-crawler/lokman/crawl"
)

// Headers of one's own go with each request, and all limits of the default transport hold.
func TestHeaderAndPrepare(t *testing.T) {
	var mu sync.Mutex
	asked := map[string]http.Header{}
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		asked[r.URL.Path] = r.Header
		mu.Unlock()
		if r.URL.Path == "/long" {
			w.Header().Set("X-Long", strings.Repeat("x", 20<<10))
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, `<a href="/long">long</a> <a href="/refused">refused</a>`)
	}))
	defer site.Close()
	errPrepare := errors.New("no key")
	c := crawl.Crawler{
		Transport: &crawl.Transport{Open: crawl.Hostnames(site.URL)}, Workers: 1, Delay: crawl.None,
		Header: http.Header{"Accept-Language": {"tr"}, "Accept": {"text/html"}}, Limits: crawl.Limits{Header: 8 << 10, Attempts: 1},
		Prepare: func(r *http.Request) error {
			if r.URL.Path == "/refused" {
				return errPrepare
			}
			r.SetBasicAuth("me", r.URL.Host)
			return nil
		},
	}
	errs := map[string]error{}
	for p, err := range c.Crawl(t.Context(), site.URL) {
		if err != nil {
			t.Fatal(err)
		}
		errs[strings.TrimPrefix(p.URL, site.URL)] = p.Err
	}
	if errs["/"] != nil || errs["/long"] == nil || !errors.Is(errs["/refused"], errPrepare) || asked["/refused"] != nil {
		t.Errorf("pages %v, want one fetched, one with too long a header and one that is not asked for", errs)
	}
	for _, path := range []string{"/", "/robots.txt"} {
		h := asked[path]
		user, _, ok := (&http.Request{Header: h}).BasicAuth()
		if h.Get("Accept-Language") != "tr" || h.Get("Accept") != "text/html" || h.Get("User-Agent") != crawl.DefaultUserAgent || !ok || user != "me" {
			t.Errorf("%s was asked for with %v", path, h)
		}
	}
	c = crawl.Crawler{Header: http.Header{"User-Agent": {"x"}}}
	if err := c.Run(t.Context(), sinkAll, site.URL); err == nil || !strings.Contains(err.Error(), "UserAgent") {
		t.Errorf("a User-Agent in Header: %v, want an error", err)
	}
}

// A rate paces the requests to all hosts together.
func TestRate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var times []time.Time
		var mu sync.Mutex
		c := crawl.Crawler{
			Transport: anyPage{}, Delay: crawl.None, IgnoreRobots: true, Rate: rate.NewLimiter(2, 1),
			Prepare: func(*http.Request) error {
				mu.Lock()
				defer mu.Unlock()
				times = append(times, time.Now())
				return nil
			},
		}
		var seeds []string
		for i := range 9 {
			seeds = append(seeds, fmt.Sprintf("http://h%d.test/", i))
		}
		if err := c.Run(t.Context(), sinkAll, seeds...); err != nil {
			t.Fatal(err)
		}
		if took := times[8].Sub(times[0]); took != 4*time.Second {
			t.Errorf("9 requests to 9 hosts at 2 a second took %v, want 4s", took)
		}
		for i := range 8 {
			if gap := times[i+1].Sub(times[i]); gap != 500*time.Millisecond {
				t.Errorf("request %d came %v after the one before, want 500ms", i+1, gap)
			}
		}
	})
	c := crawl.Crawler{Rate: rate.NewLimiter(2, 0)}
	if err := c.Run(t.Context(), sinkAll, "http://a.test/"); err == nil || !strings.Contains(err.Error(), "burst") {
		t.Errorf("a rate without a burst: %v, want an error", err)
	}
}

func sinkAll(context.Context, *crawl.Page) error { return nil }
