package bartree

import (
	"fmt"
	"slices"
)

// A place is where a region stands in the pages of a template and what is
// beside it on the way there.
type place struct {
	Text   string   `json:"text"` // of the region on the page where it was marked
	Levels []beside `json:"levels"`
	Pages  int      `json:"pages"` // on which the region was found

	Before   string    `json:"before"`   // the text right before the region, such as "Abstract"
	Position float64   `json:"position"` // of the region in the page's text, 0 to 1
	Shape    textShape `json:"shape"`
	ID       string    `json:"id,omitempty"` // of the region's element
}

// beside is one level of the way: an element and its siblings.
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
	First int    `json:"first"` // where the first one stood on the first page, from 0
	Label string `json:"label,omitempty"`
	Words bool   `json:"words,omitempty"` // without class and of running text: content
}

// Mark tells the template where a region stands: the place of its text on
// page, an example of the template. More pages tell what of its surroundings
// is constant; those on which the way to the region does not exist are passed
// over. The error wraps [ErrMissing] if the text is not on the page.
func (t *Template) Mark(text string, page []byte, more ...[]byte) error {
	o := outlineOf(page)
	want := fold(text)
	if len(want) == 0 || len(want) > maxText {
		return fmt.Errorf("bartree: region text of %d bytes: want 1 to %d", len(want), maxText)
	}
	holders, starts := o.find(want)
	if len(holders) == 0 {
		return fmt.Errorf("%w: %s", ErrMissing, quoteShort(text))
	}
	best, _ := o.bestOccurrence(holders, nil)
	p := o.placeAt(holders[best])
	p.Text = string(want)
	p.Before = o.before(starts[best])
	p.Shape = shapeOf(o.text[starts[best] : starts[best]+len(want)])
	for _, m := range more {
		if mo := outlineOf(m); mo != nil {
			if e := p.find(mo); e >= 0 {
				p.widen(mo, e)
			}
		}
	}
	t.region = p
	return nil
}

// placeAt describes the way to an element.
func (o *outline) placeAt(i int32) *place {
	p := &place{Pages: 1, ID: string(o.elements[i].id)}
	p.Position = float64(o.elements[i].seen) / float64(max(1, len(o.text)))
	children := o.childrenOn(o.path(i))
	for d, e := range o.path(i) {
		b := beside{Tag: label(o.elements[e].name, nil), Class: string(o.elements[e].class),
			Name: uint64(o.elements[e].tag), Sig: o.elements[e].sig, Index: o.elements[e].index}
		b.Least, b.Most = len(children[d]), len(children[d])
		b.Siblings = o.count(children[d])
		p.Levels = append(p.Levels, b)
	}
	return p
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

// count tells how often each signature stands among elements, in the order of
// their first.
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

// widen takes in another page, on which the region is element i.
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

// find goes down the way: on each level to the child with the tag and classes,
// the one at the index if several have them; -1 where there is none.
func (p *place) find(o *outline) int32 {
	e, depth := p.descend(o)
	if depth < len(p.Levels) {
		return -1
	}
	return e
}

// descend returns the deepest element of the way that exists, and its depth.
func (p *place) descend(o *outline) (at int32, depth int) {
	if len(o.elements) == 0 {
		return -1, 0
	}
	at, depth = 0, 1
	for _, b := range p.Levels[1:] {
		next := int32(-1)
		for i := at + 1; int(i) < len(o.elements) && o.elements[i].depth > o.elements[at].depth; i++ {
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

// before returns the last words before an offset of the text.
func (o *outline) before(start int) string {
	const words = 40
	return string(lastRunes(o.text[:start], words))
}

func lastRunes(b []byte, n int) []byte {
	if len(b) > n {
		b = b[len(b)-n:]
		for len(b) > 0 && b[0]&0xC0 == 0x80 {
			b = b[1:]
		}
	}
	return b
}
