package frontiertest

import (
	"math"
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
	{"Sees", "value sees the entry of the discovery that counts, of the queued and the evicted URLs only", play(`
		open capacity=3 per-host=9
		push a/done=9 a/dead=8 a/leased=7; fetched a/done; dead a/dead; pop a/leased
		push a/queued=4 a/queued=5@s/+full a/x=3 a/y=2 a/evicted=1
		rescore keep a/evicted=1 a/queued=5@s/+full a/x=3 a/y=2
		fetched a/leased
		order a/queued a/x a/y`)},
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
		rescore 5 a/delayed=2 a/failed=3 b/queued=1
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
