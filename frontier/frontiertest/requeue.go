package frontiertest

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/frontiertest/internal/ability"
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
	{"Failures", "which is called with the failures in their order", play(`
		push c/1=3 a/2=2@s/ b/3=1
		dead c/1 because one; retry a/2; dead a/2 because two; dead b/3
		failed c/1 because one | a/2 x2 @s/ because two | b/3
		requeue 1 because two
		failed c/1 because one | b/3`)},
	{"Kept", "a requeued URL keeps its entry and its value, and its attempts begin again", play(`
		push a/x=.1@s/+full+group
		retry a/x; dead a/x
		requeue 1
		pop a/x is=a/x=.1@s/+full+group attempt=1 revisited=no; retry a/x
		pop a/x attempt=2; fetched a/x; over`)},
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
	{"Cancelled", "with a context that has ended nothing is requeued", play(`
		push a/1; dead a/1
		cancelled requeue
		failed a/1; over`)},
	{"Explain", "Explain says that a URL was requeued", play(`
		open history capacity=1
		push a/1; dead a/1 because 404
		push b/2=2
		requeue 1
		history a/1 | found 1 given 1 | leased 1 | ended 1 because dead: 404 | requeued 1 | evicted 1`)},
}

func requeuesMany(t *testing.T, open opener) {
	const n = 1100 // more than a backend may requeue in one step
	p := start(t, open, frontier.Options{PerHost: n, Order: frontier.FIFO})
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
	p.requeue(n/2, anyFailure)
	p.count(frontier.Stats{Queued: n / 2, Done: n / 2, Hosts: 7})
	p.failed()
}

func requeueAtOnce(t *testing.T, open opener) {
	const n = 60
	p := start(t, open, frontier.Options{PerHost: n})
	r := able[ability.Requeuer](p)
	for i := range n {
		p.push(page(fmt.Sprintf("h%d/%d", i%7, i), 1))
		p.finish(p.pop(), frontier.Dead)
	}
	var total atomic.Int64
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			got, err := r.Requeue(t.Context(), anyFailure)
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
