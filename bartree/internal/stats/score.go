package stats

import (
	"cmp"
	"slices"

	"github.com/lokman-crawler/lokman/internal/markup"
)

const (
	// maxScore is the score of a page that has no tag path of the template.
	maxScore = 100

	// maxSpots is how many missing elements, and how many added ones, are named.
	maxSpots = 8

	// apartChance is the chance from which on what several pages share is a change.
	apartChance = 0.02
)

// A State says how pages relate to a template.
type State uint8

const (
	Unknown  State = iota // they differ, but too few pages were learned to say whether that is content
	Same                  // the same elements under the same parents
	Content               // other content in the same template
	Drift                 // the constants hold, but the pages are less like the template than its own were
	Other                 // pages of another kind
	Changed               // the template was changed
	Redesign              // hardly anything of the template is left
)

// A Verdict is what a template says about pages, apart from a region.
type Verdict struct {
	State                   State
	Score, Chance, Likeness float64
	Missing, Added          []uint64 // the outermost elements that decided
	Median                  int      // the page that decided
}

// Judge judges pages: the median one of them decides, or what all of them have in common.
func (t *Template) Judge(pages []*markup.Page) Verdict {
	prints := fingerprints(pages)
	each := make([]anomaly, len(prints))
	order := make([]int, len(prints))
	for i, f := range prints {
		each[i], order[i] = t.anomaly(f), i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(each[a].score, each[b].score) })
	median := order[(len(order)-1)/2]
	shown := each[median]
	redesign := t.redesignLikeness()
	v := Verdict{Likeness: shown.likeness, Score: redesign / max(shown.likeness, redesign/maxScore), Chance: t.chance(shown.score), Median: median}
	if t.Pages > 1 {
		score := t.evidence(t.oddness(shown), t.signs(shown, prints[median]), 1, t.noise(t.own, shown.at))
		v.Score = max(v.Score, score/max(1, t.usual))
	}
	if len(pages) > 1 {
		all := t.anomaly(prints...)
		if s := t.evidence(t.oddness(all), t.signs(all, prints...), len(prints), t.noiseWith(prints)); s > v.Score {
			v.Score, shown = s, all
		}
		var apart anomaly
		v.Chance, apart = t.apart(prints)
		if s := min(maxScore, apartChance/v.Chance); s >= 1 && s > v.Score {
			v.Score, shown = s, apart
		}
	}
	differs := len(shown.missing)+len(shown.added) > 0
	switch {
	case (v.Likeness < redesign || v.Score >= 1) && t.isOther(shown, prints, prints[median], v.Likeness):
		v.State = Other
	case v.Likeness < redesign:
		v.State = Redesign
	case v.Score >= 1:
		v.State = Changed
	case t.few() && (v.Likeness < driftShare*t.least || differs):
		v.State = Unknown
	case v.Likeness < driftShare*t.least:
		v.State = Drift
	case differs:
		v.State = Content
	default:
		v.State = Same
	}
	v.Missing, v.Added = shown.missing, shown.added
	return v
}

// chance returns the share of the template's own pages, one more added, that
// score as high.
func (t *Template) chance(score float64) float64 {
	below, _ := slices.BinarySearchFunc(t.own, score, func(p ownPage, s float64) int { return cmp.Compare(p.Score, s) })
	return float64(len(t.own)-below+1) / float64(len(t.own)+1)
}

// noiseWith returns the noise that hides what all pages of a set share: that of
// the template or that of the set, whichever is less.
func (t *Template) noiseWith(prints []*markup.Fingerprint) float64 {
	set := learn(prints).mostNoise()
	if t.Pages > 1 {
		return min(t.mostNoise(), set)
	}
	return set
}

// Outermost names the outermost elements that are missing and added.
func (t *Template) Outermost(missing, added []uint64, page *markup.Page) (removed, inserted []string) {
	missing = slices.SortedFunc(slices.Values(missing), func(a, b uint64) int {
		return cmp.Or(cmp.Compare(t.features[a].At, t.features[b].At), cmp.Compare(a, b))
	})
	for _, h := range missing[:min(len(missing), maxSpots)] {
		removed = append(removed, t.features[h].Label)
	}
	isAdded := map[uint64]bool{}
	for _, h := range added {
		isAdded[h] = true
	}
	var first []*markup.Feature
	for i := range page.Print.Features {
		if ft := &page.Print.Features[i]; isAdded[ft.Hash] {
			first = append(first, ft)
		}
	}
	slices.SortFunc(first, func(a, b *markup.Feature) int { return cmp.Compare(a.Pos, b.Pos) })
	first = first[:min(len(first), maxSpots)]
	at := page.Labels(first)
	for _, ft := range first {
		inserted = append(inserted, at[ft.Pos])
	}
	return removed, inserted
}
