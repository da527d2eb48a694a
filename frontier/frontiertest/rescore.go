package frontiertest

import (
	"math"
	"slices"
	"testing"

	"github.com/lokman-crawler/lokman/frontier"
)

var rescoreCases = []testcase{
	{"Reorders", "Rescore re-ranks the whole queue, ties the one pushed first", rescoreReorders},
	{"Sees", "value sees the entry of the discovery that counts, of the queued and the evicted URLs only", rescoreSees},
	{"Forgets", "what sources gave before is forgotten: later discoveries merge with the new value", rescoreForgets},
	{"Waiting", "URLs that wait for a retry or a revisit are queued too, and go on waiting", rescoreWaiting},
	{"Leased", "a leased URL keeps its value", rescoreLeased},
	{"NotFinite", "Rescore stops at a value that is not finite, with an *EntryError", rescoreNotFinite},
	{"Evicted", "the best of the queued and the evicted URLs are queued afterwards", rescoreEvicted},
}

func (p probe) rescore(t *testing.T, value func(frontier.Entry) float64) {
	t.Helper()
	ctx, cancel := p.patient()
	defer cancel()
	if err := ability[rescorer](t, p).Rescore(ctx, value); err != nil {
		t.Fatalf("Rescore: %v", err)
	}
}

func rescoreReorders(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{}, page("a/1", 1), page("b/2", 2), page("a/3", 3), page("c/4", 4), page("b/5", 5))
	p.rescore(t, func(e frontier.Entry) float64 { return -e.Value })
	p.want("a/1")
	p.want("b/2")
	p.rescore(t, func(frontier.Entry) float64 { return 7 })
	if l := p.want("c/4"); l.Value != 7 { // a and b are busy
		t.Errorf("the value is %v, want 7", l.Value)
	}
	p.nothing()

	p = start(t, open, frontier.Options{}, page("a/1", 1), page("b/2", 2), page("a/3", 3))
	p.rescore(t, func(frontier.Entry) float64 { return 7 })
	p.order("a/1 b/2 a/3")
}

func rescoreSees(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{Capacity: 3, PerHost: 9}, page("a/done", 9), page("a/dead", 8), page("a/leased", 7))
	p.finish(p.want("a/done"), frontier.Fetched)
	p.finish(p.want("a/dead"), frontier.Dead)
	l := p.want("a/leased")
	e := page("a/queued", 5)
	e.Source, e.Depth, e.Hops, e.Note = "http://s.test/", 3, 1, "note"
	p.push(page("a/queued", 4), e, page("a/x", 3), page("a/y", 2), page("a/evicted", 1))
	var seen []string
	p.rescore(t, func(got frontier.Entry) float64 {
		seen = append(seen, name(got.URL))
		got.Host = ""
		if got.URL == e.URL && got != e {
			t.Errorf("value sees %+v, want %+v", got, e)
		}
		return got.Value
	})
	slices.Sort(seen)
	if want := []string{"a/evicted", "a/queued", "a/x", "a/y"}; !slices.Equal(seen, want) {
		t.Errorf("value was asked for %v, want %v", seen, want)
	}
	p.finish(l, frontier.Fetched)
	p.order("a/queued a/x a/y")
}

func rescoreForgets(t *testing.T, open opener) {
	for _, c := range []struct {
		merge frontier.Reevaluation
		want  float64
	}{
		{frontier.GetGreater, .5},
		{frontier.IncrementValues, 1},
		{frontier.NoisyOr, .75},
		{frontier.DistinctHosts, 1},
	} {
		t.Run(c.merge.String(), func(t *testing.T) {
			entries := found(frontier.Contribution{Source: "http://s.test/", Value: .5}, frontier.Contribution{Source: "http://u.test/", Value: .25})
			p := start(t, open, frontier.Options{Reevaluation: c.merge}, entries...)
			p.rescore(t, func(frontier.Entry) float64 { return .5 })
			p.push(entries[0])
			if l := p.pop(); l.Value != c.want {
				t.Errorf("the value is %v, want %v", l.Value, c.want)
			}
		})
	}
	p := start(t, open, frontier.Options{}, page("a/1", 9))
	p.rescore(t, func(frontier.Entry) float64 { return 1 })
	p.push(page("a/1", 2)) // less than it had, more than it has
	if l := p.pop(); l.Value != 2 {
		t.Errorf("the value is %v, want 2", l.Value)
	}
}

func rescoreWaiting(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{}, page("a/failed", 3), page("a/delayed", 2), page("b/queued", 1))
	p.finish(p.want("a/failed"), frontier.Revisit)
	p.done(p.want("a/delayed"), frontier.Outcome{Result: frontier.Retry, RetryAt: far()})
	n := 0
	p.rescore(t, func(frontier.Entry) float64 { n++; return 5 })
	if n != 3 {
		t.Errorf("value was asked for %d URLs, want 3", n)
	}
	p.finish(p.want("b/queued"), frontier.Fetched)
	p.nothing()

	p = start(t, open, frontier.Options{}, page("a/failed", 3))
	p.finish(p.want("a/failed"), frontier.Revisit)
	p.rescore(t, func(frontier.Entry) float64 { return 5 })
	if l := p.pop(); l.Value != 5 {
		t.Errorf("the value of the revisit is %v, want 5", l.Value)
	}
}

func rescoreLeased(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{}, page("a/1", 3))
	l := p.pop()
	p.rescore(t, func(frontier.Entry) float64 { return 5 })
	p.finish(l, frontier.Returned)
	if l := p.pop(); l.Value != 3 {
		t.Errorf("the value is %v, want 3", l.Value)
	}
}

func rescoreNotFinite(t *testing.T, open opener) {
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		p := start(t, open, frontier.Options{}, page("a/1", 1), page("a/2", 2))
		err := ability[rescorer](t, p).Rescore(t.Context(), func(e frontier.Entry) float64 {
			if name(e.URL) == "a/2" {
				return bad
			}
			return e.Value
		})
		p.refused(err, page("a/2", bad))
		p.order("a/2 a/1")
	}
}

func rescoreEvicted(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{Capacity: 2}, page("a/1", 1), page("b/2", 2), page("a/3", 3), page("b/4", 4))
	p.rescore(t, func(e frontier.Entry) float64 { return -e.Value })
	p.count(frontier.Stats{Queued: 2, Evicted: 2, Hosts: 2})
	p.order("a/1 b/2")
}
