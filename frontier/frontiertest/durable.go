package frontiertest

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/lokman-crawler/lokman/frontier"
)

type durableOpener func(t *testing.T, o frontier.Options) (f frontier.Frontier, reopen func(t *testing.T) frontier.Frontier)

// A durableCase is a testcase of what must be there after a frontier was
// closed and opened again.
type durableCase struct {
	name string
	why  string
	run  func(t *testing.T, open durableOpener)
}

var durableCases = []durableCase{
	{"States", "records of each state are there again", keepsStates},
	{"Entries", "a record keeps all of its entry and its attempts", keepsEntries},
	{"Links", "an outcome is there again with all of its links", keepsLinks},
	{"Order", "the order is there again, ties the one pushed first", keepsOrder},
	{"Contributions", "a re-delivered push by the same source still counts once", keepsContributions},
	{"Rescored", "what sources gave before Rescore stays forgotten", keepsRescored},
	{"RetryAt", "a URL goes on waiting for its retry", keepsRetryAt},
	{"HostWait", "a host goes on waiting, with and without URLs queued", keepsHostWait},
	{"Block", "a blocked host stays blocked", keepsBlock},
	{"Revisits", "URLs that failed are revisited in order, and once", keepsRevisits},
	{"Evicted", "evicted URLs are remembered, and the capacity holds", keepsEvicted},
	{"Bytes", "the bytes of what is queued still count", keepsBytes},
	{"Failures", "the dead URLs are listed as before", keepsFailures},
	{"Requeued", "URLs that were requeued are queued, with their attempts begun again, and the others are listed as before", keepsRequeued},
	{"History", "Explain returns the same history", keepsHistory},
	{"Stale", "a lease that was ended stays stale, and no token comes again", keepsStale},
	{"Observations", "observations are kept with their outcome, in order", keepsObservations},
	{"LongObservations", "observations up to MaxObservation are kept, longer ones refused", keepsLongObservations},
	{"End", "a crawl that has ended has ended", keepsEnd},
	{"Many", "many URLs and many reopenings keep the order", keepsMany},
}

// A durableProbe is a probe of a frontier that can be closed and opened again.
type durableProbe struct {
	probe
	t    *testing.T
	open func(t *testing.T) frontier.Frontier
}

func startDurable(t *testing.T, open durableOpener, o frontier.Options, entries ...frontier.Entry) *durableProbe {
	t.Helper()
	f, reopen := open(t, o)
	p := &durableProbe{probe{t, f}, t, reopen}
	p.push(entries...)
	return p
}

func (p *durableProbe) reopen() {
	p.t.Helper()
	p.Frontier = p.open(p.t)
}

func keepsStates(t *testing.T, open durableOpener) {
	p := startDurable(t, open, frontier.Options{Capacity: 5}, page("a/done", 9), page("b/dead", 8), page("c/revisit", 7), page("d/delayed", 6),
		page("a/queued", 5), page("a/evicted", 1))
	p.finish(p.want("a/done"), frontier.Fetched)
	p.finish(p.want("b/dead"), frontier.Dead)
	p.finish(p.want("c/revisit"), frontier.Revisit)
	p.done(p.want("d/delayed"), frontier.Outcome{Result: frontier.Retry, RetryAt: far()})
	want := frontier.Stats{Queued: 3, Done: 1, Dead: 1, Evicted: 1, Hosts: 4}
	p.count(want)
	p.reopen()
	p.count(want)
	p.push(page("a/done", 9), page("b/dead", 9), page("c/revisit", 9), page("d/delayed", 9), page("a/queued", 4), page("a/evicted", 1))
	p.count(want)
	p.finish(p.want("a/queued"), frontier.Fetched)
	p.nothing()
}

func keepsEntries(t *testing.T, open durableOpener) {
	e := frontier.Entry{
		URL: "http://a.test/x", Host: "group", Value: 0.1, Source: "http://s.test/",
		Depth: 3, Hops: 2, Note: "{\"ç\": \"\n\x00\"}",
	}
	p := startDurable(t, open, frontier.Options{}, e)
	p.finish(p.pop(), frontier.Retry)
	p.finish(p.pop(), frontier.Returned)
	p.reopen()
	l := p.pop()
	if l.Entry != e || l.Attempt != 2 {
		t.Errorf("leased %+v\nwant attempt 2 of %+v", l, e)
	}
	p.finish(l, frontier.Fetched)
	p.end()
}

func keepsLinks(t *testing.T, open durableOpener) {
	p := startDurable(t, open, frontier.Options{}, page("a/1", 1), page("b/2", 2))
	p.done(p.want("b/2"), frontier.Outcome{Links: []frontier.Entry{page("c/3", 3), page("a/1", 4), page("b/2", 5)}})
	p.reopen()
	p.count(frontier.Stats{Queued: 2, Done: 1, Hosts: 3})
	p.order("a/1 c/3")
}

func keepsOrder(t *testing.T, open durableOpener) {
	for _, c := range []struct {
		order frontier.Order
		want  string
	}{
		{frontier.BestFirst, "b/2 z/1 a/3 b/5 m/6 c/4"},
		{frontier.FIFO, "z/1 b/2 a/3 c/4 b/5 m/6"},
		{frontier.LIFO, "m/6 b/5 c/4 a/3 b/2 z/1"},
		{frontier.BestNFirst, "b/2 z/1 a/3 b/5 m/6 c/4"},
	} {
		t.Run(c.order.String(), func(t *testing.T) {
			p := startDurable(t, open, frontier.Options{Order: c.order}, page("z/1", 1), page("b/2", 2), page("a/3", 1), page("c/4", 0))
			p.reopen()
			p.push(page("b/5", 1), page("m/6", 1))
			p.reopen()
			p.order(c.want)
		})
	}
}

func keepsContributions(t *testing.T, open durableOpener) {
	for _, c := range []struct {
		merge       frontier.Reevaluation
		first, then float64
	}{
		{frontier.GetGreater, .5, .5},
		{frontier.IncrementValues, 1, 1.5},
		{frontier.NoisyOr, .75, .875},
		{frontier.DistinctHosts, 1, 1.25},
	} {
		t.Run(c.merge.String(), func(t *testing.T) {
			entries := found(frontier.Contribution{Source: "http://s.test/", Value: .5}, frontier.Contribution{Source: "http://u.test/", Value: .5})
			p := startDurable(t, open, frontier.Options{Reevaluation: c.merge}, entries...)
			p.reopen()
			l := p.pop()
			if l.Value != c.first {
				t.Errorf("the value is %v, want %v", l.Value, c.first)
			}
			p.finish(l, frontier.Returned)
			again := entries[0]
			if c.merge != frontier.IncrementValues {
				p.push(again)
				again.Value = .75
				if c.merge == frontier.GetGreater {
					again.Value = .25
				}
			}
			p.push(again)
			if l := p.pop(); l.Value != c.then {
				t.Errorf("found again the value is %v, want %v", l.Value, c.then)
			}
		})
	}
}

func keepsRescored(t *testing.T, open durableOpener) {
	entries := found(frontier.Contribution{Source: "http://s.test/", Value: .5}, frontier.Contribution{Source: "http://u.test/", Value: .5})
	p := startDurable(t, open, frontier.Options{Reevaluation: frontier.DistinctHosts}, entries...)
	p.rescore(t, func(frontier.Entry) float64 { return .5 })
	p.reopen()
	p.push(entries[0])
	if l := p.pop(); l.Value != 1 {
		t.Errorf("the value is %v, want 1", l.Value)
	}
}

func keepsRetryAt(t *testing.T, open durableOpener) {
	p := startDurable(t, open, frontier.Options{}, page("a/1", 1))
	at := time.Now().Add(wait)
	p.done(p.pop(), frontier.Outcome{Result: frontier.Retry, RetryAt: at})
	p.reopen()
	l := p.pop()
	p.notBefore(at, "the retry")
	p.done(l, frontier.Outcome{Result: frontier.Retry, RetryAt: far()})
	p.reopen()
	p.nothing()
	p.push(page("a/1", 9))
	p.nothing()
}

func keepsHostWait(t *testing.T, open durableOpener) {
	p := startDurable(t, open, frontier.Options{}, page("a/1", 9), page("a/2", 8), page("b/1", 7), page("c/1", 1))
	p.done(p.want("a/1"), frontier.Outcome{HostWait: time.Hour})
	p.done(p.want("b/1"), frontier.Outcome{HostWait: time.Hour})
	p.reopen()
	p.push(page("b/2", 9))
	p.finish(p.want("c/1"), frontier.Fetched)
	p.nothing()

	p = startDurable(t, open, frontier.Options{}, page("a/1", 1))
	l := p.pop()
	next := time.Now().Add(wait)
	p.done(l, frontier.Outcome{HostWait: wait})
	p.reopen()
	p.push(page("a/2", 1))
	p.finish(p.want("a/2"), frontier.Fetched)
	p.notBefore(next, "the host's next lease")
}

func keepsBlock(t *testing.T, open durableOpener) {
	p := startDurable(t, open, frontier.Options{}, page("a/1", 9), page("c/1", 1))
	b := ability[blocker](t, p.probe)
	for _, host := range []string{"a.test", "b.test"} {
		if err := b.Block(t.Context(), host, far()); err != nil {
			t.Fatalf("Block: %v", err)
		}
	}
	p.reopen()
	p.push(page("a/2", 9), page("b/1", 9))
	p.finish(p.want("c/1"), frontier.Fetched)
	p.nothing()
}

func keepsRevisits(t *testing.T, open durableOpener) {
	p := startDurable(t, open, frontier.Options{}, page("a/1", 9), page("b/2", 8), page("c/3", 7), page("d/4", 1))
	for _, name := range []string{"a/1", "b/2", "c/3"} {
		p.finish(p.want(name), frontier.Revisit)
	}
	p.reopen()
	p.finish(p.want("d/4"), frontier.Fetched)
	p.finish(p.want("c/3"), frontier.Revisit) // dead now
	p.reopen()
	p.count(frontier.Stats{Queued: 2, Done: 1, Dead: 1, Hosts: 4})
	p.finish(p.want("b/2"), frontier.Retry)
	p.reopen()
	p.finish(p.want("b/2"), frontier.Revisit) // had its revisit
	p.count(frontier.Stats{Queued: 1, Done: 1, Dead: 2, Hosts: 4})
	p.order("a/1")
}

func keepsEvicted(t *testing.T, open durableOpener) {
	p := startDurable(t, open, frontier.Options{Capacity: 2}, page("a/1", 1), page("b/2", 2), page("c/3", 3))
	p.reopen()
	p.push(page("a/1", 1)) // stays away
	p.push(page("d/4", 4)) // evicts b/2
	p.count(frontier.Stats{Queued: 2, Evicted: 2, Hosts: 4})
	p.reopen()
	p.push(page("a/1", 3.5))
	p.order("d/4 a/1")
	p.count(frontier.Stats{Done: 2, Evicted: 2, Hosts: 4})
}

func keepsBytes(t *testing.T, open durableOpener) {
	p := startDurable(t, open, frontier.Options{Bytes: 250}, weighing(100, "a/1", 1), weighing(100, "b/2", 2), weighing(100, "c/3", 3))
	p.finish(p.want("c/3"), frontier.Fetched)
	p.reopen()
	p.push(weighing(100, "d/4", 4))
	p.count(frontier.Stats{Queued: 2, Done: 1, Evicted: 1, Hosts: 4})
	p.push(weighing(100, "e/5", 5))
	p.count(frontier.Stats{Queued: 2, Done: 1, Evicted: 2, Hosts: 5})
	p.order("e/5 d/4")
}

func keepsFailures(t *testing.T, open durableOpener) {
	e := page("b/second", 2)
	e.Source = "http://s.test/"
	p := startDurable(t, open, frontier.Options{}, page("a/first", 1), e)
	ability[lister](t, p.probe)
	p.done(p.want("b/second"), frontier.Outcome{Result: frontier.Revisit, Reason: "timeout"})
	p.done(p.want("a/first"), frontier.Outcome{Result: frontier.Dead, Reason: "410 Gone"})
	p.reopen()
	p.done(p.want("b/second"), frontier.Outcome{Result: frontier.Revisit, Reason: "timeout again"})
	p.reopen()
	p.failed(
		frontier.Failure{URL: "http://a.test/first", Reason: "410 Gone", Attempts: 1},
		frontier.Failure{URL: e.URL, Source: e.Source, Reason: "timeout again", Attempts: 2},
	)
}

func keepsRequeued(t *testing.T, open durableOpener) {
	p := startDurable(t, open, frontier.Options{}, page("a/1", 3), page("b/2", 2), page("c/3", 1))
	ability[requeuer](t, p.probe)
	p.finish(p.want("a/1"), frontier.Retry)
	p.kill("a/1", "timeout")
	p.kill("b/2", "410 Gone")
	p.kill("c/3", "timeout")
	p.reopen()
	p.requeue(t, 2, func(f frontier.Failure) bool { return f.Reason == "timeout" })
	p.reopen()
	p.count(frontier.Stats{Queued: 2, Dead: 1, Hosts: 3})
	p.failed(failureOf("b/2", "410 Gone"))
	l := p.want("a/1")
	if l.Attempt != 1 {
		t.Errorf("it is attempt %d, want 1", l.Attempt)
	}
	p.finish(l, frontier.Fetched)
	p.kill("c/3", "again")
	p.reopen()
	p.failed(failureOf("b/2", "410 Gone"), failureOf("c/3", "again"))
	p.requeue(t, 2, all)
	p.reopen()
	p.failed()
	p.order("b/2 c/3")
}

func keepsHistory(t *testing.T, open durableOpener) {
	first := page("a/1", 1)
	first.Source, first.Reason = "http://s.test/", reason("anchor")
	p := startDurable(t, open, frontier.Options{History: true, Capacity: 1}, first, page("b/2", 2), page("a/1", 3))
	p.finish(p.want("a/1"), frontier.Retry)
	p.done(p.want("a/1"), frontier.Outcome{Result: frontier.Dead, Reason: "404"})
	want := p.explain(t, "a/1")
	p.reopen()
	got := p.explain(t, "a/1")
	if diff := cmp.Diff(want, got, cmpopts.EquateApproxTime(grain)); diff != "" {
		t.Errorf("Explain (-before +after):\n%s", diff)
	}
	if len(got) < 8 {
		t.Errorf("%d events", len(got))
	}
}

func keepsStale(t *testing.T, open durableOpener) {
	p := startDurable(t, open, frontier.Options{}, page("a/1", 1))
	tokens := map[uint64]bool{}
	for range 3 {
		l := p.pop()
		if tokens[l.Token] {
			t.Errorf("the token %d came again", l.Token)
		}
		tokens[l.Token] = true
		p.finish(l, frontier.Retry)
		p.stale(l)
		p.reopen()
		p.stale(l)
	}
	p.order("a/1")
}

func keepsEnd(t *testing.T, open durableOpener) {
	p := startDurable(t, open, frontier.Options{})
	p.reopen()
	p.end()
	p.push(page("a/1", 1))
	p.reopen()
	p.order("a/1")
	p.reopen()
	p.end()
	p.push(page("a/1", 9))
	p.end()
}

func keepsMany(t *testing.T, open durableOpener) {
	const pages = 600
	p := startDurable(t, open, frontier.Options{})
	var want, got []string
	for round := range 3 {
		var entries []frontier.Entry
		for i := range pages / 3 {
			n := i*3 + round
			entries = append(entries, page(fmt.Sprintf("h%d/%d", n%7, n), float64(-n)))
		}
		p.push(entries...)
		p.reopen()
	}
	for n := range pages {
		want = append(want, fmt.Sprintf("h%d/%d", n%7, n))
		if n == pages/2 {
			p.reopen()
		}
		l := p.pop()
		got = append(got, name(l.URL))
		p.finish(l, frontier.Fetched)
	}
	if diff := cmp.Diff(strings.Join(want, " "), strings.Join(got, " ")); diff != "" {
		t.Errorf("order (-want +got):\n%s", diff)
	}
	p.reopen()
	p.end()
	p.count(frontier.Stats{Done: pages, Hosts: 7})
}
