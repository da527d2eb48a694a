package label_test

import (
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/label"
)

// BenchmarkLabel labels the pages of each journal after learning from two, and
// prints the time beside that of html.Parse on the same pages in the same run:
// of each page the fastest round, which other work on the machine disturbs least.
func BenchmarkLabel(b *testing.B) {
	shared := readShared(b)
	for _, name := range slices.Sorted(maps.Keys(shared)) {
		b.Run(name, func(b *testing.B) {
			pages := shared[name]
			m := learnFrom(b, pages, 2)
			parsing, labelling := make([]time.Duration, len(pages)), make([]time.Duration, len(pages))
			b.ReportAllocs()
			for b.Loop() {
				for i, p := range pages {
					start := time.Now()
					root := parse(b, p.body)
					between := time.Now()
					if _, err := m.Label(root); err != nil {
						b.Fatal(err)
					}
					fastest(&parsing[i], between.Sub(start))
					fastest(&labelling[i], time.Since(between))
				}
			}
			var parsed, labelled time.Duration
			bytes := 0
			for i, p := range pages {
				parsed += parsing[i]
				labelled += labelling[i]
				bytes += len(p.body)
			}
			n := float64(len(pages))
			b.ReportMetric(float64(bytes)/1000/n, "kB/page")
			b.ReportMetric(float64(parsed.Microseconds())/n, "parse-us/page")
			b.ReportMetric(float64(labelled.Microseconds())/n, "label-us/page")
			b.ReportMetric(100*labelled.Seconds()/parsed.Seconds(), "label-%-of-parse")
		})
	}
}

func fastest(best *time.Duration, d time.Duration) {
	if *best == 0 || d < *best {
		*best = d
	}
}

// BenchmarkRows makes the patterns of the paper.
func BenchmarkRows(b *testing.B) {
	root := parse(b, readShared(b)["trials"][0].body)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := label.Rows(root, label.ProfileHTML4); err != nil {
			b.Fatal(err)
		}
	}
}
