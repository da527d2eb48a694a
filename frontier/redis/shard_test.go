package redis

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/frontiertest"
	"github.com/lokman-crawler/lokman/frontier/internal/testcall"
	"github.com/lokman-crawler/lokman/frontier/redis/internal/scripts"
	"github.com/lokman-crawler/lokman/frontier/redis/internal/stored"
)

// openShards opens a crawl of a number of shards, but for options whose bounds and batches are each
// shard's own, as are the ranks of Explain: they have tests of their own.
func openShards(t *testing.T, url, name string, shards int, o frontier.Options) *Frontier {
	each := o.Capacity > 0 || o.Bytes > 0 || o.Order == frontier.BestNFirst || strings.HasSuffix(t.Name(), "/Explain/Rank") || strings.HasSuffix(t.Name(), "/Explain/MaxRank")
	if each {
		shards = 1
	}
	return openWith(t, url, name, Options{Options: o, Shards: shards})
}

// One worker cannot tell how many shards there are.
func TestShards(t *testing.T) {
	t.Parallel()
	numbers := []int{4, 16}
	if testing.Short() {
		numbers = numbers[:1]
	}
	for _, n := range numbers {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			t.Parallel()
			s := startServer(t, "--appendonly", "no")
			frontiertest.Run(t, func(t *testing.T, o frontier.Options) frontier.Frontier {
				return openShards(t, s.url(), newName(), n, o)
			})
		})
	}
}

// The number of shards is fixed when a crawl is begun.
func TestShardsFixed(t *testing.T) {
	t.Parallel()
	s := startServer(t, "--appendonly", "no")
	for begun, others := range map[int][]int{1: {2, 16}, 4: {1, 3, 16}} {
		name := newName()
		f := openWith(t, s.url(), name, Options{Shards: begun})
		testcall.Push(t, f, frontier.Entry{URL: "http://a.test/"}, frontier.Entry{URL: "http://b.test/"})
		for _, n := range []int{0, begun} {
			again := openWith(t, s.url(), name, Options{Shards: n, Resume: true})
			if len(again.shards) != begun {
				t.Errorf("with %d: %d shards, want %d", n, len(again.shards), begun)
			}
		}
		for _, n := range others {
			if _, err := Open(t.Context(), s.url(), name, Options{Shards: n}); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("begun with %d shards, not %d", begun, n)) {
				t.Errorf("Open of a crawl of %d shards with %d: %v", begun, n, err)
			}
		}
		keys, err := f.server.Client.Keys(t.Context(), "*").Result()
		if err != nil {
			t.Fatal(err)
		}
		if n, err := Drop(t.Context(), s.url(), name); n != len(keys) || err != nil {
			t.Errorf("Drop of %d keys = %d, %v", len(keys), n, err)
		}
		if _, err := f.Pop(t.Context()); !errors.Is(err, ErrNoCrawl) {
			t.Errorf("Pop after Drop: %v", err)
		}
		if _, err := Open(t.Context(), s.url(), name, Options{Shards: begun, Resume: true}); !errors.Is(err, ErrNoCrawl) {
			t.Errorf("Open with Resume after Drop: %v", err)
		}
	}
	for _, n := range []int{-1, mostShards + 1} {
		if _, err := Open(t.Context(), s.url(), newName(), Options{Shards: n}); err == nil {
			t.Errorf("%d shards are taken", n)
		}
	}
}

// A crawl of which a shard is gone is not gone on with.
func TestShardLost(t *testing.T) {
	t.Parallel()
	s := startServer(t, "--appendonly", "no")
	name := newName()
	f := openWith(t, s.url(), name, Options{Shards: 4})
	if err := f.server.Client.Del(t.Context(), f.shards[2].key("crawl")).Err(); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), s.url(), name, Options{}); !errors.Is(err, errLost) {
		t.Errorf("Open = %v, want %v", err, errLost)
	}
}

// hostsOn returns a host of each shard.
func hostsOn(f *Frontier) []string {
	hosts := make([]string, len(f.shards))
	for i, left := 0, len(hosts); left > 0; i++ {
		host := fmt.Sprintf("h%d.test", i)
		if s := f.shardOf(host); hosts[s.i] == "" {
			hosts[s.i] = host
			left--
		}
	}
	return hosts
}

// undelivered has a frontier's deliveries fail, before or after the other shard has taken
// them.
type undelivered struct{ after bool }

func (undelivered) DialHook(next goredis.DialHook) goredis.DialHook { return next }

func (u undelivered) ProcessHook(next goredis.ProcessHook) goredis.ProcessHook {
	return func(ctx context.Context, cmd goredis.Cmder) error {
		if args := cmd.Args(); args[0] != "evalsha" || args[1] != scripts.Deliver.Hash() {
			return next(ctx, cmd)
		}
		if u.after {
			next(ctx, cmd)
		}
		cmd.SetErr(errors.New("lost"))
		return cmd.Err()
	}
}

func (undelivered) ProcessPipelineHook(next goredis.ProcessPipelineHook) goredis.ProcessPipelineHook {
	return next
}

// Links for other shards are delivered once, whoever delivers them and however often.
func TestDeliveries(t *testing.T) {
	t.Parallel()
	s := startServer(t, "--appendonly", "no")
	for _, after := range []bool{false, true} {
		o := Options{Options: frontier.Options{Reevaluation: frontier.IncrementValues}, Shards: 4}
		name := newName()
		f := openWith(t, s.url(), name, o)
		if err := scripts.Deliver.Load(t.Context(), f.server.Client).Err(); err != nil {
			t.Fatal(err)
		}
		f.server.Client.AddHook(undelivered{after})
		hosts := hostsOn(f)
		var links, seeds []frontier.Entry
		want := map[string]float64{}
		for i, host := range hosts {
			seeds = append(seeds, frontier.Entry{URL: "http://" + host + "/", Value: 100})
			for k := range 3 {
				e := frontier.Entry{URL: fmt.Sprintf("http://%s/%d", host, k), Value: float64(i + k + 1)}
				links = append(links, e)
				want[e.URL] = e.Value * float64(len(hosts))
			}
		}
		testcall.Push(t, f, seeds...)
		for range hosts {
			testcall.Done(t, f, testcall.Pop(t, f), frontier.Outcome{Links: links, Observation: []byte("seen")})
		}
		f.Close()
		f = openWith(t, s.url(), name, o)
		if !after {
			valued := map[string]float64{}
			err := f.Rescore(t.Context(), func(e frontier.Entry) float64 {
				valued[e.URL] = e.Value
				return e.Value
			})
			if err != nil || !maps.Equal(valued, want) {
				t.Errorf("Rescore sees %v, %v; want %v", valued, err, want)
			}
		}
		seen := 0
		for _, err := range f.Observations(t.Context(), 0) {
			if seen++; err != nil {
				t.Fatal(err)
			}
		}
		if seen != len(hosts) {
			t.Errorf("%d observations, want %d", seen, len(hosts))
		}
		for len(want) > 0 {
			l := testcall.Pop(t, f)
			if l.Value != want[l.URL] {
				t.Errorf("%s has the value %v, want %v", l.URL, l.Value, want[l.URL])
			}
			delete(want, l.URL)
			testcall.Done(t, f, l, frontier.Outcome{})
		}
		if l, err := f.Pop(t.Context()); err != io.EOF {
			t.Errorf("Pop = %v, %v; want io.EOF", l, err)
		}
		for _, s := range f.shards {
			if n, err := f.server.Client.Exists(t.Context(), s.key("out:0"), s.key("out:1"), s.key("out:2"), s.key("out:3")).Result(); n > 0 || err != nil {
				t.Errorf("%d outboxes are left, %v", n, err)
			}
		}
	}
}

// Bounds are divided by the shards, and each has a batch of its own.
func TestShardsBounded(t *testing.T) {
	t.Parallel()
	s := startServer(t, "--appendonly", "no")
	f := openWith(t, s.url(), newName(), Options{Options: frontier.Options{Capacity: 10, Order: frontier.BestNFirst, BatchSize: 1}, Shards: 4})
	hosts := hostsOn(f)
	for i := range 40 {
		testcall.Push(t, f, frontier.Entry{URL: fmt.Sprintf("http://%s/%d", hosts[i%4], i), Value: float64(i)})
	}
	want := frontier.Stats{Queued: 12, Evicted: 28, Hosts: 4}
	if got, err := f.Stats(t.Context()); got != want || err != nil {
		t.Errorf("Stats = %v, %v; want %v", got, err, want)
	}
	leases, err := f.PopN(t.Context(), 4)
	if err != nil {
		t.Fatal(err)
	}
	for i, l := range leases {
		if want := fmt.Sprintf("/%d", 39-i); !strings.HasSuffix(l.URL, want) {
			t.Errorf("lease %d is of %s, want %s", i, l.URL, want)
		}
	}
}

// Workers of several processes crawl all there is, once, and all come to its end.
func TestShardsEnd(t *testing.T) {
	t.Parallel()
	s := startServer(t, "--appendonly", "no")
	const pages = 300
	name, o := newName(), Options{Options: frontier.Options{Reevaluation: frontier.IncrementValues}, Shards: 16}
	var wg sync.WaitGroup
	var fetched, ended atomic.Int64
	for worker := range 8 {
		f := openWith(t, s.url(), name, o)
		if worker == 0 {
			testcall.Push(t, f, frontier.Entry{URL: killPage(0)})
		}
		for range 2 {
			wg.Go(func() {
				for {
					l, err := f.Pop(context.Background())
					if err == io.EOF {
						if ended.Add(1); fetched.Load() < pages {
							t.Errorf("the end comes after %d pages of %d", fetched.Load(), pages)
						}
						return
					}
					if err != nil {
						t.Error(err)
						return
					}
					o := frontier.Outcome{}
					for _, e := range linksAmong(pages, l.URL) {
						if !strings.Contains(e.URL, shelf) {
							o.Links = append(o.Links, e)
						}
					}
					if len(l.URL)%2 == 0 && !l.Revisited {
						o.Result = frontier.Revisit
					} else {
						fetched.Add(1)
					}
					if err := f.Done(context.Background(), l, o); err != nil {
						t.Error(err)
						return
					}
				}
			})
		}
	}
	wg.Wait()
	if fetched.Load() != pages {
		t.Errorf("%d pages were fetched, want %d", fetched.Load(), pages)
	}
}

// What a worker that died has left in an outbox is delivered though nobody is out of work.
func TestLeftInOutbox(t *testing.T) {
	t.Parallel()
	s := startServer(t, "--appendonly", "no")
	name, o := newName(), Options{Options: frontier.Options{LeaseTime: 300 * time.Millisecond}, Shards: 2}
	f := openWith(t, s.url(), name, o)
	if err := scripts.Deliver.Load(t.Context(), f.server.Client).Err(); err != nil {
		t.Fatal(err)
	}
	f.server.Client.AddHook(undelivered{})
	var link []frontier.Entry
	for _, host := range hostsOn(f) {
		testcall.Push(t, f, frontier.Entry{URL: "http://" + host + "/", Value: 10})
		link = append(link, frontier.Entry{URL: "http://" + host + "/link", Value: 9})
	}
	for range link {
		l := testcall.Pop(t, f)
		testcall.Done(t, f, l, frontier.Outcome{Links: slices.DeleteFunc(slices.Clone(link), func(e frontier.Entry) bool {
			return strings.HasPrefix(e.URL, l.URL)
		})})
	}
	f.Close()
	f = openWith(t, s.url(), name, o)
	var others []frontier.Entry
	for i := range 1000 {
		others = append(others, frontier.Entry{URL: fmt.Sprintf("http://%d.test/", i)})
	}
	testcall.Push(t, f, others...)
	left := len(link)
	for range others {
		l := testcall.Pop(t, f)
		if testcall.Done(t, f, l, frontier.Outcome{}); l.Value > 0 {
			if left--; left == 0 {
				return
			}
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Errorf("%d of %d links were not leased before %d others that are worse", left, len(link), len(others))
}

// Links of a page whose end was not answered are delivered like others.
func TestLinksAfterLostAnswer(t *testing.T) {
	t.Parallel()
	s := startServer(t, "--appendonly", "no")
	p := startForgetful(t, s.addr())
	f := openWith(t, "redis://"+p.listener.Addr().String(), newName(), Options{Outage: noLimit, Shards: 2})
	var pages, links []frontier.Entry
	for i, host := range hostsOn(f) {
		pages = append(pages, frontier.Entry{URL: "http://" + host + "/", Value: 10})
		links = append(links, frontier.Entry{URL: "http://" + host + "/link", Value: float64(8 + i)}, frontier.Entry{URL: "http://" + host + "/other"})
	}
	testcall.Push(t, f, pages...)
	testcall.Done(t, f, testcall.Pop(t, f), frontier.Outcome{Links: links[1:2]})
	l := testcall.Pop(t, f)
	p.forgets.Store(true)
	testcall.Done(t, f, l, frontier.Outcome{Links: links})
	for range pages {
		if l := testcall.Pop(t, f); l.Value == 0 {
			t.Errorf("%s is leased before what is better", l.URL)
		}
	}
}

// Links for another shard are in texts that a worker can read, however much they say.
func TestLongDelivery(t *testing.T) {
	t.Parallel()
	s := startServer(t, "--appendonly", "no")
	name, o := newName(), Options{Shards: 2}
	f := openWith(t, s.url(), name, o)
	if err := scripts.Deliver.Load(t.Context(), f.server.Client).Err(); err != nil {
		t.Fatal(err)
	}
	f.server.Client.AddHook(undelivered{})
	hosts := hostsOn(f)
	testcall.Push(t, f, frontier.Entry{URL: "http://" + hosts[0] + "/"})
	note := strings.Repeat("x", 1<<19)
	var links []frontier.Entry
	for i := range 8 {
		links = append(links, frontier.Entry{URL: fmt.Sprintf("http://%s/%d", hosts[1], i), Note: note})
	}
	testcall.Done(t, f, testcall.Pop(t, f), frontier.Outcome{Links: links})
	batches, err := f.server.Client.LRange(t.Context(), f.shards[0].key("out:1"), 0, -1).Result()
	if err != nil || len(batches) == 0 {
		t.Errorf("%d batches, %v", len(batches), err)
	}
	for _, text := range batches {
		if len(text) > 4*len(note) {
			t.Errorf("a batch has %d bytes", len(text))
		}
	}
	f.Close()
	f = openWith(t, s.url(), name, o)
	testcall.Pop(t, f)
	if n, err := f.Stats(t.Context()); n.Queued+n.Leased != len(links) || err != nil {
		t.Errorf("%+v, %v; want %d URLs", n, err, len(links))
	}
}

// planted puts batches into the outbox of a shard, each with a link to a host.
func planted(t *testing.T, from *shard, to int, host string, batches int) {
	t.Helper()
	pipe := from.f.server.Client.Pipeline()
	for i := range batches {
		link := from.f.sort([]frontier.Entry{{URL: fmt.Sprintf("http://%s/%d/%d", host, from.i, i), Value: 1}})[to]
		pipe.RPush(t.Context(), from.key(fmt.Sprint("out:", to)), fmt.Sprint(100+i, " ", stored.Batch{Entries: link}.Text()))
	}
	pipe.HSet(t.Context(), from.key("crawl"), "out", batches, "sent", 100+batches)
	if _, err := pipe.Exec(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// A server that was killed while it wrote may apply a part of a script twice: what is trimmed of an
// outbox is then what was delivered, and no more.
func TestTrimTwice(t *testing.T) {
	t.Parallel()
	s := startServer(t, "--appendonly", "yes", "--appendfsync", "always", "--auto-aof-rewrite-percentage", "0")
	f := openWith(t, s.url(), newName(), Options{Shards: 2})
	w := &tornWorker{t: t, s: s, f: f}
	planted(t, f.shards[0], 1, hostsOn(f)[1], 2)
	f.shards[0].trim(map[int]string{1: "100"})
	from := w.size()
	if _, left, err := f.shards[0].waiting(t.Context()); err != nil || len(left) != 1 || left[0].number != "101" {
		t.Fatalf("%v are left, %v", left, err)
	}
	again := 0
	for _, script := range w.changes(from) {
		for _, command := range script {
			args := make([]any, len(command))
			for i, a := range command {
				args[i] = a
			}
			again++
			f.server.Client.Do(t.Context(), args...)
		}
	}
	if l, err := f.Pop(t.Context()); again == 0 || err != nil || !strings.HasSuffix(l.URL, "/0/1") {
		t.Errorf("after %d changes once more Pop = %q, %v", again, l.URL, err)
	}
}

// What many shards have for one is delivered in calls that the server takes.
func TestManyBatches(t *testing.T) {
	t.Parallel()
	const shards, batches = 100, 90
	s := startServer(t, "--appendonly", "no")
	f := openWith(t, s.url(), newName(), Options{Shards: shards})
	host := hostsOn(f)[0]
	for _, from := range f.shards[1:] {
		planted(t, from, 0, host, batches)
	}
	if err := f.deliverAll(t.Context()); err != nil {
		t.Fatal(err)
	}
	if stats, err := f.Stats(t.Context()); err != nil || stats.Queued != (shards-1)*batches {
		t.Errorf("%d URLs are queued, %v, want %d", stats.Queued, err, (shards-1)*batches)
	}
}

// What a crawl that was dropped in part has left in an outbox is not the next crawl's.
func TestOutboxLeft(t *testing.T) {
	t.Parallel()
	s := startServer(t, "--appendonly", "no")
	name := newName()
	old := openWith(t, s.url(), name, Options{Shards: 2})
	hosts := hostsOn(old)
	if _, err := Drop(t.Context(), s.url(), name); err != nil {
		t.Fatal(err)
	}
	planted(t, old.shards[0], 1, hosts[1], 3)
	if err := old.server.Client.Del(t.Context(), old.shards[0].key("crawl")).Err(); err != nil {
		t.Fatal(err)
	}
	f := openWith(t, s.url(), name, Options{Shards: 2})
	testcall.Push(t, f, frontier.Entry{URL: "http://" + hosts[0] + "/"})
	testcall.Done(t, f, testcall.Pop(t, f), frontier.Outcome{Links: []frontier.Entry{{URL: "http://" + hosts[1] + "/new"}}})
	if l := testcall.Pop(t, f); !strings.HasSuffix(l.URL, "/new") {
		t.Errorf("Pop = %q", l.URL)
	}
}
