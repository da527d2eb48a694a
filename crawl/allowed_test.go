package crawl_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/lokman-crawler/lokman/crawl"
)

// What a browser loads for a page comes at the pace of the crawl, but for what is on the
// page's own host.
func TestAllowedPaces(t *testing.T) {
	for _, ignore := range []bool{false, true} {
		t.Run(fmt.Sprint("IgnoreRobots ", ignore), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				web := &timed{answer: pageAndNoRobots}
				var c crawl.Crawler
				var loaded []time.Time
				browser := roundTripFunc(func(req *http.Request) (*http.Response, error) {
					for i := range 5 {
						if strings.HasSuffix(req.URL.Path, "/robots.txt") {
							break
						}
						ctx := req.Context()
						if err := c.Allowed(ctx, fmt.Sprintf("http://%s/own%d", req.URL.Host, i)); err != nil {
							t.Error(err)
						}
						if err := c.Allowed(ctx, fmt.Sprintf("https://elsewhere.test/%d", i)); err != nil {
							t.Error(err)
						}
						loaded = append(loaded, time.Now())
					}
					return web.RoundTrip(req)
				})
				c = crawl.Crawler{Transport: browser, IgnoreRobots: ignore, Workers: 2}
				crawlAll(t, &c, "http://a.test/", "http://b.test/")
				if len(loaded) != 10 {
					t.Fatalf("%d loaded, want 10", len(loaded))
				}
				for i, at := range loaded[1:] {
					if pause := at.Sub(loaded[i]); pause < time.Second {
						t.Errorf("another one after %v, want 1s or more", pause)
					}
				}
				want := int64(2 + 3 + 20) // pages, robots.txt files, and what they load
				if ignore {
					want -= 3
				}
				if n := c.Stats().Requests; n != want {
					t.Errorf("%d requests, want %d", n, want)
				}
			})
		})
	}
}
