package stats

import (
	"slices"

	"github.com/lokman-crawler/lokman/internal/markup"
)

// A page is of another kind than the rest of fewestPages or more if its anomaly
// score, in nats, is at least oddScore, and at least oddRatio times their median
// and half of oddScore, or if it would be a redesign of them. They were chosen by
// leaving one site out, see docs/templates.md.
const (
	fewestPages = 5
	oddScore    = 10.0
	oddRatio    = 3.0
)

// strangest returns which of pages with these scores and likenesses to the others is of
// another kind than the rest; -1 if none is.
func strangest(scores, likenesses []float64) int {
	if len(scores) < fewestPages {
		return -1
	}
	worst, unlike := 0, 0
	for i := range scores {
		if scores[i] > scores[worst] {
			worst = i
		}
		if likenesses[i] < likenesses[unlike] {
			unlike = i
		}
	}
	median := slices.Sorted(slices.Values(scores))[len(scores)/2]
	if scores[worst] >= max(oddScore, oddRatio*median+oddScore/2) {
		return worst
	}
	if l := slices.Sorted(slices.Values(likenesses)); l[0] < redesignShare*l[1] {
		return unlike
	}
	return -1
}

// PathsOf returns the tag paths of a page, sorted.
func PathsOf(f *markup.Fingerprint) []uint64 {
	var paths []uint64
	for i := range f.Features {
		if ft := &f.Features[i]; ft.From == markup.FromPath {
			paths = append(paths, ft.Hash)
		}
	}
	slices.Sort(paths)
	return paths
}

// sameWords is the likeness of words from which on a page of another kind is one that is
// known, but for a path, a date or the like.
const sameWords = 0.8

// RepeatsOdd reports whether a page says what a known one of another kind does.
func (t *Template) RepeatsOdd(page *markup.Page) bool {
	words := page.Words()
	return words != markup.TagSketch{} && slices.ContainsFunc(t.odd, func(p oddPage) bool { return p.Words.Likeness(&words) >= sameWords })
}

// addOdd notes a page of another kind: what it has is neither constant nor new.
func (t *Template) addOdd(index int, f *markup.Fingerprint) {
	o := oddPage{Index: index, Paths: PathsOf(f)}
	for i := range f.Features {
		if tr := t.features[f.Features[i].Hash]; tr.From == markup.FromFrame && tr.Pages == t.Pages {
			o.Shared = append(o.Shared, f.Features[i].Hash)
		}
	}
	slices.Sort(o.Shared)
	t.odd = append(t.odd, o)
	for i := range f.Features {
		ft := &f.Features[i]
		if _, ok := t.features[ft.Hash]; !ok {
			t.features[ft.Hash] = featureOf(f, ft)
		}
	}
}

// Odd returns which of the pages that it was learned from are of another kind, by their index,
// in the order in which they were found.
func (t *Template) Odd() []int {
	var out []int
	for _, o := range t.odd {
		if o.Index >= 0 {
			out = append(out, o.Index)
		}
	}
	return out
}

// KeepMet takes over the pages of another kind that other was not learned from but told of.
func (t *Template) KeepMet(other *Template) {
	for _, o := range other.odd {
		if o.Index < 0 {
			t.odd = append(t.odd, o)
		}
	}
}

// mostOdd is how many pages of another kind a template knows at most.
const mostOdd = 16

// Meet notes a page of another kind that was met after learning, by its tag paths and
// words. It reports false if the template knows enough.
func (t *Template) Meet(paths []uint64, words markup.TagSketch) bool {
	if len(t.odd) >= mostOdd {
		return false
	}
	t.odd = append(t.odd, oddPage{Index: -1, Paths: paths, Words: words})
	return true
}

// IsOdd reports whether a page is more like one of the pages of another kind than
// like the template, by the tag paths, at least half of their paths are the same, and it
// has the constants that both kinds have: another version of the site is without some.
func (t *Template) IsOdd(f *markup.Fingerprint, likeness float64) bool {
	if len(t.odd) == 0 {
		return false
	}
	has := make(map[uint64]bool, len(f.Features))
	for i := range f.Features {
		has[f.Features[i].Hash] = true
	}
	lacks := func(h uint64) bool { return !has[h] }
	for _, o := range t.odd {
		both, all := 0, len(o.Paths)
		for i := range f.Features {
			if f.Features[i].From != markup.FromPath {
				continue
			}
			if _, ok := slices.BinarySearch(o.Paths, f.Features[i].Hash); ok {
				both++
			} else {
				all++
			}
		}
		if l := float64(both) / float64(max(1, all)); l >= assumedLikeness && l > likeness && !slices.ContainsFunc(o.Shared, lacks) {
			return true
		}
	}
	return false
}

// isOther reports whether pages that are unlike the template, the one that decides
// among them with this likeness, are of another kind. Constants in another place are
// of another version. Else a page is of another kind if it is more like one that is
// known, or if no constants are replaced and it is less like the template than any page
// of that and refers to less than all of them and to nothing new, as a fragment or a
// forwarding page does, while another version has its own stylesheets and scripts.
func (t *Template) isOther(s anomaly, prints []*markup.Fingerprint, decides *markup.Fingerprint, likeness float64) bool {
	switch {
	case t.Pages > 1 && t.isMoved(prints...):
		return false
	case t.IsOdd(decides, likeness):
		return true
	}
	return !s.replaced && !t.few() && len(prints) == 1 && likeness < t.least && t.refersLess(prints...) && !t.refersAnew(prints...)
}
