package bartree

import "slices"

// known is what some pages are known to have.
type known struct {
	pages    int
	traits   map[uint64]trait // by feature
	families map[uint64]family
}

// A trait is a tag path, or an element under its parent, tags and classes told
// apart, that stands on at least one of the pages.
type trait struct {
	Parent uint64 // of the element, 0 if there is none
	Pages  int    // that have it; constant if all do
	Least  int    // how often it stands at least on those
	Total  int    // how often on all
	From   origin
	At     int    // offset of its start tag on the first page that has it
	Label  string // where that is, for people
}

// A family is what is known of the children of an element.
type family struct {
	open   float64  // weight of the children that only some of the pages have
	frames []uint64 // children that all pages have and that are no words, in order
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

// add takes in a page.
func (k *known) add(f *Fingerprint) {
	for i := range f.features {
		ft := &f.features[i]
		tr, ok := k.traits[ft.hash]
		if !ok {
			tr = trait{From: ft.from, Least: int(ft.count), Parent: f.parentOf(ft), At: int(ft.pos)}
		}
		tr.Pages++
		tr.Least = min(tr.Least, int(ft.count))
		tr.Total += int(ft.count)
		k.traits[ft.hash] = tr
	}
}

// name labels the traits for people, each by the first page that has it.
func (k *known) name(prints []*Fingerprint, pages [][]byte) {
	for i, f := range prints {
		var at map[int32]string
		for j := range f.features {
			ft := &f.features[j]
			tr := k.traits[ft.hash]
			if tr.Label != "" || ft.from == fromPath {
				continue
			}
			if at == nil {
				at = labels(pages[i])
			}
			tr.Label = at[ft.pos]
			k.traits[ft.hash] = tr
		}
	}
}

// without returns what is known of the other pages. Least stays as it is, which
// is too low for what was rarest on this page.
func (k *known) without(f *Fingerprint) *known {
	rest := &known{pages: k.pages - 1, traits: make(map[uint64]trait, len(k.traits))}
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
	rest.group()
	return rest
}

// group gathers the families.
func (k *known) group() {
	k.families = map[uint64]family{}
	for h, tr := range k.traits {
		if tr.From == fromPath {
			continue
		}
		f := k.families[tr.Parent]
		parents := k.pages
		if p, ok := k.traits[tr.Parent]; ok {
			parents = p.Pages
		}
		switch {
		case tr.Pages < parents:
			f.open += tr.From.weight()
		case tr.Pages == k.pages && tr.From == fromFrame:
			f.frames = append(f.frames, h)
		default:
			continue
		}
		k.families[tr.Parent] = f
	}
	for _, f := range k.families {
		slices.Sort(f.frames)
	}
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
