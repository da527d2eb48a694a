package frontiertest

import (
	"context"
	"errors"
	"math"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
)

var recordCases = []testcase{
	{"PushQueued", "there is one record a URL; a push of a queued one re-evaluates it", pushQueued},
	{"PushDelayed", "a URL that waits for a retry is queued; a push re-evaluates it and does not make it come sooner", pushDelayed},
	{"PushRevisiting", "a URL that waits for its revisit is queued; a push re-evaluates it and does not make it come sooner", pushRevisiting},
	{"PushLeased", "a push of a leased URL leaves it as it is", pushLeased},
	{"PushEnded", "a push of a URL that is done or dead leaves it as it is", pushEnded},
	{"PushOwnLink", "a page that links to itself is not queued again", pushOwnLink},
	{"PushNothing", "a push of no entries does nothing", pushNothing},
	{"LeaseCarriesEntry", "a lease carries the entry that was pushed", leaseCarriesEntry},
	{"RefusePush", "all entries of a push are taken or, with an *EntryError, none", refusePush},
	{"Options", "a frontier that reports its options reports those it was opened with", reportsOptions},
	{"RefuseDone", "an outcome with a bad link has no effect: the lease still holds", refuseDone},
}

func pushQueued(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{}, page("a/x", 1), page("a/y", 2))
	p.push(page("a/x", 3), page("a/x", 2))
	p.count(frontier.Stats{Queued: 2, Hosts: 1})
	l := p.want("a/x")
	if l.Value != 3 {
		t.Errorf("the value is %v, want 3", l.Value)
	}
	p.finish(l, frontier.Fetched)
	p.order("a/y")
}

func pushDelayed(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{}, page("a/x", 1))
	p.done(p.pop(), frontier.Outcome{Result: frontier.Retry, RetryAt: far()})
	p.push(page("a/x", 3))
	p.count(frontier.Stats{Queued: 1, Hosts: 1})
	p.nothing()
}

func pushRevisiting(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{}, page("a/x", 5), page("a/y", 4))
	p.finish(p.want("a/x"), frontier.Revisit)
	p.push(page("a/x", 9))
	p.count(frontier.Stats{Queued: 2, Hosts: 1})
	p.finish(p.want("a/y"), frontier.Fetched)
	if l := p.want("a/x"); l.Value != 9 || l.Attempt != 2 {
		t.Errorf("value %v at attempt %d, want 9 at attempt 2", l.Value, l.Attempt)
	}
}

func pushLeased(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{PerHost: 2}, page("a/x", 1))
	l := p.pop()
	p.push(page("a/x", 3))
	p.count(frontier.Stats{Leased: 1, Hosts: 1})
	p.nothing()
	p.finish(l, frontier.Retry)
	if l := p.want("a/x"); l.Value != 1 {
		t.Errorf("the value is %v after a push while it was leased, want 1 as before", l.Value)
	}
}

func pushEnded(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{}, page("a/done", 2), page("a/dead", 1))
	p.finish(p.want("a/done"), frontier.Fetched)
	p.finish(p.want("a/dead"), frontier.Dead)
	p.push(page("a/done", 9), page("a/dead", 9))
	p.count(frontier.Stats{Done: 1, Dead: 1, Hosts: 1})
	p.end()
}

func pushOwnLink(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{}, page("a/x", 1))
	p.done(p.pop(), frontier.Outcome{Links: pages(9, "a/x", "a/y", "a/y")})
	p.order("a/y")
}

func pushNothing(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{})
	p.push()
	p.count(frontier.Stats{})
	p.end()
}

func leaseCarriesEntry(t *testing.T, open opener) {
	for _, e := range []frontier.Entry{
		{URL: "http://a.test/x", Host: "a.test", Value: 1.5, Source: "http://s.test/", Depth: 3, Hops: 2, Note: "{\"n\": 1}"},
		{URL: "http://a.test/%C3%A7?q='a'&b=*{}|x", Host: "group one", Value: -math.MaxFloat64, Note: "ç\n\x00"},
		{URL: "http://a.test:8080/", Host: "a.test:8080", Value: math.SmallestNonzeroFloat64},
		{URL: "http://a.test/0.1", Host: "a.test", Value: 0.1 + 0.2, Source: "http://a.test/"},
	} {
		p := start(t, open, frontier.Options{}, e)
		l := p.pop()
		if l.Entry != e {
			t.Errorf("leased %+v\npushed %+v", l.Entry, e)
		}
		if l.Attempt != 1 {
			t.Errorf("the first lease is attempt %d", l.Attempt)
		}
	}
}

var badEntries = []struct {
	what  string
	entry frontier.Entry
}{
	{"NaN", frontier.Entry{URL: "http://a.test/bad", Value: math.NaN()}},
	{"+Inf", frontier.Entry{URL: "http://a.test/bad", Value: math.Inf(1)}},
	{"-Inf", frontier.Entry{URL: "http://a.test/bad", Value: math.Inf(-1)}},
	{"empty URL", frontier.Entry{Value: 1}},
	{"no scheme", frontier.Entry{URL: "/rel"}},
	{"other scheme", frontier.Entry{URL: "mailto:x@a.test"}},
	{"no host", frontier.Entry{URL: "http:///x"}},
	{"space", frontier.Entry{URL: "http://a.test/a b"}},
}

// refused checks that an error refuses an entry.
func (p probe) refused(err error, e frontier.Entry) {
	p.Helper()
	var bad *frontier.EntryError
	if !errors.As(err, &bad) {
		p.Errorf("the error is %v, want an *EntryError", err)
	} else if bad.URL != e.URL {
		p.Errorf("the error is of %q, want %q", bad.URL, e.URL)
	}
}

func refusePush(t *testing.T, open opener) {
	for _, c := range badEntries {
		t.Run(c.what, func(t *testing.T) {
			p := start(t, open, frontier.Options{}, page("a/x", 1))
			p.refused(p.Push(t.Context(), page("a/good", 2), page("a/x", 3), c.entry, page("a/y", 2)), c.entry)
			p.count(frontier.Stats{Queued: 1, Hosts: 1})
			if l := p.want("a/x"); l.Value != 1 {
				t.Errorf("the refused push has changed a value to %v", l.Value)
			}
		})
	}
}

func refuseDone(t *testing.T, open opener) {
	for _, c := range badEntries {
		t.Run(c.what, func(t *testing.T) {
			p := start(t, open, frontier.Options{}, page("a/x", 1))
			l := p.pop()
			bad := frontier.Outcome{Links: []frontier.Entry{page("a/good", 2), c.entry}}
			p.refused(p.Done(context.WithoutCancel(t.Context()), l, bad), c.entry)
			p.count(frontier.Stats{Leased: 1, Hosts: 1})
			p.nothing()
			p.done(l, frontier.Outcome{Links: pages(1, "a/y")})
			p.order("a/y")
		})
	}
}

func reportsOptions(t *testing.T, open opener) {
	want := frontier.Options{
		Reevaluation: frontier.DistinctHosts, Order: frontier.BestNFirst, BatchSize: 7, Capacity: 90, Bytes: 1 << 20,
		PerHost: 3, LeaseTime: time.Hour, History: true,
	}
	p := start(t, open, want)
	if got := ability[configured](t, p).Options(); got != want {
		t.Errorf("Options\ngot  %+v\nwant %+v", got, want)
	}
}
