package frontiertest

import (
	"math"
	"slices"
	"testing"

	"github.com/lokman-crawler/lokman/frontier"
)

var rescoreCases = []testcase{
	{"Reorders", "Rescore re-ranks the whole queue, ties the one pushed first", play(`
		push a/1=1 b/2=2 a/3=3 c/4=4 b/5=5
		rescore negate
		pop a/1; pop b/2
		rescore 7
		pop c/4 value=7              # a and b are busy
		nothing
		open; push a/1=1 b/2=2 a/3=3
		rescore 7
		order a/1 b/2 a/3`)},
	{"Sees", "value sees the entry of the discovery that counts, of the queued and the evicted URLs only", rescoreSees},
	{"Forgets", "what sources gave before is forgotten: later discoveries merge with the new value", each(
		"greater .5; increment 1; noisyor .75; hosts 1", `
		open $1
		push a/x=.5@s/ a/x=.25@u/
		rescore .5
		push a/x=.5@s/; pop a/x value=$2`)},
	{"Lower", "a value given by Rescore counts, be it less than the URL had", play(`
		push a/1=9; rescore 1
		push a/1=2                   # less than it had, more than it has
		pop a/1 value=2`)},
	{"Waiting", "URLs that wait for a retry or a revisit are queued too, and go on waiting", play(`
		push a/failed=3 a/delayed=2 b/queued=1
		revisit a/failed; retry a/delayed at=far
		rescore 5 of=3
		fetched b/queued; nothing
		open; push a/failed=3; revisit a/failed
		rescore 5
		pop a/failed value=5`)},
	{"Leased", "a leased URL keeps its value", play(`
		push a/1=3; pop a/1
		rescore 5; returned a/1
		pop a/1 value=3`)},
	{"NotFinite", "Rescore stops at a value that is not finite, with an *EntryError", rescoreNotFinite},
	{"Evicted", "the best of the queued and the evicted URLs are queued afterwards", play(`
		open capacity=2
		push a/1=1 b/2=2 a/3=3 b/4=4
		rescore negate
		count queued=2 evicted=2 hosts=2
		order a/1 b/2`)},
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
	p.rescore(func(got frontier.Entry) float64 {
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

func rescoreNotFinite(t *testing.T, open opener) {
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		p := start(t, open, frontier.Options{}, page("a/1", 1), page("a/2", 2))
		err := ability[rescorer](p).Rescore(t.Context(), func(e frontier.Entry) float64 {
			if name(e.URL) == "a/2" {
				return bad
			}
			return e.Value
		})
		p.refused(err, page("a/2", bad))
		p.order("a/2 a/1")
	}
}
