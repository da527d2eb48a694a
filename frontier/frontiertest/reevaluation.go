package frontiertest

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/transition"
)

var reevaluationCases = []testcase{
	{"Thesis", "METU's home page is found with 5 and again with 12 (thesis 4.1): GetGreater keeps 12 and that discovery, IncrementValues makes it 17 and keeps the first", thesis},
	{"ByHand", "the values of a URL's discoveries merge as package frontier says", mergesByHand},
	{"Order", "a URL is in its place at once when its value has changed", mergeReorders},
	{"Discovery", "the discovery that counts is the greatest under GetGreater, the first of equals, and the first of all otherwise", discoveryThatCounts},
	{"MaxSources", "up to MaxSources sources are kept apart; what further ones give is merged", maxSources},
	{"Finite", "a sum stays finite", sumStaysFinite},
	{"Known", "an entry for a known URL re-evaluates it where it waits, and is left out otherwise", knownOnly},
	{"Redirect", "under ReplaceValues a redirect decreases no value", redirectsDecreaseNone},
	{"Links", "the out-links of an outcome merge as pushed ones do", linksMerge},
	{"Laws", "the order of discoveries does not matter; the same page again changes nothing, except that IncrementValues adds it up", mergeLaws},
}

func thesis(t *testing.T, open opener) {
	five := frontier.Entry{URL: "http://www.metu.edu.tr/", Value: 5, Source: "http://p.test/", Depth: 1, Note: "p"}
	twelve := frontier.Entry{URL: "http://www.metu.edu.tr/", Value: 12, Source: "http://r.test/", Depth: 2, Note: "r"}
	for _, c := range []struct {
		merge         frontier.Reevaluation
		first, second frontier.Entry
		value         float64
		counts        frontier.Entry
	}{
		{frontier.GetGreater, five, twelve, 12, twelve},
		{frontier.GetGreater, twelve, five, 12, twelve},
		{frontier.IncrementValues, five, twelve, 17, five},
		{frontier.IncrementValues, twelve, five, 17, twelve},
	} {
		t.Run(fmt.Sprint(c.merge, " ", c.first.Value, " then ", c.second.Value), func(t *testing.T) {
			p := start(t, open, frontier.Options{Reevaluation: c.merge}, c.first)
			p.push(c.second)
			l := p.pop()
			if l.Value != c.value || l.Source != c.counts.Source || l.Depth != c.counts.Depth || l.Note != c.counts.Note {
				t.Errorf("leased %+v, want the value %v and the rest of %+v", l.Entry, c.value, c.counts)
			}
		})
	}
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

func mergesByHand(t *testing.T, open opener) {
	const (
		s1 = "http://s.test/1"
		s2 = "http://s.test/2"
		u1 = "http://u.test/1"
	)
	for _, c := range []struct {
		what  string
		merge frontier.Reevaluation
		given []frontier.Contribution
		want  float64
	}{
		{"greater of negatives", frontier.GetGreater, []frontier.Contribution{{Source: s1, Value: -3}, {Source: s1, Value: -2}, {Source: s2, Value: -4}}, -2},
		{"same page adds up", frontier.IncrementValues, []frontier.Contribution{{Source: s1, Value: 2}, {Source: s1, Value: 2}, {Source: s1, Value: -1}}, 3},
		{"the latest", frontier.ReplaceValues, []frontier.Contribution{{Source: s1, Value: 2}, {Source: s2, Value: 5}, {Source: s1, Value: -3}}, -3},
		{"a seed keeps its value", frontier.ReplaceValues, []frontier.Contribution{{Value: frontier.SeedValue}, {Source: s1, Value: 5}}, frontier.SeedValue},
		{"a seed may rise", frontier.ReplaceValues, []frontier.Contribution{{Value: frontier.SeedValue}, {Source: s1, Value: 2 * frontier.SeedValue}}, 2 * frontier.SeedValue},
		{"a seed found later", frontier.ReplaceValues, []frontier.Contribution{{Source: s1, Value: 5}, {Value: frontier.SeedValue}, {Source: s1, Value: 5}}, frontier.SeedValue},
		{"two chances", frontier.NoisyOr, []frontier.Contribution{{Source: s1, Value: .5}, {Source: s2, Value: .5}}, .75},
		{"two seeds are one source", frontier.NoisyOr, []frontier.Contribution{{Value: .5}, {Value: .5}}, .5},
		{"same page once", frontier.NoisyOr, []frontier.Contribution{{Source: s1, Value: .5}, {Source: s2, Value: .5}, {Source: s1, Value: .5}, {Source: s2, Value: .25}}, .75},
		{"greatest of a page", frontier.NoisyOr, []frontier.Contribution{{Source: s1, Value: .5}, {Source: s2, Value: .5}, {Source: s1, Value: .75}}, .875},
		{"certain", frontier.NoisyOr, []frontier.Contribution{{Source: s1, Value: 1}, {Source: s2, Value: .5}}, 1},
		{"no chance above 1", frontier.NoisyOr, []frontier.Contribution{{Source: s1, Value: .5}, {Source: s2, Value: 3}, {Source: u1, Value: .5}}, 3},
		{"no chance below 0", frontier.NoisyOr, []frontier.Contribution{{Source: s1, Value: .5}, {Source: s2, Value: -3}, {Source: u1, Value: .25}}, .5},
		{"a host once", frontier.DistinctHosts, []frontier.Contribution{{Source: s1, Value: 2}, {Source: s2, Value: 2}, {Source: s1, Value: 2}}, 2},
		{"greatest of a host", frontier.DistinctHosts, []frontier.Contribution{{Source: s1, Value: 2}, {Source: u1, Value: 4}, {Source: s2, Value: 3}}, 7},
		{"ports are hosts", frontier.DistinctHosts, []frontier.Contribution{{Source: "http://s.test:81/", Value: 2}, {Source: s1, Value: 2}}, 4},
		{"below 0", frontier.DistinctHosts, []frontier.Contribution{{Source: s1, Value: -2}, {Source: u1, Value: 1}, {Source: s2, Value: -1}}, 0},
	} {
		t.Run(fmt.Sprint(c.merge, " ", c.what), func(t *testing.T) {
			entries := found(c.given...)
			p := start(t, open, frontier.Options{Reevaluation: c.merge}, entries...)
			if l := p.pop(); l.Value != c.want {
				t.Errorf("pushed together the value is %v, want %v", l.Value, c.want)
			}
			p = start(t, open, frontier.Options{Reevaluation: c.merge})
			for _, e := range entries {
				p.push(e)
			}
			if l := p.pop(); l.Value != c.want {
				t.Errorf("pushed one by one the value is %v, want %v", l.Value, c.want)
			}
		})
	}
}

func mergeReorders(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{}, page("a/x", 1), page("b/y", 2), page("a/z", 3))
	p.push(page("a/x", 5))
	p.push(page("b/y", 4))
	p.order("a/x b/y a/z")

	p = start(t, open, frontier.Options{Reevaluation: frontier.IncrementValues}, page("a/x", 3), page("b/y", 2), page("a/z", 1))
	p.push(page("a/x", -2.5)) // a sum may fall
	p.order("b/y a/z a/x")
}

func discoveryThatCounts(t *testing.T, open opener) {
	first := frontier.Entry{URL: "http://a.test/x", Value: .5, Source: "http://p.test/", Depth: 4, Hops: 1, Note: "first"}
	equal := frontier.Entry{URL: "http://a.test/x", Value: .5, Source: "http://q.test/", Depth: 1, Hops: 0, Note: "equal"}
	greater := frontier.Entry{URL: "http://a.test/x", Value: .75, Source: "http://r.test/", Depth: 7, Hops: 2, Note: "greater"}
	for _, c := range []struct {
		merge frontier.Reevaluation
		want  frontier.Entry
	}{
		{frontier.GetGreater, greater},
		{frontier.IncrementValues, first},
		{frontier.NoisyOr, first},
		{frontier.DistinctHosts, first},
	} {
		t.Run(c.merge.String(), func(t *testing.T) {
			p := start(t, open, frontier.Options{Reevaluation: c.merge}, first, equal)
			l := p.pop()
			if l.Source != first.Source || l.Note != first.Note {
				t.Errorf("of equals the one of %s counts, want the first", l.Source)
			}
			p.finish(l, frontier.Returned)
			p.push(greater)
			p.push(equal)
			l = p.pop()
			if l.Source != c.want.Source || l.Depth != c.want.Depth || l.Hops != c.want.Hops || l.Note != c.want.Note {
				t.Errorf("leased %+v, want source, depth, hops and note of %+v", l.Entry, c.want)
			}
		})
	}
}

func knownOnly(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{Reevaluation: frontier.ReplaceValues}, page("a/seed", 9), page("b/x", 1), page("c/y", 2))
	known := func(url string, value float64) frontier.Entry {
		e := page(url, value)
		e.Known = true
		return e
	}
	p.push(known("b/new", 8))
	p.done(p.want("a/seed"), frontier.Outcome{Links: []frontier.Entry{known("d/new", 8), known("b/x", 3), page("e/new", 1), known("e/new", 4)}})
	l := p.want("e/new")
	if l.Value != 4 || l.Known {
		t.Errorf("leased %+v, want the value 4 and Known false", l.Entry)
	}
	p.finish(l, frontier.Fetched)
	p.order("b/x c/y")
}

func redirectsDecreaseNone(t *testing.T, open opener) {
	redirect := func(url string, value float64) frontier.Entry {
		e := page(url, value)
		e.Hops = 1
		return e
	}
	p := start(t, open, frontier.Options{Reevaluation: frontier.ReplaceValues}, page("a/x", 5), page("b/y", 2), page("c/z", 3))
	p.push(redirect("a/x", 1), redirect("b/y", 4))
	p.order("a/x b/y c/z")
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

func sumStaysFinite(t *testing.T, open opener) {
	for _, merge := range []frontier.Reevaluation{frontier.IncrementValues, frontier.DistinctHosts} {
		for _, value := range []float64{math.MaxFloat64, -math.MaxFloat64} {
			p := start(t, open, frontier.Options{Reevaluation: merge})
			for _, source := range []string{"http://s.test/", "http://u.test/", "http://v.test/"} {
				p.push(found(frontier.Contribution{Source: source, Value: value})...)
			}
			if l := p.pop(); l.Value != value {
				t.Errorf("%v: %v three times makes %v", merge, value, l.Value)
			}
		}
	}
}

func linksMerge(t *testing.T, open opener) {
	p := start(t, open, frontier.Options{Reevaluation: frontier.IncrementValues}, page("a/seed", 9), page("b/x", 1), page("c/y", 2))
	p.done(p.want("a/seed"), frontier.Outcome{Links: pages(1, "b/x", "b/x")})
	l := p.want("b/x")
	if l.Value != 3 {
		t.Errorf("the value is %v, want 3", l.Value)
	}
}

func mergeLaws(t *testing.T, open opener) {
	for _, merge := range []frontier.Reevaluation{frontier.GetGreater, frontier.IncrementValues, frontier.NoisyOr, frontier.DistinctHosts} {
		t.Run(merge.String(), func(t *testing.T) {
			p := start(t, open, frontier.Options{Reevaluation: merge})
			urls := 0
			random(t, func(t *rapid.T) {
				given := rapid.SliceOfN(discovery, 1, 6).Draw(t, "given")
				shuffled := rapid.Permutation(given).Draw(t, "shuffled")
				value := func(given []frontier.Contribution) float64 {
					entries := found(given...)
					urls++
					for i := range entries {
						entries[i].URL = fmt.Sprintf("http://a.test/%d", urls)
					}
					p := probe{t, p.Frontier}
					p.push(entries...)
					l := p.pop()
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

// discovery is a chance that a page of one of few sources gives.
var discovery = rapid.Custom(func(t *rapid.T) frontier.Contribution {
	host := rapid.IntRange(0, 2).Draw(t, "host")
	path := rapid.IntRange(0, 2).Draw(t, "path")
	return frontier.Contribution{
		Source: fmt.Sprintf("http://s%d.test/%d", host, path),
		Value:  rapid.Float64Range(0, 1).Draw(t, "value"),
	}
})
