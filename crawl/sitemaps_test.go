package crawl_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/internal/failure"
	"github.com/lokman-crawler/lokman/crawl/sitemap"
	"github.com/lokman-crawler/lokman/internal/testsite"
)

func xmlAnswer(body string) testsite.Answer {
	return testsite.Answer{Type: "application/xml", Body: []byte(`<?xml version="1.0"?>` + body)}
}

func urlset(urls ...string) testsite.Answer {
	var b strings.Builder
	for _, u := range urls {
		fmt.Fprintf(&b, "<url><loc>%s</loc><lastmod>2026-01-02</lastmod></url>", u)
	}
	return xmlAnswer(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">` + b.String() + "</urlset>")
}

func sitemapIndex(urls ...string) testsite.Answer {
	var b strings.Builder
	for _, u := range urls {
		fmt.Fprintf(&b, "<sitemap><loc>%s</loc></sitemap>", u)
	}
	return xmlAnswer(`<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">` + b.String() + "</sitemapindex>")
}

// readSitemaps returns the entries' paths and the errors' causes in order.
func readSitemaps(ctx context.Context, c *crawl.Crawler, url string) (lines []string) {
	for e, err := range c.Sitemaps(ctx, url) {
		if err != nil {
			lines = append(lines, "error: "+crawl.Cause(err))
			continue
		}
		lines = append(lines, strings.TrimPrefix(e.URL, "http://h0.test")+" "+e.LastMod.Format("2006-01-02"))
	}
	return lines
}

func TestSitemaps(t *testing.T) {
	for _, c := range []struct {
		name   string
		robots string
		set    map[string]testsite.Answer
		url    string // "/" means the site
		want   []string
	}{
		{"named", "Sitemap: /a.xml\nSitemap: http://h0.test/b.xml\n", map[string]testsite.Answer{
			"/a.xml": urlset("http://h0.test/1"), "/b.xml": urlset("http://h0.test/2"),
		}, "/", []string{"/1 2026-01-02", "/2 2026-01-02"}},
		{"usual place", "", map[string]testsite.Answer{"/sitemap.xml": urlset("http://h0.test/1")}, "/", []string{"/1 2026-01-02"}},
		{"none", "", nil, "/", []string{"error: status"}},
		{"given", "", map[string]testsite.Answer{"/x/map": urlset("http://h0.test/1")}, "/x/map", []string{"/1 2026-01-02"}},
		{"gzip by name", "", map[string]testsite.Answer{"/map.gz": {Type: "application/gzip", Body: gzipped(t, urlset("http://h0.test/1").Body)}},
			"/map.gz", []string{"/1 2026-01-02"}},
		{"redirect", "", map[string]testsite.Answer{"/sitemap.xml": testsite.Redirect(301, "/new.xml"), "/new.xml": urlset("http://h0.test/1")},
			"/", []string{"/1 2026-01-02"}},
		{"index, circle, foreign", "", map[string]testsite.Answer{
			"/sitemap.xml": sitemapIndex("http://h0.test/a.xml", "http://h0.test/sitemap.xml", "http://other.test/evil.xml", "http://h0.test/gone.xml", "http://h0.test/b.xml"),
			"/a.xml":       urlset("http://h0.test/1"), "/b.xml": sitemapIndex("http://h0.test/a.xml", "http://h0.test/c.xml"), "/c.xml": urlset("http://h0.test/3"),
			"other.test/evil.xml": urlset("http://h0.test/evil"),
		}, "/", []string{"/1 2026-01-02", "error: status", "/3 2026-01-02"}},
		{"torn", "", map[string]testsite.Answer{"/sitemap.xml": {Body: urlset("http://h0.test/1", "http://h0.test/2").Body[:170]}},
			"/", []string{"/1 2026-01-02", "error: broken answer"}},
		{"a text that breaks off within a URL", "", map[string]testsite.Answer{"/urls.txt": {Type: "text/plain", Body: []byte("http://h0.test/1\nhttp://h0.test/2"), Cut: true}},
			"/urls.txt", []string{"/1 0001-01-01", "error: broken answer"}},
		{"not gzip, as the header says", "", map[string]testsite.Answer{"/map.gz": {Header: http.Header{"Content-Encoding": {"gzip"}}, Body: urlset("http://h0.test/1").Body}},
			"/map.gz", []string{"/1 2026-01-02"}},
		{"a text longer than the limit", "", map[string]testsite.Answer{"/urls.txt": {Type: "text/plain", Body: []byte("http://h0.test/1\n" + strings.Repeat("\n", 1<<20)), Times: 101}},
			"/urls.txt", append(slices.Repeat([]string{"/1 0001-01-01"}, 100), "error: other")},
		{"forbidden", "User-agent: *\nDisallow: /sitemap\n", map[string]testsite.Answer{"/sitemap.xml": urlset("http://h0.test/1")}, "/", []string{"error: robots"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if testing.Short() && len(c.want) > 100 {
				t.Skip("reads 101 MiB")
			}
			synctest.Test(t, func(t *testing.T) {
				web := testsite.New(testsite.Config{Robots: c.robots})
				for path, a := range c.set {
					web.Set(path, a)
				}
				crawler := crawl.Crawler{Transport: web}
				if diff := cmp.Diff(c.want, readSitemaps(t.Context(), &crawler, "http://h0.test"+c.url)); diff != "" {
					t.Errorf("entries (-want +got):\n%s", diff)
				}
				checkPolite(t, web, 1)
			})
		})
	}
}

// An index that names one more index without end is left after three steps.
func TestSitemapsWithoutEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := testsite.New(testsite.Config{})
		for n := range 20 {
			web.Set(fmt.Sprintf("/%d.xml", n), sitemapIndex(fmt.Sprintf("http://h0.test/%d.xml", n+1)))
		}
		readSitemaps(t.Context(), &crawl.Crawler{Transport: web}, "http://h0.test/0.xml")
		if n := len(web.Log()); n != 1+4 {
			t.Errorf("%d requests, want robots.txt and four lists", n)
		}
	})
}

// Many indexes of many indexes cost no more memory than the lists that are read.
func TestSitemapsThatBranch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := testsite.New(testsite.Config{})
		web.Handle("/", func(r *http.Request) testsite.Answer {
			var children []string
			for n := range 200 {
				children = append(children, fmt.Sprintf("http://h0.test/x/%s-%d", strings.Trim(r.URL.Path, "/x"), n))
			}
			return sitemapIndex(children...)
		})
		web.Handle("/x/", func(r *http.Request) testsite.Answer { return sitemapIndex("http://h0.test" + r.URL.Path + "-1") })
		readSitemaps(t.Context(), &crawl.Crawler{Transport: web, IgnoreRobots: true, Delay: crawl.None}, "http://h0.test/")
		if n := len(web.Log()); n > 1000 {
			t.Errorf("%d requests, want at most 1,000", n)
		}
	})
}

// Lists that several indexes name count once, and keep no other list away.
func TestSitemapsNamedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := testsite.New(testsite.Config{Robots: "Sitemap: /sitemap.xml\nSitemap: /sitemap_index.xml\nSitemap: /others.xml\n"})
		lists := func(name string, n int) (urls []string) {
			for i := range n {
				urls = append(urls, fmt.Sprintf("http://h0.test/lists/%s%d.xml", name, i))
			}
			return urls
		}
		web.Set("/sitemap.xml", sitemapIndex(lists("a", 600)...))
		web.Set("/sitemap_index.xml", sitemapIndex(lists("a", 600)...))
		web.Set("/others.xml", sitemapIndex(lists("b", 300)...))
		web.Handle("/lists/", func(r *http.Request) testsite.Answer { return urlset("http://h0.test" + r.URL.Path + ".html") })
		got := readSitemaps(t.Context(), &crawl.Crawler{Transport: web, Delay: crawl.None}, "http://h0.test/")
		if len(got) != 900 {
			t.Errorf("%d entries, want that of each of 900 lists", len(got))
		}
	})
}

// A site that wants long pauses gets them.
func TestSitemapsWithCrawlDelay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := testsite.New(testsite.Config{Robots: "User-agent: *\nCrawl-delay: 15\n"})
		web.Set("/sitemap.xml", urlset("http://h0.test/1"))
		got := readSitemaps(t.Context(), &crawl.Crawler{Transport: web}, "http://h0.test/")
		if diff := cmp.Diff([]string{"/1 2026-01-02"}, got); diff != "" {
			t.Errorf("entries (-want +got):\n%s", diff)
		}
		checkPolite(t, web, 15*time.Second)
	})
}

func TestSitemapsEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := testsite.New(testsite.Config{})
		web.Set("/sitemap.xml", urlset("http://h0.test/1", "http://h0.test/2"))
		c := crawl.Crawler{Transport: web}
		for range c.Sitemaps(t.Context(), "http://h0.test/") {
			break
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		for _, err := range c.Sitemaps(ctx, "http://h0.test/") {
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%v, want context.Canceled", err)
			}
		}
		for _, err := range c.Sitemaps(t.Context(), "ftp://h0.test/") {
			if err == nil {
				t.Error("no error for a URL of another scheme")
			}
		}
		// Politeness goes on from the sitemaps to the crawl.
		crawlAll(t, &c, "http://h0.test/")
		checkPolite(t, web, 1e9)
	})
}

// A host that a crawl has given up is asked when its sitemaps are wanted.
func TestSitemapsAfterOutage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := testsite.New(testsite.Config{})
		web.Set("/sitemap.xml", urlset("http://h0.test/1"))
		down := &down{Web: web, host: "h0.test", err: refused}
		c := crawl.Crawler{Transport: down, Limits: crawl.Limits{HostDown: crawl.None}}
		if p := only(t, crawlAll(t, &c, "http://h0.test/"), "http://h0.test/"); p.Err == nil {
			t.Fatal("the host is not down")
		}
		down.until = time.Now()
		for _, url := range []string{"http://h0.test/sitemap.xml", "http://h0.test/"} {
			if diff := cmp.Diff([]string{"/1 2026-01-02"}, readSitemaps(t.Context(), &c, url)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", url, diff)
			}
		}
	})
}

// A list lies where redirects lead to: its URLs are resolved against that, and
// what the hosts on the way have is not foreign.
func TestSitemapsBehindRedirects(t *testing.T) {
	const site, www, cdn = "http://h0.test", "http://www.h0.test", "http://cdn.test"
	text := func(urls ...string) testsite.Answer { return testsite.Text(strings.Join(urls, "\n")) }
	for _, c := range []struct {
		name   string
		robots string
		set    map[string]testsite.Answer
		url    string
		want   []string // entries, and behind them what was refused
	}{
		{"an index on the host that it redirects to", "Sitemap: /sitemap_index.xml\n", map[string]testsite.Answer{
			"/sitemap_index.xml":            testsite.Redirect(301, www+"/sitemap_index.xml"),
			"www.h0.test/sitemap_index.xml": sitemapIndex(www+"/posts.xml", site+"/old.xml"),
			"www.h0.test/posts.xml":         urlset(www+"/1", site+"/2", "http://other.test/3"),
			"/old.xml":                      testsite.Redirect(302, www+"/maps/old.xml"),
			"www.h0.test/maps/old.xml":      sitemapIndex("older.xml"),
			"www.h0.test/maps/older.xml":    testsite.Redirect(308, site+"/a/older.xml"),
			"/a/older.xml":                  urlset(www+"/4", "5", "/6"),
		}, "/", []string{www + "/1 below", site + "/2 beside", "http://other.test/3 foreign", www + "/4 beside", site + "/a/5 below", site + "/6 beside"}},
		{"a list elsewhere that robots.txt names", "Sitemap: " + cdn + "/h0/index.xml\n", map[string]testsite.Answer{
			"cdn.test/h0/index.xml": sitemapIndex("pages.xml", site+"/more.xml", "http://other.test/x.xml"),
			"cdn.test/h0/pages.xml": urlset(site+"/1", cdn+"/h0/2", www+"/3"),
			"/more.xml":             urlset(site+"/4", cdn+"/5"),
		}, "/", []string{site + "/1 beside", cdn + "/h0/2 below", www + "/3 foreign", site + "/4 below", cdn + "/5 beside", "http://other.test/x.xml refused foreign"}},
		{"redirects again and again", "", map[string]testsite.Answer{
			"/map":                testsite.Redirect(301, www+"/map"),
			"www.h0.test/map":     testsite.Redirect(301, "/maps/x/"),
			"www.h0.test/maps/x/": text(site+"/1", www+"/maps/x/2"),
		}, "/map", []string{site + "/1 beside", www + "/maps/x/2 below"}},
		{"a host that another list led to", "Sitemap: /a.xml\nSitemap: /b.xml\n", map[string]testsite.Answer{
			"/a.xml":         testsite.Redirect(301, cdn+"/a.xml"),
			"cdn.test/a.xml": urlset(cdn + "/1"),
			"/b.xml":         urlset(cdn+"/2", site+"/3"),
		}, "/", []string{cdn + "/1 below", cdn + "/2 foreign", site + "/3 below"}},
		{"lists that are one", "Sitemap: /a.xml\nSitemap: /b.xml\nSitemap: /c.xml\nSitemap: /d.xml\nSitemap: /d.xml?1\n", map[string]testsite.Answer{
			"/a.xml":   testsite.Redirect(301, "/b.xml"),
			"/b.xml":   urlset("/1"),
			"/c.xml":   testsite.Redirect(301, "/b.xml"),
			"/d.xml":   testsite.Redirect(301, "/e.xml"),
			"/d.xml?1": testsite.Redirect(301, "/e.xml"),
			"/e.xml":   sitemapIndex("/e.xml", "/d.xml", "/f.xml"),
			"/f.xml":   urlset("/2"),
		}, "/", []string{site + "/1 below", site + "/2 below"}},
		{"an Atom feed", "", map[string]testsite.Answer{
			"/feed":          testsite.Redirect(301, "/blog/atom.xml"),
			"/blog/atom.xml": xmlAnswer(`<feed><entry><link href="1"/></entry><entry xml:base="2026/"><link href="2"/></entry></feed>`),
		}, "/feed", []string{site + "/blog/1 below", site + "/blog/2026/2 below"}},
		{"OPML and JSON Feed", "", map[string]testsite.Answer{
			"/list.opml": xmlAnswer(`<opml><body><outline xmlUrl="/feed.json" htmlUrl="/"/><outline xmlUrl="http://other.test/rss" htmlUrl="http://other.test/"/></body></opml>`),
			"/feed.json": {Type: "application/feed+json", Body: []byte(`{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"1","url":"/1"}]}`)},
		}, "/list.opml", []string{site + "/ below", "http://other.test/ foreign", site + "/1 below", "http://other.test/rss refused foreign"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if testing.Short() && len(c.want) > 100 {
				t.Skip("reads 101 MiB")
			}
			synctest.Test(t, func(t *testing.T) {
				web := testsite.New(testsite.Config{Robots: c.robots})
				for path, a := range c.set {
					web.Set(path, a)
				}
				var r recorder
				crawler := crawl.Crawler{Transport: web, Observer: &r}
				var got []string
				for e, err := range crawler.Sitemaps(t.Context(), site+c.url) {
					if err != nil {
						t.Error(err)
					}
					got = append(got, fmt.Sprint(e.URL, " ", e.Reach))
				}
				if diff := cmp.Diff(c.want, append(got, refusals(&r)...)); diff != "" {
					t.Errorf("entries (-want +got):\n%s", diff)
				}
				if n := crawler.Stats().Refused; n != int64(len(refusals(&r))) {
					t.Errorf("%d refused", n)
				}
			})
		})
	}
}

// refusals returns what was refused, in order.
func refusals(r *recorder) (lines []string) {
	for _, e := range r.events {
		if e.Kind == "refused" {
			lines = append(lines, e.URL+" refused "+crawl.Cause(e.Err))
		}
	}
	return lines
}

// Nothing is left out of a sitemap in silence.
func TestSitemapsRefused(t *testing.T) {
	var lists, deep []string
	for n := range 1100 {
		lists = append(lists, fmt.Sprintf("http://h0.test/lists/%d.xml", n))
	}
	for n := range 5 {
		deep = append(deep, fmt.Sprintf("http://h0.test/%d.xml", n))
	}
	for _, c := range []struct {
		name    string
		robots  string
		set     map[string]testsite.Answer
		reason  error
		refused int64
		events  int
		url     string // of the last event
	}{
		{"too many lists", "", map[string]testsite.Answer{"/sitemap.xml": sitemapIndex(lists...)}, sitemap.ErrLimit, 101, 101, lists[1099]},
		{"too many lists of robots.txt", "Sitemap: " + strings.Join(lists, "\nSitemap: ") + "\n", nil, sitemap.ErrLimit, 100, 100, lists[1099]},
		{"too deep", "", map[string]testsite.Answer{"/sitemap.xml": sitemapIndex(deep[0]), "/0.xml": sitemapIndex(deep[1]), "/1.xml": sitemapIndex(deep[2]),
			"/2.xml": sitemapIndex(deep[3], deep[0], deep[4])}, sitemap.ErrLimit, 2, 2, deep[4]},
		{"foreign lists", "", map[string]testsite.Answer{"/sitemap.xml": sitemapIndex("http://b.test/1.xml", "http://b.test/1.xml", "http://h0.test:8080/")},
			failure.ErrForeign, 3, 3, "http://h0.test:8080/"},
		{"no URLs", "", map[string]testsite.Answer{"/sitemap.xml": urlset("http://[", "/1", "mailto:a", "/"+strings.Repeat("x", 3000))}, nil, 3, 1, "http://h0.test/sitemap.xml"},
		{"a list that is cut short", "", map[string]testsite.Answer{"/sitemap.xml": {Body: urlset("/1", "/2").Body[:170]}}, io.ErrUnexpectedEOF, 0, 1, "http://h0.test/sitemap.xml"},
		{"no URL in robots.txt", "Sitemap: http://user:secret@[" + strings.Repeat("x", 500) + "\nSitemap: /1.xml", map[string]testsite.Answer{"/1.xml": urlset("/1")}, nil, 1, 1, "http://h0.test/"},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				web := testsite.New(testsite.Config{Robots: c.robots})
				web.Handle("/lists/", func(r *http.Request) testsite.Answer { return urlset("/1") })
				for path, a := range c.set {
					web.Set(path, a)
				}
				var r recorder
				crawler := crawl.Crawler{Transport: web, Observer: &r, Delay: crawl.None}
				readSitemaps(t.Context(), &crawler, "http://h0.test/")
				events := slices.DeleteFunc(r.events, func(e crawl.Event) bool { return e.Kind != "refused" })
				if n := crawler.Stats().Refused; n != c.refused || len(events) != c.events {
					t.Fatalf("%d refused in %d events, want %d in %d", n, len(events), c.refused, c.events)
				}
				last := events[len(events)-1]
				if last.URL != c.url || last.Err == nil || c.reason != nil && !errors.Is(last.Err, c.reason) {
					t.Errorf("%s: %v", last.URL, last.Err)
				}
				if text := last.Err.Error(); len(text) > 300 || strings.Contains(text, "secret") {
					t.Errorf("%s", text)
				}
			})
		})
	}
}
