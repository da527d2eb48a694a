package stats

import (
	"cmp"
	"math"
	"slices"

	"github.com/lokman-crawler/lokman/internal/markup"
)

// An anomaly is how improbable pages are by what is known.
type anomaly struct {
	score    float64  // in nats: -ln of the probability of all that is missing and added
	sure     float64  // that of what was otherwise in fewestKnown trials or more
	at       []placed // where the score comes from, by parent
	likeness float64  // |A∩B|/|A∪B| of the tag paths of the pages and the known
	missing  []uint64 // the outermost elements that all known pages have and none of these
	added    []uint64 // the outermost elements that all of these pages have and none of the known
	replaced bool     // whether an element of the frame is missing and one added that is like it, see isReplaced
	extended bool     // whether an element is added where the children never vary, see isExtended
}

// A placed is the share of an anomaly score, in nats, of what is missing and added
// under one parent.
type placed struct {
	Parent uint64  `json:"parent,string"`
	Score  float64 `json:"score"`
}

// presence is how often an element occurs on the pages to be judged.
type presence struct {
	pages  int // that have it
	least  int // times on one of those
	total  int // times on all
	parent uint64
	from   markup.Origin
}

// A deviation is an element that is missing or added.
type deviation struct {
	Hash   uint64
	Parent uint64
	Added  bool
	Weight float64
	Trials int // without an exception: pages, or records if it is part of each
}

// anomaly scores what is missing on pages and what is added. Several pages are
// one question: what only some of them have or lack does not count.
//
// The probability of each is that of Laplace's rule of succession: what was so
// in n of n trials is otherwise in the next m with the probability of a
// Beta-binomial. A parent whose children vary already, on the known pages or by
// an earlier deviation on these, makes the next one more probable. The contents of
// a missing or added element follow from it and do not count.
func (k *pageStats) anomaly(prints ...*markup.Fingerprint) anomaly {
	seen := presences(prints)
	s := anomaly{likeness: k.likeness(seen)}
	deviations := k.deviations(seen, len(prints))
	s.score, s.at = k.improbability(deviations, len(prints))
	s.sure, _ = k.improbability(slices.DeleteFunc(slices.Clone(deviations), func(d deviation) bool { return d.Trials < FewestKnown }), len(prints))
	s.replaced = k.isReplaced(deviations, seen, prints)
	s.extended = k.isExtended(deviations)
	for _, e := range deviations {
		if e.Added {
			s.added = append(s.added, e.Hash)
		} else {
			s.missing = append(s.missing, e.Hash)
		}
	}
	return s
}

// improbability is the anomaly score of deviations that as many pages share, and
// what it is under each parent.
func (k *pageStats) improbability(deviations []deviation, pages int) (score float64, at []placed) {
	var doubt float64
	for i, e := range deviations {
		if i == 0 || e.Parent != deviations[i-1].Parent {
			at = append(at, placed{Parent: e.Parent})
		}
		if i == 0 || e.Parent != deviations[i-1].Parent || e.Added != deviations[i-1].Added {
			doubt = k.children[e.Parent].open
		}
		odd := e.Weight * rarity(e.Trials, pages, doubt)
		score += odd
		at[len(at)-1].Score += odd
		doubt += e.Weight
	}
	return score, at
}

// rarity is -ln of the probability that m trials are all otherwise than n
// before, with the prior Beta(1+doubt, 1).
func rarity(n, m int, doubt float64) float64 {
	lg := func(x float64) float64 { v, _ := math.Lgamma(x); return v }
	a, b := 1+doubt, float64(n)+2+doubt
	return lg(b+float64(m)) - lg(b) - lg(a+float64(m)) + lg(a)
}

func presences(prints []*markup.Fingerprint) map[uint64]presence {
	seen := map[uint64]presence{}
	for _, f := range prints {
		for i := range f.Features {
			ft := &f.Features[i]
			p, ok := seen[ft.Hash]
			if !ok {
				p = presence{parent: f.ParentOf(ft), from: ft.From, least: int(ft.Count)}
			}
			p.pages++
			p.least = min(p.least, int(ft.Count))
			p.total += int(ft.Count)
			seen[ft.Hash] = p
		}
	}
	return seen
}

// likeness compares the tag paths.
func (k *pageStats) likeness(seen map[uint64]presence) float64 {
	both, all := 0, 0
	for _, tr := range k.features {
		if tr.From == markup.FromPath && tr.Pages > 0 {
			all++
		}
	}
	for h, p := range seen {
		if p.from != markup.FromPath {
			continue
		}
		if k.features[h].Pages > 0 {
			both++
		} else {
			all++
		}
	}
	return float64(both) / float64(max(1, all))
}

// deviations returns the outermost elements that are missing or added: those of one
// parent together, the weightiest first.
func (k *pageStats) deviations(seen map[uint64]presence, pages int) []deviation {
	var found []deviation
	missing := func(h uint64) bool { return seen[h].pages == 0 && k.features[h].Pages == k.Pages }
	added := func(h uint64) bool { return k.isNew(h, seen, pages) }
	for h, tr := range k.features {
		if tr.From != markup.FromPath && missing(h) && !missing(tr.Parent) {
			found = append(found, deviation{h, tr.Parent, false, weight(tr.From), k.lostTrials(tr, seen, pages)})
		}
	}
	for h, p := range seen {
		if parent, ok := k.features[p.parent]; ok && parent.Pages < k.Pages {
			continue // part of what only some pages have, which is content
		}
		if p.from != markup.FromPath && added(h) && !added(p.parent) {
			found = append(found, deviation{h, p.parent, true, weight(p.from), k.addedTrials(p, seen, pages)})
		}
	}
	slices.SortFunc(found, func(a, b deviation) int {
		return cmp.Or(cmp.Compare(a.Parent, b.Parent), compareBool(a.Added, b.Added),
			cmp.Compare(b.Weight, a.Weight), cmp.Compare(b.Trials, a.Trials), cmp.Compare(a.Hash, b.Hash))
	})
	return found
}

// isNew reports whether all of the pages have an element, or a tag path, and none of
// the known has it.
func (k *pageStats) isNew(h uint64, seen map[uint64]presence, pages int) bool {
	_, ok := k.features[h]
	return !ok && seen[h].pages == pages
}

// isReplaced reports whether an element of the frame is missing and half of what it
// always held, or more, is now in elements of the frame that are added under the same
// parent: it was renamed, or another took its place. Time is linear.
func (k *pageStats) isReplaced(deviations []deviation, seen map[uint64]presence, prints []*markup.Fingerprint) bool {
	added := map[uint64]uint64{} // their parents
	for _, e := range deviations {
		if e.Added && e.Weight == weight(markup.FromFrame) {
			added[e.Hash] = e.Parent
		}
	}
	if len(added) == 0 {
		return false
	}
	type child struct{ parent, sig uint64 }
	holds := map[child]bool{} // what is in those added under a parent
	for i := range prints[0].Features {
		ft := &prints[0].Features[i]
		if ft.From == markup.FromPath || seen[ft.Hash].pages < len(prints) {
			continue
		}
		if parent, ok := added[prints[0].ParentOf(ft)]; ok {
			holds[child{parent, ft.Sig}] = true
		}
	}
	held := map[uint64]int{} // what a missing one held that is still there, less what is not
	for _, tr := range k.features {
		m, ok := k.features[tr.Parent]
		if !ok || tr.From == markup.FromPath || tr.Pages < k.Pages || m.From != markup.FromFrame || m.Pages < k.Pages || seen[tr.Parent].pages > 0 {
			continue
		}
		if _, ok := held[tr.Parent]; !ok {
			held[tr.Parent] = 0
		}
		if holds[child{m.Parent, tr.Sig}] {
			held[tr.Parent]++
		} else {
			held[tr.Parent]--
		}
	}
	for _, n := range held {
		if n >= 0 {
			return true
		}
	}
	return false
}

// isExtended reports whether an element is added under one that all known pages have as
// often, with the same children, each as often. One without children holds text, in which
// there may be a link or an emphasis.
func (k *pageStats) isExtended(deviations []deviation) bool {
	return slices.ContainsFunc(deviations, func(e deviation) bool {
		children, ok := k.children[e.Parent]
		return e.Added && ok && !children.varies && k.features[e.Parent].isFixed(k.Pages)
	})
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// An element is part of a page's repeated records if there are manyRecords or
// more of them on each page and it occurs in the share mostRecords of them. Both
// were chosen by hand.
const (
	manyRecords = 5
	mostRecords = 0.8
)

// lostTrials returns in how many trials a missing element was always there.
func (k *pageStats) lostTrials(tr feature, seen map[uint64]presence, pages int) int {
	if tr.From != markup.FromFrame || tr.Least < manyRecords {
		return k.Pages
	}
	if p := seen[tr.Parent]; p.pages == pages && p.least >= manyRecords {
		return tr.Total // the parent is the record
	}
	if r := k.repeated(tr.Parent, seen, pages); r != 0 && float64(tr.Total) >= mostRecords*float64(k.features[r].Total) {
		return tr.Total
	}
	return k.Pages
}

// addedTrials returns in how many trials an added element was never there.
func (k *pageStats) addedTrials(p presence, seen map[uint64]presence, pages int) int {
	if p.from == markup.FromFrame {
		if r := k.repeated(p.parent, seen, pages); r != 0 && float64(p.total) >= mostRecords*float64(seen[r].total) {
			return k.features[r].Total
		}
	}
	return k.features[p.parent].Pages
}

// repeated returns which of an element's constant children occurs most often, if
// it occurs manyRecords times or more on each of the pages; else 0.
func (k *pageStats) repeated(parent uint64, seen map[uint64]presence, pages int) uint64 {
	var most uint64
	for _, h := range k.children[parent].frames {
		if p := seen[h]; p.pages == pages && p.least >= manyRecords && p.total > seen[most].total {
			most = h
		}
	}
	return most
}
