package frontiertest

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/frontiertest/internal/ability"
	"github.com/lokman-crawler/lokman/frontier/frontiertest/internal/transcripts"
)

var requeueCases = append(played(transcripts.Requeue), []testcase{
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
	{"Many", "many URLs are requeued, and many stay", requeuesMany},
	{"AtOnce", "several calls at once requeue each URL once", requeueAtOnce},
}...)

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
