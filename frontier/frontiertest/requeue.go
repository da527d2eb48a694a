package frontiertest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/transition"
)

var requeueCases = []testcase{
	{"Which", "the dead URLs for which which returns true are queued and leave the list of failures, the others stay", requeuesSome},
	{"Failures", "which is called with the failures in their order", requeuesInOrder},
	{"Kept", "a requeued URL keeps its entry and its value, and its attempts begin again", requeuedKeeps},
	{"Revisit", "a requeued URL may be revisited again", requeuedRevisit},
	{"Order", "a requeued URL has its old place among those of the same value", requeuedOrder},
	{"Merge", "a push of a requeued URL merges with what sources gave it before it died", requeuedMerge},
	{"DiesAgain", "a requeued URL that dies again is listed last, with the attempts since", requeuedDiesAgain},
	{"Wakes", "a blocked Pop returns a URL that is requeued", requeueWakes},
	{"AfterEnd", "a crawl that has ended goes on with what is requeued", requeueAfterEnd},
	{"HostWait", "a requeued URL waits for its host", requeuedHostWait},
	{"Capacity", "a requeued URL counts towards the capacity and may be evicted", requeuedCapacity},
	{"Bytes", "a requeued URL counts towards the bytes", requeuedBytes},
	{"Many", "many URLs are requeued, and many stay", requeuesMany},
	{"AtOnce", "several calls at once requeue each URL once", requeueAtOnce},
	{"Cancelled", "with a context that has ended nothing is requeued", requeueCancelled},
	{"Explain", "Explain says that a URL was requeued", historyOfRequeue},
}

func all(frontier.Failure) bool { return true }

// requeue requeues and checks how many URLs that were.
func (p probe) requeue(t *testing.T, want int, which func(frontier.Failure) bool) {
	t.Helper()
	ctx, cancel := p.patient()
	defer cancel()
	got, err := ability[requeuer](t, p).Requeue(ctx, which)
	if err != nil {
		t.Fatalf("Requeue: %v", err)
	}
	if got != want {
		t.Errorf("Requeue returned %d, want %d", got, want)
	}
}

// kill pops a page, which must be the next one, and gives it up.
func (p probe) kill(page, reason string) {
	p.Helper()
	p.done(p.want(page), frontier.Outcome{Result: frontier.Dead, Reason: reason})
}

// failureOf is what Failures lists a page with that died at its first attempt.
func failureOf(page, reason string) frontier.Failure {
	return frontier.Failure{URL: urlOf(page), Reason: reason, Attempts: 1}
}

func requeuesSome(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{}, page("a/1", 4), page("b/2", 3), page("c/3", 2), page("d/done", 1))
	ability[requeuer](t, p)
	p.requeue(t, 0, all)
	p.kill("a/1", "timeout")
	p.kill("b/2", "410 Gone")
	p.kill("c/3", "timeout")
	p.finish(p.want("d/done"), frontier.Fetched)
	p.count(frontier.Stats{Done: 1, Dead: 3, Hosts: 4})
	p.requeue(t, 2, func(f frontier.Failure) bool { return f.Reason == "timeout" })
	p.count(frontier.Stats{Queued: 2, Done: 1, Dead: 1, Hosts: 4})
	p.failed(failureOf("b/2", "410 Gone"))
	p.requeue(t, 0, func(f frontier.Failure) bool { return f.Reason == "timeout" })
	p.order("a/1 c/3")
	p.requeue(t, 1, all)
	p.failed()
	p.order("b/2")
	p.count(frontier.Stats{Done: 4, Hosts: 4})
}

func requeuesInOrder(t *testing.T, open opener) {
	first, second, third := page("c/1", 3), page("a/2", 2), page("b/3", 1)
	second.Source = "http://s.test/"
	p := start(t, open, frontier.Options{}, first, second, third)
	ability[requeuer](t, p)
	p.kill("c/1", "one")
	p.finish(p.want("a/2"), frontier.Retry)
	p.kill("a/2", "two")
	p.kill("b/3", "")
	want := []frontier.Failure{failureOf("c/1", "one"), failureOf("a/2", "two"), failureOf("b/3", "")}
	want[1].Source, want[1].Attempts = second.Source, 2
	var got []frontier.Failure
	p.requeue(t, 1, func(f frontier.Failure) bool {
		got = append(got, f)
		return f.URL == second.URL
	})
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("which was called with (-want +got):\n%s", diff)
	}
	p.failed(want[0], want[2])
}

func requeuedKeeps(t *testing.T, open opener) {
	e := frontier.Entry{
		URL: "http://a.test/x", Host: "group", Value: 0.1, Source: "http://s.test/",
		Depth: 3, Hops: 2, Note: "{\"ç\": \"\n\x00\"}",
	}
	p := start(t, open, frontier.Options{}, e)
	ability[requeuer](t, p)
	p.finish(p.pop(), frontier.Retry)
	p.finish(p.pop(), frontier.Dead)
	p.requeue(t, 1, all)
	l := p.pop()
	if l.Entry != e || l.Attempt != 1 || l.Revisited {
		t.Errorf("leased %+v\nwant attempt 1 of %+v", l, e)
	}
	p.finish(l, frontier.Retry)
	if l = p.pop(); l.Attempt != 2 {
		t.Errorf("after a retry it is attempt %d, want 2", l.Attempt)
	}
	p.finish(l, frontier.Fetched)
	p.end()
}

func requeuedRevisit(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{}, page("a/1", 1))
	ability[requeuer](t, p)
	for range 2 {
		p.finish(p.pop(), frontier.Revisit)
		l := p.pop()
		if !l.Revisited {
			t.Errorf("leased %+v, want its revisit", l)
		}
		p.finish(l, frontier.Revisit)
		p.count(frontier.Stats{Dead: 1, Hosts: 1})
		p.requeue(t, 1, all)
	}
	if l := p.pop(); l.Revisited {
		t.Errorf("leased %+v, want it not revisited yet", l)
	}
}

func requeuedOrder(t *testing.T, open opener) {
	for _, c := range []struct {
		order frontier.Order
		dies  string
		want  string
	}{
		{frontier.BestFirst, "a/1", "d/4 a/1 b/2 c/3"},
		{frontier.FIFO, "a/1", "a/1 b/2 c/3 d/4"},
		{frontier.LIFO, "c/3", "d/4 c/3 b/2 a/1"},
		{frontier.BestNFirst, "a/1", "b/2 c/3 d/4 a/1"}, // those of its batch go before others
	} {
		t.Run(c.order.String(), func(t *testing.T) {
			p := start(t, open, frontier.Options{Order: c.order}, pages(1, "a/1", "b/2", "c/3")...)
			ability[requeuer](t, p)
			p.kill(c.dies, "")
			p.push(page("d/4", 2))
			p.requeue(t, 1, all)
			p.order(c.want)
		})
	}
}

func requeuedMerge(t *testing.T, open opener) {
	for _, c := range []struct {
		merge       frontier.Reevaluation
		first, then float64
	}{
		{frontier.GetGreater, .5, .75},
		{frontier.IncrementValues, 1, 1.75},
		{frontier.NoisyOr, .75, .875},
		{frontier.DistinctHosts, 1, 1.25},
	} {
		t.Run(c.merge.String(), func(t *testing.T) {
			entries := found(frontier.Contribution{Source: "http://s.test/", Value: .5}, frontier.Contribution{Source: "http://u.test/", Value: .5})
			p := start(t, open, frontier.Options{Reevaluation: c.merge}, entries...)
			ability[requeuer](t, p)
			l := p.pop()
			p.finish(l, frontier.Dead)
			p.requeue(t, 1, all)
			if l = p.pop(); l.Value != c.first {
				t.Errorf("the value is %v, want %v", l.Value, c.first)
			}
			p.finish(l, frontier.Returned)
			again := entries[0]
			again.Value = .75
			p.push(again)
			if l = p.pop(); l.Value != c.then {
				t.Errorf("found again the value is %v, want %v", l.Value, c.then)
			}
		})
	}
}

func requeuedDiesAgain(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{}, page("a/1", 2), page("b/2", 1))
	ability[requeuer](t, p)
	p.finish(p.want("a/1"), frontier.Retry)
	p.kill("a/1", "first")
	p.kill("b/2", "only")
	p.requeue(t, 1, func(f frontier.Failure) bool { return f.URL == urlOf("a/1") })
	p.kill("a/1", "again")
	p.failed(failureOf("b/2", "only"), failureOf("a/1", "again"))
	p.end()
}

func requeueWakes(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{}, page("a/1", 2), page("b/2", 1))
	ability[requeuer](t, p)
	p.kill("a/1", "")
	p.want("b/2")
	ch := p.later()
	p.blocked(ch)
	p.requeue(t, 1, all)
	if r := <-ch; r.err != nil || name(r.URL) != "a/1" {
		t.Errorf("the blocked Pop returned %s, %v; want a/1", name(r.URL), r.err)
	}
}

func requeueAfterEnd(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{}, page("a/1", 2))
	ability[requeuer](t, p)
	p.kill("a/1", "")
	p.end()
	p.requeue(t, 1, all)
	p.done(p.want("a/1"), frontier.Outcome{Links: pages(1, "b/2")})
	p.order("b/2")
}

func requeuedHostWait(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{}, page("a/1", 2), page("a/2", 1))
	ability[requeuer](t, p)
	p.kill("a/1", "")
	l := p.want("a/2")
	p.requeue(t, 1, all)
	p.nothing() // the host has a lease
	next := time.Now().Add(wait)
	p.done(l, frontier.Outcome{HostWait: wait})
	p.want("a/1")
	p.notBefore(next, "the host's next lease")
}

func requeuedCapacity(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{Capacity: 2}, page("a/5", 5), page("b/1", 1))
	ability[requeuer](t, p)
	p.kill("a/5", "")
	p.kill("b/1", "")
	p.push(page("c/2", 2), page("d/3", 3))
	p.requeue(t, 2, all) // evicts c/2 and then b/1 itself
	p.count(frontier.Stats{Queued: 2, Evicted: 2, Hosts: 4})
	p.failed()
	p.push(page("b/1", 4))
	p.order("a/5 b/1")
}

func requeuedBytes(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{Bytes: 250}, weighing(100, "a/9", 9), weighing(100, "b/2", 2))
	ability[requeuer](t, p)
	p.kill("a/9", "")
	p.push(weighing(100, "c/1", 1))
	p.requeue(t, 1, all)
	p.count(frontier.Stats{Queued: 2, Evicted: 1, Hosts: 3})
	p.order("a/9 b/2")
}

func requeuesMany(t *testing.T, open opener) {
	const n = 1100 // more than a backend may requeue in one step
	p := start(t, open, frontier.Options{PerHost: n, Order: frontier.FIFO})
	ability[requeuer](t, p)
	var entries []frontier.Entry
	for i := range n {
		entries = append(entries, page(fmt.Sprintf("h%d/%d", i%7, i), 1))
	}
	p.push(entries...)
	for range n {
		p.finish(p.pop(), frontier.Dead)
	}
	calls := 0
	p.requeue(t, n/2, func(frontier.Failure) bool {
		calls++
		return calls%2 == 0
	})
	if calls != n {
		t.Errorf("which was called %d times for %d failures", calls, n)
	}
	p.count(frontier.Stats{Queued: n / 2, Dead: n / 2, Hosts: 7})
	var kept []frontier.Failure
	for i := 0; i < n; i += 2 {
		kept = append(kept, frontier.Failure{URL: entries[i].URL, Attempts: 1})
	}
	p.failed(kept...)
	for i, l := range p.drain() {
		if want := entries[2*i+1].URL; l.URL != want {
			t.Fatalf("Pop returned %s, want %s", l.URL, want)
		}
	}
	p.requeue(t, n/2, all)
	p.count(frontier.Stats{Queued: n / 2, Done: n / 2, Hosts: 7})
	p.failed()
}

func requeueAtOnce(t *testing.T, open opener) {
	const n = 60
	p := start(t, open, frontier.Options{PerHost: n})
	requeuer := ability[requeuer](t, p)
	for i := range n {
		p.push(page(fmt.Sprintf("h%d/%d", i%7, i), 1))
		p.finish(p.pop(), frontier.Dead)
	}
	var total atomic.Int64
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			ctx, cancel := p.patient()
			defer cancel()
			got, err := requeuer.Requeue(ctx, all)
			if err != nil {
				t.Errorf("Requeue: %v", err)
			}
			total.Add(int64(got))
		})
	}
	wg.Wait()
	if total.Load() != n {
		t.Errorf("%d calls requeued %d URLs of %d", 4, total.Load(), n)
	}
	p.count(frontier.Stats{Queued: n, Hosts: 7})
	if got := len(p.drain()); got != n {
		t.Errorf("%d URLs were popped, want %d", got, n)
	}
	p.failed()
}

func requeueCancelled(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{}, page("a/1", 1))
	r := ability[requeuer](t, p)
	p.kill("a/1", "")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if n, err := r.Requeue(ctx, all); n != 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("Requeue = %d, %v; want 0 and context.Canceled", n, err)
	}
	p.failed(failureOf("a/1", ""))
	p.end()
}

func historyOfRequeue(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{History: true, Capacity: 1}, page("a/1", 1))
	ability[requeuer](t, p)
	p.kill("a/1", "404")
	p.push(page("b/2", 2))
	p.requeue(t, 1, all)
	p.history(t, "a/1",
		frontier.Event{Kind: transition.KindFound, Value: 1, Given: 1},
		frontier.Event{Kind: transition.KindLeased, Value: 1},
		frontier.Event{Kind: transition.KindEnded, Value: 1, Reason: "dead: 404"},
		frontier.Event{Kind: transition.KindRequeued, Value: 1},
		frontier.Event{Kind: transition.KindEvicted, Value: 1},
	)
}
