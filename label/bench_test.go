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
// of each the fastest round, which other work on the machine disturbs least.
func BenchmarkLabel(b *testing.B) {
	shared := readShared(b)
	for _, name := range slices.Sorted(maps.Keys(shared)) {
		b.Run(name, func(b *testing.B) {
			pages := shared[name]
			m := learnFrom(b, pages, 2)
			parsing, labelling := time.Hour, time.Hour // the fastest round of each
			b.ReportAllocs()
			for b.Loop() {
				var parsed, labelled time.Duration
				for _, p := range pages {
					start := time.Now()
					root := parse(b, p.body)
					between := time.Now()
					if _, err := m.Label(root); err != nil {
						b.Fatal(err)
					}
					parsed += between.Sub(start)
					labelled += time.Since(between)
				}
				parsing, labelling = min(parsing, parsed), min(labelling, labelled)
			}
			n := float64(len(pages))
			b.ReportMetric(float64(parsing.Microseconds())/n, "parse-us/page")
			b.ReportMetric(float64(labelling.Microseconds())/n, "label-us/page")
			b.ReportMetric(100*labelling.Seconds()/parsing.Seconds(), "label-%-of-parse")
		})
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
