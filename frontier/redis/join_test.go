package redis

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"
	goredis "github.com/redis/go-redis/v9"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/internal/testcall"
)

// Resume returns an error when there is no such crawl, and makes none.
func TestResume(t *testing.T) {
	t.Parallel()
	onServers(t, func(t *testing.T, url string) {
		name := newName()
		resume := func(what string, there bool) {
			t.Helper()
			f, err := Open(t.Context(), url, name, Options{Resume: true})
			if err == nil {
				f.Close()
			}
			if there && err != nil || !there && (!errors.Is(err, ErrNoCrawl) || !strings.Contains(err.Error(), name)) {
				t.Errorf("Open to resume %s: %v", what, err)
			}
		}
		resume("what never was", false)
		resume("what was not made either", false)
		f := open(t, url, name, frontier.Options{})
		resume("a crawl without a URL", false)
		testcall.Push(t, f, frontier.Entry{URL: "http://a.test/"})
		resume("a crawl", true)
		testcall.Done(t, f, testcall.Pop(t, f), frontier.Outcome{})
		resume("a crawl that is over", true)
		if err := f.server.Client.FlushAll(t.Context()).Err(); err != nil {
			t.Fatal(err)
		}
		resume("on a server that was emptied", false)
		if _, err := f.Pop(t.Context()); !errors.Is(err, ErrNoCrawl) {
			t.Errorf("Pop on a server that was emptied = %v", err)
		}
	})
}

// A lease of a crawl that was lost does not hold in one of the same name.
func TestLeaseOfAnotherCrawl(t *testing.T) {
	t.Parallel()
	onServers(t, func(t *testing.T, url string) {
		f := open(t, url, newName(), frontier.Options{})
		testcall.Push(t, f, frontier.Entry{URL: "http://a.test/"})
		old := testcall.Pop(t, f)
		if err := f.server.Client.FlushAll(t.Context()).Err(); err != nil {
			t.Fatal(err)
		}
		g := open(t, url, f.name, frontier.Options{})
		testcall.Push(t, g, frontier.Entry{URL: "http://a.test/"})
		testcall.Pop(t, g)
		if err := f.Done(t.Context(), old, frontier.Outcome{}); err != frontier.ErrStaleLease {
			t.Errorf("Done of a lease of a crawl that was lost = %v", err)
		}
	})
}

// Workers may be started before the seeds are pushed.
func TestWaitForSeeds(t *testing.T) {
	t.Parallel()
	onServers(t, func(t *testing.T, url string) {
		name := newName()
		f, err := Open(t.Context(), url, name, Options{WaitForSeeds: true})
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if leases, _, err := f.take(t.Context(), 1, false); len(leases) > 0 || err != nil {
			t.Errorf("Pop before the seeds = %v, %v, want it to block", leases, err)
		}
		popped := make(chan error, 3)
		for range cap(popped) { // one gets the URL, the others the end
			go func() {
				l, err := f.Pop(context.Background())
				if err == nil {
					err = f.Done(context.Background(), l, frontier.Outcome{})
				}
				popped <- err
			}()
		}
		for waiting := 0; waiting < cap(popped); time.Sleep(time.Millisecond) {
			f.waiting.mu.Lock()
			waiting = len(f.waiting.waiters)
			f.waiting.mu.Unlock()
		}
		seeds := open(t, url, name, frontier.Options{})
		if _, err := seeds.Pop(t.Context()); err != io.EOF {
			t.Errorf("Pop without WaitForSeeds = %v, want io.EOF", err)
		}
		testcall.Push(t, seeds, frontier.Entry{URL: "http://a.test/"})
		ends := 0
		for range cap(popped) {
			select {
			case err := <-popped:
				if err == io.EOF {
					ends++
				} else if err != nil {
					t.Errorf("Pop = %v", err)
				}
			case <-time.After(10 * time.Second):
				t.Fatal("a Pop that waits for the seeds was not woken")
			}
		}
		if _, err := f.Pop(t.Context()); ends != 2 || err != io.EOF {
			t.Errorf("%d ends and Pop after the crawl = %v, want two and io.EOF", ends, err)
		}
	})
}

// Drop deletes all keys of a crawl and no others, and its workers get an error.
func TestDrop(t *testing.T) {
	t.Parallel()
	onServers(t, func(t *testing.T, url string) {
		names := []string{"a", "a*", "a?[b]", `a\*`, "ab"}
		crawls := map[string]*Frontier{}
		for _, name := range names {
			f := open(t, url, name, frontier.Options{History: true})
			for i := range 2000 {
				if i%500 == 0 {
					testcall.Push(t, f, frontier.Entry{URL: fmt.Sprintf("http://h%d.test/", i)})
				}
			}
			crawls[name] = f
		}
		total := func() int {
			n, err := crawls["a"].server.Client.DBSize(t.Context()).Result()
			if err != nil {
				t.Fatal(err)
			}
			return int(n)
		}
		each := total() / len(names)
		l := testcall.Pop(t, crawls["a*"])
		for i, name := range []string{"a*", `a\*`, "a?[b]", "a"} {
			before := total()
			n, err := Drop(t.Context(), url, name)
			if err != nil || n != before-total() || n < each {
				t.Errorf("Drop(%q) = %d, %v; want %d", name, n, err, each)
			}
			if left := (len(names) - i - 1) * each; total() != left {
				t.Errorf("after Drop(%q) there are %d keys, want %d", name, total(), left)
			}
			if n, err = Drop(t.Context(), url, name); n != 0 || err != nil {
				t.Errorf("Drop(%q) again = %d, %v", name, n, err)
			}
		}
		if err := crawls["a*"].Done(t.Context(), l, frontier.Outcome{}); !errors.Is(err, ErrNoCrawl) {
			t.Errorf("Done of a crawl that was dropped = %v", err)
		}
		if _, err := crawls["a"].Pop(t.Context()); !errors.Is(err, ErrNoCrawl) {
			t.Errorf("Pop of a crawl that was dropped = %v", err)
		}
		if l := testcall.Pop(t, crawls["ab"]); l.URL == "" {
			t.Error("a crawl of another name was dropped")
		}
	})
}

// A worker that waits in Pop gets the error too.
func TestDropWhileWaiting(t *testing.T) {
	t.Parallel()
	s := startServer(t, "--appendonly", "no")
	f := open(t, s.url(), newName(), frontier.Options{LeaseTime: 10 * time.Second})
	testcall.Push(t, f, frontier.Entry{URL: "http://a.test/"})
	testcall.Pop(t, f)
	popped := make(chan error)
	go func() { _, err := f.Pop(context.Background()); popped <- err }()
	time.Sleep(30 * time.Millisecond)
	if _, err := Drop(t.Context(), s.url(), f.name); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-popped:
		if !errors.Is(err, ErrNoCrawl) {
			t.Errorf("Pop of a crawl that is dropped = %v", err)
		}
	case <-time.After(time.Minute):
		t.Fatal("Pop goes on waiting")
	}
}

// A server that evicts keys is refused, with an error that says what to do. One
// that does not report its policy is accepted.
func TestEvictingServer(t *testing.T) {
	t.Parallel()
	s := startServer(t, "--appendonly", "no")
	admin := goredis.NewClient(&goredis.Options{Addr: s.addr()})
	defer admin.Close()
	ctx := t.Context()
	set := func(policy string) {
		if err := admin.ConfigSet(ctx, "maxmemory-policy", policy).Err(); err != nil {
			t.Fatal(err)
		}
	}
	for _, policy := range []string{"noeviction", "allkeys-lru", "allkeys-lfu", "allkeys-random", "volatile-lru", "volatile-ttl"} {
		set(policy)
		f, err := Open(ctx, s.url(), newName(), Options{})
		if err == nil {
			f.Close()
		}
		refused := strings.HasPrefix(policy, "allkeys")
		if refused && (err == nil || !strings.Contains(err.Error(), policy) || !strings.Contains(err.Error(), "noeviction")) || !refused && err != nil {
			t.Errorf("Open with the policy %s: %v", policy, err)
		}
	}
	set("allkeys-lru")
	if err := admin.Do(ctx, "ACL", "SETUSER", "worker", "on", ">secret", "~lokman:*", "resetchannels", "&lokman:*", "+@all", "-info", "-config").Err(); err != nil {
		t.Fatal(err)
	}
	f := open(t, strings.Replace(s.url(), "//", "//worker:secret@", 1), newName(), frontier.Options{})
	testcall.Push(t, f, frontier.Entry{URL: "http://a.test/"})
	testcall.Pop(t, f)
}

// The server's clock is set back by an hour: nothing waits for longer than it
// was to. Set forward it ends waits.
func TestClockSetBack(t *testing.T) {
	t.Parallel()
	s := miniredis.RunT(t)
	clock := time.Now()
	s.SetTime(clock)
	f := open(t, "redis://"+s.Addr(), newName(), frontier.Options{LeaseTime: time.Minute, PerHost: 2})
	g := open(t, "redis://"+s.Addr(), f.name, frontier.Options{LeaseTime: time.Minute, PerHost: 2})
	testcall.Push(t, f, frontier.Entry{URL: "http://a.test/leased", Value: 3}, frontier.Entry{URL: "http://b.test/delayed", Value: 2},
		frontier.Entry{URL: "http://c.test/1", Value: 1}, frontier.Entry{URL: "http://c.test/2", Value: 0})
	l := testcall.Pop(t, f)
	testcall.Done(t, f, testcall.Pop(t, f), frontier.Outcome{Result: frontier.Retry, RetryAt: time.Now().Add(2 * time.Minute)})
	testcall.Done(t, f, testcall.Pop(t, f), frontier.Outcome{HostWait: 3 * time.Minute})
	clock = clock.Add(-time.Hour)
	s.SetTime(clock)
	blocked := func(when string) {
		t.Helper()
		if leases, _, err := g.take(t.Context(), 1, false); len(leases) > 0 || err != nil {
			t.Errorf("Pop %s = %v, %v, want it to block", when, leases, err)
		}
	}
	blocked("when the clock was set back")
	for i, want := range []string{"http://a.test/leased", "http://b.test/delayed", "http://c.test/2"} {
		s.SetTime(clock.Add(time.Duration(i+1)*time.Minute - time.Second))
		blocked("before its time")
		s.SetTime(clock.Add(time.Duration(i+1)*time.Minute + time.Second))
		l := testcall.Pop(t, g)
		if l.URL != want {
			t.Errorf("Pop %d minutes after the clock was set back = %s, want %s", i+1, l.URL, want)
		}
		testcall.Done(t, g, l, frontier.Outcome{})
	}
	if err := f.Done(t.Context(), l, frontier.Outcome{}); err != frontier.ErrStaleLease {
		t.Errorf("Done of the lease that ran out = %v", err)
	}
	f.check(frontier.Options{PerHost: 2}, t.Errorf)
}
