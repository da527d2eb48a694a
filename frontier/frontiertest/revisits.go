package frontiertest

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/lokman-crawler/lokman/frontier"
)

var revisitCases = []testcase{
	{"Trace", "the trace of Tran et al. 2001, section 2.1: seven and nine fail; nine returns first and brings 13 and 14, which go before seven", revisitTrace},
	{"LastFailedFirst", "the last failed is revisited first, whatever its value", lastFailedFirst},
	{"WaitsForAll", "a URL returns only when nothing is queued, delayed or leased", revisitWaits},
	{"WaitsForPush", "a URL does not return before what is pushed while its revisit had to wait for its host", revisitWaitsForPush},
	{"ReturnedRevisit", "a revisit that is returned is queued as before: it waits for everything else again", returnedRevisit},
	{"Once", "a URL that fails again after its revisit is dead, be it after a retry", revisitOnce},
	{"RetryThenRevisit", "a retry is not a revisit", retryThenRevisit},
	{"Failures", "the dead URLs are listed in the order in which they died, with source, last reason and attempts", failures},
}

func revisitTrace(t *testing.T, open opener) {
	children := map[int][]int{0: {1, 2}, 1: {3, 4}, 2: {5, 6}, 3: {7, 8}, 4: {9, 10}, 5: {11, 12}, 9: {13, 14}}
	links := func(n int) (entries []frontier.Entry) {
		for _, c := range children[n] {
			entries = append(entries, page(fmt.Sprintf("a/S%d", c), 0))
		}
		return entries
	}
	p := start(t, open, frontier.Options{Order: frontier.FIFO}, page("a/S0", 0))
	var closed []string
	for {
		l, err := p.Pop(t.Context())
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("Pop: %v", err)
		}
		var n int
		fmt.Sscanf(name(l.URL), "a/S%d", &n)
		if (n == 7 || n == 9) && l.Attempt == 1 {
			p.finish(l, frontier.Revisit)
			continue
		}
		closed = append(closed, fmt.Sprintf("S%d", n))
		p.done(l, frontier.Outcome{Links: links(n)})
	}
	const want = "S0 S1 S2 S3 S4 S5 S6 S8 S10 S11 S12 S9 S13 S14 S7"
	if got := strings.Join(closed, " "); got != want {
		t.Errorf("closed %s\nwant   %s", got, want)
	}
}

func lastFailedFirst(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{}, page("a/1", 5), page("b/2", 4), page("c/3", 3), page("a/4", 2))
	p.finish(p.want("a/1"), frontier.Revisit)
	p.finish(p.want("b/2"), frontier.Revisit)
	p.finish(p.want("c/3"), frontier.Revisit)
	p.push(page("a/1", 50))
	p.order("a/4 c/3 b/2 a/1")
}

func revisitWaits(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{}, page("a/failed", 9), page("b/leased", 2), page("c/delayed", 1))
	p.finish(p.want("a/failed"), frontier.Revisit)
	l := p.want("b/leased")
	at := time.Now().Add(wait)
	p.done(p.want("c/delayed"), frontier.Outcome{Result: frontier.Retry, RetryAt: at})
	p.finish(l, frontier.Fetched)
	p.finish(p.want("c/delayed"), frontier.Fetched)
	p.finish(p.want("a/failed"), frontier.Fetched)
	p.end()

	p = start(t, open, frontier.Options{}, page("a/failed", 9), page("b/leased", 2))
	p.finish(p.want("a/failed"), frontier.Revisit)
	l = p.want("b/leased")
	p.nothing()
	ch := p.later()
	p.blocked(ch)
	p.done(l, frontier.Outcome{Links: pages(1, "b/link")})
	if r := <-ch; r.err != nil || name(r.URL) != "b/link" {
		t.Fatalf("the blocked Pop returned %s, %v; want b/link", name(r.URL), r.err)
	} else {
		ch = p.later()
		p.blocked(ch)
		p.finish(r.Lease, frontier.Fetched)
	}
	if r := <-ch; r.err != nil || name(r.URL) != "a/failed" {
		t.Errorf("the blocked Pop returned %s, %v; want a/failed", name(r.URL), r.err)
	}
}

func revisitWaitsForPush(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{}, page("a/failed", 9))
	p.done(p.pop(), frontier.Outcome{Result: frontier.Revisit, HostWait: 3 * moment})
	ctx, cancel := context.WithTimeout(t.Context(), moment)
	defer cancel()
	if l, err := p.Pop(ctx); err == nil { // too late for the test, not for the contract
		p.finish(l, frontier.Fetched)
		return
	}
	p.push(page("a/new", 1))
	time.Sleep(3 * moment)
	p.order("a/new a/failed")
}

func returnedRevisit(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{}, page("a/failed", 9), page("b/also", 8))
	p.finish(p.want("a/failed"), frontier.Revisit)
	p.finish(p.want("b/also"), frontier.Revisit)
	l := p.want("b/also")
	p.push(page("c/new", 1))
	p.finish(l, frontier.Returned)
	p.finish(p.want("c/new"), frontier.Fetched)
	if l = p.want("b/also"); l.Attempt != 2 {
		t.Errorf("the revisit is attempt %d, want 2", l.Attempt)
	}
	p.finish(l, frontier.Revisit)
	p.order("a/failed")
	p.count(frontier.Stats{Done: 2, Dead: 1, Hosts: 3})
}

func revisitOnce(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{}, page("a/1", 1))
	p.finish(p.pop(), frontier.Revisit)
	p.count(frontier.Stats{Queued: 1, Hosts: 1})
	p.finish(p.pop(), frontier.Revisit)
	p.count(frontier.Stats{Dead: 1, Hosts: 1})
	p.push(page("a/1", 9))
	p.end()

	p = start(t, open, frontier.Options{}, page("a/1", 1))
	p.finish(p.pop(), frontier.Revisit)
	p.finish(p.pop(), frontier.Retry)
	p.finish(p.pop(), frontier.Revisit)
	p.count(frontier.Stats{Dead: 1, Hosts: 1})
	p.end()
}

func retryThenRevisit(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{}, page("a/1", 1))
	p.finish(p.pop(), frontier.Retry)
	p.finish(p.pop(), frontier.Revisit)
	p.count(frontier.Stats{Queued: 1, Hosts: 1})
	p.finish(p.pop(), frontier.Fetched)
	p.end()
}

func failures(t *testing.T, open opener) {
	first, second := page("a/first", 1), page("b/second", 2)
	first.Source, second.Source = "http://s.test/1", "http://s.test/2"
	p := start(t, open, frontier.Options{}, first, second, page("c/fine", 3))
	ability[lister](t, p)
	p.failed()
	p.finish(p.want("c/fine"), frontier.Fetched)
	p.done(p.want("b/second"), frontier.Outcome{Result: frontier.Revisit, Reason: "timeout"})
	p.done(p.want("a/first"), frontier.Outcome{Result: frontier.Dead, Reason: "410 Gone"})
	one := frontier.Failure{URL: first.URL, Source: first.Source, Reason: "410 Gone", Attempts: 1}
	p.failed(one)
	p.done(p.want("b/second"), frontier.Outcome{Result: frontier.Revisit, Reason: "timeout again"})
	p.failed(one, frontier.Failure{URL: second.URL, Source: second.Source, Reason: "timeout again", Attempts: 2})
	for range ability[lister](t, p).Failures(t.Context()) {
		break
	}
	p.end()
}

// failed checks the list of failures, where the frontier has one.
func (p probe) failed(want ...frontier.Failure) {
	p.Helper()
	lister, ok := p.Frontier.(lister)
	if !ok {
		return
	}
	ctx, cancel := p.patient()
	defer cancel()
	var got []frontier.Failure
	for f, err := range lister.Failures(ctx) {
		if err != nil {
			p.Fatalf("Failures: %v", err)
		}
		got = append(got, f)
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		p.Errorf("Failures (-want +got):\n%s", diff)
	}
}
