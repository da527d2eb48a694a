package frontiertest

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/frontiertest/internal/ability"
	"github.com/lokman-crawler/lokman/frontier/frontiertest/internal/sample"
	"github.com/lokman-crawler/lokman/internal/transition"
)

var reevaluationCases = []testcase{
	{"Thesis", "METU's home page is found with 5 and again with 12 (thesis 4.1): GetGreater keeps 12 and that discovery, IncrementValues makes it 17 and keeps the first", each(`
		greater   5@p/       12@r/+full 12@r/+full+0;
		greater   12@r/+full 5@p/       12@r/+full+0;
		increment 5@p/       12@r/+full 17@p/;
		increment 12@r/+full 5@p/       17@r/+full+0`, `
		open $1
		push metu/=$2; push metu/=$3
		pop metu/ is=metu/=$4`)},
	{"ByHand", "the values of a URL's discoveries merge as package frontier says", mergesByHand},
	{"Order", "a URL is in its place at once when its value has changed", play(`
		push a/x=1 b/y=2 a/z=3; push a/x=5; push b/y=4
		order a/x b/y a/z
		open increment; push a/x=3 b/y=2 a/z=1
		push a/x=-2.5                # a sum may fall
		order b/y a/z a/x`)},
	{"Discovery", "the discovery that counts is the greatest under GetGreater, the first of equals, and the first of all otherwise", each(`
		greater   .5@p/+full  .75@r/+hop+3;
		increment 1@p/+full   2.25@p/+full;
		noisyor   .75@p/+full .9375@p/+full;
		hosts     1@p/+full   1.75@p/+full`, `
		open $1
		push a/x=.5@p/+full a/x=.5@q/+3
		pop a/x is=a/x=$2; returned a/x
		push a/x=.75@r/+hop+3; push a/x=.5@q/+3
		pop a/x is=a/x=$3`)},
	{"Depth", "the depth is the least of all discoveries while the URL waits or is evicted, whichever of them counts; one that is valued again is not discovered", each(
		"greater; increment; noisyor; hosts; replace", `
		open $1 capacity=2
		push a/x=.5@p/+4; push a/x=.75@q/+5; push a/x=.25@r/+3 b/y=.1@p/+4; push b/y=.2+1+known
		pop a/x depth=3; push a/x=.5+1; revisit a/x; push a/x=.25@s/+2
		pop b/y depth=4; retry b/y at=far; push b/y=.25@p/+3
		push c/1=2 c/2=2; push b/y=.25+1
		fetched c/1; fetched c/2; rescore 1
		pop b/y depth=1; fetched b/y
		pop a/x depth=2`)},
	{"MaxSources", "up to 32 sources are kept apart; what further ones give is merged", maxSources},
	{"Finite", "a sum stays finite", each("increment; hosts", `
		open $1; push a/x=1.7976931348623157e308@s/ a/x=1.7976931348623157e308@u/ a/x=1.7976931348623157e308@v/
		pop a/x value=1.7976931348623157e308
		open $1; push a/x=-1.7976931348623157e308@s/ a/x=-1.7976931348623157e308@u/ a/x=-1.7976931348623157e308@v/
		pop a/x value=-1.7976931348623157e308`)},
	{"Known", "an entry for a known URL re-evaluates it where it waits, and is left out otherwise", play(`
		open replace
		push a/seed=9 b/x=1 c/y=2; push b/new=8+known
		fetched a/seed -> d/new=8+known b/x=3+known e/new=1 e/new=4+known
		pop e/new value=4 known=no; fetched e/new
		order b/x c/y`)},
	{"Redirect", "under ReplaceValues a redirect decreases no value", play(`
		open replace
		push a/x=5 b/y=2 c/z=3
		push a/x=1+hop b/y=4+hop
		order a/x b/y c/z`)},
	{"Links", "the out-links of an outcome merge as pushed ones do", play(`
		open increment
		push a/seed=9 b/x=1 c/y=2
		fetched a/seed -> b/x b/x
		pop b/x value=3`)},
	{"Laws", "the order of discoveries does not matter; the depth is the least; the same page again changes nothing, except that IncrementValues adds it up", mergeLaws},
}

// found returns discoveries of one URL.
func found(given ...frontier.Contribution) []frontier.Entry {
	var entries []frontier.Entry
	for _, g := range given {
		e := page("a/x", g.Value)
		e.Source = g.Source
		entries = append(entries, e)
	}
	return entries
}

// mergesByHand pushes discoveries together and one by one. A seed has the value 1e9.
func mergesByHand(t *testing.T, open opener) {
	each(`
		greater   greater_of_negatives  -2    a/x=-3@s/1 a/x=-2@s/1 a/x=-4@s/2;
		increment same_page_adds_up     3     a/x=2@s/1 a/x=2@s/1 a/x=-1@s/1;
		replace   the_latest            -3    a/x=2@s/1 a/x=5@s/2 a/x=-3@s/1;
		replace   a_seed_keeps_it       1e9   a/x=1e9 a/x=5@s/1;
		replace   a_seed_may_rise       2e9   a/x=1e9 a/x=2e9@s/1;
		replace   a_seed_found_later    1e9   a/x=5@s/1 a/x=1e9 a/x=5@s/1;
		noisyor   two_chances           .75   a/x=.5@s/1 a/x=.5@s/2;
		noisyor   two_seeds_are_one     .5    a/x=.5 a/x=.5;
		noisyor   same_page_once        .75   a/x=.5@s/1 a/x=.5@s/2 a/x=.5@s/1 a/x=.25@s/2;
		noisyor   greatest_of_a_page    .875  a/x=.5@s/1 a/x=.5@s/2 a/x=.75@s/1;
		noisyor   certain               1     a/x=1@s/1 a/x=.5@s/2;
		noisyor   no_chance_above_1     3     a/x=.5@s/1 a/x=3@s/2 a/x=.5@u/1;
		noisyor   no_chance_below_0     .5    a/x=.5@s/1 a/x=-3@s/2 a/x=.25@u/1;
		hosts     a_host_once           2     a/x=2@s/1 a/x=2@s/2 a/x=2@s/1;
		hosts     greatest_of_a_host    7     a/x=2@s/1 a/x=4@u/1 a/x=3@s/2;
		hosts     below_0               0     a/x=-2@s/1 a/x=1@u/1 a/x=-1@s/2`, `
		open $1; push $4 $5 $6 $7; pop a/x value=$3
		open $1; push $4; push $5; push $6; push $7; pop a/x value=$3`)(t, open)

	p := start(t, open, frontier.Options{Reevaluation: frontier.DistinctHosts},
		found(frontier.Contribution{Source: "http://s.test:81/", Value: 2}, frontier.Contribution{Source: "http://s.test/1", Value: 2})...)
	if l := p.pop(); l.Value != 4 {
		t.Errorf("two ports of a host make %v, want 4", l.Value)
	}
}

func maxSources(t *testing.T, open opener) {
	const all = transition.MaxSources + 8
	p := start(t, open, frontier.Options{Reevaluation: frontier.DistinctHosts})
	for i := range all {
		p.push(found(frontier.Contribution{Source: fmt.Sprintf("http://s%d.test/", i), Value: 1})...)
	}
	value := func() float64 {
		t.Helper()
		l := p.pop()
		p.finish(l, frontier.Returned)
		return l.Value
	}
	if got := value(); got != all {
		t.Errorf("%d hosts gave 1 each: %v", all, got)
	}
	p.push(found(frontier.Contribution{Source: "http://s0.test/again", Value: 1})...)
	if got := value(); got != all {
		t.Errorf("the first host gave 1 again: %v, want %v", got, all)
	}
	p.push(found(frontier.Contribution{Source: fmt.Sprintf("http://s%d.test/again", all-1), Value: 1})...)
	if got := value(); got != all+1 {
		t.Errorf("the last host, which is not kept apart, gave 1 again: %v, want %v", got, all+1)
	}

	p = start(t, open, frontier.Options{Reevaluation: frontier.NoisyOr})
	for i := range all {
		p.push(found(frontier.Contribution{Source: fmt.Sprintf("http://s.test/%d", i), Value: .125})...)
	}
	if got, want := p.pop().Value, 1-math.Pow(.875, all); math.Abs(got-want) > 1e-9 {
		t.Errorf("%d pages gave .125 each: %v, want %v", all, got, want)
	}
}

func mergeLaws(t *testing.T, open opener) {
	for _, merge := range []frontier.Reevaluation{frontier.GetGreater, frontier.IncrementValues, frontier.NoisyOr, frontier.DistinctHosts} {
		t.Run(merge.String(), func(t *testing.T) {
			p := start(t, open, frontier.Options{Reevaluation: merge})
			urls := 0
			sample.Check(t, func(t *rapid.T) {
				given := rapid.SliceOfN(sample.Discovery, 1, 6).Draw(t, "given")
				shuffled := rapid.Permutation(given).Draw(t, "shuffled")
				value := func(given []frontier.Contribution) float64 {
					entries, depth := found(given...), math.MaxInt
					urls++
					for i, e := range entries {
						entries[i].URL = fmt.Sprintf("http://a.test/%d", urls)
						entries[i].Depth = int(e.Value*1000) % 7
						depth = min(depth, entries[i].Depth)
					}
					p := probe{t, p.Frontier}
					p.push(entries...)
					l := p.pop()
					if l.Depth != depth {
						t.Errorf("the depth is %d, want %d", l.Depth, depth)
					}
					p.finish(l, frontier.Fetched)
					return l.Value
				}
				once, other, twice := value(given), value(shuffled), value(append(given, shuffled...))
				if math.Abs(once-other) > 1e-9 {
					t.Errorf("%v in one order, %v in another", once, other)
				}
				if merge == frontier.IncrementValues {
					once *= 2
				}
				if math.Abs(once-twice) > 1e-9 {
					t.Errorf("%v once, %v when all was found again", once, twice)
				}
				bounded(t, merge, given, other)
			})
		})
	}
}

// bounded checks a merged value against the values it was merged from, which
// are chances.
func bounded(t *rapid.T, merge frontier.Reevaluation, given []frontier.Contribution, value float64) {
	greatest, sum := 0.0, 0.0
	for _, g := range given {
		greatest = max(greatest, g.Value)
		sum += g.Value
	}
	high := sum
	switch merge {
	case frontier.GetGreater:
		high = greatest
	case frontier.NoisyOr:
		high = min(sum, 1)
	}
	if value < greatest-1e-9 || value > high+1e-9 {
		t.Errorf("%v is not in [%v, %v]", value, greatest, high)
	}
}

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
		rescore keep a/evicted=1 a/queued=5@s/+full+0 a/x=3 a/y=2
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
		err := able[ability.Rescorer](p).Rescore(t.Context(), func(e frontier.Entry) float64 {
			if name(e.URL) == "a/2" {
				return bad
			}
			return e.Value
		})
		p.refused(err, page("a/2", bad))
		p.order("a/2 a/1")
	}
}
