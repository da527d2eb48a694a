package redis

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/internal/testcall"
	"github.com/lokman-crawler/lokman/internal/transition"
)

// A script keeps the server from all other work, so it runs a bounded number of
// commands, however many things a call is about or fall due at one moment: at
// most 1000 things, and some 20 commands for each.
func TestBoundedScripts(t *testing.T) {
	if testing.Short() {
		t.Skip("commands of the server are counted without -short")
	}
	t.Parallel()
	const things, mostCommands = 5000, 20_000
	s := startServer(t, "--appendonly", "no")
	entries := func(from, n, hosts int) (entries []frontier.Entry) {
		for i := from; i < from+n; i++ {
			entries = append(entries, frontier.Entry{URL: fmt.Sprintf("http://h%d.test/%d", i%hosts, i), Value: float64(i)})
		}
		return entries
	}
	blocked := func(t *testing.T, f *Frontier, until time.Time) {
		var wg sync.WaitGroup
		for w := range 8 {
			wg.Go(func() {
				for i := w; i < things; i += 8 {
					if err := f.Block(t.Context(), fmt.Sprintf("h%d.test", i), until); err != nil {
						t.Error(err)
						return
					}
				}
			})
		}
		wg.Wait()
	}
	for _, c := range []struct {
		name string
		o    frontier.Options
		run  func(t *testing.T, f *Frontier, measure func(call func()))
	}{
		{"push", frontier.Options{}, func(t *testing.T, f *Frontier, measure func(func())) {
			measure(func() { testcall.Push(t, f, entries(0, 2*things, 100)...) })
		}},
		{"push over the capacity", frontier.Options{Capacity: things, History: true}, func(t *testing.T, f *Frontier, measure func(func())) {
			testcall.Push(t, f, entries(0, things, 100)...)
			measure(func() { testcall.Push(t, f, entries(things, things, 100)...) })
		}},
		{"a lower capacity", frontier.Options{Capacity: things}, func(t *testing.T, f *Frontier, measure func(func())) {
			testcall.Push(t, f, entries(0, things, 100)...)
			g := open(t, s.url(), f.name, frontier.Options{Capacity: 10})
			measure(func() { testcall.Push(t, g, entries(things, 1, 100)...) })
			if stats, err := g.Stats(t.Context()); err != nil || stats.Queued != 10 {
				t.Errorf("%+v, %v; want 10 queued", stats, err)
			}
		}},
		{"links", frontier.Options{}, func(t *testing.T, f *Frontier, measure func(func())) {
			testcall.Push(t, f, frontier.Entry{URL: "http://a.test/"})
			l := testcall.Pop(t, f)
			measure(func() { testcall.Done(t, f, l, frontier.Outcome{Links: entries(0, 2*things, 100)}) })
			if stats, err := f.Stats(t.Context()); err != nil || stats.Queued != 2*things || stats.Done != 1 {
				t.Errorf("%+v, %v; want %d queued and one done", stats, err, 2*things)
			}
		}},
		{"hosts fall due", frontier.Options{}, func(t *testing.T, f *Frontier, measure func(func())) {
			testcall.Push(t, f, entries(0, things, things)...)
			until := time.Now().Add(3 * time.Second)
			blocked(t, f, until)
			time.Sleep(time.Until(until) + 10*time.Millisecond)
			measure(func() { testcall.Pop(t, f) })
			for range 2 * things / 1000 { // the others follow with the next calls
				testcall.Pop(t, f)
			}
			if l := testcall.Pop(t, f); l.Value < things-100 {
				t.Errorf("Pop after all have fallen due has the value %v", l.Value)
			}
		}},
		{"leases run out", frontier.Options{PerHost: things, LeaseTime: time.Second}, func(t *testing.T, f *Frontier, measure func(func())) {
			testcall.Push(t, f, entries(0, things, 10)...)
			for range things / 500 {
				if _, err := f.PopN(t.Context(), 500); err != nil {
					t.Fatal(err)
				}
			}
			time.Sleep(1100 * time.Millisecond)
			measure(func() { testcall.Pop(t, f) })
		}},
		{"pop", frontier.Options{PerHost: things}, func(t *testing.T, f *Frontier, measure func(func())) {
			testcall.Push(t, f, entries(0, things, 10)...)
			measure(func() {
				if ls, err := f.PopN(t.Context(), things); err != nil || len(ls) != 1000 {
					t.Errorf("PopN: %d leases, %v; want 1000", len(ls), err)
				}
			})
		}},
		{"batch", frontier.Options{Order: frontier.BestNFirst, BatchSize: things}, func(t *testing.T, f *Frontier, measure func(func())) {
			testcall.Push(t, f, entries(0, things, 100)...)
			measure(func() { testcall.Pop(t, f) })
			for range 3 { // the batch is whole after some more
				testcall.Pop(t, f)
			}
			if n, err := f.server.Client.ZCard(t.Context(), f.key("batch")).Result(); err != nil || n != 4000-4 {
				t.Errorf("the batch has %d URLs, %v", n, err)
			}
		}},
		{"peek", frontier.Options{}, func(t *testing.T, f *Frontier, measure func(func())) {
			testcall.Push(t, f, entries(0, things, things)...)
			blocked(t, f, time.Now().Add(time.Hour))
			measure(func() {
				next, err := f.Peek(t.Context(), 2*transition.MaxRank)
				if err != nil || len(next) != transition.MaxRank || next[0].Value != things-1 || next[999].Value != things-1000 {
					t.Errorf("Peek: %d entries, %v; want the 1000 best", len(next), err)
				}
			})
		}},
		{"rescore", frontier.Options{Capacity: 1000, History: true}, func(t *testing.T, f *Frontier, measure func(func())) {
			testcall.Push(t, f, entries(0, 2500, 100)...)
			measure(func() {
				if err := f.Rescore(t.Context(), func(e frontier.Entry) float64 { return -e.Value }); err != nil {
					t.Error(err)
				}
			})
		}},
		{"requeue", frontier.Options{PerHost: things, Capacity: 1000, History: true}, func(t *testing.T, f *Frontier, measure func(func())) {
			for i := range 3 {
				testcall.Push(t, f, entries(1000*i, 1000, 100)...)
				leases, err := f.PopN(t.Context(), 1000)
				if err != nil {
					t.Fatal(err)
				}
				for _, l := range leases {
					testcall.Done(t, f, l, frontier.Outcome{Result: frontier.Dead})
				}
			}
			measure(func() {
				if n, err := f.Requeue(t.Context(), every); n != 3000 || err != nil {
					t.Errorf("Requeue = %d, %v; want 3000", n, err)
				}
			})
			want := frontier.Stats{Queued: 1000, Evicted: 2000, Hosts: 100}
			if stats, err := f.Stats(t.Context()); err != nil || stats != want {
				t.Errorf("%+v, %v; want %+v", stats, err, want)
			}
		}},
		{"a lost index", frontier.Options{History: true}, func(t *testing.T, f *Frontier, measure func(func())) {
			testcall.Push(t, f, entries(0, things, things)...)
			f.server.Client.Del(t.Context(), f.key("ready"), f.key("all"))
			measure(func() {
				if l := testcall.Pop(t, f); l.Value != things-1 {
					t.Errorf("Pop = %v, want the best", l)
				}
			})
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := open(t, s.url(), newName(), c.o)
			c.run(t, f, func(call func()) {
				scripts, commands := commandsRun(t, f.server.Client)
				call()
				scriptsAfter, commandsAfter := commandsRun(t, f.server.Client)
				scripts, commands = scriptsAfter-scripts, commandsAfter-commands
				t.Logf("%d commands in %d scripts", commands, scripts)
				if commands > scripts*mostCommands {
					t.Errorf("%d commands in %d scripts, want at most %d in each", commands, scripts, mostCommands)
				}
			})
			f.check(c.o, t.Errorf)
		})
	}
}

// commandsRun counts the scripts and the commands that a server has run.
func commandsRun(t testing.TB, client goredis.UniversalClient) (scripts, commands int) {
	t.Helper()
	text, err := client.Info(t.Context(), "commandstats").Result()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(text) {
		name, rest, _ := strings.Cut(line, ":calls=")
		var n int
		fmt.Sscan(strings.SplitN(rest, ",", 2)[0], &n)
		if strings.HasPrefix(name, "cmdstat_eval") {
			scripts += n
		} else {
			commands += n
		}
	}
	return scripts, commands
}

// A page of more links than one call takes loses none of them, in their order, and
// has them in the frontier before it is done. Without its lease it has no effect.
func TestManyLinks(t *testing.T) {
	if testing.Short() {
		t.Skip("150,000 links")
	}
	t.Parallel()
	f := open(t, startServer(t, "--appendonly", "no").url(), newName(), frontier.Options{Order: frontier.FIFO})
	testcall.Push(t, f, frontier.Entry{URL: "http://a.test/"}, frontier.Entry{URL: "http://b.test/"})
	l := testcall.Pop(t, f)
	links := make([]frontier.Entry, mostLinks+10)
	for i := range links {
		links[i].URL = fmt.Sprintf("http://h.test/%d", i)
	}
	stale := l
	stale.Token++
	if err := f.Done(t.Context(), stale, frontier.Outcome{Links: links}); !errors.Is(err, frontier.ErrStaleLease) {
		t.Errorf("Done of a lease that does not hold = %v", err)
	}
	if got, want := testcall.Stats(t, f), (frontier.Stats{Queued: 1, Leased: 1, Hosts: 2}); got != want {
		t.Errorf("without the lease %+v, want %+v", got, want)
	}
	testcall.Done(t, f, l, frontier.Outcome{Links: links})
	if got, want := testcall.Stats(t, f), (frontier.Stats{Queued: 1 + len(links), Done: 1, Hosts: 3}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	testcall.Done(t, f, testcall.Pop(t, f), frontier.Outcome{})
	for i := range 20 {
		l := testcall.Pop(t, f)
		if want := fmt.Sprintf("http://h.test/%d", i); l.URL != want {
			t.Fatalf("popped %s, want %s", l.URL, want)
		}
		testcall.Done(t, f, l, frontier.Outcome{})
	}
}
