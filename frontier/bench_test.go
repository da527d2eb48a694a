package frontier_test

import (
	"container/heap"
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
)

// The floor: container/heap with a map, no hosts, no leases.
type plain struct {
	items []*item
	byURL map[string]*item
}

type item struct {
	url   string
	value float64
	pos   int
}

func (p *plain) Len() int           { return len(p.items) }
func (p *plain) Less(i, j int) bool { return p.items[i].value > p.items[j].value }
func (p *plain) Swap(i, j int) {
	p.items[i], p.items[j] = p.items[j], p.items[i]
	p.items[i].pos, p.items[j].pos = i, j
}
func (p *plain) Push(x any) {
	it := x.(*item)
	it.pos = len(p.items)
	p.items = append(p.items, it)
}
func (p *plain) Pop() any {
	it := p.items[len(p.items)-1]
	p.items = p.items[:len(p.items)-1]
	return it
}

func (p *plain) push(e frontier.Entry) {
	if it, ok := p.byURL[e.URL]; ok {
		if e.Value > it.value {
			it.value = e.Value
			heap.Fix(p, it.pos)
		}
		return
	}
	it := &item{url: e.URL, value: e.Value}
	p.byURL[e.URL] = it
	heap.Push(p, it)
}

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
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	f := frontier.New(frontier.Options{})
	var result [4]float64
	const page = 50
	start := time.Now()
	for i := 0; i < len(entries); i += page {
		push(b, f, entries[i:min(i+page, len(entries))]...)
	}
	result[0] = perOp(start, len(entries))
	runtime.GC()
	runtime.ReadMemStats(&after)
	result[3] = float64(after.HeapAlloc-before.HeapAlloc) / float64(len(entries))

	start = time.Now()
	for i := 0; i < len(raised); i += page {
		push(b, f, raised[i:min(i+page, len(raised))]...)
	}
	result[1] = perOp(start, len(raised))

	start = time.Now()
	for range pops {
		done(b, f, pop(b, f), frontier.Outcome{})
	}
	result[2] = perOp(start, pops)
	return result
}

func timePlain(entries, raised []frontier.Entry, pops int) [3]float64 {
	p := &plain{byURL: make(map[string]*item)}
	var result [3]float64
	start := time.Now()
	for _, e := range entries {
		p.push(e)
	}
	result[0] = perOp(start, len(entries))
	start = time.Now()
	for _, e := range raised {
		p.push(e)
	}
	result[1] = perOp(start, len(raised))
	start = time.Now()
	for range pops {
		heap.Pop(p)
	}
	result[2] = perOp(start, pops)
	return result
}

func perOp(start time.Time, n int) float64 { return float64(time.Since(start)) / float64(n) }
