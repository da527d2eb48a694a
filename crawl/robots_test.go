package crawl_test

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/internal/failure"
	"github.com/lokman-crawler/lokman/crawl/robots"
	"github.com/lokman-crawler/lokman/internal/testsite"
)

const forbidding = "User-agent: *\nDisallow: /private/\n"

// A server that names the charset of its answers as their encoding has a robots.txt that
// can be read all the same.
func TestRobotsWithCharsetAsEncoding(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := testsite.New(testsite.Config{})
		utf8 := http.Header{"Content-Encoding": {"UTF-8"}}
		web.Set("/robots.txt", testsite.Answer{Type: "text/plain", Body: []byte("User-agent: *\nDisallow: /no"), Header: utf8})
		web.Set("/", testsite.Answer{Body: testsite.Page("start", "/no", "/yes").Body, Header: utf8})
		web.Set("/yes", testsite.Page("yes"))
		c := crawl.Crawler{Transport: web}
		want := []string{"http://h0.test/", "http://h0.test/no failed", "http://h0.test/yes"}
		if diff := cmp.Diff(want, urls(crawlAll(t, &c, "http://h0.test/"))); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

// What each answer to the request for robots.txt means for a page that
// "/private/" would forbid and one that it would not (RFC 9309, 2.3.1).
func TestRobots(t *testing.T) {
	const (
		obeyed = iota // the file is read
		open          // everything is allowed
		closed        // nothing is
	)
	padded := forbidding + strings.Repeat("# padding\n", 60<<10)
	cut := testsite.Text(forbidding)
	cut.Cut = true
	slow := testsite.Text(forbidding)
	slow.Stall = time.Minute
	endless := testsite.Text("# more\n")
	endless.Times = 1 << 30
	torn := testsite.Text(forbidding).Gzip()
	torn.Body = torn.Body[:len(torn.Body)-9]
	for _, c := range []struct {
		name     string
		answer   testsite.Answer
		want     int
		requests int // for the file
	}{
		{"a file", testsite.Text(forbidding), obeyed, 1},
		{"compressed", testsite.Text(forbidding).Gzip(), obeyed, 1},
		{"empty", testsite.Text(""), open, 1},
		{"no content", testsite.Answer{Status: 204}, open, 1},
		{"not found", testsite.Failure(404, ""), open, 1},
		{"gone", testsite.Failure(410, ""), open, 1},
		{"unauthorized", testsite.Failure(401, ""), open, 1},
		{"forbidden", testsite.Failure(403, ""), open, 1},
		{"not found, with rules", testsite.Answer{Status: 404, Type: "text/plain", Body: []byte(forbidding)}, open, 1},
		{"server error", testsite.Failure(500, ""), closed, 3},
		{"unavailable", testsite.Failure(503, ""), closed, 3},
		{"error with rules that allow", testsite.Answer{Status: 502, Type: "text/plain", Body: []byte("User-agent: *\nAllow: /\n")}, closed, 3},
		{"too many requests", testsite.Failure(429, ""), closed, 3},
		{"reset", testsite.Answer{Reset: true}, closed, 3},
		{"cut short", cut, closed, 3},
		{"torn gzip", torn, closed, 3},
		{"too slow", slow, closed, 2},
		{"large", testsite.Text(padded), obeyed, 1},
		{"endless", endless, open, 1},
		{"HTML", testsite.Page("Welcome", "/private/1", "Disallow: /"), open, 1},
		{"HTML with rules", testsite.Answer{Body: []byte(forbidding)}, obeyed, 1},
		{"binary", testsite.Answer{Type: "image/png", Body: []byte("\x89PNG\r\n\x1a\n\x00\x00Disallow: /\x00")}, open, 1},
		{"redirect to nowhere", testsite.Redirect(302, "ftp://h0.test/"), open, 1},
		{"redirect without an address", testsite.Answer{Status: 302}, open, 6},
		{"redirect to itself", testsite.Redirect(301, "/robots.txt"), open, 6},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				web := testsite.New(testsite.Config{})
				web.Set("/robots.txt", c.answer)
				crawler := crawl.Crawler{Transport: web, Workers: 4, Limits: crawl.Limits{HostDown: 3 * time.Second}} // so long three attempts take
				pages := crawlAll(t, &crawler, "http://h0.test/", "http://h0.test/private/1")
				first, private := only(t, pages, "http://h0.test/"), only(t, pages, "http://h0.test/private/1")
				unreachable := c.want == closed
				if errors.Is(first.Err, failure.ErrRobotsUnreachable) != unreachable || errors.Is(private.Err, failure.ErrRobotsUnreachable) != unreachable {
					t.Errorf("errors %v and %v, want ErrRobotsUnreachable: %v", first.Err, private.Err, unreachable)
				}
				if first.OK() != (c.want != closed) {
					t.Errorf("/: %v, want it fetched: %v", first.Err, c.want != closed)
				}
				if private.OK() != (c.want == open) {
					t.Errorf("/private/1: %v, want it fetched: %v", private.Err, c.want == open)
				}
				if c.want == obeyed && !errors.Is(private.Err, crawl.ErrRobots) {
					t.Errorf("/private/1: %v, want ErrRobots", private.Err)
				}
				if got := web.Count()["h0.test/robots.txt"]; got != c.requests {
					t.Errorf("robots.txt was asked for %d times, want %d", got, c.requests)
				}
				for _, p := range pages {
					if n := web.Count()[strings.TrimPrefix(p.URL, "http://")]; (n > 0) != p.OK() {
						t.Errorf("%s was asked for %d times and is fetched: %v", p.URL, n, p.OK())
					}
				}
				checkPolite(t, web, time.Second)
			})
		})
	}
}

// The first 500 KiB of a file count, and a line that this limit cuts does not:
// half a rule is another rule.
func TestRobotsCutAtItsLimit(t *testing.T) {
	const limit = 500 << 10
	for _, c := range []struct {
		head, rule string // the limit falls before "only"
		allowed    bool   // /private/2
	}{
		{"User-agent: *\n", "Disallow: /private/only\n", true},
		{"User-agent: *\nDisallow: /private\n", "Allow: /private/only\n", false},
	} {
		padding := limit - len(c.head) - strings.Index(c.rule, "only")
		body := c.head + "#" + strings.Repeat("x", padding-2) + "\n" + c.rule + strings.Repeat("# more\n", 1000)
		synctest.Test(t, func(t *testing.T) {
			web := testsite.New(testsite.Config{})
			web.Set("/robots.txt", testsite.Text(body))
			web.Set("/private/2", testsite.Page("private"))
			crawler := crawl.Crawler{Transport: web}
			p := only(t, crawlAll(t, &crawler, "http://h0.test/private/2"), "http://h0.test/private/2")
			if p.OK() != c.allowed {
				t.Errorf("/private/2: %v, want it allowed: %v; %q is cut in the middle and does not count", p.Err, c.allowed, c.rule)
			}
		})
	}
}

// A server in trouble gets another chance; its pages wait for it.
func TestRobotsComesBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := testsite.New(testsite.Config{Pages: 5})
		web.Sequence("/robots.txt", testsite.Failure(503, ""), testsite.Answer{Reset: true}, testsite.Text(forbidding))
		c := crawl.Crawler{Transport: web}
		pages := crawlAll(t, &c, "http://h0.test/")
		if len(pages) != 6 {
			t.Errorf("%d pages %q, want 6: the third attempt read the file", len(pages), urls(pages))
		}
		for _, p := range pages {
			if errors.Is(p.Err, failure.ErrRobotsUnreachable) {
				t.Errorf("%s failed with %v, want it to wait for the file", p.URL, p.Err)
			}
		}
		checkPolite(t, web, time.Second)
	})
}

// A closed origin's pages fail without a request, and no other origin's do.
func TestRobotsClosesOneOrigin(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := testsite.New(testsite.Config{Hosts: 3, Pages: 5})
		web.Set("h1.test/robots.txt", testsite.Failure(500, ""))
		web.Set("h0.test/", testsite.Page("start", "http://h2.test/", "http://h1.test/", "http://h1.test/p/1", "http://h1.test/p/2", "http://h1.test/p/3", "http://h1.test/p/4"))
		c := crawl.Crawler{Transport: web, Limits: crawl.Limits{HostDown: 3 * time.Second}}
		pages := crawlAll(t, &c, web.URL(0, "/"))
		for _, p := range pages {
			onClosed := strings.HasPrefix(p.URL, "http://h1.test/")
			if errors.Is(p.Err, failure.ErrRobotsUnreachable) != onClosed || (p.Err != nil) != onClosed {
				t.Errorf("%s: %v, want only h1.test to be closed", p.URL, p.Err)
			}
		}
		if s := c.Stats(); s.Failed != 5 || s.Forbidden != 0 {
			t.Errorf("Stats %+v, want 5 failed and none forbidden by a file that nobody has read", s)
		}
		for url, n := range web.Count() {
			if strings.HasPrefix(url, "h1.test/") && url != "h1.test/robots.txt" || url == "h1.test/robots.txt" && n != 3 {
				t.Errorf("%s was asked for %d times, want robots.txt three times and nothing else", url, n)
			}
		}
	})
}

// Retry-After holds for robots.txt too: the host asks to be left alone.
func TestRobotsRetryAfter(t *testing.T) {
	for _, status := range []int{429, 503} {
		synctest.Test(t, func(t *testing.T) {
			web := testsite.New(testsite.Config{})
			web.Sequence("/robots.txt", testsite.Failure(status, "300"), testsite.Text(forbidding))
			c := crawl.Crawler{Transport: web}
			if p := only(t, crawlAll(t, &c, "http://h0.test/"), "http://h0.test/"); p.Err != nil {
				t.Errorf("status %d: page failed with %v, want it fetched after the wait", status, p.Err)
			}
			want := []string{"5m0s /robots.txt", "1.8s /"} // slower than before, after one good answer
			if diff := cmp.Diff(want, gaps(web, "h0.test")); diff != "" {
				t.Errorf("status %d with Retry-After 300 for robots.txt: pauses (-want +got):\n%s", status, diff)
			}
		})
	}
}

func TestRobotsRedirects(t *testing.T) {
	for _, c := range []struct {
		name    string
		hops    int // redirects before the file
		allowed bool
	}{
		{"one", 1, false}, {"two", 2, false}, {"five", 5, false}, {"six", 6, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				web := testsite.New(testsite.Config{Hosts: 2})
				// From one host to the other and back.
				web.Set("h0.test/robots.txt", testsite.Redirect(301, "http://h1.test/hop/1"))
				web.Handle("/hop/", func(r *http.Request) testsite.Answer {
					var n int
					fmt.Sscanf(r.URL.Path, "/hop/%d", &n)
					if n == c.hops {
						return testsite.Text(forbidding)
					}
					return testsite.Redirect(302, fmt.Sprintf("http://h%d.test/hop/%d", (n+1)%2, n+1))
				})
				crawler := crawl.Crawler{Transport: web}
				p := only(t, crawlAll(t, &crawler, "http://h0.test/private/1"), "http://h0.test/private/1")
				if (p.Err == nil) != c.allowed {
					t.Errorf("file behind %d redirects: /private/1: %v, want it allowed: %v", c.hops, p.Err, c.allowed)
				}
			})
		})
	}
}

// The file of another host counts for the host that redirects to it.
func TestRobotsRedirectToAnotherHost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := testsite.New(testsite.Config{Hosts: 2})
		web.Set("h0.test/robots.txt", testsite.Redirect(302, "http://h1.test/robots.txt"))
		web.Set("h1.test/robots.txt", testsite.Text("User-agent: *\nDisallow: /private/\nCrawl-delay: 3\n"))
		web.Set("h0.test/", testsite.Page("start", "/private/1", "/a"))
		web.Set("/a", testsite.Page("a"))
		c := crawl.Crawler{Transport: web}
		pages := crawlAll(t, &c, "http://h0.test/")
		if p := only(t, pages, "http://h0.test/private/1"); !errors.Is(p.Err, crawl.ErrRobots) {
			t.Errorf("/private/1: %v, want ErrRobots", p.Err)
		}
		if gap := gaps(web, "h0.test"); len(gap) != 2 || gap[1] != "3s /a" {
			t.Errorf("pauses %q, want the redirected file's delay of 3s before /a", gap)
		}
	})
}

// Each scheme and port is an origin with a file of its own.
func TestRobotsPerOrigin(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := testsite.New(testsite.Config{})
		web.Set("h0.test/robots.txt", testsite.Text("User-agent: *\nDisallow: /one\n"))
		web.Set("h0.test:8080/robots.txt", testsite.Text("User-agent: *\nDisallow: /two\n"))
		for _, path := range []string{"/one", "/two"} {
			web.Set("h0.test"+path, testsite.Page(path))
			web.Set("h0.test:8080"+path, testsite.Page(path))
		}
		c := crawl.Crawler{Transport: web}
		got := urls(crawlAll(t, &c, "http://h0.test/one", "http://h0.test/two", "http://h0.test:8080/one", "http://h0.test:8080/two",
			"https://h0.test/one", "https://h0.test/two"))
		slices.Sort(got)
		want := []string{
			"http://h0.test/one failed", "http://h0.test/two", "http://h0.test:8080/one", "http://h0.test:8080/two failed",
			"https://h0.test/one failed", "https://h0.test/two",
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("pages of two ports and two schemes (-want +got):\n%s", diff)
		}
		if n := web.Count()["h0.test/robots.txt"]; n != 2 {
			t.Errorf("robots.txt of h0.test was asked for %d times, want once for http and once for https", n)
		}
		checkPolite(t, web, time.Second)
	})
}

// A file is asked for again after a day (RFC 9309, 2.4).
func TestRobotsGrowsOld(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := testsite.New(testsite.Config{Pages: 6})
		web.Sequence("/robots.txt", testsite.Text("User-agent: *\nDisallow: /never\n"), testsite.Text("User-agent: *\nDisallow: /\n"))
		c := crawl.Crawler{Transport: web, Delay: 10 * time.Hour}
		pages := crawlAll(t, &c, "http://h0.test/")
		fetched := 0
		for _, p := range pages {
			if p.Err == nil {
				fetched++
			}
		}
		if fetched != 2 || web.Count()["h0.test/robots.txt"] != 2 {
			t.Errorf("%d pages ten hours apart, robots.txt asked for %d times; want 2 pages, then a new file that forbids the rest",
				fetched, web.Count()["h0.test/robots.txt"])
		}
	})
}

// A file that cannot be read again is used for thirty days more; then the site
// is closed.
func TestStaleRobots(t *testing.T) {
	for _, c := range []struct {
		age  time.Duration
		want error // of a page that the old file allows
	}{
		{25 * time.Hour, nil}, {29 * 24 * time.Hour, nil}, {31 * 24 * time.Hour, failure.ErrRobotsUnreachable},
	} {
		synctest.Test(t, func(t *testing.T) {
			web := testsite.New(testsite.Config{Pages: 3})
			web.Sequence("/robots.txt", testsite.Text(forbidding), testsite.Failure(503, ""))
			web.Set("/private/0", testsite.Page("private"))
			crawler := crawl.Crawler{Transport: web}
			crawlAll(t, &crawler, "http://h0.test/")
			time.Sleep(c.age)
			pages := crawlAll(t, &crawler, "http://h0.test/p/1", "http://h0.test/private/0")
			if p := only(t, pages, "http://h0.test/p/1"); !errors.Is(p.Err, c.want) || c.want == nil && p.Err != nil {
				t.Errorf("after %v: %v, want %v", c.age, p.Err, c.want)
			}
			if p := only(t, pages, "http://h0.test/private/0"); p.Err == nil {
				t.Errorf("after %v: what the old file forbids was fetched", c.age)
			}
		})
	}
}

// The page's record holds the line of robots.txt that decided.
func TestRobotsDecision(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := testsite.New(testsite.Config{Robots: "User-agent: *\nDisallow: /private/\nAllow: /private/open # a comment\n"})
		web.Set("/", testsite.Page("start", "/private/x", "/private/open", "/else"))
		c := crawl.Crawler{Transport: web}
		pages := crawlAll(t, &c, "http://h0.test/")
		for path, want := range map[string]robots.Decision{
			"/else": {Allowed: true, By: "temoto"}, "/private/x": {Line: 2, Rule: "Disallow: /private/", By: "temoto"},
			"/private/open": {Allowed: true, Line: 3, Rule: "Allow: /private/open", By: "temoto"},
		} {
			if got := only(t, pages, "http://h0.test"+path).Robots; got != want {
				t.Errorf("%s: %+v, want %+v", path, got, want)
			}
		}
	})
}

func TestIgnoreRobots(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := testsite.New(testsite.Config{Pages: 5, Robots: "User-agent: *\nDisallow: /\n"})
		c := crawl.Crawler{Transport: web, IgnoreRobots: true}
		for _, p := range crawlAll(t, &c, web.URL(0, "/")) {
			if p.Err != nil {
				t.Errorf("%s: %v, want it fetched", p.URL, p.Err)
			}
		}
		if n := web.Count()["h0.test/robots.txt"]; n != 0 {
			t.Errorf("robots.txt was asked for %d times, want never", n)
		}
	})
}

// robots.txt itself may always be fetched (RFC 9309, 2.2.2).
func TestRobotsFileAsAPage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := testsite.New(testsite.Config{Robots: "User-agent: *\nDisallow: /\n"})
		c := crawl.Crawler{Transport: web}
		if p := only(t, crawlAll(t, &c, "http://h0.test/robots.txt"), "http://h0.test/robots.txt"); p.Err != nil {
			t.Errorf("/robots.txt: %v, want it fetched", p.Err)
		}
	})
}

func TestAllowed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := testsite.New(testsite.Config{Hosts: 3, Robots: forbidding})
		web.Set("h2.test/robots.txt", testsite.Failure(503, ""))
		c := crawl.Crawler{Transport: web}
		if err := c.Allowed(t.Context(), "http://h0.test/"); err == nil || err.Error() != "crawl: the crawler is not running" {
			t.Errorf("before the crawl: %v, want that it does not run", err)
		}
		for _, err := range c.Crawl(t.Context(), "http://h0.test/") {
			if err != nil {
				t.Fatal(err)
			}
			for url, want := range map[string]error{
				"http://h1.test/script.js": nil, "http://h1.test/private/x": crawl.ErrRobots, "http://h2.test/": failure.ErrRobotsUnreachable,
			} {
				if err := c.Allowed(t.Context(), url); !errors.Is(err, want) {
					t.Errorf("%s: %v, want %v", url, err, want)
				}
			}
			if err := c.Allowed(t.Context(), "file:///etc/passwd"); err == nil {
				t.Error("file:///etc/passwd is allowed")
			}
			break
		}
		if n := web.Count()["h1.test/script.js"]; n > 0 {
			t.Error("the script was fetched, want only robots.txt")
		}
	})
}

// A site whose robots.txt is that of another one, which is being crawled with long pauses,
// does not wait for a turn there: the file is known.
func TestRobotsOfAnotherSiteIsKnown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := testsite.New(testsite.Config{Hosts: 2, Pages: 20})
		web.Set("h0.test/robots.txt", testsite.Redirect(301, "http://h1.test/robots.txt"))
		web.Set("h1.test/robots.txt", testsite.Text("User-agent: *\nCrawl-delay: 280\nDisallow: /private/"))
		var seeds []string
		for n := range 20 {
			seeds = append(seeds, web.URL(1, testPath(n)))
		}
		c := crawl.Crawler{Transport: web, Limits: crawl.Limits{Depth: crawl.None}}
		crawlAll(t, &c, seeds[0]) // reads the file
		pages := crawlAll(t, &c, append(seeds, web.URL(0, "/"), web.URL(0, "/private/1"))...)
		if p := only(t, pages, web.URL(0, "/")); !p.OK() {
			t.Errorf("%s: %v", p.URL, p.Err)
		}
		if p := only(t, pages, web.URL(0, "/private/1")); !errors.Is(p.Err, crawl.ErrRobots) {
			t.Errorf("%s: %v, want the rules of the other site's file", p.URL, p.Err)
		}
		if n := web.Count()["h1.test/robots.txt"]; n != 1 {
			t.Errorf("the file was asked for %d times, want once", n)
		}
		checkPolite(t, web, time.Second)
	})
}

// Stats say how often robots.txt had to be read in another way than temoto's.
func TestRobotsDecisionsAreCounted(t *testing.T) {
	web := testsite.New(testsite.Config{Hosts: 2})
	web.Set("h0.test/robots.txt", testsite.Text("User-agent: *\nDisallow: /x/\n"))
	web.Set("h1.test/robots.txt", testsite.Text("User-agent: *\nDisallow: /*.x$\n"))
	c := crawl.Crawler{Transport: web, Delay: crawl.None, Limits: crawl.Limits{Depth: crawl.None}}
	crawlAll(t, &c, "http://h0.test/x/1", "http://h0.test/x/2", "http://h1.test/1.x")
	if s := c.Stats(); s.RobotsRead != 1 || s.Forbidden != 3 {
		t.Errorf("%d decisions on files that are read, %d forbidden, want 1 and 3", s.RobotsRead, s.Forbidden)
	}
}
