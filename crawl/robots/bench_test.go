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

// compare times what is done now and reports the ratios to the matcher alone,
// without temoto, and to raw temoto, without our reader.
func compare(b *testing.B, now, alone, raw func()) {
	b.ReportAllocs()
	for b.Loop() {
		now()
	}
	each := float64(b.Elapsed()) / float64(b.N)
	b.ReportMetric(each/timed(alone), "now/alone")
	b.ReportMetric(each/timed(raw), "now/raw")
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

// BenchmarkFirst parses a file and decides once, which is when temoto compiles.
func BenchmarkFirst(b *testing.B) {
	for _, s := range sizes {
		body := ordinary(s.size)
		b.Run(s.name, func(b *testing.B) {
			b.SetBytes(int64(len(body)))
			compare(b,
				func() { Parse(body).Allowed("AnyBot", "/") },
				func() { matcherAlone(Parse(body), "AnyBot", "/") },
				func() { testRaw(body, "AnyBot", "/") })
		})
	}
}

// BenchmarkAllowed decides on one URL more.
func BenchmarkAllowed(b *testing.B) {
	const path = "/catalog/section-12/item-4711.html?sort=price"
	for _, s := range sizes {
		body := ordinary(s.size)
		f := Parse(body)
		raw, err := robotstxt.FromBytes(body)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(s.name+" by "+f.Decide("AnyBot", path).By, func(b *testing.B) {
			compare(b,
				func() { f.Allowed("AnyBot", path) },
				func() { matcherAlone(f, "AnyBot", path) },
				func() { raw.TestAgent(path, "AnyBot") })
		})
	}
}

// BenchmarkHostile parses a file and decides once. Raw temoto is asked about a
// path cut short, for with a whole one it takes minutes.
func BenchmarkHostile(b *testing.B) {
	for name, h := range hostile() {
		body := []byte(h.body)
		b.Run(name+" by "+string(h.by), func(b *testing.B) {
			compare(b,
				func() { Parse(body).Allowed("zed", h.path) },
				func() { matcherAlone(Parse(body), "zed", h.path) },
				func() { testRaw(body, "zed", h.path[:100]) })
		})
	}
}

// BenchmarkBudget decides at the end of temoto's budget, the first time and once
// more.
func BenchmarkBudget(b *testing.B) {
	for name, h := range costly() {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			var f *File
			for b.Loop() {
				f = Parse([]byte(h.body))
				f.Decide("zed", h.path)
			}
			b.ReportMetric(timed(func() { f.Allowed("zed", h.path) })/1e6, "ms-again")
		})
	}
}

func testRaw(body []byte, agent, path string) {
	if raw, err := robotstxt.FromBytes(body); err == nil {
		raw.TestAgent(path, agent)
	}
}
