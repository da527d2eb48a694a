package frontiertest

import (
	"context"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/frontiertest/internal/ability"
)

var revisitCases = []testcase{
	{"Trace", "the trace of Tran et al. 2001, section 2.1: seven and nine fail; nine returns first and brings 13 and 14, which go before seven", play(`
		open fifo
		push a/0
		fetched a/0 -> a/1 a/2
		fetched a/1 -> a/3 a/4
		fetched a/2 -> a/5 a/6
		fetched a/3 -> a/7 a/8
		fetched a/4 -> a/9 a/10
		fetched a/5 -> a/11 a/12
		fetched a/6; revisit a/7; fetched a/8; revisit a/9
		fetched a/10; fetched a/11; fetched a/12
		fetched a/9 -> a/13 a/14
		order a/13 a/14 a/7`)},
	{"LastFailedFirst", "the last failed is revisited first, whatever its value", play(`
		push a/1=5 b/2=4 c/3=3 a/4=2
		revisit a/1; revisit b/2; revisit c/3
		push a/1=50
		order a/4 c/3 b/2 a/1`)},
	{"WaitsForAll", "a URL returns only when nothing is queued, delayed or leased", play(`
		push a/failed=9 b/leased=2 c/delayed=1
		revisit a/failed; pop b/leased; retry c/delayed at=soon
		fetched b/leased
		order c/delayed a/failed
		open; push a/failed=9 b/leased=2
		revisit a/failed; pop b/leased; nothing
		wait; still
		fetched b/leased -> b/link; wakes b/link
		wait; still
		fetched b/link; wakes a/failed`)},
	{"WaitsForPush", "a URL does not return before what is pushed while its revisit had to wait for its host", revisitWaitsForPush},
	{"ReturnedRevisit", "a revisit that is returned is queued as before: it waits for everything else again", play(`
		push a/failed=9 b/also=8
		revisit a/failed; revisit b/also
		pop b/also; push c/new=1; returned b/also
		fetched c/new
		pop b/also attempt=2; revisit b/also
		order a/failed
		count done=2 dead=1 hosts=3`)},
	{"Once", "a URL that fails again after its revisit is dead, be it after a retry", play(`
		push a/1
		revisit a/1; count queued=1 hosts=1
		revisit a/1; count dead=1 hosts=1
		push a/1=9; over
		open; push a/1
		revisit a/1; retry a/1; revisit a/1
		count dead=1 hosts=1; over`)},
	{"RetryThenRevisit", "a retry is not a revisit", play(`
		push a/1
		retry a/1; revisit a/1; count queued=1 hosts=1
		fetched a/1; over`)},
	{"Failures", "the dead URLs are listed in the order in which they died, with source, last reason and attempts", play(`
		push a/first=1@s/1 b/second=2@s/2 c/fine=3
		failed
		fetched c/fine
		revisit b/second because timeout
		dead a/first because 410 Gone
		failed a/first @s/1 because 410 Gone
		revisit b/second because timeout again
		failed a/first @s/1 because 410 Gone | b/second x2 @s/2 because timeout again
		over`)},
	{"FailuresBroken", "a list of failures that is not read to its end leaves the frontier as it is", failuresBroken},
}

func failuresBroken(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{}, page("a/1", 1), page("b/2", 1))
	p.finish(p.pop(), frontier.Dead)
	p.finish(p.pop(), frontier.Dead)
	for range able[ability.Lister](p).Failures(t.Context()) {
		break
	}
	p.end()
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
