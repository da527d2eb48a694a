package frontiertest

import (
	"context"
	"math"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/frontiertest/internal/ability"
)

var recordCases = []testcase{
	{"PushQueued", "there is one record a URL; a push of a queued one re-evaluates it", play(`
		push a/x=1 a/y=2; push a/x=3 a/x=2
		count queued=2 hosts=1
		pop a/x value=3; fetched a/x
		order a/y`)},
	{"PushDelayed", "a URL that waits for a retry is queued; a push re-evaluates it and does not make it come sooner", play(`
		push a/x=1; retry a/x at=far; push a/x=3
		count queued=1 hosts=1; nothing`)},
	{"PushRevisiting", "a URL that waits for its revisit is queued; a push re-evaluates it and does not make it come sooner", play(`
		push a/x=5 a/y=4; revisit a/x; push a/x=9
		count queued=2 hosts=1
		fetched a/y
		pop a/x value=9 attempt=2`)},
	{"PushLeased", "a push of a leased URL leaves it as it is", play(`
		open per-host=2
		push a/x=1; pop a/x; push a/x=3
		count leased=1 hosts=1; nothing
		retry a/x
		pop a/x value=1`)},
	{"PushEnded", "a push of a URL that is done or dead leaves it as it is", play(`
		push a/done=2 a/dead=1; fetched a/done; dead a/dead
		push a/done=9 a/dead=9
		count done=1 dead=1 hosts=1; over`)},
	{"PushOwnLink", "a page that links to itself is not queued again", play(`
		push a/x; fetched a/x -> a/x=9 a/y=9 a/y=9
		order a/y`)},
	{"PushNothing", "a push of no entries does nothing", play(`push; count; over`)},
	{"LeaseCarriesEntry", "a lease carries the entry that was pushed", leaseCarriesEntry},
	{"RefusePush", "all entries of a push are taken or, with an *EntryError, none", refusePush},
	{"Options", "a frontier that reports its options reports those it was opened with", reportsOptions},
	{"RefuseDone", "an outcome with a bad link has no effect: the lease still holds", refuseDone},
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
			p.done(l, frontier.Outcome{Links: []frontier.Entry{page("a/y", 1)}})
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
	if got := able[ability.Configured](p).Options(); got != want {
		t.Errorf("Options\ngot  %+v\nwant %+v", got, want)
	}
}
