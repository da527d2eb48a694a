package crawl_test

import (
	"context"
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
		readSitemaps(t.Context(), &crawl.Crawler{Transport: web, IgnoreRobots: true, Delay: crawl.NoDelay}, "http://h0.test/")
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
		got := readSitemaps(t.Context(), &crawl.Crawler{Transport: web, Delay: crawl.NoDelay}, "http://h0.test/")
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
