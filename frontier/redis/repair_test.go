package redis

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/internal/testcall"
	"github.com/lokman-crawler/lokman/frontier/redis/internal/scripts"
)

// tearCrawl leaves a crawl as does a server that applies the first change of a script.
func tearCrawl(t *testing.T, f *Frontier) {
	t.Helper()
	if err := f.server.Client.HIncrBy(t.Context(), f.key("crawl"), "begun", 1).Err(); err != nil {
		t.Fatal(err)
	}
}

// torn returns a crawl of n URLs on 40 hosts that needs a repair.
func torn(t *testing.T, url string, o frontier.Options, n int) *Frontier {
	t.Helper()
	f := openWith(t, url, newName(), Options{Options: o, Outage: none})
	var entries []frontier.Entry
	for i := range n {
		entries = append(entries, frontier.Entry{URL: fmt.Sprintf("http://h%d.test/%d", i%40, i)})
	}
	testcall.Push(t, f, entries...)
	testcall.Done(t, f, testcall.Pop(t, f), frontier.Outcome{})
	tearCrawl(t, f)
	return f
}

func (f *Frontier) repairStep(t *testing.T) {
	t.Helper()
	if err := scripts.Repair.Run(t.Context(), f.server.Client, []string{f.key("crawl")}, f.shards[0].args()...).Err(); err != nil {
		t.Fatal(err)
	}
}

// A scan's cursor is of no use once the server has started again, whatever the
// user may ask the server.
func TestRepairAfterRestart(t *testing.T) {
	t.Parallel()
	s := startServer(t, "--appendonly", "yes", "--appendfsync", "always", "--user", "worker", "on", "nopass", "~*", "&*", "+@all", "-@dangerous")
	f := torn(t, fmt.Sprintf("redis://worker:any@%s", s.addr()), frontier.Options{}, 3000)
	for range 8 {
		f.repairStep(t)
	}
	s.kill()
	s.start(t)
	if stats, err := f.Stats(t.Context()); err != nil || stats.Queued != 2999 || stats.Done != 1 {
		t.Errorf("%+v, %v", stats, err)
	}
	open(t, s.url(), f.name, frontier.Options{}).check(frontier.Options{}, t.Errorf)
}

// A crawl is repaired on a server whose memory is full: otherwise no page could be
// ended that makes room.
func TestRepairInFullMemory(t *testing.T) {
	t.Parallel()
	s := startServer(t, "--appendonly", "no")
	f := torn(t, s.url(), frontier.Options{}, 1000)
	l := testcall.Pop(t, f)
	tearCrawl(t, f)
	setMemory(t, f.server.Client, usedMemory(t, f.server.Client)-1000)
	if err := f.Done(t.Context(), l, frontier.Outcome{}); err != nil {
		t.Error(err)
	}
	if _, err := f.Pop(t.Context()); !isFull(err) {
		t.Errorf("Pop: %v, want that the memory is full", err)
	}
	f.check(frontier.Options{}, t.Errorf)
}

// What is left of a crawl that was dropped in part is no part of the next one of
// its name.
func TestOpenAfterHalfADrop(t *testing.T) {
	t.Parallel()
	onServers(t, func(t *testing.T, url string) {
		o := frontier.Options{Reevaluation: frontier.NoisyOr, Order: frontier.BestNFirst, Capacity: 100}
		f := torn(t, url, o, 50)
		if err := f.server.Client.Del(t.Context(), f.key("crawl")).Err(); err != nil {
			t.Fatal(err)
		}
		f = open(t, url, f.name, o)
		for i := range 50 {
			testcall.Push(t, f, frontier.Entry{URL: fmt.Sprintf("http://h%d.test/%d", i%40, i)})
		}
		leased, err := finish(f)
		if len(leased) != 50 || err != nil {
			t.Errorf("%d URLs were leased, %v, want 50", len(leased), err)
		}
		f.check(o, t.Errorf)
	})
}

// Calls end with their context and with Close while a crawl is repaired; others
// go on with that.
func TestRepairIsLeft(t *testing.T) {
	t.Parallel()
	s := startServer(t, "--appendonly", "no")
	f := torn(t, s.url(), frontier.Options{}, 20_000)
	for range 3 {
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error)
		go func() {
			_, err := f.Stats(ctx)
			ended <- err
		}()
		f.repairStep(t)
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("Stats: %v", err)
		}
	}
	other, err := Open(t.Context(), s.url(), f.name, Options{})
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error)
	go func() {
		_, err := other.Pop(context.Background())
		ended <- err
	}()
	time.Sleep(10 * time.Millisecond)
	if err := other.Close(); err != nil {
		t.Error(err)
	}
	if err := <-ended; err == nil || strings.Contains(err.Error(), "TORN") {
		t.Errorf("Pop: %v", err)
	}
	if stats, err := f.Stats(t.Context()); err != nil || stats.Queued != 19_999 || stats.Done != 1 {
		t.Errorf("%+v, %v", stats, err)
	}
	f.check(frontier.Options{}, t.Errorf)
}

// Workers with other bounds and lease times repair a crawl together, again and
// again, while they crawl.
func TestRepairTogether(t *testing.T) {
	t.Parallel()
	onServers(t, func(t *testing.T, url string) {
		options := frontier.Options{Order: frontier.BestNFirst, BatchSize: 7, Capacity: 2000}
		f := torn(t, url, options, 1500)
		var wg sync.WaitGroup
		for i := range 4 {
			o := options
			o.Capacity, o.PerHost, o.LeaseTime = 2000+i, 1+i%2, time.Minute*time.Duration(1+i)
			mine := open(t, url, f.name, o)
			wg.Go(func() {
				for n := 0; ; n++ {
					l, err := mine.Pop(t.Context())
					if err == nil {
						err = mine.Done(t.Context(), l, frontier.Outcome{})
					}
					if n%150 == i {
						tearCrawl(t, f)
					}
					if err != nil {
						if err.Error() != "EOF" {
							t.Error(err)
						}
						return
					}
				}
			})
		}
		wg.Wait()
		f.check(options, t.Errorf)
		if stats, err := f.Stats(t.Context()); err != nil || stats.Done != 1500 {
			t.Errorf("%+v, %v", stats, err)
		}
	})
}

// A crawl that is torn again and again ends in an error that says what to do.
func TestRepairInVain(t *testing.T) {
	t.Parallel()
	s := startServer(t, "--appendonly", "no")
	f := torn(t, s.url(), frontier.Options{}, 3)
	f.server.Client.AddHook(tearing{f})
	_, err := f.Pop(t.Context())
	if !errors.Is(err, errLost) || strings.Contains(err.Error(), "TORN") {
		t.Errorf("Pop: %v", err)
	}
}

// tearing tears a crawl before each call of a script but repair.
type tearing struct{ f *Frontier }

func (h tearing) DialHook(next goredis.DialHook) goredis.DialHook { return next }
func (h tearing) ProcessPipelineHook(next goredis.ProcessPipelineHook) goredis.ProcessPipelineHook {
	return next
}
func (h tearing) ProcessHook(next goredis.ProcessHook) goredis.ProcessHook {
	return func(ctx context.Context, cmd goredis.Cmder) error {
		if args := cmd.Args(); args[0] == "evalsha" && args[1] != scripts.Repair.Hash() {
			h.f.server.Client.HIncrBy(ctx, h.f.key("crawl"), "begun", 1)
		}
		return next(ctx, cmd)
	}
}
