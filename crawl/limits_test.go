package crawl_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/internal/failure"
	"github.com/lokman-crawler/lokman/crawl/sitemap"
	crawlurls "github.com/lokman-crawler/lokman/crawl/urls"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/testsite"
	"github.com/lokman-crawler/lokman/ontology"
)

// However many workers there are and whatever fails in between, the crawl ends
// with the limit of pages, and no page beyond it is asked for.
func TestLimitPages(t *testing.T) {
	for _, workers := range []int{1, 3, 64} {
		for _, limit := range []int{1, 2, 63, 64, 65, 150} {
			t.Run(fmt.Sprintf("%d workers, %d pages", workers, limit), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					web := testsite.New(testsite.Config{Seed: 5, Hosts: 70, Pages: 10, Links: 3, Robots: "User-agent: *\nDisallow: /private/\n", Wait: 50 * time.Millisecond})
					web.Set("/p/1", testsite.Failure(404, ""))
					web.Set("/p/2", testsite.Redirect(302, "/p/6"))
					web.Set("/p/5", testsite.Failure(503, ""))
					web.Set("/p/7", testsite.Answer{Reset: true})
					c := crawl.Crawler{Transport: web, Workers: workers, Limits: crawl.Limits{Pages: limit}}
					ok := 0
					for _, p := range crawlAll(t, &c, web.URL(0, "/")) {
						if p.OK() {
							ok++
						}
					}
					if ok != limit || c.Stats().Pages != int64(limit) {
						t.Errorf("%d pages with a 2xx status, Stats.Pages %d, want %d", ok, c.Stats().Pages, limit)
					}
					served := 0
					for _, r := range web.Log() {
						switch r.Path {
						case "/robots.txt", "/p/1", "/p/2", "/p/5", "/p/7":
						default:
							served++
						}
					}
					if served != limit {
						t.Errorf("%d pages were asked for that exist, want %d", served, limit)
					}
				})
			})
		}
	}
}

// A crawl of no pages queues its seeds.
func TestLimitPagesNone(t *testing.T) {
	web := testsite.New(testsite.Config{Pages: 3})
	var f frontier.Memory
	c := crawl.Crawler{Transport: web, Frontier: &f, Limits: crawl.Limits{Pages: crawl.None}}
	if pages := crawlAll(t, &c, web.URL(0, "/")); len(pages) != 0 || stats(t, &f).Queued != 1 {
		t.Errorf("%d pages, frontier %+v, want the seed queued", len(pages), stats(t, &f))
	}
}

func TestLimitLinksNone(t *testing.T) {
	web := testsite.New(testsite.Config{Pages: 3})
	c := crawl.Crawler{Transport: web, Limits: crawl.Limits{Links: crawl.None}}
	if pages := crawlAll(t, &c, web.URL(0, "/")); len(pages) != 1 || c.Stats().Refused != 2 {
		t.Errorf("%d pages, %d links refused, want the seed alone and its 2 links refused", len(pages), c.Stats().Refused)
	}
}

func TestLimitPagesBeyondTheWeb(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := testsite.New(testsite.Config{Hosts: 3, Pages: 3})
		c := crawl.Crawler{Transport: web, Limits: crawl.Limits{Pages: 1000}, Workers: 64}
		if pages := crawlAll(t, &c, web.URL(0, "/")); len(pages) != 9 {
			t.Errorf("%d pages, want all 9 of the web and an end", len(pages))
		}
	})
}

// A crawl that stopped at its limit goes on with the same frontier.
func TestLimitPagesInParts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := testsite.New(testsite.Config{Hosts: 4, Pages: 9})
		var f frontier.Memory
		c := crawl.Crawler{Transport: web, Frontier: &f, Limits: crawl.Limits{Pages: 10}}
		var got []string
		for range 5 {
			got = append(got, urls(crawlAll(t, &c, web.URL(0, "/")))...)
		}
		slices.Sort(got)
		want := web.URLs()
		for h := range 4 {
			want = append(want, web.URL(h, "/private/3"))
		}
		slices.Sort(want)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("pages of five crawls of 10, want all 40 once (-want +got):\n%s", diff)
		}
		for url, n := range web.Count() {
			if n != 1 && !strings.HasSuffix(url, "/robots.txt") {
				t.Errorf("%s was asked for %d times, want once", url, n)
			}
		}
		checkPolite(t, web, time.Second)
	})
}

func TestLimitDepth(t *testing.T) {
	for _, c := range []struct{ limit, pages, refused int }{
		{1, 3, 4}, {2, 7, 8}, {3, 15, 16}, {crawl.NoLimit, 31, 0}, {0, 31, 0}, {10, 31, 0}, {crawl.None, 1, 2},
	} {
		synctest.Test(t, func(t *testing.T) {
			web := testsite.New(testsite.Config{Pages: 31})
			for _, n := range []int{3, 13, 23} { // without their private links
				path := fmt.Sprintf("/p/%d", n)
				web.Set(path, testsite.Page(path, childrenOf(n, 31)...))
			}
			crawler := crawl.Crawler{Transport: web, Limits: crawl.Limits{Depth: c.limit}}
			pages := crawlAll(t, &crawler, web.URL(0, "/"))
			if len(pages) != c.pages {
				t.Errorf("depth %d: %d pages %q, want %d", c.limit, len(pages), urls(pages), c.pages)
			}
			if got := crawler.Stats().Refused; got != int64(c.refused) {
				t.Errorf("depth %d: %d links refused, want %d", c.limit, got, c.refused)
			}
		})
	}
}

// uphill values the links of pages with longer URLs higher, and of one page in the order of the alphabet.
type uphill struct{ merge frontier.Reevaluation }

func (u uphill) FrontierOptions() frontier.Options {
	return frontier.Options{Reevaluation: u.merge}
}

func (u uphill) Value(p *crawl.Page) (v crawl.Valuation) {
	for url := range p.LinkURLs() { // NoisyOr takes chances
		v.Links = append(v.Links, frontier.Entry{URL: url, Value: float64(len(p.URL))/100 - float64(url[len(url)-1])/1000})
	}
	return v
}

// TestDepthIsTheFewestLinks: a page two links from the seed is fetched, though a page on the way to it
// has a greater value by a longer way.
func TestDepthIsTheFewestLinks(t *testing.T) {
	for merge := range frontier.ReplaceValues + 1 {
		synctest.Test(t, func(t *testing.T) {
			web := testsite.New(testsite.Config{})
			web.Set("/", testsite.Page("seed", "/a", "/b"))
			web.Set("/a", testsite.Page("a", "/b"))
			web.Set("/b", testsite.Page("b", "/c"))
			web.Set("/c", testsite.Page("c", "/d"))
			c := crawl.Crawler{Strategy: uphill{merge}, Transport: web, Workers: 1, Limits: crawl.Limits{Depth: 2}}
			var got []string
			for _, p := range crawlAll(t, &c, "http://h0.test/") {
				got = append(got, fmt.Sprint(strings.TrimPrefix(p.URL, "http://h0.test/"), p.Depth))
			}
			if want := []string{"0", "a1", "b1", "c2"}; !slices.Equal(got, want) {
				t.Errorf("%v: pages and depths %q, want %q", merge, got, want)
			}
		})
	}
}

func childrenOf(n, pages int) (links []string) {
	for child := 2*n + 1; child <= 2*n+2 && child < pages; child++ {
		links = append(links, fmt.Sprintf("/p/%d", child))
	}
	return links
}

func TestScope(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := testsite.New(testsite.Config{Hosts: 3, Pages: 7})
		web.Set("h1.test/p/1", testsite.Redirect(302, "http://h2.test/"))
		web.Set("h1.test/p/2", testsite.Redirect(302, "/p/6"))
		outside := errors.New("only h1")
		c := crawl.Crawler{Transport: web, Scope: func(url string) error {
			if strings.HasPrefix(url, "http://h1.test/") {
				return nil
			}
			return outside
		}}
		pages := crawlAll(t, &c, web.URL(0, "/"), web.URL(1, "/")) // the seed on h0 is not asked about
		want := []string{
			"http://h0.test/", "http://h1.test/", "http://h1.test/p/1 -> http://h2.test/",
			"http://h1.test/p/2 -> http://h1.test/p/6", "http://h1.test/p/6",
		}
		got := urls(pages)
		slices.Sort(got)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("pages, want the seeds and what is in scope (-want +got):\n%s", diff)
		}
		// From h0: /p/1, /p/2, h1 (in scope), h2; and where h1's /p/1 redirects.
		if s := c.Stats(); s.Refused != 4 {
			t.Errorf("Stats.Refused = %d, want the 3 links and the redirect that are out of scope", s.Refused)
		}
	})
}

func TestLimitTime(t *testing.T) {
	slow := testsite.Page("slow")
	slow.Wait = 10 * time.Minute
	stalled := testsite.Page("stalled")
	stalled.Stall = 10 * time.Minute
	inTime := testsite.Page("in time")
	inTime.Wait, inTime.Stall = 14*time.Second, 15*time.Second
	for _, c := range []struct {
		name   string
		answer testsite.Answer
		limit  time.Duration
		fails  bool
		took   time.Duration // of the only attempt
	}{
		{"slow header", slow, 0, true, 30 * time.Second},
		{"slow body", stalled, 0, true, 30 * time.Second},
		{"slow header, own limit", slow, 7 * time.Second, true, 7 * time.Second},
		{"slow body, own limit", stalled, 7 * time.Second, true, 7 * time.Second},
		{"in time", inTime, 0, false, 29 * time.Second},
		{"no limit", slow, crawl.NoLimit, false, 10 * time.Minute},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				web := testsite.New(testsite.Config{})
				web.Set("/", c.answer)
				crawler := crawl.Crawler{Transport: web, IgnoreRobots: true, Limits: crawl.Limits{Time: c.limit, Attempts: 1}}
				start := time.Now()
				p := only(t, crawlAll(t, &crawler, "http://h0.test/"), "http://h0.test/")
				if took := time.Since(start); took != c.took {
					t.Errorf("the request took %v, want %v", took, c.took)
				}
				if c.fails != errors.Is(p.Err, context.DeadlineExceeded) {
					t.Errorf("error %v, want context.DeadlineExceeded: %v", p.Err, c.fails)
				}
			})
		})
	}
}

func TestLimitBody(t *testing.T) {
	ten := testsite.Answer{Type: "text/plain", Body: []byte("0123456789")}
	for _, c := range []struct {
		name      string
		answer    testsite.Answer
		limit     int64
		want      int
		truncated bool
	}{
		{"below", ten, 11, 10, false},
		{"exactly", ten, 10, 10, false},
		{"above", ten, 9, 9, true},
		{"far above", ten, 1, 1, true},
		{"no limit", ten, crawl.NoLimit, 10, false},
		{"none", ten, crawl.None, 0, true},
		{"the largest limit", ten, math.MaxInt64, 10, false},
		{"compressed, exactly", ten.Gzip(), 10, 10, false},
		{"compressed, above", ten.Gzip(), 9, 9, true},
		{"default", testsite.Answer{Type: "text/plain", Body: make([]byte, 1<<16), Times: 11 << 4}, 0, 10 << 20, true},
		{"cut within the limit's reach", testsite.Answer{Body: []byte("0123456789"), Cut: true}, 5, 5, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				web := testsite.New(testsite.Config{})
				web.Set("/", c.answer)
				crawler := crawl.Crawler{Transport: web, Limits: crawl.Limits{Body: c.limit}}
				p := only(t, crawlAll(t, &crawler, "http://h0.test/"), "http://h0.test/")
				if p.Err != nil || len(p.Body) != c.want || p.Truncated != c.truncated {
					t.Errorf("%d bytes, truncated %v, error %v, want %d bytes, truncated %v", len(p.Body), p.Truncated, p.Err, c.want, c.truncated)
				}
				if got := crawler.Stats().Bytes; got != int64(c.want) {
					t.Errorf("Stats.Bytes = %d, want %d", got, c.want)
				}
			})
		})
	}
}

func TestLimitRedirects(t *testing.T) {
	for _, c := range []struct {
		limit int
		chain int // redirects before the page
		ends  bool
	}{
		{0, 10, true}, {0, 11, false}, {1, 1, true}, {1, 2, false}, {crawl.NoLimit, 40, true}, {300, 299, true},
		{crawl.None, 0, true}, {crawl.None, 1, false},
	} {
		synctest.Test(t, func(t *testing.T) {
			web := testsite.New(testsite.Config{})
			web.Handle("/hop/", func(r *http.Request) testsite.Answer {
				var n int
				fmt.Sscanf(r.URL.Path, "/hop/%d", &n)
				if n == c.chain {
					return testsite.Page("there")
				}
				return testsite.Redirect(302, fmt.Sprintf("/hop/%d", n+1))
			})
			crawler := crawl.Crawler{Transport: web, Delay: crawl.None, Limits: crawl.Limits{Redirects: c.limit}}
			pages := crawlAll(t, &crawler, "http://h0.test/hop/0")
			last := pages[len(pages)-1]
			if c.ends && (last.Status != 200 || len(pages) != c.chain+1) {
				t.Errorf("limit %d, chain of %d: ended with %s, %v after %d pages, want the page", c.limit, c.chain, last.URL, last.Err, len(pages))
			}
			if !c.ends && !errors.Is(last.Err, failure.ErrRedirects) {
				t.Errorf("limit %d, chain of %d: ended with %s, %v, want ErrRedirects", c.limit, c.chain, last.URL, last.Err)
			}
		})
	}
}

// The limit is on redirects in a row: a page in between resets the count.
func TestRedirectsInARow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := testsite.New(testsite.Config{})
		web.Handle("/hop/", func(r *http.Request) testsite.Answer {
			var n int
			fmt.Sscanf(r.URL.Path, "/hop/%d", &n)
			next := fmt.Sprintf("/hop/%d", n+1)
			switch {
			case n == 20:
				return testsite.Page("there")
			case n%3 == 2:
				return testsite.Page("in between", next)
			}
			return testsite.Redirect(301, next)
		})
		crawler := crawl.Crawler{Transport: web, Delay: crawl.None, Limits: crawl.Limits{Redirects: 2}}
		if pages := crawlAll(t, &crawler, "http://h0.test/hop/0"); len(pages) != 21 || pages[20].Err != nil {
			t.Errorf("%d pages %q, want 21: never more than two redirects in a row", len(pages), urls(pages))
		}
	})
}

// NoLimit and None mean the same in each package that has them, and in fields of the others.
func TestNoLimitAndNone(t *testing.T) {
	for name, v := range map[string][2]int{
		"sitemap.NoLimit": {sitemap.NoLimit, crawl.NoLimit}, "urls.NoLimit": {crawlurls.NoLimit, crawl.NoLimit},
		"ontology.All": {ontology.All, crawl.NoLimit}, "ontology.None": {ontology.None, crawl.None},
	} {
		if v[0] != v[1] {
			t.Errorf("%s is %d, want %d", name, v[0], v[1])
		}
	}
	if err := (&crawlurls.Guard{Depth: crawl.None}).Check("http://a.test/x"); err == nil {
		t.Error("a Guard takes a depth of None for no limit")
	}
	if err := (&crawlurls.Guard{Alike: crawl.None}).Check("http://a.test/1"); err == nil {
		t.Error("a Guard takes None alike for no limit")
	}
	list := "<urlset><url><loc>http://a.test/1</loc></url></urlset>"
	for e, err := range sitemap.Read(strings.NewReader(list), "http://a.test/sitemap.xml", sitemap.Limits{Entries: crawl.None}) {
		if !errors.Is(err, sitemap.ErrLimit) {
			t.Errorf("an entry %v, %v of a list of None", e, err)
		}
	}
	if d := (classify.Reader{MaxLinks: crawl.None}).Scan([]byte("<a href=/>x</a>"), "http://a.test/"); len(d.Links) > 0 {
		t.Errorf("%d links of a page of None", len(d.Links))
	}
}
