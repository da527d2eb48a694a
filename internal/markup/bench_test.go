package markup_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/internal/markup"
)

func tokenize(page []byte) {
	for z := html.NewTokenizer(bytes.NewReader(page)); z.Next() != html.ErrorToken; {
	}
}

// tokenizeAll also reads the names and attributes, as a fingerprint must.
func tokenizeAll(page []byte) {
	for z := html.NewTokenizer(bytes.NewReader(page)); z.Next() != html.ErrorToken; {
		_, more := z.TagName()
		for more {
			_, _, more = z.TagAttr()
		}
	}
}

func parse(page []byte) { html.Parse(bytes.NewReader(page)) }

// least returns the least time of each of the functions for all pages. They
// take turns, so that what else the machine does meets them alike.
func least(pages [][]byte, fs ...func([]byte)) []time.Duration {
	times := make([]time.Duration, len(fs))
	for round := range 7 {
		for i, f := range fs {
			start := time.Now()
			for _, p := range pages {
				f(p)
			}
			if d := time.Since(start); round == 0 || d < times[i] {
				times[i] = d
			}
		}
	}
	return times
}

// BenchmarkScan also reports how many times as long x/net's tokenizer, without
// and with the attributes, and its parser take for the same pages in the same
// run.
func BenchmarkScan(b *testing.B) {
	pages := realPages(b)
	b.Run("real", func(b *testing.B) { benchmarkScan(b, pages) })
	for _, depth := range []int{5, 10, 15, 20, 25} {
		b.Run(fmt.Sprintf("depth=%d", depth), func(b *testing.B) { benchmarkScan(b, [][]byte{nested(depth, 100<<10)}) })
	}
	for _, size := range []int{10 << 10, 100 << 10, 1000 << 10} {
		b.Run(fmt.Sprintf("bytes=%dKiB", size>>10), func(b *testing.B) { benchmarkScan(b, [][]byte{nested(12, size)}) })
	}
}

func benchmarkScan(b *testing.B, pages [][]byte) {
	var s markup.Scanner
	size := 0
	for _, p := range pages {
		s.Scan(p)
		size += len(p)
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		for _, p := range pages {
			s.Scan(p)
		}
	}
	b.StopTimer()
	t := least(pages, func(p []byte) { s.Scan(p) }, tokenize, tokenizeAll, parse)
	b.ReportMetric(float64(t[1])/float64(t[0]), "x-tokenizer")
	b.ReportMetric(float64(t[2])/float64(t[0]), "x-tokenizer+attributes")
	b.ReportMetric(float64(t[3])/float64(t[0]), "x-parser")
}

// nested returns a page whose text stands at the given depth.
func nested(depth, size int) []byte {
	var b strings.Builder
	b.WriteString("<html><body>")
	for b.Len() < size {
		for i := 3; i < depth; i++ {
			fmt.Fprintf(&b, `<div class="level-%c part">`, 'a'+i)
		}
		b.WriteString(`<p class="text">Some words that a reader would read, with a <a href="/link">link</a>.</p>`)
		b.WriteString(strings.Repeat("</div>", max(0, depth-3)))
	}
	b.WriteString("</body></html>")
	return []byte(b.String())
}
