package frontiertest

import (
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
)

var leasesEndCases = []durableCase{
	{"LeasesEnd", "the URLs of the leases of a process that has ended are queued again; the attempts count and the leases are stale", leasesAreQueued},
	{"LeasesCount", "each lease of a process that has ended counts as an attempt, of a revisit too; one that was returned does not", leasesCount},
	{"LeasesFreeHosts", "leases of a process that has ended do not count for their hosts", leasesFreeHosts},
	{"LeasesAndCapacity", "the URLs of leases that have ended are bound by the capacity", leasesAndCapacity},
}

var leasesLastCases = []durableCase{
	{"LeasesLast", "leases hold for their holders", leasesHold},
	{"LeasesBusyHosts", "leases still count for their hosts", leasesBusyHosts},
	{"LeasesExpire", "leases of a process that does not come back expire", leasesExpire},
}

func leasesAreQueued(t *testing.T, open durableOpener) {
	p := startDurable(t, open, frontier.Options{}, page("a/1", 3), page("b/2", 2), page("c/3", 1))
	one, two := p.want("a/1"), p.want("b/2")
	p.reopen()
	p.count(frontier.Stats{Queued: 3, Hosts: 3})
	p.stale(one)
	p.push(page("a/1", 4)) // queued, so it is re-evaluated
	again := p.want("a/1")
	if again.Attempt != 2 || again.Value != 4 || again.Token == one.Token || again.Token == two.Token {
		t.Errorf("leased %+v, want attempt 2 with the value 4 and a new token", again)
	}
	p.stale(one)
	p.stale(two)
	p.finish(again, frontier.Fetched)
	p.order("b/2 c/3")
}

func leasesCount(t *testing.T, open durableOpener) {
	p := startDurable(t, open, frontier.Options{}, page("a/1", 3))
	attempt, lost := 0, 0
	died := func(revisited bool) {
		t.Helper()
		attempt++
		if l := p.want("a/1"); l.Attempt != attempt || l.Lost != lost || l.Revisited != revisited {
			t.Errorf("attempt %d, %d lost leases, revisited %v; want %d, %d, %v", l.Attempt, l.Lost, l.Revisited, attempt, lost, revisited)
		}
		lost++
		p.reopen()
	}
	died(false)
	died(false)
	p.finish(p.want("a/1"), frontier.Returned)
	p.reopen()
	died(false)
	attempt++
	p.finish(p.want("a/1"), frontier.Revisit)
	p.reopen()
	died(true)
	attempt++
	l := p.want("a/1")
	p.done(l, frontier.Outcome{Result: frontier.Dead, Reason: "too often"})
	p.failed(frontier.Failure{URL: l.URL, Reason: "too often", Attempts: attempt})
}

func leasesFreeHosts(t *testing.T, open durableOpener) {
	p := startDurable(t, open, frontier.Options{}, page("a/1", 3), page("a/2", 2))
	p.want("a/1")
	p.nothing()
	p.reopen()
	p.push(page("a/3", 9))
	p.finish(p.want("a/3"), frontier.Fetched)
	p.order("a/1 a/2")
}

func leasesAndCapacity(t *testing.T, open durableOpener) {
	p := startDurable(t, open, frontier.Options{Capacity: 1}, page("a/1", 2))
	p.want("a/1")
	p.push(page("b/2", 1))
	p.reopen()
	p.count(frontier.Stats{Queued: 1, Evicted: 1, Hosts: 2})
	p.order("a/1")
}

func leasesHold(t *testing.T, open durableOpener) {
	p := startDurable(t, open, frontier.Options{LeaseTime: time.Hour}, page("a/1", 3), page("b/2", 2))
	one, two := p.want("a/1"), p.want("b/2")
	p.reopen()
	p.count(frontier.Stats{Leased: 2, Hosts: 2})
	p.nothing()
	p.push(page("a/1", 9))
	p.done(one, frontier.Outcome{Links: pages(1, "c/3")})
	p.stale(one)
	if r, ok := p.Frontier.(renewer); ok {
		var err error
		if two, err = r.Renew(t.Context(), two); err != nil {
			t.Fatalf("Renew: %v", err)
		}
	}
	p.finish(two, frontier.Fetched)
	p.order("c/3")
}

func leasesBusyHosts(t *testing.T, open durableOpener) {
	p := startDurable(t, open, frontier.Options{LeaseTime: time.Hour}, page("a/1", 3), page("a/2", 2))
	l := p.want("a/1")
	p.reopen()
	p.nothing()
	p.finish(l, frontier.Fetched)
	p.order("a/2")
}

func leasesExpire(t *testing.T, open durableOpener) {
	p := startDurable(t, open, frontier.Options{LeaseTime: 2 * wait}, page("a/1", 3))
	due := time.Now().Add(2 * wait)
	lost := p.pop()
	p.reopen()
	again := p.want("a/1")
	p.notBefore(due, "the second lease")
	if again.Attempt != 2 || again.Token == lost.Token {
		t.Errorf("leased %+v after %+v, want attempt 2 with another token", again, lost)
	}
	p.stale(lost)
	p.reopen()
	if l := p.want("a/1"); l.Attempt != 3 || l.Lost != 2 {
		t.Errorf("after two leases that expired it is attempt %d with %d lost leases, want 3 with 2", l.Attempt, l.Lost)
	}
}
