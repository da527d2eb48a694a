package sitemap_test

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/crawl/sitemap"
)

// ordinary is a sitemap as sites write them.
func ordinary(entries int) []byte {
	var b bytes.Buffer
	b.WriteString(head)
	for i := range entries {
		fmt.Fprintf(&b, "  <url>\n    <loc>https://example.com/lists/section-%d/article-%d.html?page=1&amp;lang=en</loc>\n"+
			"    <lastmod>2026-03-%02dT05:06:07+01:00</lastmod>\n    <changefreq>weekly</changefreq>\n    <priority>0.%d</priority>\n  </url>\n",
			i%100, i, 1+i%28, i%10)
	}
	b.WriteString(tail)
	return b.Bytes()
}

// BenchmarkRead stands beside encoding/xml's tokens, which is a reader that
// does nothing yet with what it reads.
func BenchmarkRead(b *testing.B) {
	data := ordinary(20_000)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		for _, err := range sitemap.Read(bytes.NewReader(data), base, sitemap.Limits{}) {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
	took := b.Elapsed() / time.Duration(b.N)
	begun := time.Now()
	for range b.N {
		tokens := xml.NewDecoder(bytes.NewReader(data))
		for {
			if _, err := tokens.Token(); err == io.EOF {
				break
			} else if err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(took)/(float64(time.Since(begun))/float64(b.N)), "x-floor")
}

// BenchmarkText stands beside the lines of the text, each made a string.
func BenchmarkText(b *testing.B) {
	data := bytes.Repeat([]byte("https://example.com/lists/section-12/article-3456.html?page=1\n"), 20_000)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		for _, err := range sitemap.Read(bytes.NewReader(data), base, sitemap.Limits{}) {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
	took := b.Elapsed() / time.Duration(b.N)
	begun := time.Now()
	for range b.N {
		for line := range strings.Lines(string(data)) {
			_ = strings.Clone(line)
		}
	}
	b.ReportMetric(float64(took)/(float64(time.Since(begun))/float64(b.N)), "x-floor")
}
