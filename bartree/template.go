package bartree

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
)

// A Template is what the pages of one template have in common, learned from examples.
// What all of them have is constant; how much each of them differs from the others says
// what is content. WriteTo writes all that it knows.
type Template struct {
	known
	own    []ownPage // its pages, each against the others, by score; none for one page
	least  float64   // least likeness of one of its pages to the others, 0 to 1
	usual  float64   // greatest score that two of its pages have by the others; 0 if that is no alarm
	odd    []oddPage // pages of another kind among those that it was learned from
	region *place    // nil until one is marked
}

// An ownPage is how odd one of a template's pages is by the others.
type ownPage struct {
	Score float64  `json:"score"`        // anomaly score, in nats
	At    []placed `json:"at,omitempty"` // where it comes from, by parent
}

// ErrNoPage is the error for pages that hold no element at all, or none given.
var ErrNoPage = errors.New("bartree: no page with an element")

// Learn learns a template from pages in UTF-8 that were made with it, one or
// more. From two pages on it measures how much they differ among themselves;
// with one page alone only a redesign can be recognised. Of five pages or more,
// up to a quarter that are unlike all others are taken for pages of another kind,
// see [Template.Odd]. Time is linear in the pages.
func Learn(pages ...[]byte) (*Template, error) {
	prints, err := fingerprints(pages)
	if err != nil {
		return nil, err
	}
	t := learn(prints)
	t.name(prints, pages)
	for i := range t.odd {
		t.odd[i].Words = outlineOf(pages[t.odd[i].Index]).sketchWords()
	}
	return t, nil
}

// Pages returns how many pages the template was learned from, those of another
// kind not counted.
func (t *Template) Pages() int { return t.pages }

// learned refuses a template that neither Learn nor ReadTemplate returned.
func (t *Template) learned() error {
	if t == nil || t.pages == 0 {
		return errors.New("bartree: a Template that was not learned")
	}
	return nil
}

func learn(prints []*Fingerprint) *Template {
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
func gather(prints []*Fingerprint) *Template {
	t := &Template{known: known{pages: len(prints), traits: map[uint64]trait{}, refs: map[uint64]int{}, on: map[uint64]uint64{}}}
	for i, f := range prints {
		t.add(i, f)
	}
	maps.DeleteFunc(t.on, func(h, _ uint64) bool { return t.traits[h].Pages == t.pages || t.refs[h] == t.pages })
	t.group()
	return t
}

func fingerprints(pages [][]byte) ([]*Fingerprint, error) {
	if len(pages) == 0 {
		return nil, ErrNoPage
	}
	var s Scanner
	var prints []*Fingerprint
	for i, p := range pages {
		f := s.Scan(p)
		if f.Elements == 0 {
			return nil, fmt.Errorf("%w: page %d of %d, %d bytes", ErrNoPage, i+1, len(pages), len(p))
		}
		f = f.clone()
		f.references = references(p)
		prints = append(prints, f)
	}
	return prints, nil
}

const (
	mostLeftOut     = 32  // pages that are compared with the others, of more an even sample
	assumedLikeness = 0.5 // least likeness among the pages of a template that was learned from one page
)

// measureSpread compares each page, or an even sample of many, with the others
// and returns their anomaly scores, in nats, and likenesses.
func (t *Template) measureSpread(prints []*Fingerprint) (scores, likenesses []float64) {
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
	if t.pages <= fewestKnown {
		return 0
	}
	most, second := 0.0, 0.0
	for i, p := range t.own {
		others := known{pages: t.pages - 1, shown: t.shown}
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
func (k *known) noise(own []ownPage, at []placed) float64 {
	elsewhere := min(1, fewestKnown/float64(k.pages))
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

// known is what some pages are known to have.
type known struct {
	pages    int
	traits   map[uint64]trait // by feature
	families map[uint64]family
	refs     map[uint64]int    // pages that have each reference
	on       map[uint64]uint64 // which of the first mostNoted pages have a feature or reference that only some have, see ledger
	shown    counts            // on how many pages, of those compared with the others, each sign is by the others
}

// A trait is a tag path, or an element under its parent, both with their tags and
// classes, that at least one of the pages has.
type trait struct {
	Parent uint64 `json:"parent,string"` // of the element, 0 if there is none
	Pages  int    `json:"pages"`         // that have it; constant if all do; 0 if only pages of another kind do
	Least  int    `json:"least"`         // least number of occurrences on one of those
	Total  int    `json:"total"`         // occurrences on all of them
	From   origin `json:"from"`
	Sig    uint64 `json:"sig,omitempty,string"` // of the element, 0 of a tag path
	At     int    `json:"at"`                   // offset of its start tag on the first page that has it
	Label  string `json:"label"`                // where that is, for people
}

// isFixed reports whether each of the pages, this many, has the trait as often.
func (tr trait) isFixed(pages int) bool {
	return tr.Pages == pages && tr.Total == pages*tr.Least
}

// A family is what is known about the children of an element.
type family struct {
	open   float64  // weight of the children that only some of the pages have
	varies bool     // whether any child is not as often on each page
	frames []uint64 // children on all pages that are no running text, in order
}

// weight says how much a trait says about the template: elements of running
// text vary with the content, so they count a quarter.
func (o origin) weight() float64 {
	switch o {
	case fromPath:
		return 0
	case fromFrame:
		return 1
	}
	return 0.25
}

// traitOf returns what is known of a feature from the first page that has it.
func traitOf(f *Fingerprint, ft *feature) trait {
	return trait{From: ft.from, Sig: ft.sig, Least: int(ft.count), Parent: f.parentOf(ft), At: int(ft.pos)}
}

// add adds the i-th page.
func (k *known) add(i int, f *Fingerprint) {
	var bit uint64
	if i < mostNoted {
		bit = 1 << i
	}
	for j := range f.features {
		ft := &f.features[j]
		tr, ok := k.traits[ft.hash]
		if !ok {
			tr = traitOf(f, ft)
		}
		tr.Pages++
		if ft.from != fromPath && bit != 0 {
			k.on[ft.hash] |= bit
		}
		tr.Least = min(tr.Least, int(ft.count))
		tr.Total += int(ft.count)
		k.traits[ft.hash] = tr
	}
	for _, h := range f.references {
		k.refs[h]++
		if bit != 0 {
			k.on[h] |= bit
		}
	}
}

// name labels the traits for people, each by the first page that has it.
func (k *known) name(prints []*Fingerprint, pages [][]byte) {
	for i, f := range prints {
		var unnamed []*feature
		for j := range f.features {
			if ft := &f.features[j]; ft.from != fromPath && k.traits[ft.hash].Label == "" {
				unnamed = append(unnamed, ft)
			}
		}
		at := labels(pages[i], unnamed)
		for _, ft := range unnamed {
			tr := k.traits[ft.hash]
			tr.Label = at[ft.pos]
			k.traits[ft.hash] = tr
		}
	}
}

// without returns what is known about the other pages. Least stays as it is,
// which is too low for what was rarest on this page.
func (k *known) without(f *Fingerprint) *known {
	rest := &known{pages: k.pages - 1, traits: make(map[uint64]trait, len(k.traits)), refs: maps.Clone(k.refs)}
	has := make(map[uint64]int, len(f.features))
	for i := range f.features {
		has[f.features[i].hash] = int(f.features[i].count)
	}
	for h, tr := range k.traits {
		if n := has[h]; n > 0 {
			tr.Pages--
			tr.Total -= n
		}
		if tr.Pages > 0 {
			rest.traits[h] = tr
		}
	}
	for _, h := range f.references {
		rest.refs[h]--
	}
	rest.group()
	return rest
}

// group gathers the families.
func (k *known) group() {
	k.families = map[uint64]family{}
	for h, tr := range k.traits {
		if tr.From == fromPath || tr.Pages == 0 {
			continue
		}
		f := k.families[tr.Parent]
		f.varies = f.varies || !tr.isFixed(k.pages)
		parents := k.pages
		if p, ok := k.traits[tr.Parent]; ok {
			parents = p.Pages
		}
		switch {
		case tr.Pages < parents:
			f.open += tr.From.weight()
		case tr.Pages == k.pages && tr.From == fromFrame:
			f.frames = append(f.frames, h)
		}
		k.families[tr.Parent] = f
	}
	for _, f := range k.families {
		slices.Sort(f.frames)
	}
}

// labels returns the paths of the elements that features of a page are first on, by
// the offset of their start tags.
func labels(page []byte, of []*feature) map[int32]string {
	at := make(map[int32]string, len(of))
	if len(of) == 0 {
		return at
	}
	for _, ft := range of {
		at[ft.pos] = ""
	}
	o := outlineOf(page)
	for i := range o.elements {
		pos := int32(o.elements[i].pos)
		if _, ok := at[pos]; ok {
			at[pos] = o.way(int32(i))
		}
	}
	return at
}
