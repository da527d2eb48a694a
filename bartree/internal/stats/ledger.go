package stats

import (
	"maps"
	"math/bits"

	"github.com/lokman-crawler/lokman/internal/markup"
)

// A ledger notes which of some pages have which features, each page by one bit:
// that of value 1<<i is the i-th page. From it follows how many sets of pages stand
// apart from the others as much as the last ones do.
type ledger struct {
	pages    int // at most mostColumns
	features map[uint64]entry
	refs     map[uint64]uint64 // pages that have each reference
}

// An entry is a feature that is no tag path.
type entry struct {
	On     uint64  `json:"on,string"` // pages that have it
	Parent uint64  `json:"parent,string,omitempty"`
	Weight float64 `json:"weight,omitempty"`
}

// mostBits is how many pages a ledger notes at most.
const mostBits = 64

// ledger returns the notes of a template's pages.
func (t *Template) ledger() ledger {
	g := ledger{pages: min(t.Pages, mostNoted), features: make(map[uint64]entry, len(t.features)), refs: make(map[uint64]uint64, len(t.refs))}
	for h, tr := range t.features {
		if on := t.noted(h, tr.Pages); on != 0 && tr.From != markup.FromPath {
			g.features[h] = entry{on, tr.Parent, weight(tr.From)}
		}
	}
	for h, pages := range t.refs {
		if on := t.noted(h, pages); on != 0 {
			g.refs[h] = on
		}
	}
	return g
}

// noted is the bits of the pages that have a feature or reference, of which there are so many.
func (t *Template) noted(h uint64, pages int) uint64 {
	if pages == t.Pages {
		return ^uint64(0) >> (mostBits - min(t.Pages, mostNoted))
	}
	return t.on[h]
}

// add notes one page more. There must be room for it.
func (g *ledger) add(f *markup.Fingerprint) {
	bit := uint64(1) << g.pages
	for i := range f.Features {
		ft := &f.Features[i]
		if ft.From == markup.FromPath {
			continue
		}
		e, ok := g.features[ft.Hash]
		if !ok {
			e = entry{Parent: f.ParentOf(ft), Weight: weight(ft.From)}
		}
		e.On |= bit
		g.features[ft.Hash] = e
	}
	for _, h := range f.References {
		g.refs[h] |= bit
	}
	g.pages++
}

// drop forgets the i-th page.
func (g *ledger) drop(i int) {
	for h, e := range g.features {
		if e.On = withoutBit(e.On, i); e.On == 0 {
			delete(g.features, h)
		} else {
			g.features[h] = e
		}
	}
	for h, on := range g.refs {
		g.refs[h] = withoutBit(on, i)
	}
	maps.DeleteFunc(g.refs, func(_, on uint64) bool { return on == 0 })
	g.pages--
}

// withoutBit returns bits without the i-th.
func withoutBit(on uint64, i int) uint64 {
	below := uint64(1)<<i - 1
	return on&below | on>>1&^below
}

// without returns the notes without some pages.
func (g *ledger) without(hidden uint64) ledger {
	kept := ledger{pages: g.pages - bits.OnesCount64(hidden), features: make(map[uint64]entry, len(g.features)), refs: make(map[uint64]uint64, len(g.refs))}
	pack := func(on uint64) (packed uint64) {
		n := 0
		for i := range g.pages {
			if hidden>>i&1 == 0 {
				packed |= on >> i & 1 << n
				n++
			}
		}
		return packed
	}
	for h, e := range g.features {
		if e.On = pack(e.On); e.On != 0 {
			kept.features[h] = e
		}
	}
	for h, on := range g.refs {
		if on = pack(on); on != 0 {
			kept.refs[h] = on
		}
	}
	return kept
}

// all is the bits of all pages.
func (g *ledger) all() uint64 { return ^uint64(0) >> (mostBits - g.pages) }

// partition returns the set of two that a set of pages and the others are which has
// not the first page: both are parted by the same features.
func (g *ledger) partition(on uint64) uint64 {
	if on&1 != 0 {
		return g.all() &^ on
	}
	return on
}

// last is the bits of the last m pages.
func (g *ledger) last(m int) uint64 { return g.all() &^ (g.all() >> m) }

// partitions returns by how much elements, and references beside them, part the
// pages into two sets, for each pair of sets that some element parts: one set has it,
// the other not. The contents of an element follow from it and do not count.
func (g *ledger) partitions() map[uint64]float64 {
	weights := map[uint64]float64{}
	for _, e := range g.features {
		if parent, ok := g.features[e.Parent]; (!ok || parent.On != e.On) && e.On != g.all() {
			weights[g.partition(e.On)] += e.Weight
		}
	}
	refer := map[uint64]bool{}
	for _, on := range g.refs {
		p := g.partition(on)
		if _, ok := weights[p]; ok && !refer[p] {
			refer[p] = true
			weights[p] += signWeight
		}
	}
	return weights
}

// A parting is what the last pages share.
type parting struct {
	chance float64 // of a row that is as odd, at most; 1 if they share nothing
	on     uint64  // these pages, and the others that share it
}

// lastApart returns what the last m pages have in common against most of the others.
//
// If all orders of the pages are as likely, k pages have all m of the last among them
// with the probability of k over m / pages over m. The chance is the sum of that over all
// sets of pages that a difference parts from the rest and that are at least as odd:
// smaller, or of the size of this one and parted by as much. It bounds the
// probability that any of them has the last m pages (permutation test, union
// bound), however the pages of the template differ.
func (g *ledger) lastApart(weights map[uint64]float64, m int) parting {
	if m >= g.pages {
		return parting{chance: 1}
	}
	last := g.last(m)
	size, weight, on := g.pages, 0.0, uint64(0)
	for p, w := range weights {
		for _, set := range [2]uint64{p, g.all() &^ p} {
			if k := bits.OnesCount64(set); last&^set == 0 && (k < size || k == size && (w > weight || w == weight && set < on)) {
				size, weight, on = k, w, set
			}
		}
	}
	if on == 0 {
		return parting{chance: 1}
	}
	sum := 0.0
	for p, w := range weights {
		k := bits.OnesCount64(p)
		for _, k := range [2]int{k, g.pages - k} {
			if k >= m && (k < size || k == size && w >= weight) {
				sum += choose(k, m)
			}
		}
	}
	return parting{min(1, sum/choose(g.pages, m)), on}
}

// choose returns how many sets of m of n there are.
func choose(n, m int) float64 {
	c := 1.0
	for i := range m {
		c *= float64(n-i) / float64(i+1)
	}
	return c
}

// shared returns what the pages of a row have and none of the others, and what all
// of the others have and none of these: the outermost elements.
func (g *ledger) shared(r parting) (s anomaly) {
	for h, e := range g.features {
		if parent, ok := g.features[e.Parent]; ok && parent.On == e.On {
			continue
		}
		switch e.On {
		case r.on:
			s.added = append(s.added, h)
		case g.all() &^ r.on:
			s.missing = append(s.missing, h)
		}
	}
	return s
}

// apart returns the chance that pages stand apart from those of the template as they
// do, and by what.
func (t *Template) apart(prints []*markup.Fingerprint) (float64, anomaly) {
	g := t.ledger()
	prints = prints[:min(len(prints), mostBits-mostNoted)]
	for _, f := range prints {
		g.add(f)
	}
	r := g.lastApart(g.partitions(), len(prints))
	return r.chance, g.shared(r)
}
