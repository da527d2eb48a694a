package markup_test

import (
	"testing"

	"github.com/lokman-crawler/lokman/internal/markup"
)

// BenchmarkReadOutline also reports how many times as long x/net's parser takes for the same pages.
func BenchmarkReadOutline(b *testing.B) {
	pages := realPages(b)
	size := 0
	for _, p := range pages {
		size += len(p)
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	read := func(p []byte) { markup.ReadOutline(p) }
	for b.Loop() {
		for _, p := range pages {
			read(p)
		}
	}
	b.StopTimer()
	t := least(pages, read, parse)
	b.ReportMetric(float64(t[1])/float64(t[0]), "x-parser")
}
