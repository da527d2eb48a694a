package redis

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/lokman-crawler/lokman/frontier"
)

type full interface {
	frontier.Frontier
	frontier.Abilities
}

// The frontier on a server and the one in memory are given the same operations
// and have to give the same answers.
func TestAsMemory(t *testing.T) {
	t.Parallel()
	onServers(t, func(t *testing.T, url string) {
		end := time.Now().Add(budget(5 * time.Second))
		rapid.Check(t, func(t *rapid.T) {
			if time.Now().After(end) {
				return
			}
			o := frontier.Options{
				Reevaluation: rapid.SampledFrom([]frontier.Reevaluation{
					frontier.GetGreater, frontier.IncrementValues, frontier.NoisyOr, frontier.DistinctHosts, frontier.ReplaceValues,
				}).Draw(t, "reevaluation"),
				Order: rapid.SampledFrom([]frontier.Order{
					frontier.BestFirst, frontier.FIFO, frontier.LIFO, frontier.BestNFirst,
				}).Draw(t, "order"),
				BatchSize: rapid.IntRange(1, 4).Draw(t, "batch"),
				Capacity:  rapid.SampledFrom([]int{0, 0, 3, 8}).Draw(t, "capacity"),
				Bytes:     rapid.SampledFrom([]int64{0, 0, 200}).Draw(t, "bytes"),
				PerHost:   rapid.IntRange(0, 3).Draw(t, "perhost"),
				History:   rapid.Bool().Draw(t, "history"),
				Refresh:   rapid.SampledFrom([]float64{0, 0.3, 1}).Draw(t, "refresh"),
			}
			f, err := Open(context.Background(), url, newName(), Options{Options: o})
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			compare(t, f, frontier.New(o))
			f.check(o, t.Errorf)
		})
	})
}

func budget(d time.Duration) time.Duration {
	if testing.Short() {
		return d / 5
	}
	return d
}

var (
	pageGen = rapid.Custom(func(t *rapid.T) string {
		return fmt.Sprintf("http://%s.test/%d", rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "host"), rapid.IntRange(1, 8).Draw(t, "page"))
	})
	valueGen = rapid.OneOf(rapid.SampledFrom([]float64{-1, 0, 0.1, 0.2, 0.5, 0.7, 1, 1.7e308, 1.0 / 3}), rapid.Float64Range(0, 1))
	entryGen = rapid.Custom(func(t *rapid.T) frontier.Entry {
		return frontier.Entry{
			URL:    pageGen.Draw(t, "url"),
			Value:  valueGen.Draw(t, "value"),
			Source: fmt.Sprintf("http://s%d.test/%d", rapid.IntRange(0, 40).Draw(t, "source"), rapid.IntRange(0, 1).Draw(t, "page")),
			Depth:  rapid.IntRange(0, 9).Draw(t, "depth"),
			Note:   rapid.SampledFrom([]string{"", "a note", "\x00é {}"}).Draw(t, "note"),
			Reason: reason(rapid.SampledFrom([]string{"", "links", "a b"}).Draw(t, "why")),
			Stale:  rapid.IntRange(0, 5).Draw(t, "stale") == 0,
		}
	})
)

type reason string

func (r reason) String() string { return string(r) }

func compare(t *rapid.T, f *Frontier, m full) {
	ctx := context.Background()
	held := map[string][2]frontier.Lease{}
	lease := func(t *rapid.T) [2]frontier.Lease {
		if len(held) == 0 {
			t.Skip("no lease is held")
		}
		var urls []string
		for url := range held {
			urls = append(urls, url)
		}
		return held[rapid.SampledFrom(sorted(urls)).Draw(t, "lease")]
	}
	check := func(what string, errF, errM error) {
		t.Helper()
		if errF != errM {
			t.Fatalf("%s: %v, in memory %v", what, errF, errM)
		}
	}
	t.Repeat(map[string]func(*rapid.T){
		"push": func(t *rapid.T) {
			entries := rapid.SliceOfN(entryGen, 1, 12).Draw(t, "entries")
			check("Push", f.Push(ctx, entries...), m.Push(ctx, entries...))
		},
		"pop": func(t *rapid.T) {
			n := rapid.IntRange(1, 4).Draw(t, "n")
			inMemory, errM := m.PopN(&impatient{Context: ctx}, n)
			if errM == context.Canceled { // it blocks: is that so on the server?
				leases, _, err := f.take(ctx, n, false)
				if err != nil || len(leases) > 0 {
					t.Fatalf("PopN on the server = %v, %v; in memory it blocks", leases, err)
				}
				return
			}
			patient, cancel := context.WithTimeout(ctx, time.Minute)
			defer cancel()
			onServer, errF := f.PopN(patient, n)
			check("PopN", errF, errM)
			if diff := cmp.Diff(inMemory, onServer, cmpopts.IgnoreFields(frontier.Lease{}, "Expires", "Token")); diff != "" {
				t.Fatalf("PopN: -in memory +on the server\n%s", diff)
			}
			for i := range inMemory {
				held[inMemory[i].URL] = [2]frontier.Lease{onServer[i], inMemory[i]}
			}
		},
		"done": func(t *rapid.T) {
			l := lease(t)
			o := frontier.Outcome{
				Result: rapid.SampledFrom([]frontier.Result{
					frontier.Fetched, frontier.Retry, frontier.Revisit, frontier.Dead, frontier.Returned,
				}).Draw(t, "result"),
				Reason: rapid.SampledFrom([]string{"", "it broke"}).Draw(t, "reason"),
				Links:  rapid.SliceOfN(entryGen, 0, 5).Draw(t, "links"),
			}
			if rapid.IntRange(0, 4).Draw(t, "later") == 0 {
				o.RetryAt = time.Now().Add(time.Hour)
			}
			if o.Result == frontier.Fetched && rapid.Bool().Draw(t, "again") {
				o.Again, o.Value = time.Now().Add(rapid.SampledFrom([]time.Duration{-time.Hour, time.Hour}).Draw(t, "due")), valueGen.Draw(t, "worth")
			}
			check("Done", f.Done(ctx, l[0], o), m.Done(ctx, l[1], o))
			delete(held, l[0].URL)
			check("Done again", f.Done(ctx, l[0], o), m.Done(ctx, l[1], o))
		},
		"rescore": func(t *rapid.T) {
			factor := rapid.SampledFrom([]float64{-1, 0.5, 3}).Draw(t, "factor")
			value := func(e frontier.Entry) float64 {
				return factor*min(e.Value, 1) + float64(e.Depth) + float64(strings.Count(e.Host, "b"))
			}
			check("Rescore", f.Rescore(ctx, value), m.Rescore(ctx, value))
		},
		"requeue": func(t *rapid.T) {
			every := rapid.IntRange(1, 2).Draw(t, "every")
			which := func(f frontier.Failure) bool { return (len(f.Reason)+f.Attempts)%every == 0 }
			nF, errF := f.Requeue(ctx, which)
			nM, errM := m.Requeue(ctx, which)
			check("Requeue", errF, errM)
			if nF != nM {
				t.Fatalf("Requeue = %d, in memory %d", nF, nM)
			}
		},
		"block": func(t *rapid.T) {
			host := rapid.SampledFrom([]string{"a.test", "d.test"}).Draw(t, "host")
			if rapid.IntRange(0, 9).Draw(t, "rarely") != 0 {
				t.Skip("a host is blocked for good")
			}
			until := time.Now().Add(time.Hour)
			check("Block", f.Block(ctx, host, until), m.Block(ctx, host, until))
		},
		"": func(t *rapid.T) {
			sF, errF := f.Stats(ctx)
			sM, errM := m.Stats(ctx)
			check("Stats", errF, errM)
			if sF != sM {
				t.Fatalf("Stats: %+v, in memory %+v", sF, sM)
			}
			url := pageGen.Draw(t, "explain")
			eF, errF := f.Explain(ctx, url)
			eM, errM := m.Explain(ctx, url)
			check("Explain", errF, errM)
			if diff := cmp.Diff(eM, eF, cmpopts.IgnoreFields(frontier.Event{}, "Time")); diff != "" {
				t.Fatalf("Explain(%s): -in memory +on the server\n%s", url, diff)
			}
			if diff := cmp.Diff(failures(t, m), failures(t, f)); diff != "" {
				t.Fatalf("Failures: -in memory +on the server\n%s", diff)
			}
		},
	})
}

// impatient is a context that ends when a call waits for its end: a call that
// would block returns context.Canceled at once.
type impatient struct {
	context.Context
	waited bool
}

func (c *impatient) Done() <-chan struct{} {
	c.waited = true
	over := make(chan struct{})
	close(over)
	return over
}

func (c *impatient) Err() error {
	if c.waited {
		return context.Canceled
	}
	return c.Context.Err()
}

func failures(t *rapid.T, f full) (all []frontier.Failure) {
	for failure, err := range f.Failures(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, failure)
	}
	return all
}

func sorted(s []string) []string { slices.Sort(s); return s }
