package crawl_test

import (
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/testsite"
)

// A redirect is a page of its own and its target a new URL that inherits what
// the frontier knew of the first.
func TestRedirectInherits(t *testing.T) {
	for _, status := range []int{301, 302, 303, 307, 308} {
		synctest.Test(t, func(t *testing.T) {
			web := testsite.New(testsite.Config{Hosts: 2})
			web.Set("h0.test/old", testsite.Redirect(status, "http://h1.test/new#part"))
			web.Set("h1.test/new", testsite.Page("new"))
			c := crawl.Crawler{Transport: web, Strategy: valuing(func(p *crawl.Page) crawl.Valuation {
				if p.URL != web.URL(0, "/") {
					return crawl.Valuation{}
				}
				return crawl.Valuation{Links: []frontier.Entry{{URL: web.URL(0, "/old"), Value: 0.625, Note: "why"}}}
			})}
			pages := crawlAll(t, &c, web.URL(0, "/"))
			from, to := only(t, pages, web.URL(0, "/old")), only(t, pages, web.URL(1, "/new"))
			if from.Status != status || from.Redirect != to.URL || from.Err != nil || from.OK() {
				t.Errorf("status %d: redirecting page has status %d, Redirect %q, error %v, OK %v", status, from.Status, from.Redirect, from.Err, from.OK())
			}
			type inherited struct {
				parent, note string
				depth        int
				value        float64
			}
			want := inherited{from.URL, "why", 1, 0.625}
			got := inherited{to.Parent, to.Note, to.Depth, to.LinkValue}
			if got != want {
				t.Errorf("status %d: the target has %+v, want %+v", status, got, want)
			}
			s := crawl.Stats{Pages: 2, Redirects: 1, Requests: 5, Bytes: bodies(pages)}
			if diff := cmp.Diff(s, c.Stats()); diff != "" {
				t.Errorf("Stats (-want +got):\n%s", diff)
			}
		})
	}
}

func TestRedirectTargets(t *testing.T) {
	for _, c := range []struct {
		name, to string
		want     []string
	}{
		{"relative", "new", []string{"http://h0.test/dir/old -> http://h0.test/dir/new", "http://h0.test/dir/new"}},
		{"in UTF-8", "/café", []string{"http://h0.test/dir/old -> http://h0.test/caf%C3%A9", "http://h0.test/caf%C3%A9"}},
		{"in Latin 1", "/caf\xe9", []string{"http://h0.test/dir/old -> http://h0.test/caf%E9", "http://h0.test/caf%E9"}},
		{"a host in Latin 1", "http://caf\xe9.test/", []string{"http://h0.test/dir/old failed"}},
		{"itself", "old", []string{"http://h0.test/dir/old failed"}},
		{"itself with fragment", "#x", []string{"http://h0.test/dir/old failed"}},
		{"forbidden", "/no/entry", []string{"http://h0.test/dir/old -> http://h0.test/no/entry", "http://h0.test/no/entry failed"}},
		{"forbidden elsewhere", "http://h1.test/no/entry", []string{"http://h0.test/dir/old -> http://h1.test/no/entry", "http://h1.test/no/entry failed"}},
		{"no such host", "http://gone.test/", []string{"http://h0.test/dir/old -> http://gone.test/", "http://gone.test/ failed"}},
		{"another scheme", "ftp://h0.test/", []string{"http://h0.test/dir/old failed"}},
		{"script", "javascript:alert(1)", []string{"http://h0.test/dir/old failed"}},
		{"no port", "http://h0.test:99999/", []string{"http://h0.test/dir/old failed"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				web := testsite.New(testsite.Config{Hosts: 2, Robots: "User-agent: *\nDisallow: /no/\n"})
				web.Set("/dir/old", testsite.Redirect(302, c.to))
				web.Set("/dir/new", testsite.Page("new"))
				web.Set("/caf%C3%A9", testsite.Page("in UTF-8"))
				web.Set("/caf%E9", testsite.Page("in Latin 1"))
				crawler := crawl.Crawler{Transport: web}
				pages := crawlAll(t, &crawler, "http://h0.test/dir/old")
				if diff := cmp.Diff(c.want, urls(pages)); diff != "" {
					t.Errorf("redirect to %q (-want +got):\n%s", c.to, diff)
				}
				if n := web.Count()["h1.test/no/entry"] + web.Count()["h0.test/no/entry"]; n > 0 {
					t.Errorf("the forbidden target was asked for %d times, want robots.txt to hold for it", n)
				}
			})
		})
	}
}

// Loops end since each URL is fetched once.
func TestRedirectLoop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := testsite.New(testsite.Config{})
		web.Set("/a", testsite.Redirect(302, "/b"))
		web.Set("/b", testsite.Redirect(302, "/c"))
		web.Set("/c", testsite.Redirect(302, "/a"))
		c := crawl.Crawler{Transport: web}
		if pages := crawlAll(t, &c, "http://h0.test/a"); len(pages) != 3 {
			t.Errorf("%d pages %q, want each of the loop's three once", len(pages), urls(pages))
		}
	})
}

// A page that several redirect to is fetched once.
func TestRedirectsMeet(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := testsite.New(testsite.Config{})
		web.Set("/", testsite.Page("start", "/a", "/b", "/target"))
		web.Set("/a", testsite.Redirect(302, "/target"))
		web.Set("/b", testsite.Redirect(302, "/target"))
		web.Set("/target", testsite.Page("target"))
		c := crawl.Crawler{Transport: web}
		pages := crawlAll(t, &c, "http://h0.test/")
		if p := only(t, pages, "http://h0.test/target"); p.Parent != "http://h0.test/" {
			t.Errorf("the target's parent is %s, want the page that was first to name it", p.Parent)
		}
		if p := only(t, pages, "http://h0.test/a"); p.Err != nil {
			t.Errorf("/a failed with %v", p.Err)
		}
	})
}
