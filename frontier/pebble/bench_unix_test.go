//go:build unix

package pebble_test

import (
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/bolt"
	"github.com/lokman-crawler/lokman/frontier/internal/killtest"
	"github.com/lokman-crawler/lokman/frontier/internal/testcall"
	"github.com/lokman-crawler/lokman/frontier/pebble"
)

var (
	urls  = flag.Int("urls", 100_000, "how many URLs BenchmarkDisk queues")
	pages = flag.Int("pages", 5_000, "how many pages it has")
)

// BenchmarkDisk queues URLs in pushes of 50 and then has pages, a Pop and a Done with ten
// new links and ten to queued URLs with another value, of eight callers, with fsync, with
// package bolt and with package pebble.
func BenchmarkDisk(b *testing.B) {
	const callers = 8
	for _, history := range []bool{false, true} {
		o := frontier.Options{Reevaluation: frontier.ReplaceValues, PerHost: 1 << 20, History: history}
		for name, open := range map[string]killtest.Open{
			"bolt": func(path string, o frontier.Options, _ bool) (killtest.Frontier, error) {
				return bolt.Open(path, bolt.Options{Options: o})
			},
			"pebble": func(path string, o frontier.Options, _ bool) (killtest.Frontier, error) {
				return pebble.Open(path, pebble.Options{Options: o})
			},
		} {
			b.Run(fmt.Sprintf("%s/history=%v", name, history), func(b *testing.B) {
				for b.Loop() {
					path := filepath.Join(b.TempDir(), "frontier")
					f, err := open(path, o, false)
					if err != nil {
						b.Fatal(err)
					}
					r := rand.New(rand.NewPCG(1, 2))
					zipf := rand.NewZipf(r, 1.2, 8, uint64(*urls/50))
					hosts := make([]string, *urls+10**pages)
					for i := range hosts {
						hosts[i] = fmt.Sprintf("host%d.test", zipf.Uint64())
					}
					entry := func(n int, r *rand.Rand) frontier.Entry {
						return frontier.Entry{URL: fmt.Sprintf("http://%s/section/subject/page-%d.html", hosts[n], n), Value: r.Float64(), Depth: 3}
					}
					phase(b, "push", *urls, func() {
						each(callers, *urls/50, func(i int, r *rand.Rand) {
							var some []frontier.Entry
							for n := range 50 {
								some = append(some, entry(i*50+n, r))
							}
							testcall.Push(b, f, some...)
						})
					})
					b.ReportMetric(float64(sizeOf(b, path))/float64(*urls), "stored-B/URL")
					phase(b, "page", *pages, func() {
						each(callers, *pages, func(i int, r *rand.Rand) {
							l := testcall.Pop(b, f)
							var links []frontier.Entry
							for n := range 10 {
								known := entry(r.IntN(*urls), r)
								known.Known = true
								links = append(links, entry(*urls+10*i+n, r), known)
							}
							testcall.Done(b, f, l, frontier.Outcome{Links: links})
						})
					})
					if err := f.Close(); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// each does n things, from callers goroutines.
func each(callers, n int, do func(i int, r *rand.Rand)) {
	var all sync.WaitGroup
	for c := range callers {
		all.Go(func() {
			r := rand.New(rand.NewPCG(uint64(c), 3))
			for i := c; i < n; i += callers {
				do(i, r)
			}
		})
	}
	all.Wait()
}

// phase reports what n things take.
func phase(b *testing.B, name string, n int, do func()) {
	start, cpu, wrote := time.Now(), processor(), written()
	do()
	b.ReportMetric(float64(n)/time.Since(start).Seconds(), name+"s/s")
	b.ReportMetric(float64((processor()-cpu).Microseconds())/float64(n), "cpu-us/"+name)
	b.ReportMetric(float64(written()-wrote)/float64(n), "written-B/"+name)
}

func processor() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// written is how many bytes this process has given to the disk, as Linux says.
func written() uint64 {
	text, _ := os.ReadFile("/proc/self/io")
	_, after, _ := strings.Cut(string(text), "\nwrite_bytes: ")
	line, _, _ := strings.Cut(after, "\n")
	n, _ := strconv.ParseUint(line, 10, 64)
	return n
}

func sizeOf(b *testing.B, path string) (size int64) {
	err := filepath.WalkDir(path, func(_ string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err == nil && !e.IsDir() {
			size += info.Size()
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	return size
}
