package redis

import (
	"context"
	"fmt"
	"io"
	"math"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/internal/testcall"
)

func TestOpenAgrees(t *testing.T) {
	t.Parallel()
	url := "redis://" + miniredis.RunT(t).Addr()
	begun := frontier.Options{Reevaluation: frontier.IncrementValues, Capacity: 10}
	for _, c := range []struct {
		o    frontier.Options
		want string // "" for no error
	}{
		{begun, ""},
		{frontier.Options{Reevaluation: frontier.IncrementValues, Bytes: 9, PerHost: 3, LeaseTime: time.Hour}, ""},
		{frontier.Options{Capacity: 10}, "reevaluation increment, not greater"},
		{frontier.Options{Reevaluation: frontier.IncrementValues, Capacity: 10, Order: frontier.LIFO}, "order best-first, not lifo"},
		{frontier.Options{Reevaluation: frontier.IncrementValues}, "bounded true, not false"},
		{frontier.Options{Reevaluation: frontier.IncrementValues, Capacity: 1, History: true}, "history false, not true"},
	} {
		name := newName()
		open(t, url, name, begun)
		f, err := Open(t.Context(), url, name, Options{Options: c.o})
		if err == nil {
			f.Close()
		}
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%+v: %v", c.o, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), name)):
			t.Errorf("%+v: %v, want %s", c.o, err, c.want)
		}
	}
}

func TestOpenRefuses(t *testing.T) {
	t.Parallel()
	addr := miniredis.RunT(t).Addr()
	for _, c := range []struct{ url, name, want string }{
		{"http://user:secret@" + addr, "x", "not redis://"},
		{"redis://user:secret@host:port", "x", "not redis://"},
		{"redis://user:secret@" + addr + "/db", "x", "database"},
		{"redis://user:secret@127.0.0.1:1", "x", "127.0.0.1:1"},
		{"redis://user:secret@" + addr, "x", addr},
		{"redis://user:secret@" + addr + "/secret", "x", "database"},
		{"redis://user:secret@" + addr + "?read_timeout=secret", "x", "read_timeout"},
		{"redis://user:secret@" + addr + "?pasword=secret", "x", "pasword"},
		{"redis://" + addr + "?addr=secret", "x", "addr"},
		{"redis://" + addr + "?addr=user:secret@" + addr, "x", "behind its host"},
		{"redis://" + addr + "?master_name=x&addr=user%3Asecret%40" + addr, "x", "behind its host"},
		{"redis://" + addr + "?addr=secret@127.0.0.1:1", "x", "behind its host"},
		{"redis://user:12/secret@" + addr, "x", "behind its host"},
		{"redis://user:12?secret@" + addr, "x", "behind its host"},
		{"redis://user:12#secret@" + addr, "x", "behind its host"},
		{"redis://" + addr + "?master_name=x&sentinel_password=secret&db=secret", "x", "db"},
		{"redis://" + addr, "", "not empty"},
		{"redis://" + addr, "a{b}", "no braces"},
	} {
		f, err := Open(t.Context(), c.url, c.name, Options{})
		if err == nil {
			f.Close()
		}
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "secret") {
			t.Errorf("Open(%s, %q) = %v, want an error with %q and no password", c.url, c.name, err, c.want)
		}
	}
}

func TestOptionsCheck(t *testing.T) {
	t.Parallel()
	f, err := Open(t.Context(), "redis://"+miniredis.RunT(t).Addr(), "x", Options{Options: frontier.Options{Capacity: -1}})
	if err == nil {
		f.Close()
	}
	if err == nil || !strings.Contains(err.Error(), "Options.Capacity is -1") {
		t.Errorf("Open with a negative capacity: %v, want an error that says so", err)
	}
}

func TestCrawlGone(t *testing.T) {
	t.Parallel()
	s := miniredis.RunT(t)
	f := open(t, "redis://"+s.Addr(), newName(), frontier.Options{})
	s.FlushAll()
	if _, err := f.Pop(t.Context()); err == nil || err == io.EOF {
		t.Errorf("Pop of a crawl that is gone = %v", err)
	}
}

// A blocked Pop is woken by what another frontier does, long before it would
// look again by itself.
func TestWake(t *testing.T) {
	t.Parallel()
	onServers(t, func(t *testing.T, url string) {
		for _, c := range []struct {
			name string
			act  func(f *Frontier, l frontier.Lease)
		}{
			{"push", func(f *Frontier, l frontier.Lease) {
				testcall.Push(t, f, frontier.Entry{URL: "http://b.test/"})
				time.Sleep(30 * time.Millisecond)
				testcall.Done(t, f, l, frontier.Outcome{})
			}},
			{"link", func(f *Frontier, l frontier.Lease) {
				testcall.Done(t, f, l, frontier.Outcome{Links: []frontier.Entry{{URL: "http://b.test/"}}})
			}},
			{"returned", func(f *Frontier, l frontier.Lease) {
				testcall.Done(t, f, l, frontier.Outcome{Result: frontier.Returned})
			}},
			{"revisit", func(f *Frontier, l frontier.Lease) {
				testcall.Done(t, f, l, frontier.Outcome{Result: frontier.Revisit})
			}},
			{"retry", func(f *Frontier, l frontier.Lease) {
				testcall.Done(t, f, l, frontier.Outcome{Result: frontier.Retry, RetryAt: time.Now().Add(20 * time.Millisecond)})
			}},
			{"host", func(f *Frontier, l frontier.Lease) {
				testcall.Done(t, f, l, frontier.Outcome{Result: frontier.Returned, HostWait: 20 * time.Millisecond})
			}},
			{"end", func(f *Frontier, l frontier.Lease) { testcall.Done(t, f, l, frontier.Outcome{}) }},
		} {
			t.Run(c.name, func(t *testing.T) {
				name := newName()
				f, g := open(t, url, name, frontier.Options{}), open(t, url, name, frontier.Options{})
				testcall.Push(t, f, frontier.Entry{URL: "http://a.test/"})
				l := testcall.Pop(t, f)
				ends := make(chan error)
				for range 3 { // one is given the URL, and all the end
					go func() {
						l, err := g.Pop(context.Background())
						if err == nil {
							err = g.Done(context.Background(), l, frontier.Outcome{})
							if err == nil {
								_, err = g.Pop(context.Background())
							}
						}
						ends <- err
					}()
				}
				time.Sleep(30 * time.Millisecond)
				c.act(f, l)
				late := time.After(10 * time.Second)
				for range 3 {
					select {
					case err := <-ends:
						if err != io.EOF {
							t.Errorf("Pop = %v, want io.EOF", err)
						}
					case <-late:
						t.Fatal("a blocked Pop was not woken")
					}
				}
			})
		}
	})
}

// The clock that counts is the server's.
func TestClock(t *testing.T) {
	t.Parallel()
	for _, off := range []time.Duration{-1000 * time.Hour, 1000 * time.Hour} {
		s := miniredis.RunT(t)
		clock := time.Now().Add(off)
		s.SetTime(clock)
		f := open(t, "redis://"+s.Addr(), newName(), frontier.Options{LeaseTime: time.Minute, History: true})
		testcall.Push(t, f, frontier.Entry{URL: "http://a.test/1", Value: 2}, frontier.Entry{URL: "http://a.test/2", Value: 1})
		l := testcall.Pop(t, f)
		if left := time.Until(l.Expires); left < 30*time.Second || left > time.Minute {
			t.Errorf("server's clock %v off: the lease expires in %v", off, left)
		}
		testcall.Done(t, f, l, frontier.Outcome{Result: frontier.Retry, RetryAt: time.Now().Add(time.Hour), HostWait: time.Minute})
		blocked := func(when string) {
			t.Helper()
			if leases, _, err := f.take(t.Context(), 1, false); len(leases) > 0 || err != nil {
				t.Errorf("server's clock %v off: Pop %s = %v, %v, want it to block", off, when, leases, err)
			}
		}
		blocked("while the host waits")
		s.SetTime(clock.Add(61 * time.Second))
		if l = testcall.Pop(t, f); l.URL != "http://a.test/2" {
			t.Errorf("server's clock %v off: Pop = %s", off, l.URL)
		}
		blocked("while the host is busy")
		s.SetTime(clock.Add(3 * time.Minute))
		if again := testcall.Pop(t, f); again.URL != l.URL || again.Attempt != 2 {
			t.Errorf("server's clock %v off: Pop after the lease = %s, attempt %d", off, again.URL, again.Attempt)
		}
		if err := f.Done(t.Context(), l, frontier.Outcome{}); err != frontier.ErrStaleLease {
			t.Errorf("Done of a lease that was given to another = %v", err)
		}
		events, err := f.Explain(t.Context(), l.URL)
		if err != nil || len(events) == 0 || events[0].Time.Sub(clock).Abs() > time.Second {
			t.Errorf("server's clock %v off: events %v, %v", off, events, err)
		}
	}
}

// Values come back as they went, to the last bit.
func TestValues(t *testing.T) {
	t.Parallel()
	onServers(t, func(t *testing.T, url string) {
		f := open(t, url, newName(), frontier.Options{PerHost: 100})
		values := []float64{
			math.MaxFloat64, 1e22, 1e17 + 16, math.Nextafter(1, 2), 1, math.Nextafter(1, 0), 1.0 / 3, 0.1, 1e-05, 5e-324,
			0, -5e-324, -0.1, -1.0 / 3, -math.MaxFloat64,
		}
		for i := range values { // the lowest first
			v := values[len(values)-1-i]
			testcall.Push(t, f, frontier.Entry{URL: fmt.Sprintf("http://a.test/%d", i), Value: v})
		}
		for _, v := range values {
			if l := testcall.Pop(t, f); l.Value != v {
				t.Errorf("value %v, want %v", l.Value, v)
			}
		}
	})
}

// Two frontiers, many goroutines, one crawl: each page once, no two of a host at
// a time.
func TestShared(t *testing.T) {
	t.Parallel()
	onServers(t, func(t *testing.T, url string) {
		const pages, hosts = 600, 20
		name := newName()
		fs := []*Frontier{open(t, url, name, frontier.Options{}), open(t, url, name, frontier.Options{})}
		testcall.Push(t, fs[0], frontier.Entry{URL: "http://h0.test/0"})
		var busy [hosts]atomic.Int32
		var fetched [pages]atomic.Int32
		var wg sync.WaitGroup
		for i := range 24 {
			f := fs[i%2]
			wg.Go(func() {
				for {
					l, err := f.Pop(context.Background())
					if err == io.EOF {
						return
					}
					if err != nil {
						t.Error(err)
						return
					}
					var host, page int
					fmt.Sscanf(l.URL, "http://h%d.test/%d", &host, &page)
					if n := busy[host].Add(1); n > 1 {
						t.Errorf("%d workers visit %s", n, l.Host)
					}
					fetched[page].Add(1)
					o := frontier.Outcome{HostWait: time.Millisecond}
					for next := 2*page + 1; next <= 2*page+2 && next < pages; next++ {
						o.Links = append(o.Links, frontier.Entry{URL: fmt.Sprintf("http://h%d.test/%d", next%hosts, next)})
					}
					busy[host].Add(-1)
					if err := f.Done(context.Background(), l, o); err != nil {
						t.Error(err)
						return
					}
				}
			})
		}
		wg.Wait()
		for i := range fetched {
			if n := fetched[i].Load(); n != 1 {
				t.Errorf("page %d was fetched %d times", i, n)
			}
		}
	})
}

func TestClose(t *testing.T) {
	t.Parallel()
	onServers(t, func(t *testing.T, url string) {
		f := open(t, url, newName(), frontier.Options{})
		testcall.Push(t, f, frontier.Entry{URL: "http://a.test/"})
		testcall.Pop(t, f)
		popped := make(chan error)
		go func() {
			_, err := f.Pop(context.Background())
			popped <- err
		}()
		time.Sleep(20 * time.Millisecond)
		for range 2 {
			if err := f.Close(); err != nil {
				t.Errorf("Close: %v", err)
			}
		}
		if err := <-popped; err == nil || err == io.EOF {
			t.Errorf("Pop of a closed frontier = %v", err)
		}
		if _, err := f.Pop(context.Background()); err == nil || err == io.EOF {
			t.Errorf("Pop of a closed frontier = %v", err)
		}
	})
}
