package stats

import (
	"cmp"
	"maps"
	"slices"

	"github.com/lokman-crawler/lokman/internal/markup"
)

// Learn learns what pages have in common.
func Learn(pages []*markup.Page) *Template {
	prints := fingerprints(pages)
	t := learn(prints)
	t.name(pages)
	for i := range t.odd {
		t.odd[i].Words = pages[t.odd[i].Index].Words()
	}
	return t
}

func fingerprints(pages []*markup.Page) []*markup.Fingerprint {
	prints := make([]*markup.Fingerprint, len(pages))
	for i, p := range pages {
		prints[i] = p.Print
	}
	return prints
}

// learn learns from fingerprints, without labels for people.
func learn(prints []*markup.Fingerprint) *Template {
	main := slices.Clone(prints)
	at := make([]int, len(prints)) // of the pages in main, in prints
	for i := range at {
		at[i] = i
	}
	var odd []int
	for {
		t := gather(main)
		scores, likenesses := t.measureSpread(main)
		i := strangest(scores, likenesses)
		if i < 0 || len(odd) == len(prints)/4 {
			for _, i := range odd {
				t.addOdd(i, prints[i])
			}
			return t
		}
		i = sampled(i, len(main))
		odd = append(odd, at[i])
		main, at = slices.Delete(main, i, i+1), slices.Delete(at, i, i+1)
	}
}

// gather learns what pages have.
func gather(prints []*markup.Fingerprint) *Template {
	t := &Template{pageStats: pageStats{Pages: len(prints), features: map[uint64]feature{}, refs: map[uint64]int{}, on: map[uint64]uint64{}}}
	for i, f := range prints {
		t.add(i, f)
	}
	maps.DeleteFunc(t.on, func(h, _ uint64) bool { return t.features[h].Pages == t.Pages || t.refs[h] == t.Pages })
	t.group()
	return t
}

// mostLeftOut is how many pages are compared with the others, of more an even sample.
const mostLeftOut = 32

// measureSpread compares each page, or an even sample of many, with the others
// and returns their anomaly scores, in nats, and likenesses.
func (t *Template) measureSpread(prints []*markup.Fingerprint) (scores, likenesses []float64) {
	n := len(prints)
	if n < 2 {
		t.least = assumedLikeness
		return nil, nil
	}
	t.least = 1
	var shown []signs
	for i := range min(n, mostLeftOut) {
		f := prints[sampled(i, n)]
		others := t.without(f)
		a := others.anomaly(f)
		scores, likenesses = append(scores, a.score), append(likenesses, a.likeness)
		t.own = append(t.own, ownPage{a.score, a.at})
		t.least = min(t.least, a.likeness)
		shown = append(shown, others.signs(a, f))
		t.shown.add(shown[i], 1)
	}
	t.usual = t.usualScore(shown)
	slices.SortStableFunc(t.own, func(a, b ownPage) int { return cmp.Compare(a.Score, b.Score) })
	return scores, likenesses
}

// sampled returns the index of the i-th of the pages, n in all, that are compared
// with the others.
func sampled(i, n int) int { return i * n / min(n, mostLeftOut) }

// usualScore is the greatest score that two of the template's pages have by the others,
// which show these signs; 0 if that is no alarm or the others are too few to tell.
func (t *Template) usualScore(shown []signs) float64 {
	if t.Pages <= FewestKnown {
		return 0
	}
	most, second := 0.0, 0.0
	for i, p := range t.own {
		others := pageStats{Pages: t.Pages - 1, shown: t.shown}
		others.shown.add(shown[i], -1)
		score := others.evidence(p.Score, shown[i], 1, others.noise(slices.Concat(t.own[:i], t.own[i+1:]), p.At))
		most, second = max(most, score), max(second, min(most, score))
	}
	if second < 1 {
		return 0
	}
	return second
}
