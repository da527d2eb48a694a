package bartree

import (
	"fmt"
	"slices"
	"strings"
)

// A place is where a region is in the pages of a template: the path to it, with
// the siblings on each level.
type place struct {
	Text   string   `json:"text"` // of the region on the page where it was marked
	Levels []beside `json:"levels"`
	Pages  int      `json:"pages"` // on which the region was found

	Before   string    `json:"before"`   // the text directly before the region, such as "Abstract"
	Position float64   `json:"position"` // of the region in the page's text, 0 to 1
	Shape    textShape `json:"shape"`
	Whole    textShape `json:"whole"`        // of all text of the region's element
	ID       string    `json:"id,omitempty"` // of the region's element

	// Ambiguous is set if the text was in several places, so that it does not say where
	// the region is on another page.
	Ambiguous bool `json:"ambiguous,omitempty"`

	// Heading is at which depth the heading is of which the region is all the text; 0 if there
	// is none.
	Heading int `json:"heading,omitempty"`

	// Parts are the places of the region's parts that can be found by votes, on the
	// page where it was marked. Label and Note are, for a part, the words of its
	// element before and after it that are not its own.
	Parts map[string]*place `json:"parts,omitempty"`
	Label string            `json:"label,omitempty"`
	Note  string            `json:"note,omitempty"`
}

// beside is one level of the path: an element and its siblings.
type beside struct {
	Tag      string    `json:"tag"` // for people; Name and Sig are compared
	Class    string    `json:"class,omitempty"`
	Name     uint64    `json:"name,string"` // digest of the tag's name
	Sig      uint64    `json:"sig,string"`  // digest of name and classes
	Index    int       `json:"index"`       // p_d, from 0
	Least    int       `json:"least"`       // P_d, the range over the pages
	Most     int       `json:"most"`
	Siblings []sibling `json:"siblings"` // in the order of the first page, each signature once
}

// A sibling is one signature among the children of a level's parent.
type sibling struct {
	Sig   uint64 `json:"sig,string"`
	Pages int    `json:"pages"` // that have it
	Least int    `json:"least"` // how many on those pages
	Most  int    `json:"most"`
	First int    `json:"first"` // index of the first one on the first page
	Label string `json:"label,omitempty"`
	Words bool   `json:"words,omitempty"` // without class and of running text: content
}

// Mark sets the template's region: the place of a text on page, an example of the
// template. More pages show what of its surroundings is constant; those without the
// path to the region are skipped. The error wraps [ErrMissing] if the text is not on
// the page.
func (t *Template) Mark(text string, page []byte, more ...[]byte) error {
	if err := t.learned(); err != nil {
		return err
	}
	o := outlineOf(page)
	want := fold(text)
	if len(want) == 0 || len(want) > maxText {
		return fmt.Errorf("bartree: region text of %d bytes: want 1 to %d", len(want), maxText)
	}
	holders, starts := o.find(want)
	if len(holders) == 0 {
		return fmt.Errorf("%w: %s", ErrMissing, quoteShort(text))
	}
	best, _ := o.bestOccurrence(holders, len(want), nil)
	p := o.placeOf(holders[best], textRange{starts[best], starts[best] + len(want)})
	p.Ambiguous = o.isAmbiguous(holders)
	p.widenBy(more)
	t.region = p
	return nil
}

// placeOf describes the place of a text that is in an element: the path to it.
func (o *outline) placeOf(i int32, r textRange) *place {
	text, whole := o.text[r.start:r.end], o.spanOf(i)
	p := &place{
		Text: string(text), Pages: 1, Before: o.before(r.start),
		Position: float64(o.elements[i].seen) / float64(max(1, len(o.text))),
		Shape:    shapeOf(text), Whole: shapeOf(o.text[whole.start:whole.end]), ID: string(o.elements[i].id),
	}
	if h := o.headingOf(i); h >= 0 && o.spanOf(h) == whole {
		p.Heading = o.elements[h].depth
	}
	path := o.path(i)
	for d, siblings := range o.childrenOn(path) {
		e := &o.elements[path[d]]
		p.Levels = append(p.Levels, beside{
			Tag: label(e.name, nil), Class: string(e.class), Name: uint64(e.tag), Sig: e.sig, Index: e.index,
			Least: len(siblings), Most: len(siblings), Siblings: o.count(siblings),
		})
	}
	return p
}

// widenBy adds more pages; those without the path are skipped.
func (p *place) widenBy(pages [][]byte) {
	for _, m := range pages {
		o := outlineOf(m)
		if e := p.find(o); e >= 0 {
			p.widen(o, e)
		}
	}
}

// childrenOn returns for each element of a path its siblings and itself.
func (o *outline) childrenOn(path []int32) [][]int32 {
	level := map[int32]int{-1: 0}
	for d, e := range path[:len(path)-1] {
		level[e] = d + 1
	}
	out := make([][]int32, len(path))
	for i := range o.elements {
		if d, ok := level[o.elements[i].parent]; ok && len(out[d]) < maxSiblings {
			out[d] = append(out[d], int32(i))
		}
	}
	return out
}

// count counts each signature among elements, in the order of their first
// occurrence.
func (o *outline) count(elements []int32) []sibling {
	var out []sibling
	at := map[uint64]int{}
	for n, i := range elements {
		e := &o.elements[i]
		k, ok := at[e.sig]
		if !ok {
			k = len(out)
			at[e.sig] = k
			out = append(out, sibling{
				Sig: e.sig, Pages: 1, First: n, Label: e.label(),
				Words: e.kind&wording != 0 && len(e.class) == 0,
			})
		}
		out[k].Least++
		out[k].Most++
	}
	return out
}

// widen adds another page, on which the region is element i.
func (p *place) widen(o *outline, i int32) {
	p.Pages++
	children := o.childrenOn(o.path(i))
	for d := range p.Levels {
		b := &p.Levels[d]
		b.Least, b.Most = min(b.Least, len(children[d])), max(b.Most, len(children[d]))
		for _, s := range o.count(children[d]) {
			k := slices.IndexFunc(b.Siblings, func(old sibling) bool { return old.Sig == s.Sig })
			if k < 0 {
				b.Siblings = append(b.Siblings, s)
				continue
			}
			old := &b.Siblings[k]
			old.Pages++
			old.Least, old.Most = min(old.Least, s.Least), max(old.Most, s.Most)
		}
	}
}

// find goes down the path: on each level to the child with the tag and classes,
// the one at the index if several have them; -1 where there is none.
func (p *place) find(o *outline) int32 {
	e, depth := p.descend(o)
	if depth < len(p.Levels) {
		return -1
	}
	return e
}

// descend returns the deepest element of the path that exists, and its depth.
func (p *place) descend(o *outline) (at int32, depth int) {
	if len(o.elements) == 0 {
		return -1, 0
	}
	at, depth = 0, 1
	for _, b := range p.Levels[1:] {
		next := int32(-1)
		for i := range o.inside(at) {
			e := &o.elements[i]
			if e.parent == at && e.sig == b.Sig && (next < 0 || e.index == b.Index) {
				next = i
			}
		}
		if next < 0 {
			return at, depth
		}
		at, depth = next, depth+1
	}
	return at, depth
}

// maxBefore is how much of the text before a region is compared, in bytes: a
// heading or a label of a few words.
const maxBefore = 40

// before returns the end of the text before an offset, at most maxBefore bytes of it.
func (o *outline) before(start int) string {
	b := o.text[:start]
	if len(b) > maxBefore {
		b = b[len(b)-maxBefore:]
		for len(b) > 0 && b[0]&0xC0 == 0x80 {
			b = b[1:]
		}
	}
	return string(b)
}

// compare returns how the path to the region and the siblings on it differ on a
// page.
func (p *place) compare(o *outline) []Spot {
	e, depth := p.descend(o)
	if e < 0 {
		return []Spot{{Kind: "removed", Path: p.Levels[0].Tag, Depth: 1, Side: "path"}}
	}
	if depth < len(p.Levels) {
		return []Spot{p.broken(o, e, depth)}
	}
	path := o.path(e)
	children := o.childrenOn(path)
	var spots []Spot
	for d := 1; d < len(p.Levels); d++ {
		if len(children[d]) < maxSiblings { // else some are left out
			spots = append(spots, p.Levels[d].compare(o, children[d], d+1, p.Pages)...)
		}
	}
	return spots
}

// broken returns what happened to the path below element at, the last that is
// unchanged: the first depth that differs and how.
func (p *place) broken(o *outline, at int32, depth int) Spot {
	want := p.Levels[depth]
	s := Spot{Kind: "removed", Path: o.way(at) + " > " + label([]byte(want.Tag), []byte(want.Class)), Depth: depth + 1, Side: "path"}
	var next *beside
	if depth+1 < len(p.Levels) {
		next = &p.Levels[depth+1]
	}
	renamed := int32(-1)
	for i := range o.inside(at) {
		e := &o.elements[i]
		switch {
		case e.depth == o.elements[at].depth+2 && e.sig == want.Sig:
			s.Kind, s.Path = "wrapped", o.way(e.parent)
			return s
		case e.parent == at && next != nil && e.sig == next.Sig && !want.knows(e.sig): // and no sibling was like it
			s.Kind = "unwrapped"
		case e.parent == at && (e.tag == tagHash(want.Name) || shareClass(e.class, want.Class)) && !want.knows(e.sig) &&
			(renamed < 0 || e.index == want.Index):
			renamed = i
		case e.parent == at && e.index == want.Index && !want.knows(e.sig) && renamed < 0:
			renamed = i
		}
	}
	if s.Kind == "removed" && renamed >= 0 {
		s.Kind, s.Path = "renamed", o.way(renamed)
	}
	return s
}

// knows reports whether a signature is that of the element on the level or of one of its
// siblings.
func (b *beside) knows(sig uint64) bool {
	return slices.ContainsFunc(b.Siblings, func(s sibling) bool { return s.Sig == sig })
}

// compare returns what was inserted, removed or moved among the siblings of one
// level. Elements of running text, and the number of repeated ones, are content.
func (b *beside) compare(o *outline, children []int32, depth, pages int) []Spot {
	now := o.count(children)
	index := 0
	for n, i := range children {
		if e := &o.elements[i]; e.sig == b.Sig {
			if index = n; n >= b.Index {
				break
			}
		}
	}
	var spots []Spot
	add := func(kind string, s sibling, at, self int) {
		side := "upper"
		if at > self {
			side = "lower"
		}
		path := s.Label
		if len(children) > 0 {
			path = o.way(o.elements[children[0]].parent) + " > " + s.Label
		}
		spots = append(spots, Spot{Kind: kind, Path: path, Depth: depth, Side: side})
	}
	for _, s := range now {
		k := slices.IndexFunc(b.Siblings, func(old sibling) bool { return old.Sig == s.Sig })
		switch {
		case s.Words:
		case k < 0:
			add("inserted", s, s.First, index)
		case b.Siblings[k].Pages == pages && b.Siblings[k].Most == 1 && b.Siblings[k].Least == 1 && s.Most > 1:
			add("inserted", s, lastOf(o, children, s.Sig), index)
		}
	}
	for _, old := range b.Siblings {
		if old.Words || old.Pages < pages {
			continue
		}
		if !slices.ContainsFunc(now, func(s sibling) bool { return s.Sig == old.Sig }) {
			add("removed", old, old.First, b.Index)
		}
	}
	if s, ok := b.reordered(now, pages); ok {
		add("reordered", s, s.First, index)
	}
	return spots
}

func lastOf(o *outline, children []int32, sig uint64) int {
	for n, i := range slices.Backward(children) {
		if o.elements[i].sig == sig {
			return n
		}
	}
	return 0
}

// reordered finds a sibling that occurs once on every page and now comes after
// one that it used to precede.
func (b *beside) reordered(now []sibling, pages int) (sibling, bool) {
	last := -1
	for _, s := range now {
		k := slices.IndexFunc(b.Siblings, func(old sibling) bool { return old.Sig == s.Sig })
		if k < 0 || s.Most != 1 || b.Siblings[k].Most != 1 || b.Siblings[k].Pages < pages {
			continue
		}
		if b.Siblings[k].First < last {
			return s, true
		}
		last = b.Siblings[k].First
	}
	return sibling{}, false
}

func shareClass(class []byte, other string) bool {
	for t := range strings.FieldsSeq(string(class)) {
		for u := range strings.FieldsSeq(other) {
			if t == u {
				return true
			}
		}
	}
	return false
}
