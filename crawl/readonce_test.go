package crawl_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/internal/testsite"
)

// A page costs one parse or one scan, whatever is asked of it and in which
// order: reading 1,000 tags once more would take 1,000 allocations and more.
func TestPageIsReadOnce(t *testing.T) {
	const tags, few = 1000, 100
	var links strings.Builder
	for i := range tags {
		fmt.Fprintf(&links, "<b class=x>%d</b>", i)
	}
	page := `<meta name=robots content=noarchive><link rel=canonical href=/c><a rel=nofollow href=/x>x</a>` + links.String()
	type ask = func(*crawl.Page)
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
		{"document", page, []ask{document}, []ask{document, directives, urls, dom, document}},
		{"directives first", page, []ask{document}, []ask{directives, urls, dom, document}},
		{"tree first", page, []ask{document}, []ask{dom, directives, urls, document}},
		{"URLs alone", page, []ask{urls}, []ask{urls, directives, urls}},
		{"too deep for a tree", page + strings.Repeat("<div>", 600), []ask{document}, []ask{document, directives, urls, document}},
		{"too deep, directives first", page + strings.Repeat("<div>", 600), []ask{document}, []ask{directives, document, urls}},
	} {
		t.Run(c.name, func(t *testing.T) {
			allocations := func(asks []ask) float64 {
				return testing.AllocsPerRun(5, func() {
					p := &crawl.Page{URL: "http://h0.test/", Status: 200, Header: http.Header{"Content-Type": {"text/html"}}, Body: []byte(c.page)}
					for _, ask := range asks {
						ask(p)
					}
				})
			}
			if once, all := allocations(c.once), allocations(c.all); once < tags || all > once+few {
				t.Errorf("%.0f allocations in all, %.0f for reading once", all, once)
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
