package frontiertest

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
)

var leaseCases = []testcase{
	{"Token", "the token differs for each lease", play(`
		open per-host=9
		push a/1 a/2 b/3
		pop a/1; pop a/2; pop b/3; returned a/1; returned a/2; returned b/3
		pop a/1; pop a/2; pop b/3; returned a/1; returned a/2; returned b/3
		pop a/1; pop a/2; pop b/3`)},
	{"Attempt", "each lease of a URL is an attempt; a returned one does not count", play(`
		push a/1
		pop a/1 attempt=1; returned a/1
		pop a/1 attempt=1; retry a/1
		pop a/1 attempt=2; returned a/1
		pop a/1 attempt=2; retry a/1
		pop a/1 attempt=3; revisit a/1
		pop a/1 attempt=4; retry a/1
		pop a/1 attempt=5`)},
	{"Stale", "a lease that was ended before is stale; nothing of the outcome takes effect", play(`
		push a/1; retry a/1
		stale a/1
		pop a/1; stale a/1           # also while another has the URL
		count leased=1 hosts=1
		fetched a/1; stale a/1
		count done=1 hosts=1; over`)},
	{"StaleResults", "a lease is stale after every result", each("fetched; retry; revisit; dead; returned", `
		push a/1; $1 a/1
		stale a/1`)},
	{"Forged", "a lease that was never given is stale", forged},
	{"Expires", "a lease older than LeaseTime is given to another, not sooner, and its holder's is stale", play(`
		open lease=60ms
		push a/1; pop a/1
		pop a/1 expired attempt=2; stale a/1`)},
	{"ExpiryCounts", "leases that expire count as attempts, each of them", play(`
		open lease=60ms
		push a/1
		pop a/1 attempt=1 lost=0; pop a/1 attempt=2 lost=1; pop a/1 attempt=3 lost=2`)},
	{"ExpiryWakes", "a Pop that is blocked when a lease expires gets its URL", play(`
		open lease=60ms
		push a/1; pop a/1
		wait; wakes a/1 attempt=2`)},
	{"ExpiryFreesHost", "a lease that expires no longer counts for its host", play(`
		open lease=60ms
		push a/1=2 a/2=1
		pop a/1; pop a/1 expired     # it is better than a/2`)},
	{"ExpiryBetter", "the host of an expired lease is free for a better URL of its own", play(`
		open lease=60ms
		push a/lost; pop a/lost
		push a/better=9; pop a/better expired`)},
	{"ExpiryKeepsEntry", "an expired URL is queued as before", play(`
		open lease=60ms
		push a/1=7@s/+full
		pop a/1 is=a/1=7@s/+full; pop a/1 is=a/1=7@s/+full`)},
	{"ExpiredAndGone", "a cancelled Pop whose lease has expired meanwhile gives nothing back: another may have the URL, or be done with it", expiredAndGone},
	{"Renew", "a renewed lease holds for a lease time from then", play(`
		open lease=600ms             # long enough to be alive when it is renewed
		push a/1; pop a/1; sleep; renew a/1
		pop a/1 expired; stale a/1`)},
	{"RenewedEnds", "a renewed lease is ended as others are", play(`
		open lease=1h
		push a/1; pop a/1; renew a/1
		fetched a/1 -> b/2; stale a/1
		order b/2`)},
	{"RetryAt", "a URL to retry waits for its time, while its host goes on", play(`
		push a/busy=9 a/other=1; retry a/busy at=soon
		drain 2 a/busy
		open; push a/busy=9 a/other=1; retry a/busy at=far
		fetched a/other
		nothing                      # and not io.EOF
		count queued=1 done=1 hosts=1`)},
	{"RetryRaised", "a value raised while a URL waits for its retry counts when it is due", play(`
		push a/also=1; retry a/also at=soon; push a/busy=2; retry a/busy at=soon
		push a/also=3@s/+full
		sleep due
		pop a/also is=a/also=3@s/+full+0 attempt=2; fetched a/also
		order a/busy`)},
	{"RetryPast", "a URL to retry at a time that has passed, or at none, is queued at once", each("retry; retry at=past", `
		push a/1; $1 a/1 $2
		pop a/1 attempt=2`)},
	{"ReturnedValue", "a returned URL is queued as before", play(`
		push a/1=3@s/+full b/2=2; returned a/1
		pop a/1 is=a/1=3@s/+full attempt=1`)},
	{"Dead", "a dead URL is not fetched again", play(`
		push a/1=3; dead a/1 -> a/1 a/2
		order a/2
		count done=1 dead=1 hosts=1`)},
}

func forged(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{}, page("a/1", 1), page("b/2", 1))
	p.stale(frontier.Lease{})
	p.stale(frontier.Lease{Entry: page("a/1", 1), Token: 1, Attempt: 1})
	p.stale(frontier.Lease{Entry: page("nobody/knows", 1), Token: 1, Attempt: 1})
	l := p.pop()
	for _, url := range []string{"http://b.test/2", "http://nobody.test/knows"} {
		other := l
		other.URL = url
		p.stale(other)
	}
	p.finish(l, frontier.Fetched)
	p.order("b/2")
}

func expiredAndGone(t *testing.T, open opener) {
	const hosts = 10 // a Pop that has a lease when its context ends may return either
	var first, more []frontier.Entry
	for i := range hosts {
		host := string(rune('a' + i))
		first, more = append(first, page(host+"/1", 9)), append(more, page(host+"/2", 1), page(host+"/3", 1))
	}
	for _, held := range []bool{false, true} {
		p := start(t, open, frontier.Options{LeaseTime: wait}, first...)
		for range hosts {
			p.pop()
		}
		ctx, cancel := context.WithCancel(t.Context())
		late := lateContext{ctx, make(chan struct{})}
		var gone sync.WaitGroup
		for range hosts {
			gone.Go(func() { p.Pop(late) })
		}
		time.Sleep(moment)
		var ls []frontier.Lease
		for fetched := 0; fetched+len(ls) < hosts; { // which come when those of the waiting calls have expired
			l := p.pop()
			if held {
				ls = append(ls, l)
			} else if p.ended(l) {
				fetched++
			}
		}
		cancel()
		close(late.listens)
		gone.Wait()
		if held {
			for _, l := range ls {
				if !p.ended(l) && time.Until(l.Expires) > grain {
					t.Errorf("the lease of %s does not hold", name(l.URL))
				}
			}
			continue
		}
		p.count(frontier.Stats{Done: hosts, Hosts: hosts})
		p.end()
		p.push(more...)
		busy := map[string]time.Time{}
		for range len(more) {
			l := p.pop()
			host, _, _ := strings.Cut(name(l.URL), "/")
			if time.Until(busy[host]) > grain {
				t.Errorf("two leases of the host %s at once", host)
			}
			busy[host] = l.Expires
		}
	}
}

// A lateContext is a context that is listened to only once listens is closed, so
// that a call waits for it when it has ended already. A frontier may hold its lock
// meanwhile, so that does not last.
type lateContext struct {
	context.Context
	listens chan struct{}
}

func (c lateContext) Done() <-chan struct{} {
	select {
	case <-c.listens:
	case <-time.After(10 * wait):
	}
	return c.Context.Done()
}
