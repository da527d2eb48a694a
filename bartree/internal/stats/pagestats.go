package stats

import (
	"maps"
	"slices"

	"github.com/lokman-crawler/lokman/internal/markup"
)

// pageStats is what some pages are known to have.
type pageStats struct {
	Pages    int
	features map[uint64]feature // by feature
	children map[uint64]childStats
	refs     map[uint64]int    // pages that have each reference
	on       map[uint64]uint64 // which of the first mostNoted pages have a feature or reference that only some have, see ledger
	shown    counts            // on how many pages, of those compared with the others, each sign is by the others
}

// A feature is a tag path, or an element under its parent, both with their tags and
// classes, that at least one of the pages has.
type feature struct {
	Parent uint64        `json:"parent,string"` // of the element, 0 if there is none
	Pages  int           `json:"pages"`         // that have it; constant if all do; 0 if only pages of another kind do
	Least  int           `json:"least"`         // least number of occurrences on one of those
	Total  int           `json:"total"`         // occurrences on all of them
	From   markup.Origin `json:"from"`
	Sig    uint64        `json:"sig,omitempty,string"` // of the element, 0 of a tag path
	At     int           `json:"at"`                   // offset of its start tag on the first page that has it
	Label  string        `json:"label"`                // where that is, for people
}

// isFixed reports whether each of the pages, this many, has the feature as often.
func (tr feature) isFixed(pages int) bool {
	return tr.Pages == pages && tr.Total == pages*tr.Least
}

// A childStats is what is known about the children of an element.
type childStats struct {
	open   float64  // weight of the children that only some of the pages have
	varies bool     // whether any child is not as often on each page
	frames []uint64 // children on all pages that are no running text, in order
}

// weight says how much a feature says about the template: elements of running
// text vary with the content, so they count a quarter.
func weight(o markup.Origin) float64 {
	switch o {
	case markup.FromPath:
		return 0
	case markup.FromFrame:
		return 1
	}
	return 0.25
}

// featureOf returns what is known of a feature from the first page that has it.
func featureOf(f *markup.Fingerprint, ft *markup.Feature) feature {
	return feature{From: ft.From, Sig: ft.Sig, Least: int(ft.Count), Parent: f.ParentOf(ft), At: int(ft.Pos)}
}

// add adds the i-th page.
func (k *pageStats) add(i int, f *markup.Fingerprint) {
	var bit uint64
	if i < mostNoted {
		bit = 1 << i
	}
	for j := range f.Features {
		ft := &f.Features[j]
		tr, ok := k.features[ft.Hash]
		if !ok {
			tr = featureOf(f, ft)
		}
		tr.Pages++
		if ft.From != markup.FromPath && bit != 0 {
			k.on[ft.Hash] |= bit
		}
		tr.Least = min(tr.Least, int(ft.Count))
		tr.Total += int(ft.Count)
		k.features[ft.Hash] = tr
	}
	for _, h := range f.References {
		k.refs[h]++
		if bit != 0 {
			k.on[h] |= bit
		}
	}
}

// name labels the features for people, each by the first page that has it.
func (k *pageStats) name(pages []*markup.Page) {
	for _, p := range pages {
		f := p.Print
		var unnamed []*markup.Feature
		for j := range f.Features {
			if ft := &f.Features[j]; ft.From != markup.FromPath && k.features[ft.Hash].Label == "" {
				unnamed = append(unnamed, ft)
			}
		}
		at := p.Labels(unnamed)
		for _, ft := range unnamed {
			tr := k.features[ft.Hash]
			tr.Label = at[ft.Pos]
			k.features[ft.Hash] = tr
		}
	}
}

// without returns what is known about the other pages. Least stays as it is,
// which is too low for what was rarest on this page.
func (k *pageStats) without(f *markup.Fingerprint) *pageStats {
	rest := &pageStats{Pages: k.Pages - 1, features: make(map[uint64]feature, len(k.features)), refs: maps.Clone(k.refs)}
	has := make(map[uint64]int, len(f.Features))
	for i := range f.Features {
		has[f.Features[i].Hash] = int(f.Features[i].Count)
	}
	for h, tr := range k.features {
		if n := has[h]; n > 0 {
			tr.Pages--
			tr.Total -= n
		}
		if tr.Pages > 0 {
			rest.features[h] = tr
		}
	}
	for _, h := range f.References {
		rest.refs[h]--
	}
	rest.group()
	return rest
}

// group gathers what is known of children.
func (k *pageStats) group() {
	k.children = map[uint64]childStats{}
	for h, tr := range k.features {
		if tr.From == markup.FromPath || tr.Pages == 0 {
			continue
		}
		f := k.children[tr.Parent]
		f.varies = f.varies || !tr.isFixed(k.Pages)
		parents := k.Pages
		if p, ok := k.features[tr.Parent]; ok {
			parents = p.Pages
		}
		switch {
		case tr.Pages < parents:
			f.open += weight(tr.From)
		case tr.Pages == k.Pages && tr.From == markup.FromFrame:
			f.frames = append(f.frames, h)
		}
		k.children[tr.Parent] = f
	}
	for _, f := range k.children {
		slices.Sort(f.frames)
	}
}

// A sign is one of the four.
const (
	refers = iota // to something that none of the others does, or not to what all do
	moved
	replaced
	extended
	allSigns
)

// signs says which signs pages show.
type signs [allSigns]bool

// counts are on how many pages each sign is.
type counts [allSigns]int

// add adds n pages with these signs.
func (c *counts) add(s signs, n int) {
	for i, on := range s {
		if on {
			c[i] += n
		}
	}
}

// FewestKnown is in how many trials, pages or records, an element must have been
// always or never there for its absence or presence to tell a change from content;
// see docs/templates.md.
const FewestKnown = 4

// few reports whether a template is known from so few pages that only a redesign,
// what records show, or what many pages share can be told from content.
func (k *pageStats) few() bool { return k.Pages < FewestKnown }

// mostNoted is how many pages a template notes features of, each by itself: the first ones.
const mostNoted = 32
