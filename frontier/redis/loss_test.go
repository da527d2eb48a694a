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
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/internal/testcall"
)

// halfway returns a crawl with URLs in all states, on hosts in all places, and
// calls then while some URLs and hosts have still to wait.
func halfway(t *testing.T, url string, o frontier.Options, then func(f *Frontier)) (*Frontier, map[string]bool) {
	t.Helper()
	for wait := 100 * time.Millisecond; ; wait *= 2 { // the machine may be busy
		o.LeaseTime = 2*time.Second + wait // what is popped here is ended before
		f := open(t, url, newName(), o)
		pushed := map[string]bool{}
		for i := range 40 {
			u := fmt.Sprintf("http://h%d.test/%d", i%5, i)
			pushed[u] = true
			for source := range 2 {
				testcall.Push(t, f, frontier.Entry{URL: u, Value: float64(i%7) / 10, Source: fmt.Sprint("http://s.test/", source)})
			}
		}
		soon := time.Now().Add(wait)
		for _, out := range []frontier.Outcome{
			{}, {Result: frontier.Dead}, {Result: frontier.Revisit}, {Result: frontier.Revisit},
			{Result: frontier.Retry, RetryAt: soon}, {HostWait: wait},
		} {
			l := testcall.Pop(t, f)
			if err := f.Done(t.Context(), l, out); err != nil && time.Now().Before(soon) {
				t.Fatal(err)
			}
		}
		testcall.Pop(t, f)
		if err := f.Block(t.Context(), "h4.test", soon); err != nil {
			t.Fatal(err)
		}
		then(f)
		if time.Now().Before(soon) || t.Failed() {
			return f, pushed
		}
	}
}

// finish does what is left of a crawl and returns how often each URL was
// leased. No wait in it is long.
func finish(f *Frontier) (map[string]int, error) {
	leased := map[string]int{}
	for {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		l, err := f.Pop(ctx)
		cancel()
		if err == io.EOF {
			return leased, nil
		}
		if err != nil {
			return leased, err
		}
		leased[l.URL]++
		if err := f.Done(context.Background(), l, frontier.Outcome{}); err != nil && !errors.Is(err, frontier.ErrStaleLease) {
			return leased, err
		}
	}
}

// Each key of a crawl in turn is lost. What follows from the records is
// rebuilt; without the others each call says which key it is. No Pop waits for
// ever, and none fails in another way.
func TestLostKeys(t *testing.T) {
	t.Parallel()
	s := startServer(t, "--appendonly", "no")
	all := map[string]bool{}
	for _, o := range []frontier.Options{
		{},
		{Order: frontier.BestNFirst, BatchSize: 20, Capacity: 35, History: true},
		{Reevaluation: frontier.NoisyOr, Order: frontier.LIFO, Bytes: 1 << 20},
	} {
		var keys []string
		f, _ := halfway(t, s.url(), o, func(f *Frontier) {
			var err error
			if keys, err = f.server.Client.Keys(t.Context(), escapeGlob.Replace(f.key(""))+"*").Result(); err != nil {
				t.Fatal(err)
			}
		})
		f.check(o, t.Errorf)
		var wg sync.WaitGroup
		for _, key := range keys {
			name := strings.TrimPrefix(key, f.key(""))
			kind, _, _ := strings.Cut(name, ":")
			if name == "ready:b" {
				kind = name
			}
			if kind == "e" && all[kind] {
				continue // one will do
			}
			all[kind] = true
			var deleted int64
			f, pushed := halfway(t, s.url(), o, func(f *Frontier) {
				var err error
				if deleted, err = f.server.Client.Del(t.Context(), f.key(name)).Result(); err != nil {
					t.Fatal(err)
				}
			})
			if deleted != 1 && kind != "e" {
				t.Errorf("DEL %s = %d", name, deleted)
			}
			wg.Go(func() { lost(t, f, o, kind, name, pushed) })
		}
		wg.Wait()
	}
	want := []string{"all", "b", "batch", "crawl", "due", "e", "failures", "given", "host", "late", "q", "ready", "ready:b", "revisits", "url"}
	if kinds := slices.Sorted(maps.Keys(all)); !slices.Equal(kinds, want) {
		t.Errorf("keys of the kinds %s were lost, want %s", kinds, want)
	}
}

// lost finishes a crawl that has lost a key.
func lost(t *testing.T, f *Frontier, o frontier.Options, kind, name string, pushed map[string]bool) {
	leased, err := finish(f)
	switch kind {
	case "crawl":
		if !errors.Is(err, ErrNoCrawl) {
			t.Errorf("without %s: %v", name, err)
		}
		return
	case "url", "host":
		for _, err := range []error{err, f.Push(t.Context(), frontier.Entry{URL: "http://a.test/"})} {
			if err == nil || !strings.Contains(err.Error(), f.key(name)) || !strings.Contains(err.Error(), "Drop") {
				t.Errorf("without %s: %v, want an error that names it", name, err)
			}
		}
		return
	}
	if err != nil {
		t.Errorf("without %s: %v", name, err)
	}
	for url := range pushed {
		if leased[url] > 1 {
			t.Errorf("without %s: %s was leased %d times", name, url, leased[url])
		}
	}
	stats, err := f.Stats(t.Context())
	want := frontier.Stats{Done: 39 - stats.Evicted, Dead: 1, Evicted: stats.Evicted, Hosts: 5}
	if err != nil || stats != want {
		t.Errorf("without %s: %+v, %v; want %+v", name, stats, err, want)
	}
	err = nil
	for _, failed := range f.Failures(t.Context()) {
		err = failed
	}
	if lost := kind == "failures"; (err != nil) != lost || lost && !strings.Contains(err.Error(), f.key(name)) {
		t.Errorf("without %s: Failures: %v", name, err)
	}
	if kind == "failures" {
		n, err := f.Requeue(t.Context(), func(frontier.Failure) bool { return true })
		if n != 0 || err == nil || !strings.Contains(err.Error(), f.key(name)) {
			t.Errorf("without %s: Requeue = %d, %v, want 0 and an error that names it", name, n, err)
		}
		return
	}
	check := func(format string, args ...any) { t.Errorf("without "+name+": "+format, args...) }
	f.check(o, check)
	if n, err := f.Requeue(t.Context(), func(frontier.Failure) bool { return true }); n != 1 || err != nil {
		t.Errorf("without %s: Requeue = %d, %v, want 1", name, n, err)
	}
	if leased, err := finish(f); len(leased) != 1 || err != nil {
		t.Errorf("without %s: after Requeue %v were leased, %v, want one URL", name, leased, err)
	}
	f.check(o, check)
}

// A key that lost some of its entries, since it was made again, is found too.
func TestLostAndMadeAgain(t *testing.T) {
	t.Parallel()
	s := startServer(t, "--appendonly", "no")
	var wg sync.WaitGroup
	for _, name := range []string{"url", "host", "ready", "due", "q:h0.test", "q:h4.test", "given"} {
		o := frontier.Options{Reevaluation: frontier.DistinctHosts}
		f, pushed := halfway(t, s.url(), o, func(f *Frontier) {
			if err := f.server.Client.Del(t.Context(), f.key(name)).Err(); err != nil {
				t.Fatal(err)
			}
		})
		again := f.Push(t.Context(), frontier.Entry{URL: "http://h0.test/new"}, frontier.Entry{URL: "http://h4.test/new"}, frontier.Entry{URL: "http://h9.test/"})
		wg.Go(func() {
			leased, err := finish(f)
			if name == "url" || name == "host" {
				if again == nil || err == nil {
					t.Errorf("without %s: Push = %v, Pop = %v", name, again, err)
				}
				return
			}
			if err != nil || again != nil {
				t.Errorf("without %s: Push = %v, Pop = %v", name, again, err)
			}
			for url := range pushed {
				if leased[url] > 1 {
					t.Errorf("without %s: %s was leased %d times", name, url, leased[url])
				}
			}
			if stats, err := f.Stats(t.Context()); err != nil || stats.Done != 42 || stats.Queued+stats.Leased != 0 {
				t.Errorf("without %s: %+v, %v", name, stats, err)
			}
			f.check(o, func(format string, args ...any) { t.Errorf("without "+name+": "+format, args...) })
		})
	}
	wg.Wait()
}

// What goes through all records misses none when the server is started again meanwhile.
func TestScansRestarted(t *testing.T) {
	t.Parallel()
	s := startServer(t, "--appendonly", "yes")
	f := openWith(t, s.url(), newName(), Options{})
	var entries []frontier.Entry
	for i := range 5000 {
		entries = append(entries, frontier.Entry{URL: fmt.Sprintf("http://a.test/%d", i)})
	}
	testcall.Push(t, f, entries...)
	seen := map[string]bool{}
	for r, err := range f.Records(t.Context(), "queued") {
		if len(seen) == 0 {
			s.kill()
			s.start(t)
		}
		if seen[r.URL] = true; err != nil {
			t.Fatal(err)
		}
	}
	if len(seen) != len(entries) {
		t.Errorf("Records: %d of %d", len(seen), len(entries))
	}
	n := 0
	err := f.Rescore(t.Context(), func(frontier.Entry) float64 {
		if n++; n == 1 {
			s.kill()
			s.start(t)
		}
		return 1
	})
	if err != nil || n != len(entries) {
		t.Errorf("Rescore: %d of %d, %v", n, len(entries), err)
	}
}
