package redis

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/bolt"
	"github.com/lokman-crawler/lokman/internal/plainheap"
)

// BenchmarkBackends sets the three frontiers beside container/heap with a map,
// one worker each: URLs pushed in pages of 50 links, half of them raised, then
// popped and ended one at a time. late/early is the time of the last tenth of
// the pops over that of the first. Run it with -benchtime=1x.
func BenchmarkBackends(b *testing.B) {
	n, pops := 1_000_000, 200_000
	if testing.Short() {
		n, pops = 100_000, 20_000
	}
	entries := make([]frontier.Entry, n)
	for i := range entries {
		entries[i] = benchEntry(i)
	}
	raised := slices.Clone(entries[:n/2])
	for i := range raised {
		raised[i].Value++
	}
	b.Run("heap", func(b *testing.B) {
		var h plainheap.Heap
		push := func(page []frontier.Entry) {
			for _, e := range page {
				h.Push(e.URL, e.Value)
			}
		}
		sideBySide(b, entries, raised, pops, push, func() { h.Pop() }, heapInUse)
	})
	b.Run("memory", func(b *testing.B) {
		f := frontier.New(frontier.Options{})
		sideBySide(b, entries, raised, pops, pushTo(b, f), popFrom(b, f), heapInUse)
	})
	for _, noSync := range []bool{true, false} {
		b.Run(fmt.Sprintf("bolt/sync=%v", !noSync), func(b *testing.B) {
			path := filepath.Join(b.TempDir(), "crawl.db")
			f, err := bolt.Open(path, bolt.Options{NoSync: noSync})
			if err != nil {
				b.Fatal(err)
			}
			sideBySide(b, entries, raised, pops, pushTo(b, f), popFrom(b, f), func() float64 {
				info, err := os.Stat(path)
				if err != nil {
					b.Fatal(err)
				}
				return float64(info.Size())
			})
			if err := f.Close(); err != nil {
				b.Fatal(err)
			}
			start := time.Now()
			if f, err = bolt.Open(path, bolt.Options{NoSync: noSync}); err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(time.Since(start).Seconds()*1000, "open-ms")
			if err := f.Close(); err != nil {
				b.Fatal(err)
			}
		})
	}
	b.Run("redis", func(b *testing.B) {
		s := startServer(b, "--appendonly", "no")
		f := open(b, s.url(), newName(), frontier.Options{})
		sideBySide(b, entries, raised, pops, pushTo(b, f), popFrom(b, f), func() float64 {
			return info(b, f, "memory", "used_memory")
		})
	})
}

func heapInUse() float64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc)
}

func pushTo(b *testing.B, f frontier.Frontier) func([]frontier.Entry) {
	return func(page []frontier.Entry) {
		if err := f.Push(context.Background(), page...); err != nil {
			b.Fatal(err)
		}
	}
}

func popFrom(b *testing.B, f frontier.Frontier) func() {
	return func() {
		l, err := f.Pop(context.Background())
		if err == nil {
			err = f.Done(context.Background(), l, frontier.Outcome{})
		}
		if err != nil {
			b.Fatal(err)
		}
	}
}

// sideBySide times a frontier and reports what it takes.
func sideBySide(b *testing.B, entries, raised []frontier.Entry, pops int, push func([]frontier.Entry), pop func(), size func() float64) {
	for b.Loop() {
		before := size()
		b.ReportMetric(timed(len(entries)/benchBatch, func(i int) {
			push(entries[i*benchBatch : (i+1)*benchBatch])
		}).rate(benchBatch), "push/s")
		b.ReportMetric((size()-before)/float64(len(entries)), "B/URL")
		b.ReportMetric(timed(len(raised)/benchBatch, func(i int) {
			push(raised[i*benchBatch : (i+1)*benchBatch])
		}).rate(benchBatch), "raise/s")
		took := timed(pops, func(int) { pop() })
		b.ReportMetric(took.rate(1), "pop/s")
		tenth := pops / 10
		b.ReportMetric(float64(took[len(took)-tenth:].sum())/float64(took[:tenth].sum()), "late/early")
		slices.Sort(took)
		b.ReportMetric(float64(took[len(took)/2])/1e3, "pop-p50-µs")
		b.ReportMetric(float64(took[len(took)*99/100])/1e3, "pop-p99-µs")
	}
}

type durations []time.Duration

func timed(n int, call func(i int)) durations {
	took := make(durations, n)
	for i := range took {
		start := time.Now()
		call(i)
		took[i] = time.Since(start)
	}
	return took
}

func (d durations) sum() (sum time.Duration) {
	for _, one := range d {
		sum += one
	}
	return sum
}

func (d durations) rate(each int) float64 { return float64(len(d)*each) / d.sum().Seconds() }
