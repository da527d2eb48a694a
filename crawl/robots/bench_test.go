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
// without temoto, and to raw temoto, without our reader: of turns in one run the fastest, which
// other work on the machine disturbs least.
func compare(b *testing.B, now, alone, raw func()) {
	b.ReportAllocs()
	for b.Loop() {
		now()
	}
	runs := []func(){now, alone, raw}
	fastest := make([]time.Duration, len(runs))
	calls := max(1, int(float64(2*time.Millisecond)*float64(b.N)/float64(b.Elapsed())))
	for turn := range 40 {
		for i, run := range runs {
			start := time.Now()
			for range calls {
				run()
			}
			if took := time.Since(start); turn == 0 || took < fastest[i] {
				fastest[i] = took
			}
		}
	}
	b.ReportMetric(float64(fastest[0])/float64(fastest[1]), "now/alone")
	b.ReportMetric(float64(fastest[0])/float64(fastest[2]), "now/raw")
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

// BenchmarkAllowed decides on one URL more: one that no rule is near to, one that temoto is
// asked about, and one in a file that temoto reads itself.
func BenchmarkAllowed(b *testing.B) {
	const far, near = "/catalog/section-12/item-4711.html?sort=price", "/catalog/section-12/print-2.html"
	for _, c := range []struct {
		name string
		body []byte
		path string
	}{
		{"1KiB", ordinary(1 << 10), far},
		{"64KiB", ordinary(64 << 10), far},
		{"1KiB, near", ordinary(1 << 10), near},
		{"64KiB, near", ordinary(64 << 10), near},
		{"500KiB", ordinary(500 << 10), far},
		{"60KiB, plain", []byte(strings.NewReplacer("*/print", "print", "$", "", "Crawl-delay: 2\n", "").Replace(string(ordinary(60 << 10)))), far},
	} {
		f := Parse(c.body)
		raw, err := robotstxt.FromBytes(c.body)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(c.name+" by "+f.Decide("AnyBot", c.path).By, func(b *testing.B) {
			compare(b,
				func() { f.Allowed("AnyBot", c.path) },
				func() { matcherAlone(f, "AnyBot", c.path) },
				func() { raw.TestAgent(c.path, "AnyBot") })
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
			start := time.Now()
			f.Allowed("zed", h.path)
			b.ReportMetric(time.Since(start).Seconds()*1e3, "ms-again")
		})
	}
}

func testRaw(body []byte, agent, path string) {
	if raw, err := robotstxt.FromBytes(body); err == nil {
		raw.TestAgent(path, agent)
	}
}
