package frontiertest

import (
	"context"
	"math"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/frontiertest/internal/ability"
	"github.com/lokman-crawler/lokman/frontier/frontiertest/internal/sample"
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
	{"Visited", "Record says what is known of a URL, Records which are in some states", play(`
		open capacity=4 greater
		push a/done=5@s/+2 a/dead=4 a/again=3+1; fetched a/done because 200; dead a/dead because 410
		revisit a/again because 503; push b/leased=9; pop b/leased; returned b/leased; pop b/leased
		push c/later=8; retry c/later at=far because 429; push d/1=7 d/2=6 d/3=5 d/4=4; push a/done=9+1
		record a/done done value=5 depth=2 attempt=1 ended because 200
		record a/dead dead value=4 attempt=1 ended because 410
		record a/again revisiting value=3 depth=1 attempt=1 ended because 503
		record b/leased leased value=9 attempt=1
		record c/later delayed value=8 attempt=1 ended because 429
		record d/1 queued value=7
		record d/4 evicted value=4
		record d/none
		fetched d/1
		records done dead | a/dead a/done d/1
		records evicted revisiting leased | a/again b/leased d/4
		records queued | d/2 d/3
		records delayed | c/later
		records | a/again a/dead a/done b/leased c/later d/1 d/2 d/3 d/4
		fetched b/leased
		record a/done done value=5 depth=2 attempt=1 ended because 200
		requeue 1; record a/dead queued value=4 ended because 410`)},
	{"UnknownState", "Records of a state that there is not is an error", func(t *testing.T, open opener) {
		f := able[ability.Recorder](start(t, open, frontier.Options{}))
		if _, err := ability.Records(t.Context(), f, "queued", "visited"); err == nil {
			t.Error("no error")
		}
	}},
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

func refusePush(t *testing.T, open opener) {
	for _, c := range sample.BadEntries {
		t.Run(c.What, func(t *testing.T) {
			p := start(t, open, frontier.Options{}, page("a/x", 1))
			p.refused(p.Push(t.Context(), page("a/good", 2), page("a/x", 3), c.Entry, page("a/y", 2)), c.Entry)
			p.count(frontier.Stats{Queued: 1, Hosts: 1})
			if l := p.want("a/x"); l.Value != 1 {
				t.Errorf("the refused push has changed a value to %v", l.Value)
			}
		})
	}
}

func refuseDone(t *testing.T, open opener) {
	for _, c := range sample.BadEntries {
		t.Run(c.What, func(t *testing.T) {
			p := start(t, open, frontier.Options{}, page("a/x", 1))
			l := p.pop()
			bad := frontier.Outcome{Links: []frontier.Entry{page("a/good", 2), c.Entry}}
			p.refused(p.Done(context.WithoutCancel(t.Context()), l, bad), c.Entry)
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
