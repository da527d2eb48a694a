package crawl_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/internal/failure"
	"github.com/lokman-crawler/lokman/internal/testsite"
)

func TestHostLimits(t *testing.T) {
	page := len(testsite.Page("page 10 of host 0").Body)
	for _, c := range []struct {
		name   string
		limits crawl.Limits
		want   int // pages of each host
	}{
		{"pages", crawl.Limits{HostPages: 7}, 7},
		{"time", crawl.Limits{HostTime: 5 * time.Second}, 5},
		{"bytes", crawl.Limits{HostBytes: int64(page)}, 1},
		{"none", crawl.Limits{HostPages: crawl.NoLimit}, 40},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				web := testsite.New(testsite.Config{Hosts: 3, Pages: 40, Wait: time.Second})
				crawler := crawl.Crawler{Transport: web, IgnoreRobots: true, Limits: c.limits}
				fetched := map[string]int{}
				for _, p := range crawlAll(t, &crawler, "http://h0.test/", "http://h1.test/", "http://h2.test/") {
					host, _, _ := strings.Cut(strings.TrimPrefix(p.URL, "http://"), "/")
					switch {
					case strings.Contains(p.URL, "private"):
					case p.OK():
						fetched[host]++
					case !errors.Is(p.Err, failure.ErrHostLimit):
						t.Errorf("%s: %v, want ErrHostLimit", p.URL, p.Err)
					}
				}
				for h := range 3 {
					if got := fetched[fmt.Sprintf("h%d.test", h)]; got > c.want || got < c.want-2 {
						t.Errorf("host %d: %d pages, want %d", h, got, c.want)
					}
				}
			})
		})
	}
}

// A page with very many links gives the first of them.
func TestLimitLinks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var links []string
		for n := range 100 {
			links = append(links, fmt.Sprintf("/x/%d", n))
		}
		web := testsite.New(testsite.Config{})
		web.Set("/", testsite.Page("many", links...))
		web.Set("/x/", testsite.Page("leaf"))
		c := crawl.Crawler{Transport: web, Limits: crawl.Limits{Links: 30}}
		if pages := crawlAll(t, &c, "http://h0.test/"); len(pages) != 31 || pages[30].URL != "http://h0.test/x/29" {
			t.Errorf("%d pages, the last %s, want 31, the last /x/29", len(pages), pages[len(pages)-1].URL)
		}
		if got := c.Stats().Refused; got != 70 {
			t.Errorf("Stats.Refused = %d, want 70", got)
		}
	})
}

// Waiting for the host's turn is not its time.
func TestHostTimeIsOfAnswers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := testsite.New(testsite.Config{Pages: 10})
		c := crawl.Crawler{Transport: web, Delay: 2 * time.Second, Limits: crawl.Limits{HostTime: time.Second}}
		if pages := crawlAll(t, &c, "http://h0.test/"); len(pages) < 10 {
			t.Errorf("%d pages, want all ten: their answers take no time", len(pages))
		}
	})
}
