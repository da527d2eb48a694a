package stats

import (
	"cmp"
	"maps"
	"slices"

	"github.com/lokman-crawler/lokman/internal/markup"
)

// A Template is what the pages of one template have in common, and how much each of
// them differs from the others.
type Template struct {
	pageStats
	own   []ownPage // its pages, each against the others, by score; none for one page
	least float64   // least likeness of one of its pages to the others, 0 to 1
	usual float64   // greatest score that two of its pages have by the others; 0 if that is no alarm
	Odd   []oddPage // pages of another kind among those that it was learned from
}

// Learn learns what pages have in common.
func Learn(pages []*markup.Page) *Template {
	prints := prints(pages)
	t := learn(prints)
	t.name(pages)
	for i := range t.Odd {
		t.Odd[i].Words = pages[t.Odd[i].Index].Outline().SketchWords()
	}
	return t
}

func prints(pages []*markup.Page) []*markup.Fingerprint {
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
		i := strangest(scores, likenesses, len(main))
		if i < 0 || len(odd) == len(prints)/4 {
			for _, i := range odd {
				t.addOdd(i, prints[i])
			}
			return t
		}
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

const (
	mostLeftOut     = 32  // pages that are compared with the others, of more an even sample
	assumedLikeness = 0.5 // least likeness among the pages of a template that was learned from one page
)

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

// noise is by how much, in nats, one of these pages differs from the others
// at the places of another score, and a share of what it differs elsewhere: the more
// pages there are, the less that says about places where none does.
func (k *pageStats) noise(own []ownPage, at []placed) float64 {
	elsewhere := min(1, FewestKnown/float64(k.Pages))
	most := 0.0
	for _, p := range own {
		here := 0.0
		for i, j := 0, 0; i < len(at) && j < len(p.At); {
			switch c := cmp.Compare(at[i].Parent, p.At[j].Parent); {
			case c < 0:
				i++
			case c > 0:
				j++
			default:
				here += p.At[j].Score
				i, j = i+1, j+1
			}
		}
		most = max(most, here+elsewhere*(p.Score-here))
	}
	return most
}

// mostNoise is the greatest anomaly score of one of the template's pages, in nats.
func (t *Template) mostNoise() float64 {
	if len(t.own) == 0 {
		return 0
	}
	return t.own[len(t.own)-1].Score
}

// An ownPage is how odd one of a template's pages is by the others.
type ownPage struct {
	Score float64  `json:"score"`        // anomaly score, in nats
	At    []placed `json:"at,omitempty"` // where it comes from, by parent
}
