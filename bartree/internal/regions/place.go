// Package regions describes the place of a region and of its parts on a page, and finds them again
// on another.
package regions

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/internal/excerpt"
	"github.com/lokman-crawler/lokman/internal/markup"
)

// A Place is where a region is in the pages of a template: the path to it, with
// the siblings on each level.
type Place struct {
	Text   string      `json:"text"` // of the region on the page where it was marked
	Levels []pathLevel `json:"levels"`
	Pages  int         `json:"pages"` // on which the region was found

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
	Parts map[string]*Place `json:"parts,omitempty"`
	Label string            `json:"label,omitempty"`
	Note  string            `json:"note,omitempty"`
}

// pathLevel is one level of the path: an element and its siblings.
type pathLevel struct {
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

// Mark describes the place of a text; others are other pages of the template. The error wraps
// [ErrMissing].
func Mark(o *markup.Outline, text string, others ...*markup.Outline) (*Place, error) {
	want := markup.Fold(text)
	if len(want) == 0 || len(want) > markup.MaxText {
		return nil, fmt.Errorf("bartree: region text of %d bytes: want 1 to %d", len(want), markup.MaxText)
	}
	holders, starts := o.Find(want)
	if len(holders) == 0 {
		return nil, fmt.Errorf("%w: %s", ErrMissing, excerpt.Quote(text))
	}
	best, _ := bestOccurrence(o, holders, len(want), nil)
	p := placeOf(o, plain(o, holders[best], others), markup.Range{Start: starts[best], End: starts[best] + len(want)})
	p.Ambiguous = IsAmbiguous(o, holders)
	for _, other := range others {
		p.WidenBy(other)
	}
	return p, nil
}

// plain returns the element around those that format the whole text of a region and have no
// class: italics are content, and on another page the region is without them. Where on another
// page the element has more than what is formatted it is not the region.
func plain(o *markup.Outline, e int32, others []*markup.Outline) int32 {
	at := e
	for up := o.Elements[at].Parent; up >= 0 && o.Elements[at].Kind&markup.Phrasing != 0 && o.Elements[at].Class == "" && o.SpanOf(up) == o.SpanOf(at); {
		at, up = up, o.Elements[up].Parent
	}
	if at == e {
		return e
	}
	formatted := placeOf(o, e, o.SpanOf(e))
	for _, other := range others {
		found := formatted.find(other)
		if found < 0 {
			continue
		}
		around := found
		for range len(formatted.Levels) - o.Elements[at].Depth {
			around = other.Elements[around].Parent
		}
		if other.Trimmed(other.SpanOf(around)) != other.Trimmed(other.SpanOf(found)) {
			return e
		}
	}
	return at
}

// placeOf describes the place of a text that is in an element: the path to it.
func placeOf(o *markup.Outline, i int32, r markup.Range) *Place {
	text, whole := o.Text[r.Start:r.End], o.SpanOf(i)
	p := &Place{
		Text: string(text), Pages: 1, Before: textBefore(o, r.Start),
		Position: float64(o.Elements[i].Seen) / float64(max(1, len(o.Text))),
		Shape:    shapeOf(text), Whole: shapeOf(o.Text[whole.Start:whole.End]), ID: strings.Clone(o.ID(i)),
	}
	if h := o.Heading(i); h >= 0 && o.SpanOf(h) == whole {
		p.Heading = o.Elements[h].Depth
	}
	path := o.Path(i)
	for d, siblings := range childrenOn(o, path) {
		e := &o.Elements[path[d]]
		p.Levels = append(p.Levels, pathLevel{
			Tag: markup.Label(e.Name, ""), Class: strings.Clone(e.Class), Name: uint64(e.Tag), Sig: e.Sig, Index: e.Index,
			Least: len(siblings), Most: len(siblings), Siblings: countSiblings(o, siblings),
		})
	}
	return p
}

// WidenBy adds another page, unless it is without the path.
func (p *Place) WidenBy(o *markup.Outline) {
	if e := p.find(o); e >= 0 {
		p.widen(o, e)
	}
}

// maxSiblings is how many children of an element are looked at.
const maxSiblings = 32768

// childrenOn returns for each element of a path its siblings and itself.
func childrenOn(o *markup.Outline, path []int32) [][]int32 {
	level := map[int32]int{-1: 0}
	for d, e := range path[:len(path)-1] {
		level[e] = d + 1
	}
	out := make([][]int32, len(path))
	for i := range o.Elements {
		if d, ok := level[o.Elements[i].Parent]; ok && len(out[d]) < maxSiblings {
			out[d] = append(out[d], int32(i))
		}
	}
	return out
}

// countSiblings counts each signature among elements, in the order of their first
// occurrence.
func countSiblings(o *markup.Outline, elements []int32) []sibling {
	var out []sibling
	at := map[uint64]int{}
	for n, i := range elements {
		e := &o.Elements[i]
		k, ok := at[e.Sig]
		if !ok {
			k = len(out)
			at[e.Sig] = k
			out = append(out, sibling{
				Sig: e.Sig, Pages: 1, First: n, Label: e.Label(),
				Words: e.Kind&markup.Wording != 0 && len(e.Class) == 0,
			})
		}
		out[k].Least++
		out[k].Most++
	}
	return out
}

// widen adds another page, on which the region is element i.
func (p *Place) widen(o *markup.Outline, i int32) {
	p.Pages++
	children := childrenOn(o, o.Path(i))
	for d := range p.Levels {
		b := &p.Levels[d]
		b.Least, b.Most = min(b.Least, len(children[d])), max(b.Most, len(children[d]))
		for _, s := range countSiblings(o, children[d]) {
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
func (p *Place) find(o *markup.Outline) int32 {
	e, depth := p.descend(o)
	if depth < len(p.Levels) {
		return -1
	}
	return e
}

// descend returns the deepest element of the path that exists, and its depth.
func (p *Place) descend(o *markup.Outline) (at int32, depth int) {
	return Descend(o, len(p.Levels), func(d int) (uint64, int) { return p.Levels[d].Sig, p.Levels[d].Index },
		func(i int32) int32 { return o.Elements[i].Parent })
}

// Descend returns the deepest element of a path that exists, and its depth: on each level it goes
// to the child with the signature, the one at the index if several have it.
func Descend(o *markup.Outline, depths int, level func(d int) (sig uint64, index int), parent func(i int32) int32) (at int32, depth int) {
	if len(o.Elements) == 0 {
		return -1, 0
	}
	for depth = 1; depth < depths; depth++ {
		sig, index := level(depth)
		next, n := int32(-1), 0
		for i := range o.Inside(at) {
			if parent(i) != at {
				continue
			}
			if o.Elements[i].Sig == sig && (next < 0 || n == index) {
				next = i
			}
			if n++; n > index && next >= 0 {
				break
			}
		}
		if next < 0 {
			return at, depth
		}
		at = next
	}
	return at, depth
}

// maxBefore is how much of the text before a region is compared, in bytes: a
// heading or a label of a few words.
const maxBefore = 40

// textBefore returns the end of the text before an offset, at most maxBefore bytes of it.
func textBefore(o *markup.Outline, start int) string {
	b := o.Text[:start]
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
func (p *Place) compare(o *markup.Outline) []Spot {
	e, depth := p.descend(o)
	if e < 0 {
		return []Spot{{Kind: "removed", Path: p.Levels[0].Tag, Depth: 1, Side: "path"}}
	}
	if depth < len(p.Levels) {
		return []Spot{p.broken(o, e, depth)}
	}
	path := o.Path(e)
	children := childrenOn(o, path)
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
func (p *Place) broken(o *markup.Outline, at int32, depth int) Spot {
	want := p.Levels[depth]
	s := Spot{Kind: "removed", Path: o.Way(at) + " > " + markup.Label(want.Tag, want.Class), Depth: depth + 1, Side: "path"}
	var next *pathLevel
	if depth+1 < len(p.Levels) {
		next = &p.Levels[depth+1]
	}
	renamed := int32(-1)
	for i := range o.Inside(at) {
		e := &o.Elements[i]
		switch {
		case e.Depth == o.Elements[at].Depth+2 && e.Sig == want.Sig:
			s.Kind, s.Path = "wrapped", o.Way(e.Parent)
			return s
		case e.Parent == at && next != nil && e.Sig == next.Sig && !want.knows(e.Sig): // and no sibling was like it
			s.Kind = "unwrapped"
		case e.Parent == at && (e.Tag == markup.Tag(want.Name) || shareClass(e.Class, want.Class)) && !want.knows(e.Sig) &&
			(renamed < 0 || e.Index == want.Index):
			renamed = i
		case e.Parent == at && e.Index == want.Index && !want.knows(e.Sig) && renamed < 0:
			renamed = i
		}
	}
	if s.Kind == "removed" && renamed >= 0 {
		s.Kind, s.Path = "renamed", o.Way(renamed)
	}
	return s
}

// knows reports whether a signature is that of the element on the level or of one of its
// siblings.
func (b *pathLevel) knows(sig uint64) bool {
	return slices.ContainsFunc(b.Siblings, func(s sibling) bool { return s.Sig == sig })
}

// compare returns what was inserted, removed or moved among the siblings of one
// level. Elements of running text, and the number of repeated ones, are content.
func (b *pathLevel) compare(o *markup.Outline, children []int32, depth, pages int) []Spot {
	now := countSiblings(o, children)
	index := 0
	for n, i := range children {
		if e := &o.Elements[i]; e.Sig == b.Sig {
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
			path = o.Way(o.Elements[children[0]].Parent) + " > " + s.Label
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

func lastOf(o *markup.Outline, children []int32, sig uint64) int {
	for n, i := range slices.Backward(children) {
		if o.Elements[i].Sig == sig {
			return n
		}
	}
	return 0
}

// reordered finds a sibling that occurs once on every page and now comes after
// one that it used to precede.
func (b *pathLevel) reordered(now []sibling, pages int) (sibling, bool) {
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

func shareClass(class, other string) bool {
	for t := range strings.FieldsSeq(class) {
		for u := range strings.FieldsSeq(other) {
			if t == u {
				return true
			}
		}
	}
	return false
}

// A Spot is one difference on the path to a region or beside it.
type Spot struct {
	Kind  string // "inserted", "removed", "renamed", "wrapped", "unwrapped" or "reordered"
	Path  string // the element, as "html > body > div.main"
	Depth int    // on the path to the region
	Side  string // of the region: "upper", "lower" or "path"
}

// HasLevels reports whether there is a path to a region and to each of its parts.
func (p *Place) HasLevels() bool {
	for _, part := range p.Parts {
		if part == nil || len(part.Levels) == 0 {
			return false
		}
	}
	return len(p.Levels) > 0
}
