package bartree

import (
	"cmp"
	"math"
	"slices"
)

// A surprise is how little pages are what is known leads to expect.
type anomaly struct {
	score    float64  // -ln of the chance of all that is missing and added
	likeness float64  // |A∩B|/|A∪B| of the tag paths of the pages and the known
	missing  []uint64 // the outermost elements that all known pages have and none of these
	added    []uint64 // the outermost elements that all of these pages have and none of the known
}

// presence is how an element stands on the pages that are looked at.
type presence struct {
	pages  int // that have it
	least  int // times on one of those
	total  int // times on all
	parent uint64
	from   origin
}

// An event is an element that is missing or added.
type deviation struct {
	hash, parent uint64
	added        bool
	weight       float64
	trials       int // in which it was never otherwise: pages, or records if it is part of each
}

// surprise weighs what is missing on pages and what is added. Several pages are
// one question: what only some of them have or lack tells nothing.
//
// The chance of each is that of Laplace's rule: what was so in n of n trials is
// otherwise in the next m with the chance of a Beta-binomial. A parent whose
// children vary already, on the known pages or by an earlier event on these, is
// given that much more doubt. What stands inside a missing or added element
// follows from it and does not count.
func (k *known) anomaly(prints ...*Fingerprint) anomaly {
	seen := presences(prints)
	s := anomaly{likeness: k.likeness(seen)}
	events := k.deviations(seen, len(prints))
	var doubt float64
	for i, e := range events {
		if i == 0 || e.parent != events[i-1].parent || e.added != events[i-1].added {
			doubt = k.families[e.parent].open
		}
		s.score += e.weight * rarity(e.trials, len(prints), doubt)
		doubt += e.weight
		if e.added {
			s.added = append(s.added, e.hash)
		} else {
			s.missing = append(s.missing, e.hash)
		}
	}
	return s
}

// rarity is -ln of the chance that m trials are all otherwise than n before,
// the prior being Beta(1+doubt, 1).
func rarity(n, m int, doubt float64) float64 {
	lg := func(x float64) float64 { v, _ := math.Lgamma(x); return v }
	a, b := 1+doubt, float64(n)+2+doubt
	return lg(b+float64(m)) - lg(b) - lg(a+float64(m)) + lg(a)
}

func presences(prints []*Fingerprint) map[uint64]presence {
	seen := map[uint64]presence{}
	for _, f := range prints {
		for i := range f.features {
			ft := &f.features[i]
			p, ok := seen[ft.hash]
			if !ok {
				p = presence{parent: f.parentOf(ft), from: ft.from, least: int(ft.count)}
			}
			p.pages++
			p.least = min(p.least, int(ft.count))
			p.total += int(ft.count)
			seen[ft.hash] = p
		}
	}
	return seen
}

// likeness compares the tag paths.
func (k *known) likeness(seen map[uint64]presence) float64 {
	both, all := 0, 0
	for _, tr := range k.traits {
		if tr.From == fromPath {
			all++
		}
	}
	for h, p := range seen {
		if p.from != fromPath {
			continue
		}
		if _, ok := k.traits[h]; ok {
			both++
		} else {
			all++
		}
	}
	return float64(both) / float64(max(1, all))
}

// events returns the outermost elements that are missing or added: those of one
// parent together, the weightiest first.
func (k *known) deviations(seen map[uint64]presence, pages int) []deviation {
	var events []deviation
	missing := func(h uint64) bool { return seen[h].pages == 0 && k.traits[h].Pages == k.pages }
	added := func(h uint64) bool { return seen[h].pages == pages && k.traits[h].Pages == 0 }
	for h, tr := range k.traits {
		if tr.From != fromPath && missing(h) && !missing(tr.Parent) {
			events = append(events, deviation{h, tr.Parent, false, tr.From.weight(), k.lostTrials(tr, seen, pages)})
		}
	}
	for h, p := range seen {
		if p.from != fromPath && added(h) && !added(p.parent) {
			events = append(events, deviation{h, p.parent, true, p.from.weight(), k.addedTrials(p, seen, pages)})
		}
	}
	slices.SortFunc(events, func(a, b deviation) int {
		return cmp.Or(cmp.Compare(a.parent, b.parent), compareBool(a.added, b.added),
			cmp.Compare(b.weight, a.weight), cmp.Compare(b.trials, a.trials), cmp.Compare(a.hash, b.hash))
	})
	return events
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

// An element is part of records if it stands as often as most of them, which
// are many on each page.
const (
	manyRecords = 5
	mostRecords = 0.8
)

// lostTrials returns in how many trials a missing element was always there.
func (k *known) lostTrials(tr trait, seen map[uint64]presence, pages int) int {
	if tr.From != fromFrame || tr.Least < manyRecords {
		return k.pages
	}
	if p := seen[tr.Parent]; p.pages == pages && p.least >= manyRecords {
		return tr.Total // the parent is the record
	}
	if r := k.record(tr.Parent, seen, pages); r != 0 && float64(tr.Total) >= mostRecords*float64(k.traits[r].Total) {
		return tr.Total
	}
	return k.pages
}

// addedTrials returns in how many trials an added element was never there.
func (k *known) addedTrials(p presence, seen map[uint64]presence, pages int) int {
	if p.from == fromFrame {
		if r := k.record(p.parent, seen, pages); r != 0 && float64(p.total) >= mostRecords*float64(seen[r].total) {
			return k.traits[r].Total
		}
	}
	return k.traits[p.parent].Pages
}

// record returns which of an element's constant children stands most often, if
// it stands many times on each of the pages; else 0.
func (k *known) record(parent uint64, seen map[uint64]presence, pages int) uint64 {
	var most uint64
	for _, h := range k.families[parent].frames {
		if p := seen[h]; p.pages == pages && p.least >= manyRecords && p.total > seen[most].total {
			most = h
		}
	}
	return most
}
