package crawl_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/testsite"
)

func TestMain(m *testing.M) {
	// Tests that are parallel wait for most of their time: more of them run at once than
	// there are processors.
	flag.Parse()
	if parallel := flag.Lookup("test.parallel"); parallel.Value.String() == parallel.DefValue {
		_ = parallel.Value.Set("16") // a number
	}
	goleak.VerifyTestMain(m)
}

// crawlAll crawls until the crawl ends and returns its pages. The crawl must
// not end with an error.
func crawlAll(t testing.TB, c *crawl.Crawler, seeds ...string) []*crawl.Page {
	t.Helper()
	var pages []*crawl.Page
	for p, err := range c.Crawl(t.Context(), seeds...) {
		if err != nil {
			t.Fatalf("Crawl ended with %v, want a crawl that runs to its end", err)
		}
		pages = append(pages, p)
	}
	return pages
}

// urls returns what became of pages, a line each, in their order.
func urls(pages []*crawl.Page) []string {
	var lines []string
	for _, p := range pages {
		line := p.URL
		switch {
		case p.Err != nil:
			line += " failed"
		case p.Redirect != "":
			line += " -> " + p.Redirect
		}
		lines = append(lines, line)
	}
	return lines
}

// only returns the page of a URL, which must be there exactly once.
func only(t testing.TB, pages []*crawl.Page, url string) *crawl.Page {
	t.Helper()
	var found *crawl.Page
	for _, p := range pages {
		if p.URL != url {
			continue
		}
		if found != nil {
			t.Fatalf("%s was yielded twice, want once", url)
		}
		found = p
	}
	if found == nil {
		t.Fatalf("%s was not yielded; pages: %q", url, urls(pages))
	}
	return found
}

// stats returns what a frontier counts.
// opened is a transport for servers of the test.
func opened() *crawl.Transport { return &crawl.Transport{Open: []string{"127.0.0.1"}} }

func stats(t testing.TB, f interface {
	Stats(context.Context) (frontier.Stats, error)
}) frontier.Stats {
	t.Helper()
	s, err := f.Stats(t.Context())
	if err != nil {
		t.Fatalf("frontier: Stats: %v", err)
	}
	return s
}

// The zero Crawler with nothing but a way to the web: breadth-first, politely.
func TestZeroCrawler(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := testsite.New(testsite.Config{Pages: 15, Robots: "User-agent: *\nDisallow: /private/\n"})
		c := crawl.Crawler{Transport: web}
		pages := crawlAll(t, &c, web.URL(0, "/"))

		var want []string
		for n := range 15 {
			want = append(want, web.URL(0, testPath(n)))
		}
		// Page 3 links to its children 7 and 8, then to /private/3; page 13
		// comes from page 6, so its private link comes last.
		want = slices.Insert(want, 9, web.URL(0, "/private/3")+" failed")
		want = append(want, web.URL(0, "/private/13")+" failed")
		if diff := cmp.Diff(want, urls(pages)); diff != "" {
			t.Errorf("order of the zero Crawler, want breadth-first (-want +got):\n%s", diff)
		}
		checkPolite(t, web, time.Second)
		log := web.Log()
		if took, want := log[len(log)-1].Start.Sub(log[0].Start), 15*time.Second; took != want {
			t.Errorf("16 requests to one host took %v of fake time, want %v: one second between each two", took, want)
		}
		want0 := crawl.Stats{Pages: 15, Failed: 2, Forbidden: 2, Requests: 16, Bytes: bodies(pages)}
		if diff := cmp.Diff(want0, c.Stats()); diff != "" {
			t.Errorf("Stats (-want +got):\n%s", diff)
		}
		for _, r := range log {
			if r.UserAgent != crawl.DefaultUserAgent {
				t.Errorf("%s was asked for as %q, want %q", r.Path, r.UserAgent, crawl.DefaultUserAgent)
			}
		}
		for _, p := range pages {
			if p.Depth != depth(p, pages) {
				t.Errorf("%s has depth %d, want %d, one more than its parent %s", p.URL, p.Depth, depth(p, pages), p.Parent)
			}
		}
	})
}

func testPath(n int) string {
	if n == 0 {
		return "/"
	}
	return fmt.Sprintf("/p/%d", n)
}

// depth returns how deep a page is by its chain of parents.
func depth(p *crawl.Page, pages []*crawl.Page) int {
	for _, parent := range pages {
		if parent.URL == p.Parent {
			return depth(parent, pages) + 1
		}
	}
	return 0
}

func bodies(pages []*crawl.Page) (bytes int64) {
	for _, p := range pages {
		bytes += int64(len(p.Body))
	}
	return bytes
}

func TestOneWorkerIsDeterministic(t *testing.T) {
	crawlOnce := func() (lines []string) {
		synctest.Test(t, func(t *testing.T) {
			web := testsite.New(testsite.Config{Seed: 3, Hosts: 5, Pages: 20, Links: 4, Wait: 70 * time.Millisecond})
			web.Set("/p/4", testsite.Failure(503, ""))
			web.Set("/p/5", testsite.Redirect(301, "/p/19"))
			c := crawl.Crawler{Transport: web, Workers: 1}
			lines = urls(crawlAll(t, &c, web.URL(0, "/"), web.URL(3, "/")))
		})
		return lines
	}
	first := crawlOnce()
	if len(first) < 100 {
		t.Fatalf("%d pages, want at least all 100", len(first))
	}
	for range 3 {
		if diff := cmp.Diff(first, crawlOnce()); diff != "" {
			t.Fatalf("a second crawl with one worker took another order (-first +second):\n%s", diff)
		}
	}
}

func TestIdentity(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := testsite.New(testsite.Config{})
		web.Set("/", testsite.Page("start",
			"/a", "/a#top", "#top", "HTTP://H0.TEST/a", "http://h0.test:80/a", "//h0.test/a", "/x/../a", "\n/a\t",
			"/a?", "/A", "mailto:a@h0.test", "javascript:void(0)", "http://user:secret@h0.test/a", `\a`))
		web.Set("/a", testsite.Page("a"))
		web.Set("/A", testsite.Page("A"))
		c := crawl.Crawler{Transport: web, Delay: crawl.None, Workers: 1}
		pages := crawlAll(t, &c, "HTTP://H0.test:80#x", "http://h0.test/", "http://bob:secret@h0.test")
		want := []string{"http://h0.test/", "http://h0.test/a", "http://h0.test/a?", "http://h0.test/A"}
		if diff := cmp.Diff(want, urls(pages)); diff != "" {
			t.Errorf("pages, want each identity once (-want +got):\n%s", diff)
		}
		for url, n := range web.Count() {
			if n != 1 {
				t.Errorf("%s was asked for %d times, want once", url, n)
			}
		}
	})
}

// A seed that is no URL of the crawl is a page with an error; if all are, the
// crawl ends with one too.
func TestBadSeeds(t *testing.T) {
	for _, c := range []struct{ seed, want string }{
		{"", `crawl: "": seed: relative without a base: want a whole URL such as https://example.org/`},
		{"ftp://a.test/file", "crawl: ftp://a.test/file: seed: scheme is not http or https"},
		{"no scheme", "crawl: no scheme: seed: relative without a base: want a whole URL such as https://example.org/"},
		{"http://me:secret@a.test:99999/", "crawl: http://xxxxx@a.test:99999/: seed: invalid port"},
		{"http://[::1/", "crawl: http://[::1/: seed: invalid host"},
		{"/just/a/path", "crawl: /just/a/path: seed: relative without a base: want a whole URL such as https://example.org/"},
		{"http://a.test/" + strings.Repeat("a", 2048), "crawl: http://a.test/" + strings.Repeat("a", 2048) + ": seed: the URL is longer than Limits.URL"},
	} {
		synctest.Test(t, func(t *testing.T) {
			var f frontier.Memory
			crawler := crawl.Crawler{Transport: testsite.New(testsite.Config{}), Frontier: &f}
			for p, err := range crawler.Crawl(t.Context(), c.seed, c.seed) {
				if p != nil {
					err = p.Err
				}
				if err == nil || err.Error() != c.want {
					t.Errorf("seed %q alone: page %v, error %v, want the error %s", c.seed, p, err, c.want)
				}
			}
			pages := crawlAll(t, &crawler, "http://h0.test/", c.seed)
			if len(pages) != 2 || pages[0].Err == nil || pages[0].Err.Error() != c.want || !pages[1].OK() {
				t.Errorf("seed %q beside another: pages %q, want one with the error %s", c.seed, urls(pages), c.want)
			}
			if n := stats(t, &f); n.Done != 1 || n.Dead != 0 {
				t.Errorf("seed %q: frontier %+v, want nothing of it", c.seed, n)
			}
		})
	}
}

func TestNoSeeds(t *testing.T) {
	c := crawl.Crawler{Transport: testsite.New(testsite.Config{})}
	for p, err := range c.Crawl(t.Context()) {
		if err == nil || !strings.Contains(err.Error(), "no seeds") {
			t.Errorf("a crawl without seeds yields %v, %v, want an error", p, err)
		}
	}
	c.Frontier = frontier.New(frontier.Options{})
	if pages := crawlAll(t, &c); len(pages) != 0 {
		t.Errorf("a crawl of an empty frontier has pages %q, want none", urls(pages))
	}
}

// A wrong configuration is an error before any request.
func TestBadConfiguration(t *testing.T) {
	for _, c := range []struct {
		crawler *crawl.Crawler
		field   string
	}{
		{&crawl.Crawler{Workers: -1}, "Workers"},
		{&crawl.Crawler{Delay: -time.Second}, "Delay"},
		{&crawl.Crawler{Limits: crawl.Limits{Depth: -3}}, "Limits.Depth"},
		{&crawl.Crawler{Limits: crawl.Limits{Attempts: crawl.None}}, "Limits.Attempts"},
		{&crawl.Crawler{Limits: crawl.Limits{Time: crawl.None}}, "Limits.Time"},
		{&crawl.Crawler{Limits: crawl.Limits{Body: -5}}, "Limits.Body"},
	} {
		c.crawler.Transport = testsite.New(testsite.Config{})
		err := c.crawler.Run(t.Context(), func(context.Context, *crawl.Page) error { return nil }, "http://h0.test/")
		if err == nil || !strings.Contains(err.Error(), c.field) {
			t.Errorf("Run returned %v, want an error that names %s", err, c.field)
		}
	}
}

// Credentials in a URL are secrets: they appear nowhere.
func TestCredentialsStaySecret(t *testing.T) {
	const secret = "hunter2"
	synctest.Test(t, func(t *testing.T) {
		web := testsite.New(testsite.Config{})
		web.Set("/", testsite.Page("start", "http://user:hunter2@h0.test/broken", "http://user:hunter2@gone.test/",
			"http://user:hunter2@h0.test/forbidden", "http://user:hunter2@h0.test:bad/"))
		web.Set("/broken", testsite.Answer{Reset: true})
		web.Set("/moved", testsite.Redirect(302, "http://user:hunter2@h0.test:bad/"))
		web.Set("/also", testsite.Redirect(302, "http://user:hunter2@h0.test/target"))
		web.Set("/robots.txt", testsite.Text("User-agent: *\nDisallow: /forbidden\n"))
		var logged bytes.Buffer
		c := crawl.Crawler{
			Transport: web, Workers: 1,
			Logger: slog.New(slog.NewTextHandler(&logged, &slog.HandlerOptions{Level: slog.LevelDebug})),
			Scope: func(url string) error {
				if strings.Contains(url, secret) {
					t.Errorf("Scope is asked about %s, want it without credentials", url)
				}
				return nil
			},
		}
		pages := crawlAll(t, &c, "http://user:hunter2@h0.test/", "http://hunter2@h0.test/moved", "http://user:hunter2@h0.test/also")
		if len(pages) != 7 {
			t.Errorf("%d pages %q, want 7", len(pages), urls(pages))
		}
		for _, p := range pages {
			if s := p.URL + p.Parent + p.Redirect; strings.Contains(s, secret) {
				t.Errorf("a page's URL, parent or redirect shows the credentials: %s", s)
			}
			if p.Err != nil && strings.Contains(p.Err.Error(), secret) {
				t.Errorf("the error of %s shows the credentials: %v", p.URL, p.Err)
			}
		}
		if logged.Len() == 0 {
			t.Error("nothing was logged, want the failures")
		}
		if strings.Contains(logged.String(), secret) {
			t.Errorf("the log shows the credentials:\n%s", &logged)
		}
		for _, seed := range []string{"http://user:hunter2@h0.test:bad/", "ftp://user:hunter2@h0.test/", "user:hunter2@h0.test", "http://user:hunter2@/"} {
			for p, err := range c.Crawl(t.Context(), seed) {
				if p != nil {
					err = p.Err
				}
				if err == nil || strings.Contains(err.Error(), secret) {
					t.Errorf("bad seed with credentials: error %v, want one without them", err)
				}
			}
		}
	})
}

func TestAlreadyRunning(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := testsite.New(testsite.Config{Pages: 3})
		c := crawl.Crawler{Transport: web}
		pages := 0
		for _, err := range c.Crawl(t.Context(), web.URL(0, "/")) {
			if err != nil {
				t.Fatalf("first crawl: %v", err)
			}
			pages++
			n := 0
			for p, err := range c.Crawl(t.Context(), web.URL(0, "/")) {
				n++
				if p != nil || !errors.Is(err, crawl.ErrRunning) {
					t.Errorf("a crawl within a crawl yields %v, %v, want ErrRunning", p, err)
				}
			}
			if n != 1 {
				t.Errorf("a crawl within a crawl yields %d times, want ErrRunning once", n)
			}
			if err := c.Run(t.Context(), nil); !errors.Is(err, crawl.ErrRunning) {
				t.Errorf("Run within a crawl returns %v, want ErrRunning", err)
			}
		}
		if pages != 3 {
			t.Errorf("the first crawl has %d pages, want all 3: a refused second one must not disturb it", pages)
		}
		if pages := crawlAll(t, &c, web.URL(0, "/")); len(pages) != 3 {
			t.Errorf("a crawl after the first has %d pages, want 3: each crawl has its own frontier", len(pages))
		}
		if got := c.Stats().Pages; got != 6 {
			t.Errorf("Stats.Pages = %d after two crawls of 3, want 6", got)
		}
	})
}

// valuing is a strategy made of a function.
type valuing func(*crawl.Page) crawl.Valuation

func (f valuing) Value(p *crawl.Page) crawl.Valuation { return f(p) }

// A strategy's mistake ends the crawl with an error that names the page, and
// leaves the frontier such that a better strategy can go on.
func TestStrategyGivesNaN(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := testsite.New(testsite.Config{Pages: 7})
		nan := valuing(func(p *crawl.Page) crawl.Valuation {
			v := crawl.BreadthFirst{}.Value(p)
			if strings.HasSuffix(p.URL, "/p/2") {
				zero := 0.0
				v.Links[0].Value = zero / zero
			}
			return v
		})
		var f frontier.Memory
		c := crawl.Crawler{Transport: web, Frontier: &f, Strategy: nan}
		var last error
		for _, err := range c.Crawl(t.Context(), web.URL(0, "/")) {
			last = err
		}
		var entry *frontier.EntryError
		var failed *crawl.Error
		if !errors.As(last, &entry) || !errors.As(last, &failed) || failed.URL != web.URL(0, "/p/2") {
			t.Errorf("Crawl ended with %v, want a *frontier.EntryError in a *crawl.Error that names %s", last, web.URL(0, "/p/2"))
		}
		if s := stats(t, &f); s.Leased != 0 {
			t.Fatalf("%d URLs are leased after the crawl, want 0: nobody can ever fetch them; %+v", s.Leased, s)
		}
		c.Strategy = nil
		crawlAll(t, &c)
		if s := stats(t, &f); s.Done != 8 {
			t.Errorf("a second crawl leaves %+v, want all 8 pages done", s)
		}
	})
}

func TestFrontierOptionsOfStrategy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := testsite.New(testsite.Config{Pages: 7})
		web.Set("/p/3", testsite.Page("a leaf"))
		c := crawl.Crawler{Transport: web, Strategy: depthFirst{}, Workers: 1}
		pages := crawlAll(t, &c, web.URL(0, "/"))
		var got []string
		for _, p := range pages {
			got = append(got, strings.TrimPrefix(p.URL, "http://h0.test"))
		}
		want := []string{"/", "/p/2", "/p/6", "/p/5", "/p/1", "/p/4", "/p/3"}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("order, want that of the strategy's own LIFO frontier (-want +got):\n%s", diff)
		}
	})
}

type depthFirst struct{ crawl.BreadthFirst }

func (depthFirst) FrontierOptions() frontier.Options {
	return frontier.Options{Order: frontier.LIFO}
}
