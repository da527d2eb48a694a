package frontiertest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/frontier"
)

var requeueCases = []testcase{
	{"Which", "the dead URLs for which which returns true are queued and leave the list of failures, the others stay", play(`
		push a/1=4 b/2=3 c/3=2 d/done=1
		requeue 0
		dead a/1 because timeout; dead b/2 because 410 Gone; dead c/3 because timeout; fetched d/done
		count done=1 dead=3 hosts=4
		requeue 2 because timeout
		count queued=2 done=1 dead=1 hosts=4
		failed b/2 because 410 Gone
		requeue 0 because timeout
		order a/1 c/3
		requeue 1; failed
		order b/2
		count done=4 hosts=4`)},
	{"Failures", "which is called with the failures in their order", requeuesInOrder},
	{"Kept", "a requeued URL keeps its entry and its value, and its attempts begin again", requeuedKeeps},
	{"Revisit", "a requeued URL may be revisited again", play(`
		push a/1
		revisit a/1; pop a/1 revisited; revisit a/1; count dead=1 hosts=1
		requeue 1
		revisit a/1; pop a/1 revisited; revisit a/1; count dead=1 hosts=1
		requeue 1
		pop a/1 revisited=no`)},
	{"Order", "a requeued URL has its old place among those of the same value", each(`
		best-first   a/1 d/4_a/1_b/2_c/3;
		fifo         a/1 a/1_b/2_c/3_d/4;
		lifo         c/3 d/4_c/3_b/2_a/1;
		best-n-first a/1 b/2_c/3_d/4_a/1`, // those of its batch go before others
		`
		open $1
		push a/1 b/2 c/3; dead $2
		push d/4=2
		requeue 1
		order $3`)},
	{"Merge", "a push of a requeued URL merges with what sources gave it before it died", each(
		"greater .5 .75; increment 1 1.75; noisyor .75 .875; hosts 1 1.25", `
		open $1
		push a/x=.5@s/ a/x=.5@u/; dead a/x
		requeue 1
		pop a/x value=$2; returned a/x
		push a/x=.75@s/; pop a/x value=$3`)},
	{"DiesAgain", "a requeued URL that dies again is listed last, with the attempts since", play(`
		push a/1=2 b/2=1
		retry a/1; dead a/1 because first; dead b/2 because only
		requeue 1 because first
		dead a/1 because again
		failed b/2 because only | a/1 because again
		over`)},
	{"Wakes", "a blocked Pop returns a URL that is requeued", play(`
		push a/1=2 b/2=1; dead a/1; pop b/2
		wait; still
		requeue 1; wakes a/1`)},
	{"AfterEnd", "a crawl that has ended goes on with what is requeued", play(`
		push a/1; dead a/1; over
		requeue 1
		fetched a/1 -> b/2; order b/2`)},
	{"HostWait", "a requeued URL waits for its host", play(`
		push a/1=2 a/2=1; dead a/1; pop a/2
		requeue 1; nothing           # the host has a lease
		fetched a/2 host=soon
		pop a/1 due`)},
	{"Capacity", "a requeued URL counts towards the capacity and may be evicted", play(`
		open capacity=2
		push a/5=5 b/1=1; dead a/5; dead b/1
		push c/2=2 d/3=3
		requeue 2                    # evicts c/2 and then b/1 itself
		count queued=2 evicted=2 hosts=4; failed
		push b/1=4
		order a/5 b/1`)},
	{"Bytes", "a requeued URL counts towards the bytes", play(`
		open bytes=250
		push a/9=9@s/*100 b/2=2@s/*100; dead a/9
		push c/1=1@s/*100
		requeue 1
		count queued=2 evicted=1 hosts=3
		order a/9 b/2`)},
	{"Many", "many URLs are requeued, and many stay", requeuesMany},
	{"AtOnce", "several calls at once requeue each URL once", requeueAtOnce},
	{"Cancelled", "with a context that has ended nothing is requeued", requeueCancelled},
	{"Explain", "Explain says that a URL was requeued", play(`
		open history capacity=1
		push a/1; dead a/1 because 404
		push b/2=2
		requeue 1
		history a/1 | found 1 given 1 | leased 1 | ended 1 because dead: 404 | requeued 1 | evicted 1`)},
}

func all(frontier.Failure) bool { return true }

// failureOf is what Failures lists a page with that died at its first attempt.
func failureOf(page, reason string) frontier.Failure {
	return frontier.Failure{URL: urlOf(page), Reason: reason, Attempts: 1}
}

// kill pops a page, which must be the next one, and gives it up.
func (p probe) kill(page, reason string) {
	p.Helper()
	p.done(p.want(page), frontier.Outcome{Result: frontier.Dead, Reason: reason})
}

func requeuesInOrder(t *testing.T, open opener) {
	first, second, third := page("c/1", 3), page("a/2", 2), page("b/3", 1)
	second.Source = "http://s.test/"
	p := start(t, open, frontier.Options{}, first, second, third)
	ability[requeuer](p)
	p.kill("c/1", "one")
	p.finish(p.want("a/2"), frontier.Retry)
	p.kill("a/2", "two")
	p.kill("b/3", "")
	want := []frontier.Failure{failureOf("c/1", "one"), failureOf("a/2", "two"), failureOf("b/3", "")}
	want[1].Source, want[1].Attempts = second.Source, 2
	var got []frontier.Failure
	p.requeue(1, func(f frontier.Failure) bool {
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
	ability[requeuer](p)
	p.finish(p.pop(), frontier.Retry)
	p.finish(p.pop(), frontier.Dead)
	p.requeue(1, all)
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

func requeuesMany(t *testing.T, open opener) {
	const n = 1100 // more than a backend may requeue in one step
	p := start(t, open, frontier.Options{PerHost: n, Order: frontier.FIFO})
	ability[requeuer](p)
	var entries []frontier.Entry
	for i := range n {
		entries = append(entries, page(fmt.Sprintf("h%d/%d", i%7, i), 1))
	}
	p.push(entries...)
	for range n {
		p.finish(p.pop(), frontier.Dead)
	}
	calls := 0
	p.requeue(n/2, func(frontier.Failure) bool {
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
	p.requeue(n/2, all)
	p.count(frontier.Stats{Queued: n / 2, Done: n / 2, Hosts: 7})
	p.failed()
}

func requeueAtOnce(t *testing.T, open opener) {
	const n = 60
	p := start(t, open, frontier.Options{PerHost: n})
	requeuer := ability[requeuer](p)
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
	r := ability[requeuer](p)
	p.kill("a/1", "")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if n, err := r.Requeue(ctx, all); n != 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("Requeue = %d, %v; want 0 and context.Canceled", n, err)
	}
	p.failed(failureOf("a/1", ""))
	p.end()
}
