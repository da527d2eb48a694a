package redis

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/redis/internal/stored"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

const (
	benchClients = 8
	benchHosts   = 2000
	benchBatch   = 50
)

func benchEntry(i int) frontier.Entry {
	host := i % benchHosts
	return frontier.Entry{
		URL:    fmt.Sprintf("https://www.site%d.example/articles/2026/page-%d.html", host, i),
		Value:  rand.Float64(),
		Source: fmt.Sprintf("https://www.site%d.example/articles/", host),
		Depth:  3,
	}
}

// timings are how long calls took.
type timings struct {
	mu  sync.Mutex
	all []time.Duration
}

func (t *timings) add(d []time.Duration) {
	t.mu.Lock()
	t.all = append(t.all, d...)
	t.mu.Unlock()
}

// measure reports URLs a second, how long a call takes, and how much of the
// server's processor a URL takes, which does not depend on what else runs.
func measure(b *testing.B, f *Frontier, unit string, run func() (*timings, int)) {
	before := cpu(b, f)
	b.ResetTimer()
	t, urls := run()
	b.StopTimer()
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(urls)/b.Elapsed().Seconds(), unit+"/s")
	b.ReportMetric((cpu(b, f)-before)*1e6/float64(urls), "server-µs/"+unit)
	if len(t.all) > 0 {
		slices.Sort(t.all)
		b.ReportMetric(float64(t.all[len(t.all)/2].Microseconds()), "p50-µs")
		b.ReportMetric(float64(t.all[len(t.all)*99/100].Microseconds()), "p99-µs")
	}
}

// clients has each of the clients make calls until one reports false.
func clients(b *testing.B, call func() bool) *timings {
	var t timings
	var wg sync.WaitGroup
	for range benchClients {
		wg.Go(func() {
			var took []time.Duration
			for {
				start := time.Now()
				if !call() {
					break
				}
				took = append(took, time.Since(start))
			}
			t.add(took)
		})
	}
	wg.Wait()
	return &t
}

func pushAll(b *testing.B, f *Frontier, n int) *timings {
	var next atomic.Int64
	return clients(b, func() bool {
		at := int(next.Add(benchBatch)) - benchBatch
		if at >= n {
			return false
		}
		entries := make([]frontier.Entry, 0, benchBatch)
		for i := at; i < min(at+benchBatch, n); i++ {
			entries = append(entries, benchEntry(i))
		}
		if err := f.Push(context.Background(), entries...); err != nil {
			b.Error(err)
			return false
		}
		return true
	})
}

// besideFloor measures pushes and reports how many times the server's processor
// they take of what pushFloor takes.
func besideFloor(b *testing.B, f *Frontier) {
	before := cpu(b, f)
	pushFloor(b, f, b.N)
	floor := cpu(b, f) - before
	before = cpu(b, f)
	measure(b, f, "push", func() (*timings, int) { return pushAll(b, f, b.N), b.N })
	b.ReportMetric((cpu(b, f)-before)/floor, "floor-ratio")
}

// pushFloor has the clients do the least that pushing a URL takes: a record,
// unless there is one, and a place in its host's queue, in pipelines of the
// same URLs. Nothing is merged or counted, and no host is known to be ready.
func pushFloor(b *testing.B, f *Frontier, n int) {
	var next atomic.Int64
	clients(b, func() bool {
		at := int(next.Add(benchBatch)) - benchBatch
		if at >= n {
			return false
		}
		_, err := f.server.Client.Pipelined(context.Background(), func(p goredis.Pipeliner) error {
			for i := at; i < min(at+benchBatch, n); i++ {
				e := benchEntry(i)
				id := stored.Digest(e.URL)
				p.HSetNX(context.Background(), f.key("floor"), id, stored.FormatValue(e.Value)+stored.Body(e))
				p.ZAdd(context.Background(), f.key("floor:"+weburl.HostOf(e.URL)), goredis.Z{Score: e.Value, Member: id})
			}
			return nil
		})
		if err != nil {
			b.Error(err)
		}
		return err == nil
	})
}

// info reads a number from the server's INFO.
func info(b *testing.B, f *Frontier, section, name string) float64 {
	text, err := f.server.Client.Info(context.Background(), section).Result()
	if err != nil {
		b.Fatal(err)
	}
	_, rest, _ := strings.Cut(text, name+":")
	n, _, _ := strings.Cut(rest, "\r\n")
	v, err := strconv.ParseFloat(n, 64)
	if err != nil {
		b.Fatal(err)
	}
	return v
}

func cpu(b *testing.B, f *Frontier) float64 {
	return info(b, f, "cpu", "used_cpu_sys") + info(b, f, "cpu", "used_cpu_user")
}

// One operation is one URL. Run it with -benchtime=300000x.
func BenchmarkFrontier(b *testing.B) {
	for _, c := range []struct {
		name string
		o    frontier.Options
	}{
		{"greater", frontier.Options{}},
		{"noisyor", frontier.Options{Reevaluation: frontier.NoisyOr}},
		{"bounded", frontier.Options{Capacity: 100_000}},
		{"history", frontier.Options{History: true}},
	} {
		b.Run(c.name, func(b *testing.B) {
			s := startServer(b, "--appendonly", "no")
			b.Run("push", func(b *testing.B) {
				besideFloor(b, open(b, s.url(), newName(), c.o))
			})
			b.Run("raise", func(b *testing.B) {
				f := open(b, s.url(), newName(), c.o)
				pushAll(b, f, b.N)
				pushFloor(b, f, b.N)
				besideFloor(b, f)
			})
			for _, n := range []int{1, benchBatch} {
				b.Run("claim "+strconv.Itoa(n), func(b *testing.B) {
					o := c.o
					o.PerHost = b.N // so that none has to be ended
					f := open(b, s.url(), newName(), o)
					calls := (b.N + n - 1) / n
					pushAll(b, f, calls*n)
					var left atomic.Int64
					left.Store(int64(calls))
					measure(b, f, "claim", func() (*timings, int) {
						return clients(b, func() bool {
							if left.Add(-1) < 0 {
								return false
							}
							_, err := f.PopN(context.Background(), n)
							if err != nil {
								b.Error(err)
							}
							return err == nil
						}), calls * n
					})
				})
			}
			for _, n := range []int{1, 10} {
				b.Run("claim and done "+strconv.Itoa(n), func(b *testing.B) {
					f := open(b, s.url(), newName(), c.o)
					pushAll(b, f, b.N)
					measure(b, f, "claim", func() (*timings, int) {
						return clients(b, func() bool {
							ls, err := f.PopN(context.Background(), n)
							if err == io.EOF {
								return false
							}
							if err != nil {
								b.Error(err)
								return false
							}
							for _, l := range ls {
								if err := f.Done(context.Background(), l, frontier.Outcome{}); err != nil {
									b.Error(err)
								}
							}
							return true
						}), b.N
					})
				})
			}
		})
	}
}

// The least a shared frontier can do: who has pushed a URL before is not
// asked, nothing is merged, counted or ended, and no host is waited for. What
// BenchmarkFrontier shows is to be seen beside it.
var (
	barePush = goredis.NewScript(`
for i = 1, #ARGV, 4 do
  if redis.call('SADD', KEYS[1] .. 'seen', ARGV[i]) == 1 then
    redis.call('ZADD', KEYS[1] .. ARGV[i + 1], 'GT', ARGV[i + 2], ARGV[i + 3])
    redis.call('ZADD', KEYS[1] .. 'due', 0, ARGV[i + 1])
  end
end`)
	barePop = goredis.NewScript(`
local now = tonumber(ARGV[1])
local host = redis.call('ZRANGEBYSCORE', KEYS[1] .. 'due', '-inf', now, 'LIMIT', 0, 1)[1]
local url = redis.call('ZPOPMAX', KEYS[1] .. host)[1]
redis.call('ZADD', KEYS[1] .. 'leases', now, url)
if redis.call('EXISTS', KEYS[1] .. host) == 1 then
  redis.call('ZADD', KEYS[1] .. 'due', now, host)
else
  redis.call('ZREM', KEYS[1] .. 'due', host)
end
return url`)
)

func BenchmarkBare(b *testing.B) {
	s := startServer(b, "--appendonly", "no")
	f := open(b, s.url(), newName(), frontier.Options{})
	keys := []string{"{bare}:"}
	b.Run("push", func(b *testing.B) {
		f.server.Client.FlushAll(context.Background())
		measure(b, f, "push", func() (*timings, int) {
			var next atomic.Int64
			return clients(b, func() bool {
				at := int(next.Add(benchBatch)) - benchBatch
				if at >= b.N {
					return false
				}
				var args []any
				for i := at; i < min(at+benchBatch, b.N); i++ {
					e := benchEntry(i)
					args = append(args, stored.Digest(e.URL), e.URL[:25], e.Value, e.URL)
				}
				if err := barePush.Run(context.Background(), f.server.Client, keys, args...).Err(); err != nil && err != goredis.Nil {
					b.Error(err)
					return false
				}
				return true
			}), b.N
		})
	})
	b.Run("claim", func(b *testing.B) {
		f.server.Client.FlushAll(context.Background())
		var args []any
		for i := range b.N {
			e := benchEntry(i)
			if args = append(args, stored.Digest(e.URL), e.URL[:25], e.Value, e.URL); i%1000 == 999 || i == b.N-1 {
				barePush.Run(context.Background(), f.server.Client, keys, args...)
				args = nil
			}
		}
		var next atomic.Int64
		measure(b, f, "claim", func() (*timings, int) {
			return clients(b, func() bool {
				n := next.Add(1)
				if n > int64(b.N) {
					return false
				}
				if err := barePop.Run(context.Background(), f.server.Client, keys, n).Err(); err != nil {
					b.Error(err)
					return false
				}
				return true
			}), b.N
		})
	})
}

// BenchmarkMemory reports how many bytes of the server's memory a URL takes.
func BenchmarkMemory(b *testing.B) {
	s := startServer(b, "--appendonly", "no")
	f := open(b, s.url(), newName(), frontier.Options{})
	used := func() float64 { return info(b, f, "memory", "used_memory") }
	before := used()
	pushAll(b, f, b.N)
	var text int
	for i := range b.N {
		e := benchEntry(i)
		text += len(e.URL) + len(e.Source)
	}
	queued := used()
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(text)/float64(b.N), "text-B/url")
	b.ReportMetric((queued-before)/float64(b.N), "queued-B/url")
	for {
		ls, err := f.PopN(context.Background(), 1000)
		if err == io.EOF {
			break
		}
		if err != nil {
			b.Fatal(err)
		}
		for _, l := range ls {
			if err := f.Done(context.Background(), l, frontier.Outcome{}); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric((used()-before)/float64(b.N), "done-B/url")
}

// BenchmarkNodes has the pages of BenchmarkPage claimed and ended in 16 shards on some nodes of a
// cluster, by some processes with as many workers in all. Run it with -benchtime=20000x.
func BenchmarkNodes(b *testing.B) {
	for _, nodes := range []int{1, 2, 3} {
		for _, processes := range []int{1, 4, 8} {
			b.Run(fmt.Sprintf("nodes=%d/processes=%d", nodes, processes), func(b *testing.B) {
				c, name := startCluster(b, nodes, "--appendonly", "no", "--cluster-node-timeout", busyNode), newName()
				var all []*Frontier
				for range processes {
					all = append(all, openWith(b, c.url(), name, Options{Shards: 16}))
				}
				crawlPages(b, all)
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "page/s")
			})
		}
	}
}

// crawlPages has b.N pages claimed and ended, with 20 links each, of which some ten are new.
func crawlPages(b *testing.B, all []*Frontier) *timings {
	links := func(i int) (links []frontier.Entry) {
		for range 20 {
			links = append(links, benchEntry(rand.IntN(10*i+100)))
		}
		return links
	}
	if err := all[0].Push(b.Context(), links(10_000)...); err != nil {
		b.Fatal(err)
	}
	b.ResetTimer()
	var page, worker atomic.Int64
	return clients(b, func() bool {
		n := page.Add(1)
		if n > int64(b.N) {
			return false
		}
		f := all[int(worker.Add(1))%len(all)]
		l, err := f.Pop(b.Context())
		if err == nil {
			err = f.Done(b.Context(), l, frontier.Outcome{Links: links(int(n))})
		}
		if err != nil {
			b.Error(err)
		}
		return err == nil
	})
}

// BenchmarkPage has pages claimed and ended with 20 links each, of which some ten are new, as
// in a crawl. One operation is one page. Run it with -benchtime=20000x.
func BenchmarkPage(b *testing.B) {
	for _, shards := range []int{1, 16} {
		b.Run(strconv.Itoa(shards), func(b *testing.B) {
			s := startServer(b, "--appendonly", "no")
			f := openWith(b, s.url(), newName(), Options{Shards: shards})
			calls := info(b, f, "stats", "total_commands_processed")
			measure(b, f, "page", func() (*timings, int) { return crawlPages(b, []*Frontier{f}), b.N })
			b.ReportMetric((info(b, f, "stats", "total_commands_processed")-calls)/float64(b.N), "commands/page")
		})
	}
}
