package bolt_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/bolt"
	"github.com/lokman-crawler/lokman/frontier/internal/testcall"
	"github.com/lokman-crawler/lokman/internal/plainheap"
)

// bare is bbolt with a record and a queue key a URL and nothing else.
type bare struct{ db *bbolt.DB }

func openBare(b *testing.B) bare {
	db, err := bbolt.Open(tempFile(b), 0o644, &bbolt.Options{
		NoSync: true, NoFreelistSync: true, FreelistType: bbolt.FreelistMapType,
	})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { db.Close() })
	return bare{db}
}

func (d bare) push(entries []frontier.Entry) {
	d.db.Update(func(tx *bbolt.Tx) error {
		records, _ := tx.CreateBucketIfNotExists([]byte("records"))
		queue, _ := tx.CreateBucketIfNotExists([]byte("queue"))
		for _, e := range entries {
			id := sha256.Sum256([]byte(e.URL))
			key := func(value []byte) []byte { return append(value[:8:8], id[:16]...) }
			if old := records.Get(id[:16]); old != nil {
				queue.Delete(key(old))
			}
			record := binary.BigEndian.AppendUint64(nil, ^math.Float64bits(e.Value))
			records.Put(id[:16], append(record, e.URL...))
			queue.Put(key(record), nil)
		}
		return nil
	})
}

func (d bare) pop(n int) {
	for ; n > 0; n -= page {
		d.db.Update(func(tx *bbolt.Tx) error {
			records, queue := tx.Bucket([]byte("records")), tx.Bucket([]byte("queue"))
			leases, _ := tx.CreateBucketIfNotExists([]byte("leases"))
			for range min(page, n) {
				key, _ := queue.Cursor().First()
				leases.Put(bytes.Clone(key[8:]), bytes.Clone(records.Get(key[8:])))
				queue.Delete(key)
			}
			return nil
		})
	}
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

// size is how many URLs are queued.
func size() int {
	if testing.Short() {
		return 100_000
	}
	return 1_000_000
}

const page = 50 // links in a batch

// BenchmarkQueue pushes, raises and pops with size() URLs queued, in batches of
// 50 without fsync, then ends the leases one at a time. heap-ratio is the time beside container/heap, bbolt-ratio
// that beside bbolt with a record and a queue key a URL and nothing else.
func BenchmarkQueue(b *testing.B) {
	entries := stream(size())
	raised := make([]frontier.Entry, len(entries)/2)
	for i := range raised {
		raised[i] = entries[2*i]
		raised[i].Value += 0.5
	}
	pops := len(entries) / 5
	for b.Loop() {
		f := open(b, tempFile(b), bolt.Options{NoSync: true, Options: frontier.Options{PerHost: 1 << 20}})
		var floor plainheap.Heap
		pushFloor := func(some []frontier.Entry) {
			for _, e := range some {
				floor.Push(e.URL, e.Value)
			}
		}
		raw := openBare(b)
		var leases []frontier.Lease
		report(b, "push", len(entries),
			func() { inPages(entries, func(some []frontier.Entry) { testcall.Push(b, f, some...) }) },
			func() { inPages(entries, pushFloor) },
			func() { inPages(entries, raw.push) })
		report(b, "raise", len(raised),
			func() { inPages(raised, func(some []frontier.Entry) { testcall.Push(b, f, some...) }) },
			func() { inPages(raised, pushFloor) },
			func() { inPages(raised, raw.push) })
		report(b, "pop", pops,
			func() {
				for len(leases) < pops {
					ls, err := f.PopN(b.Context(), min(page, pops-len(leases)))
					if err != nil {
						b.Fatal(err)
					}
					leases = append(leases, ls...)
				}
			},
			func() {
				for range pops {
					floor.Pop()
				}
			},
			func() { raw.pop(pops) })
		t := perURL(pops, func() { endAll(b, f, leases) })
		b.ReportMetric(float64(time.Second)/float64(t), "done-URLs/s")
	}
}

// endAll ends leases from eight goroutines.
func endAll(b *testing.B, f *bolt.Frontier, leases []frontier.Lease) {
	var workers sync.WaitGroup
	for own := range slices.Chunk(leases, len(leases)/8) {
		workers.Go(func() {
			for _, l := range own {
				testcall.Done(b, f, l, frontier.Outcome{})
			}
		})
	}
	workers.Wait()
}

func inPages(entries []frontier.Entry, do func([]frontier.Entry)) {
	for some := range slices.Chunk(entries, page) {
		do(some)
	}
}

func perURL(n int, do func()) time.Duration {
	start := time.Now()
	do()
	return time.Since(start) / time.Duration(n)
}

func report(b *testing.B, op string, n int, ours, floor, raw func()) {
	t := perURL(n, ours)
	b.ReportMetric(float64(time.Second)/float64(t), op+"-URLs/s")
	b.ReportMetric(float64(t)/float64(max(perURL(n, floor), 1)), op+"-heap-ratio")
	b.ReportMetric(float64(t)/float64(perURL(n, raw)), op+"-bbolt-ratio")
}

// BenchmarkSync pushes new URLs with fsync, in batches of several sizes, from
// one caller and from eight.
func BenchmarkSync(b *testing.B) {
	for _, batch := range []int{1, 50, 1000} {
		for _, callers := range []int{1, 8} {
			b.Run(fmt.Sprintf("batch=%d/callers=%d", batch, callers), func(b *testing.B) {
				f := open(b, tempFile(b), bolt.Options{})
				entries := stream(max(1000, b.N*batch*callers))
				b.ResetTimer()
				var all sync.WaitGroup
				for c := range callers {
					own := entries[c*b.N*batch:][:b.N*batch]
					all.Go(func() {
						for some := range slices.Chunk(own, batch) {
							testcall.Push(b, f, some...)
						}
					})
				}
				all.Wait()
				b.ReportMetric(float64(b.N*batch*callers)/b.Elapsed().Seconds(), "URLs/s")
			})
		}
	}
}

// BenchmarkSingle pops and ends one URL at a time, many in a row, and reports
// the time of a pop with its Done in the first and the last tenth.
func BenchmarkSingle(b *testing.B) {
	n := size() / 5
	for b.Loop() {
		f := filled(b, tempFile(b))
		var tenths [10]time.Duration
		for i := range tenths {
			tenths[i] = perURL(n/10, func() {
				for range n / 10 {
					testcall.Done(b, f, testcall.Pop(b, f), frontier.Outcome{})
				}
			})
		}
		b.ReportMetric(float64(tenths[0]), "first-ns")
		b.ReportMetric(float64(tenths[9]), "last-ns")
	}
}

// BenchmarkOpen opens a frontier with size() URLs queued.
func BenchmarkOpen(b *testing.B) {
	path := tempFile(b)
	if err := filled(b, path).Close(); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		f, err := bolt.Open(path, bolt.Options{NoSync: true})
		if err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		f.Close()
		b.StartTimer()
	}
}

// filled returns a frontier with size() URLs queued.
func filled(b *testing.B, path string) *bolt.Frontier {
	f := open(b, path, bolt.Options{NoSync: true})
	for some := range slices.Chunk(stream(size()), 1000) {
		if err := f.Push(context.Background(), some...); err != nil {
			b.Fatal(err)
		}
	}
	return f
}
