package robots

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/temoto/robotstxt"
)

// ordinary returns a file of about size octets such as sites have: a few groups,
// one rule in four with a wildcard.
func ordinary(size int) []byte {
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		if i%50 == 0 {
			fmt.Fprintf(&b, "\nUser-agent: Bot%c\nCrawl-delay: 2\n", 'a'+i/50%20)
			if i%100 == 0 {
				b.WriteString("User-agent: *\n")
			}
		}
		switch i % 4 {
		case 0:
			fmt.Fprintf(&b, "Disallow: /catalog/section-%d/private/\n", i)
		case 1:
			fmt.Fprintf(&b, "Allow: /catalog/section-%d/private/open.html\n", i)
		case 2:
			fmt.Fprintf(&b, "Disallow: /catalog/*/print-%d$\n", i)
		case 3:
			fmt.Fprintf(&b, "Disallow: /search/%d?q= # no result pages\n", i)
		}
	}
	return []byte(b.String())
}

// hostile returns files made to be expensive, and paths made for them.
func hostile() map[string]struct{ body, path string } {
	const star = "User-agent: *\n"
	numbered := func(format string, n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	long := "/" + strings.Repeat("a", 8000)
	stars := strings.Repeat("*a", 2000)
	return map[string]struct{ body, path string }{
		"same wildcards":     {star + strings.Repeat("Disallow: /*x*y*z*\n", 25000), "/" + strings.Repeat("xy", 4000)},
		"distinct wildcards": {star + numbered("Disallow: /*x%d*y*z*\n", 22000), "/" + strings.Repeat("x1", 4000)},
		"agents":             {numbered("User-agent: bot%d\n", 20000) + "User-agent: zed\n" + numbered("Disallow: /dir%d/\n", 2000), long},
		"groups":             {strings.Repeat("User-agent: *\nDisallow: /*b\n", 18000), long},
		"delays":             {numbered("User-agent: bot%d\n", 10000) + star + strings.Repeat("Crawl-delay: 1\n", 20000) + "Disallow: /x\n", long},
		"agents and delays":  {strings.Repeat("User-agent: *\nCrawl-delay: 1\n", 12000) + strings.Repeat("Disallow: /*b\n", 10000), long},
		"one line":           {star + "Disallow: /" + strings.Repeat("a*", 5<<19) + "\n", long},
		"stars":              {star + strings.Repeat("Disallow: /"+stars+"b\n", 120), long},
		"long pieces":        {star + numbered("Disallow: /*"+strings.Repeat("a", 80)+"%d\n", 5000), long},
	}
}

// compare times own and reports how many times as long the others take: raw
// temoto, and temoto behind our reader.
func compare(b *testing.B, own, raw, paired func()) {
	b.ReportAllocs()
	for b.Loop() {
		own()
	}
	each := float64(b.Elapsed()) / float64(b.N)
	b.ReportMetric(timed(raw)/each, "raw/own")
	b.ReportMetric(timed(paired)/each, "paired/own")
}

// timed returns the nanoseconds f takes, by calling it for a tenth of a second.
func timed(f func()) float64 {
	start, n := time.Now(), 0
	for n == 0 || time.Since(start) < 100*time.Millisecond {
		f()
		n++
	}
	return float64(time.Since(start)) / float64(n)
}

var sizes = []struct {
	name string
	size int
}{{"1KiB", 1 << 10}, {"64KiB", 64 << 10}, {"500KiB", 500 << 10}}

func BenchmarkParse(b *testing.B) {
	for _, s := range sizes {
		body := ordinary(s.size)
		b.Run(s.name, func(b *testing.B) {
			b.SetBytes(int64(len(body)))
			compare(b,
				func() { Parse(body) },
				func() { robotstxt.FromBytes(body) },
				func() { NewTemoto(Parse(body)).Allowed("AnyBot", "/") })
		})
	}
}

func BenchmarkAllowed(b *testing.B) {
	const path = "/catalog/section-12/item-4711.html?sort=price"
	for _, s := range sizes {
		body := ordinary(s.size)
		own, paired := Parse(body), NewTemoto(Parse(body))
		raw, err := robotstxt.FromBytes(body)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(s.name, func(b *testing.B) {
			compare(b,
				func() { own.Allowed("AnyBot", path) },
				func() { raw.TestAgent(path, "AnyBot") },
				func() { paired.Allowed("AnyBot", path) })
		})
	}
}

// BenchmarkHostile parses a file and decides once. The paths are cut, for with
// whole ones temoto takes minutes.
func BenchmarkHostile(b *testing.B) {
	for name, h := range hostile() {
		body, path := []byte(h.body), h.path[:100]
		b.Run(name, func(b *testing.B) {
			compare(b,
				func() { Parse(body).Allowed("zed", path) },
				func() {
					if raw, err := robotstxt.FromBytes(body); err == nil {
						raw.TestAgent(path, "zed")
					}
				},
				func() { NewTemoto(Parse(body)).Allowed("zed", path) })
		})
	}
}

// BenchmarkHostileURL does so with paths of 8 KB, ours alone.
func BenchmarkHostileURL(b *testing.B) {
	for name, h := range hostile() {
		body := []byte(h.body)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				Parse(body).Allowed("zed", h.path)
			}
		})
	}
}
