package crawl_test

import (
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/internal/testsite"
)

// A page is read once, whatever is asked of it and in which order: its tree takes more than
// a hundred bytes a tag, and that of html.Parse is made only when it is asked for.
func TestPageIsReadOnce(t *testing.T) {
	const tags, few = 5000, 100_000 // few is also what buffers may take that are kept between pages
	body := `<meta name=robots content=noarchive><link rel=canonical href=/c><a rel=nofollow href=/x>x</a>` + strings.Repeat("<b class=x>1</b>", tags)
	deep := body + strings.Repeat("<div>", 600)
	type ask = func(*crawl.Page)
	scan := func(p *crawl.Page) { p.Scan() }
	document := func(p *crawl.Page) { p.Document() }
	directives := func(p *crawl.Page) {
		if d := p.Directives(); !d.NoArchive || d.Canonical != "http://h0.test/c" {
			t.Errorf("directives %+v", d)
		}
	}
	urls := func(p *crawl.Page) {
		for url := range p.LinkURLs() {
			if url != "http://h0.test/x" {
				t.Errorf("link %q", url)
			}
		}
	}
	dom := func(p *crawl.Page) { _, _ = p.DOM() }
	for _, c := range []struct {
		name, page string
		once, all  []ask
	}{
		{"text and links", body, []ask{scan}, []ask{scan, directives, urls, scan}},
		{"directives first", body, []ask{scan}, []ask{directives, urls, scan}},
		{"URLs alone", body, []ask{urls}, []ask{urls, directives, urls}},
		{"tree first", body, []ask{document}, []ask{dom, directives, urls, document, scan, dom}},
		{"tree last", body, []ask{document}, []ask{scan, urls, document, dom}},
		{"too deep for a tree", deep, []ask{document}, []ask{document, directives, urls, dom, document}},
		{"too deep, directives first", deep, []ask{document}, []ask{directives, dom, document, urls}},
	} {
		t.Run(c.name, func(t *testing.T) {
			allocated := func(asks []ask) uint64 {
				p := &crawl.Page{URL: "http://h0.test/", Status: 200, Header: http.Header{"Content-Type": {"text/html"}}, Body: []byte(c.page)}
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				for _, ask := range asks {
					ask(p)
				}
				runtime.ReadMemStats(&after)
				return after.TotalAlloc - before.TotalAlloc
			}
			if once, all := allocated(c.once), allocated(c.all); once < 100*tags || all > once+few {
				t.Errorf("%d bytes in all, %d for reading once", all, once)
			}
		})
	}
}

// BenchmarkDirectives crawls pages that ask something of crawlers and prints
// the time and allocations of a page.
func BenchmarkDirectives(b *testing.B) {
	const pages = 200
	web := testsite.New(testsite.Config{})
	for i := range pages {
		var page strings.Builder
		fmt.Fprintf(&page, `<!DOCTYPE html><html><head><title>page %d</title><meta name=robots content="index,follow,noarchive"><link rel=canonical href="/%d"></head><body>`, i, i)
		for k := range 20 {
			fmt.Fprintf(&page, "<p>Some words <a href=\"/%d\">link %d</a> and <a rel=nofollow href=\"/login?%d\">a login</a> after.</p>\n", (2*i+k+1)%pages, k, k)
		}
		for page.Len() < 8500 {
			page.WriteString("<p>The quick brown fox jumps over the lazy dog, again and <b>again</b>.</p>\n")
		}
		web.Set(fmt.Sprintf("/%d", i), testsite.Answer{Body: []byte(page.String()), Header: http.Header{"Content-Type": {"text/html; charset=utf-8"}}})
	}
	for _, c := range []struct {
		name               string
		strategy           crawl.Strategy
		canonical, ignored bool
	}{
		{"URLs", nil, false, false},
		{"documents", byDocument{}, false, false},
		{"URLs, canonical", nil, true, false},
		{"documents, canonical", byDocument{}, true, false},
		{"URLs, ignored", nil, false, true},
		{"documents, ignored", byDocument{}, false, true},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			n := 0
			for b.Loop() {
				crawler := crawl.Crawler{
					Transport: web, Strategy: c.strategy, FollowCanonical: c.canonical, IgnoreNoFollow: c.ignored, IgnoreRefresh: c.ignored,
					IgnoreRobots: true, Delay: crawl.None, Workers: 1, Limits: crawl.Limits{Pages: pages},
				}
				for p, err := range crawler.Crawl(b.Context(), "http://h0.test/0") {
					if err != nil {
						b.Fatal(err)
					}
					if p.Err == nil {
						n++
					}
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(n), "us/page")
		})
	}
}
