package urls_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/crawl/urls"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// links is a mix as on a typical page.
var links = []string{
	"https://www.books.example/",
	"https://www.books.example/about/contact.html",
	"https://music.example/albums/1997/blue?track=4",
	"https://www.books.example/shelf/science/",
	"https://www.books.example/search?q=roman+roads&page=2",
	"https://www.books.example/static/img/cover-small.jpg",
	"https://www.books.example/shelf/history/item/48151623.html",
	"https://www.books.example/shelf/poetry/index.html",
	"https://www.books.example/shelf/history/page1.html?sort=title",
	"https://www.books.example/news/2024/05/17/reading-room-closed",
	"https://cdn.example/lib/main.js?v=3&utm_source=mail&utm_campaign=may",
	"https://www.books.example/autor/b%C3%BCcher",
}

// BenchmarkURLs times the naming and checking of the links of a thousand pages beside
// their parsing; "ratio" is the time by that of the parser, of each the fastest round, which
// other work on the machine disturbs least.
func BenchmarkURLs(b *testing.B) {
	const pages = 1000
	parse := func(url string) error {
		_, err := weburl.Parse(url)
		return err
	}
	// URLs that were not met before, each a link's with one segment more.
	var again, fresh [pages][]string
	for i := range pages {
		again[i] = links
		for _, link := range links {
			fresh[i] = append(fresh[i], strings.Replace(link, ".example/", fmt.Sprintf(".example/%d/", i), 1))
		}
	}
	round := func(b *testing.B, urls *[pages][]string, f func(url string) error) time.Duration {
		start := time.Now()
		for _, links := range urls {
			for _, link := range links {
				if err := f(link); err != nil {
					b.Fatal(err)
				}
			}
		}
		return time.Since(start)
	}
	run := func(name string, urls *[pages][]string, begin func() func(url string) error) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			var parsing, running time.Duration
			for b.Loop() {
				fastest(&parsing, round(b, urls, parse))
				fastest(&running, round(b, urls, begin()))
			}
			b.ReportMetric(float64(running)/float64(pages*len(links)), "ns/URL")
			b.ReportMetric(float64(running)/float64(parsing), "ratio")
		})
	}
	always := func(f func(url string) error) func() func(url string) error {
		return func() func(url string) error { return f }
	}
	apply := func(rules urls.Rules) func() func(url string) error {
		return always(func(url string) error {
			_, err := rules.Apply(url)
			return err
		})
	}
	run("no rules", &again, apply(urls.Rules{}))
	run("two rules", &again, apply(urls.Rules{Tracking: true, Sessions: true}))
	run("all rules", &again, apply(allRules))
	run("guard", &again, always(new(urls.Guard).Check))
	run("guard, first met", &fresh, func() func(url string) error { return new(urls.Guard).Check })
}

func fastest(best *time.Duration, d time.Duration) {
	if *best == 0 || d < *best {
		*best = d
	}
}

// BenchmarkHostile does the same with URLs made to be expensive, as long as
// URLs can be; "ns/byte" should be of one order for all.
func BenchmarkHostile(b *testing.B) {
	fill := func(piece string) string {
		const prefix = "http://h.example/?"
		return prefix + strings.Repeat(piece, (weburl.MaxLength-len(prefix))/len(piece))
	}
	inPath := func(piece string) string { return strings.Replace(fill(piece), "?", "", 1) }
	for _, h := range []struct{ name, url string }{
		{"one segment", inPath("a")},
		{"segments", inPath("a/")},
		{"slashes", inPath("/")},
		{"documents", inPath("index.html/")},
		{"path parameters", inPath(";sid=" + hexID)},
		{"ASP.NET sessions", inPath("(S(" + aspID + "))/")},
		{"open brackets", inPath("((S(")},
		{"eight digits", inPath("20261121/")},
		{"dates", inPath("2026/nov/21/")},
		{"pages", inPath("page/7/page")},
		{"ids", inPath(hexID + "/")},
		{"digits", inPath("1")},
		{"escapes", inPath("%41%2f%")},
		{"parameters", fill("z&a=1&b=&=&")},
		{"sessions", fill("sid=" + hexID + "&")},
		{"tracking", fill("utm_source=1&")},
		{"lists", fill("a=b,c,d-e-f%2cg&")},
		{"list in a segment", inPath("a,b;c+d")},
		{"years", fill("y=2026&w=4&2026/nov-2026-W4&")},
	} {
		b.Run(h.name, func(b *testing.B) {
			for b.Loop() {
				guard := urls.Guard{Length: urls.NoLimit, Depth: urls.NoLimit, Repeats: urls.NoLimit}
				name, err := allRules.Apply(h.url)
				if err != nil && len(name) > 0 {
					b.Fatal(err)
				}
				if err := guard.Check(h.url); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(h.url)), "ns/byte")
		})
	}
}
