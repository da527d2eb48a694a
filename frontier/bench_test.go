package frontier_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/internal/testcall"
	"github.com/lokman-crawler/lokman/internal/plainheap"
)

// stream makes n entries on hosts of very unequal size.
func stream(n int) []frontier.Entry {
	r := rand.New(rand.NewPCG(1, 2))
	zipf := rand.NewZipf(r, 1.2, 8, uint64(n/50))
	entries := make([]frontier.Entry, n)
	for i := range entries {
		host := fmt.Sprintf("host%d.test", zipf.Uint64())
		entries[i] = frontier.Entry{URL: fmt.Sprintf("http://%s/section/page-%d.html", host, i), Host: host, Value: r.Float64()}
	}
	return entries
}

// BenchmarkQueue pushes, raises and pops with a million (or ten) URLs queued.
// Each figure is per URL; floor-ratio is the time beside container/heap.
func BenchmarkQueue(b *testing.B) {
	sizes := []int{1_000_000}
	if !testing.Short() {
		sizes = append(sizes, 10_000_000)
	}
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			entries := stream(n)
			raised := make([]frontier.Entry, len(entries)/2)
			for i := range raised {
				raised[i] = entries[2*i]
				raised[i].Value += 0.5
			}
			pops := min(n, 200_000)
			for b.Loop() {
				ours := timeMemory(b, entries, raised, pops)
				floor := timePlain(entries, raised, pops)
				for i, op := range []string{"push", "raise", "pop"} {
					b.ReportMetric(ours[i], op+"-ns")
					b.ReportMetric(ours[i]/floor[i], op+"-floor-ratio")
				}
				b.ReportMetric(ours[3], "B/URL")
			}
		})
	}
}

// timeMemory returns nanoseconds a push, a raise and a pop with its Done, and
// the bytes a record takes besides its strings.
func timeMemory(b *testing.B, entries, raised []frontier.Entry, pops int) [4]float64 {
	before := heapInUse()
	f := frontier.New(frontier.Options{})
	var result [4]float64
	const page = 50
	start := time.Now()
	for i := 0; i < len(entries); i += page {
		testcall.Push(b, f, entries[i:min(i+page, len(entries))]...)
	}
	result[0] = perOp(start, len(entries))
	result[3] = (heapInUse() - before) / float64(len(entries))

	start = time.Now()
	for i := 0; i < len(raised); i += page {
		testcall.Push(b, f, raised[i:min(i+page, len(raised))]...)
	}
	result[1] = perOp(start, len(raised))

	start = time.Now()
	for range pops {
		testcall.Done(b, f, testcall.Pop(b, f), frontier.Outcome{})
	}
	result[2] = perOp(start, pops)
	return result
}

func timePlain(entries, raised []frontier.Entry, pops int) [3]float64 {
	var floor plainheap.Heap
	var result [3]float64
	start := time.Now()
	for _, e := range entries {
		floor.Push(e.URL, e.Value)
	}
	result[0] = perOp(start, len(entries))
	start = time.Now()
	for _, e := range raised {
		floor.Push(e.URL, e.Value)
	}
	result[1] = perOp(start, len(raised))
	start = time.Now()
	for range pops {
		floor.Pop()
	}
	result[2] = perOp(start, pops)
	return result
}

func perOp(start time.Time, n int) float64 { return float64(time.Since(start)) / float64(n) }

// BenchmarkHosts reports how many bytes a host takes besides its one URL's
// record: a million URLs on a million hosts beside as many on one.
func BenchmarkHosts(b *testing.B) {
	const n = 1_000_000
	bytes := func(host func(i int) string) float64 {
		entries := make([]frontier.Entry, n)
		for i := range entries {
			entries[i] = frontier.Entry{URL: fmt.Sprintf("http://host%d.test/", i), Host: host(i), Value: float64(i % 1000)}
		}
		before := heapInUse()
		f := frontier.New(frontier.Options{})
		for some := range slices.Chunk(entries, 50) {
			testcall.Push(b, f, some...)
		}
		used := heapInUse() - before
		runtime.KeepAlive(entries)
		runtime.KeepAlive(f)
		return used / n
	}
	for b.Loop() {
		many := bytes(func(i int) string { return fmt.Sprintf("host%d.test", i) })
		one := bytes(func(int) string { return "one.test" })
		b.ReportMetric(many, "B/URL-and-host")
		b.ReportMetric(many-one, "B/host")
	}
}

// BenchmarkManyHosts reports how much longer a page takes on 100,000 hosts than on
// 1,000, with a history, and with the batches of BestNFirst when all hosts but one have
// nothing left.
func BenchmarkManyHosts(b *testing.B) {
	const pages = 500
	perPage := func(o frontier.Options, hosts int, drained bool) float64 {
		f := frontier.New(o)
		for i := range hosts {
			testcall.Push(b, f, frontier.Entry{URL: fmt.Sprintf("http://host%d.test/", i), Value: float64(i % 1000)})
		}
		for range hosts {
			if drained {
				testcall.Done(b, f, testcall.Pop(b, f), frontier.Outcome{})
			}
		}
		testcall.Push(b, f, frontier.Entry{URL: "http://host0.test/first"})
		start := time.Now()
		for i := range pages {
			next := frontier.Entry{URL: fmt.Sprintf("http://host0.test/%d", i)}
			testcall.Done(b, f, testcall.Pop(b, f), frontier.Outcome{Links: []frontier.Entry{next}})
		}
		return perOp(start, pages)
	}
	for b.Loop() {
		for _, c := range []struct {
			name    string
			options frontier.Options
			drained bool
		}{
			{"history", frontier.Options{History: true}, false},
			{"batches", frontier.Options{Order: frontier.BestNFirst}, true},
		} {
			many := perPage(c.options, 100_000, c.drained)
			b.ReportMetric(many, c.name+"-ns")
			b.ReportMetric(many/perPage(c.options, 1000, c.drained), c.name+"-ratio")
		}
	}
}

// heapInUse returns the bytes of the heap that are reachable.
func heapInUse() float64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc)
}

// BenchmarkPopDue leases and ends pages that are due again, of many that fell due at once.
func BenchmarkPopDue(b *testing.B) {
	for _, n := range []int{1_000, 1_000_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			f := frontier.New(frontier.Options{PerHost: n})
			testcall.Push(b, f, stream(n)...)
			ls, err := f.PopN(b.Context(), n)
			if err != nil || len(ls) != n {
				b.Fatalf("%d leases, %v", len(ls), err)
			}
			due := time.Now().Add(20 * time.Second)
			for _, l := range ls {
				testcall.Done(b, f, l, frontier.Outcome{Again: due, Value: l.Value})
			}
			time.Sleep(time.Until(due))
			again := frontier.Outcome{Again: time.Unix(1, 0)}
			slowest := time.Duration(0)
			b.ResetTimer()
			for b.Loop() {
				begun := time.Now()
				l := testcall.Pop(b, f)
				slowest = max(slowest, time.Since(begun))
				again.Value = l.Value / 2
				testcall.Done(b, f, l, again)
			}
			b.ReportMetric(float64(slowest.Microseconds()), "slowest-us")
		})
	}
}
