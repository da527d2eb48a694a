package frontiertest

import (
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
)

var hostCases = []testcase{
	{"PerHost", "a host has at most PerHost leases at once, 1 by default", perHost},
	{"FreedHost", "a host whose lease ends may be visited again, whatever the result", freedHost},
	{"BestAmongReady", "a pop leases the best URL among the hosts that may be visited now", bestAmongReady},
	{"HostKey", "the key of politeness is Entry.Host; without one it is the URL's host and port", hostKey},
	{"HostWait", "after an outcome with HostWait the host's next lease comes no sooner, and others are not stopped", hostWait},
	{"WaitLasts", "a host waits also for URLs that are found when it had none queued", waitLasts},
	{"WaitNeverShortens", "a shorter wait does not shorten a longer one", waitNeverShortens},
	{"Block", "no URL of a blocked host is leased until the time; others are not stopped", block},
	{"BlockNeverShortens", "Block never shortens a wait", blockNeverShortens},
	{"BlockUnknown", "a host may be blocked before it has URLs", blockUnknown},
}

func perHost(t *testing.T, open opener) {
	for _, c := range []struct {
		perHost, leases int
	}{{0, 1}, {1, 1}, {3, 3}} {
		p := start(t, open, frontier.Options{PerHost: c.perHost}, pages(1, "a/1", "a/2", "a/3", "a/4", "a/5")...)
		var ls []frontier.Lease
		for range c.leases {
			ls = append(ls, p.pop())
		}
		p.nothing()
		p.push(page("b/1", -1))
		p.finish(p.want("b/1"), frontier.Fetched)
		p.nothing()
		p.finish(ls[0], frontier.Fetched)
		p.pop()
		p.nothing()
	}
}

func freedHost(t *testing.T, open opener) {
	for _, o := range []frontier.Outcome{
		{Result: frontier.Fetched},
		{Result: frontier.Retry, RetryAt: far()},
		{Result: frontier.Revisit},
		{Result: frontier.Dead},
	} {
		t.Run(o.Result.String(), func(t *testing.T) {
			p := start(t, open, frontier.Options{}, page("a/1", 2), page("a/2", 1))
			l := p.want("a/1")
			ch := p.later()
			p.blocked(ch)
			p.done(l, o)
			if r := <-ch; r.err != nil || name(r.URL) != "a/2" {
				t.Errorf("the blocked Pop returned %s, %v; want a/2", name(r.URL), r.err)
			}
		})
	}
}

func bestAmongReady(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{}, page("a/9", 9), page("a/8", 8), page("b/7", 7), page("c/6", 6), page("b/5", 5))
	a := p.want("a/9")
	b := p.want("b/7")
	p.push(page("c/7.5", 7.5)) // better than b had
	p.finish(b, frontier.Fetched)
	p.finish(p.want("c/7.5"), frontier.Fetched)
	p.push(page("b/5", 7)) // raised over c
	p.finish(p.want("b/5"), frontier.Fetched)
	p.finish(a, frontier.Fetched)
	p.order("a/8 c/6")
}

func hostKey(t *testing.T, open opener) {
	one, two := page("a/1", 9), page("b/2", 8)
	one.Host, two.Host = "group", "group"
	p := start(t, open, frontier.Options{}, one, two,
		page("c/3", 7), page("c/4", 6), page("a/5", 5), frontier.Entry{URL: "http://c.test:8080/6", Value: 4})
	p.count(frontier.Stats{Queued: 6, Hosts: 4})
	l := p.want("a/1")
	p.want("c/3")
	p.want("a/5") // not of the group
	if l := p.pop(); l.URL != "http://c.test:8080/6" {
		t.Errorf("leased %s, want the other port", l.URL)
	}
	p.nothing()
	p.finish(l, frontier.Fetched)
	p.want("b/2")
}

func hostWait(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{}, page("a/1", 9), page("a/2", 8), page("b/1", 1))
	l := p.want("a/1")
	next := time.Now().Add(wait)
	p.done(l, frontier.Outcome{HostWait: wait})
	for range 2 {
		l := p.pop()
		if name(l.URL) == "a/2" {
			p.notBefore(next, "the host's next lease")
		}
		p.finish(l, frontier.Fetched)
	}
	p.end()

	// Which of the two came first depends on the machine; with a long wait it
	// does not.
	p = start(t, open, frontier.Options{}, page("a/1", 9), page("a/2", 8), page("b/1", 1))
	p.done(p.want("a/1"), frontier.Outcome{HostWait: time.Hour})
	p.finish(p.want("b/1"), frontier.Fetched)
	p.nothing()
}

func waitLasts(t *testing.T, open opener) {
	for _, o := range []frontier.Outcome{
		{HostWait: time.Hour},
		{HostWait: time.Hour, Links: pages(9, "a/2")},
		{HostWait: time.Hour, Result: frontier.Retry},
		{HostWait: time.Hour, Result: frontier.Returned},
		{HostWait: time.Hour, Result: frontier.Revisit},
		{HostWait: time.Hour, Result: frontier.Dead},
	} {
		p := start(t, open, frontier.Options{PerHost: 2}, page("a/1", 1))
		p.done(p.pop(), o)
		p.push(page("a/2", 9), page("b/1", 1))
		p.finish(p.want("b/1"), frontier.Fetched)
		p.nothing()
	}

	p := start(t, open, frontier.Options{}, page("a/1", 1))
	l := p.pop()
	next := time.Now().Add(wait)
	p.done(l, frontier.Outcome{HostWait: wait})
	p.push(page("a/2", 1))
	p.finish(p.want("a/2"), frontier.Fetched)
	p.notBefore(next, "the host's next lease")
}

func waitNeverShortens(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{PerHost: 2}, pages(1, "a/1", "a/2", "a/3")...)
	one, two := p.pop(), p.pop()
	p.done(one, frontier.Outcome{HostWait: time.Hour})
	p.done(two, frontier.Outcome{HostWait: time.Millisecond})
	time.Sleep(moment)
	p.nothing()
}

func block(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{}, page("a/1", 9), page("a/2", 8), page("b/1", 1))
	b := ability[blocker](t, p)
	until := time.Now().Add(wait)
	if err := b.Block(t.Context(), "a.test", until); err != nil {
		t.Fatalf("Block: %v", err)
	}
	for range 3 {
		l := p.pop()
		if l.URL != "http://b.test/1" {
			p.notBefore(until, "the blocked host's lease")
		}
		p.finish(l, frontier.Fetched)
	}
	p.end()

	p = start(t, open, frontier.Options{PerHost: 2}, page("a/1", 9), page("a/2", 8), page("b/1", 1))
	l := p.want("a/1")
	b = ability[blocker](t, p)
	if err := b.Block(t.Context(), "a.test", far()); err != nil {
		t.Fatalf("Block: %v", err)
	}
	p.push(page("a/2", 99), page("a/3", 100))
	p.finish(p.want("b/1"), frontier.Fetched)
	p.done(l, frontier.Outcome{HostWait: time.Millisecond}) // a lease that began before goes on
	time.Sleep(moment)
	p.nothing()
	p.count(frontier.Stats{Queued: 2, Done: 2, Hosts: 2})
}

func blockNeverShortens(t *testing.T, open opener) {
	for _, second := range []time.Time{time.Now(), {}, time.Now().Add(time.Millisecond)} {
		p := start(t, open, frontier.Options{}, page("a/1", 9))
		b := ability[blocker](t, p)
		for _, until := range []time.Time{far(), second} {
			if err := b.Block(t.Context(), "a.test", until); err != nil {
				t.Fatalf("Block: %v", err)
			}
		}
		time.Sleep(moment)
		p.nothing()
	}
}

func blockUnknown(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{}, page("b/1", 1))
	if err := ability[blocker](t, p).Block(t.Context(), "a.test", far()); err != nil {
		t.Fatalf("Block: %v", err)
	}
	p.push(page("a/1", 9))
	p.finish(p.want("b/1"), frontier.Fetched)
	p.nothing()
}
