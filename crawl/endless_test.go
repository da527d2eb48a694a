package crawl_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/lokman-crawler/lokman/crawl"
	crawlurls "github.com/lokman-crawler/lokman/crawl/urls"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/bolt"
)

// endless is a site that never ends: every page is new and links to twenty that
// are new too, under a path of its own, a session id, a calendar and filters.
type endless struct{}

func (endless) RoundTrip(req *http.Request) (*http.Response, error) {
	var n int
	_, _ = fmt.Sscanf(req.URL.Path, "/article-%d/", &n)
	var b bytes.Buffer
	b.WriteString("<!DOCTYPE html><title>endless</title>\n")
	for i := range 8 {
		fmt.Fprintf(&b, "<a href=\"/article-%d/\">next</a>\n", 8*n+i+1)
	}
	for i := range 4 {
		fmt.Fprintf(&b, "<a href=\"/shop?jsessionid=%032x\">shop</a>\n", 4*n+i)
		fmt.Fprintf(&b, "<a href=\"/list?a=%d&b=%d&c=%d\">filter</a>\n", n%7, n%11, n%13+i)
		fmt.Fprintf(&b, "<a href=\"/cal/%d/%d\">next month</a>\n", 2026+n/12, n%12+i)
	}
	for b.Len() < 8500 {
		b.WriteString("<p>The quick brown fox jumps over the lazy dog, again and again.</p>\n")
	}
	return &http.Response{
		StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"text/html; charset=utf-8"}},
		ContentLength: int64(b.Len()), Body: io.NopCloser(&b), Request: req,
	}, nil
}

// BenchmarkEndlessSite crawls 100,000 pages of a site without end, with a
// guard and a bound on the queue, and reports the live heap on the way: with a
// frontier in memory, which remembers every URL it has met, and on disk.
// -benchtime 1x is enough.
func BenchmarkEndlessSite(b *testing.B) {
	const pages = 100_000
	options := frontier.Options{Order: frontier.FIFO, Capacity: 10_000}
	for _, where := range []string{"memory", "bolt"} {
		b.Run(where, func(b *testing.B) {
			for range b.N {
				var f frontier.Frontier = frontier.New(options)
				if where == "bolt" {
					disk, err := bolt.Open(filepath.Join(b.TempDir(), "frontier"), bolt.Options{Options: options, NoSync: true})
					if err != nil {
						b.Fatal(err)
					}
					defer disk.Close()
					f = disk
				}
				guard := crawlurls.Guard{Alike: crawlurls.NoLimit}
				c := crawl.Crawler{
					Transport: endless{}, Frontier: f, Scope: guard.Check, Delay: crawl.None, IgnoreRobots: true,
					Workers: 1, Limits: crawl.Limits{Pages: pages},
				}
				n := 0
				for p, err := range c.Crawl(b.Context(), "http://endless.test/article-0/") {
					if err != nil || p.Err != nil {
						b.Fatal(err, p.Err)
					}
					if n++; n == 20_000 || n == pages {
						b.ReportMetric(liveHeap(), fmt.Sprintf("MB-at-%dk", n/1000))
					}
				}
				if n != pages {
					b.Errorf("%d pages, want %d", n, pages)
				}
			}
			b.ReportMetric(0, "ns/op")
		})
	}
}

// liveHeap is the heap in MB after a collection.
func liveHeap() float64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc) / (1 << 20)
}
