package bartree

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
)

// A Template is what the pages of one template have in common, learned from
// examples. What stands on all of them is constant; how much single pages stray
// from the others says what is content.
type Template struct {
	Format int     `json:"format"` // of the JSON form: 1
	Pages  int     `json:"pages"`  // how many it was learned from
	Lost   float64 `json:"lost"`   // mean share of the others' constants that a page lacked, 0 to 1
	Novel  float64 `json:"novel"`  // mean share of a page that no other had, 0 to 1
	Least  float64 `json:"least"`  // least likeness of a page to the most typical one, 0 to 1
	Paths  Sketch  `json:"paths"`  // of the most typical page
	Grams  Sketch  `json:"grams"`
	Traits []Trait `json:"traits"`           // by Hash
	Region *Place  `json:"region,omitempty"` // nil until one is marked
}

// A Trait is a tag path, or an element under its parent, tags and classes told
// apart, that stands on at least one of the pages.
type Trait struct {
	Hash   uint64 `json:"hash,string"`
	Parent uint64 `json:"parent,string"` // of the parent element, 0 if there is none
	Pages  int    `json:"pages"`         // that have it; constant if all do
	Least  int    `json:"least"`         // how often it stands at least on those
	Kind   string `json:"kind"`          // "path", "frame" or "words"
	Label  string `json:"label"`         // where it stands first, for people
}

const formatVersion = 1

// ErrNoPage is the error for pages that hold no element at all, or none given.
var ErrNoPage = errors.New("bartree: no page with an element")

// Learn learns a template from pages in UTF-8 that were made with it, one or
// more; from three on it knows content from template. Time is linear in the
// pages.
func Learn(pages ...[]byte) (*Template, error) {
	prints, err := fingerprints(pages)
	if err != nil {
		return nil, err
	}
	t := &Template{Format: formatVersion, Pages: len(pages)}
	pagesWith, least := map[uint64]int{}, map[uint64]int{}
	for _, f := range prints {
		for i := range f.features {
			ft := &f.features[i]
			if pagesWith[ft.hash]++; pagesWith[ft.hash] == 1 || int(ft.count) < least[ft.hash] {
				least[ft.hash] = int(ft.count)
			}
		}
	}
	t.addTraits(pages, prints, pagesWith, least)
	t.measureSpread(prints, pagesWith)
	t.pickCentre(prints)
	return t, nil
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
		prints = append(prints, f.clone())
	}
	return prints, nil
}

func (t *Template) addTraits(pages [][]byte, prints []*Fingerprint, pagesWith, least map[uint64]int) {
	done := map[uint64]bool{}
	for i, f := range prints {
		var at map[int32]string
		for k := range f.features {
			ft := &f.features[k]
			if done[ft.hash] {
				continue
			}
			if at == nil {
				at = labels(pages[i])
			}
			done[ft.hash] = true
			trait := Trait{Hash: ft.hash, Pages: pagesWith[ft.hash], Least: least[ft.hash], Kind: ft.from.String()}
			if ft.from != fromPath {
				trait.Label = at[ft.pos]
			}
			if ft.parent >= 0 {
				trait.Parent = f.features[ft.parent].hash
			}
			t.Traits = append(t.Traits, trait)
		}
	}
	slices.SortFunc(t.Traits, func(a, b Trait) int { return cmp.Compare(a.Hash, b.Hash) })
}

// labels returns where the elements of a page stand, by the offset of their
// start tags.
func labels(page []byte) map[int32]string {
	o := outlineOf(page)
	at := make(map[int32]string, len(o.elements))
	for i := range o.elements {
		at[int32(o.elements[i].pos)] = o.way(int32(i))
	}
	return at
}

func (o origin) String() string {
	switch o {
	case fromPath:
		return "path"
	case fromFrame:
		return "frame"
	}
	return "words"
}

// weight says how much a trait tells of the template: elements of running text
// come and go with the content.
func (o origin) weight() float64 {
	switch o {
	case fromPath:
		return 0
	case fromFrame:
		return 1
	}
	return 0.25
}

// measureSpread holds each page against the others.
func (t *Template) measureSpread(prints []*Fingerprint, pagesWith map[uint64]int) {
	n := len(prints)
	if n < 2 {
		return
	}
	var constant float64 // weight of what all pages have
	missing := make([]float64, n)
	fromOf := map[uint64]origin{}
	for _, f := range prints {
		for i := range f.features {
			fromOf[f.features[i].hash] = f.features[i].from
		}
	}
	var nearly float64 // weight of what all pages but one have
	for h, c := range pagesWith {
		switch c {
		case n:
			constant += fromOf[h].weight()
		case n - 1:
			nearly += fromOf[h].weight()
		}
	}
	for i, f := range prints {
		var own, novel, has float64
		for k := range f.features {
			ft := &f.features[k]
			w := ft.from.weight()
			own += w
			if pagesWith[ft.hash] == 1 {
				novel += w
			}
			if pagesWith[ft.hash] == n-1 {
				has += w
			}
		}
		missing[i] = nearly - has
		t.Lost += missing[i] / max(1, constant+missing[i]) / float64(n)
		t.Novel += novel / max(1, own) / float64(n)
	}
}

// pickCentre finds the page that is most like all others.
func (t *Template) pickCentre(prints []*Fingerprint) {
	best := -1.0
	for _, a := range prints {
		var sum float64
		least := 1.0
		for _, b := range prints {
			like := likeness(&a.Paths, &a.Grams, &b.Paths, &b.Grams)
			sum += like
			least = min(least, like)
		}
		if sum > best {
			best, t.Least = sum, least
			t.Paths, t.Grams = a.Paths, a.Grams
		}
	}
}

func likeness(aPaths, aGrams, bPaths, bGrams *Sketch) float64 {
	return (aPaths.Likeness(bPaths) + aGrams.Likeness(bGrams)) / 2
}

func (t *Template) trait(hash uint64) *Trait {
	i, ok := slices.BinarySearchFunc(t.Traits, hash, func(a Trait, h uint64) int { return cmp.Compare(a.Hash, h) })
	if !ok {
		return nil
	}
	return &t.Traits[i]
}

func originOf(kind string) origin {
	switch kind {
	case "path":
		return fromPath
	case "frame":
		return fromFrame
	}
	return fromWords
}
