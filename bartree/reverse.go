package bartree

import (
	"errors"
	"fmt"
	"sort"
)

// ErrMissing is the error when a region's text is not on a page: in this case
// the paper defers the crawl of the page and warns a person.
var ErrMissing = errors.New("bartree: the region's text is not on the page")

// A Region is what a person copied from the screen: the text of the region of
// interest, and the texts of its parts, each under the name of an attribute.
type Region struct {
	Text  string            `json:"text"`            // of the region
	Parts map[string]string `json:"parts,omitempty"` // text of each part by its name
}

// Reverse finds a region on a page by its text alone and measures upwards and
// downwards from it. old, which may be nil, is the tree of an earlier look: it
// decides between several places of the text. Phrasing tags but a and span are
// left out as in step 5 of the paper. The taper is the default one of [Bars];
// [BarTree.Retaper] sets another. The error wraps [ErrMissing] if the
// text or a part of it is gone. Time is linear in the page.
func Reverse(page []byte, region Region, old *BarTree) (*BarTree, error) {
	t, _, err := outlineOf(page).reverse(region, old, true)
	return t, err
}

// reverse also returns where it found the region, in paper mode or not.
func (o *outline) reverse(region Region, old *BarTree, paper bool) (*BarTree, sighting, error) {
	text := fold(region.Text)
	if len(text) == 0 || len(text) > maxText {
		return nil, sighting{}, fmt.Errorf("bartree: region text of %d bytes: want 1 to %d", len(text), maxText)
	}
	holders, starts := o.find(text)
	if len(starts) == 0 {
		return nil, sighting{}, fmt.Errorf("%w: %s", ErrMissing, quoteShort(region.Text))
	}
	whole := len(text)
	if paper {
		whole = 0
	}
	best, ties := o.bestOccurrence(holders, whole, old)
	s, err := o.sightParts(holders[best], textRange{starts[best], starts[best] + len(text)}, region.Parts)
	if err != nil {
		return nil, s, err
	}
	t, err := o.treeOf(s)
	if err != nil {
		return nil, s, err
	}
	t.Ambiguous = ties > 1
	return t, s, nil
}

// bestOccurrence chooses between places: that which the old tree names, else the
// body before the head, an element that has only this text, of whole bytes, before one
// that has more, such as the number of a menu's entry, else the longest common path. ties
// counts the occurrences of the same rank.
func (o *outline) bestOccurrence(holders []int32, whole int, old *BarTree) (best, ties int) {
	bestRank := -1
	for i, h := range holders {
		path := o.layoutPath(h)
		rank, common := 0, 0
		if old != nil {
			for common < min(len(path), len(old.Bars)) && o.elements[path[common]].is(old.Bars[common]) {
				common++
			}
			if common == len(path) && common == len(old.Bars) {
				rank += rankSame
			}
		}
		if len(path) > 1 && o.elements[path[1]].tag != tagHead {
			rank += rankBody
		}
		if whole > 0 && o.headingOf(h) >= 0 {
			rank += rankHeading
		}
		if r := o.spanOf(h); r.end-r.start == whole {
			rank += rankWhole
		}
		rank += common
		switch {
		case rank > bestRank:
			best, bestRank, ties = i, rank, 1
		case rank == bestRank:
			ties++
		}
	}
	return best, ties
}

// isAmbiguous reports whether the places of a text do not say which of them is meant.
func (o *outline) isAmbiguous(holders []int32) bool {
	_, places := o.bestOccurrence(holders, 0, nil)
	return places > 1
}

// What ranks an occurrence before others. Each is more than all that is below it,
// as a path is at most maxDepth long.
const (
	rankSame    = 16 * maxDepth // it is at the old tree's place
	rankBody    = 8 * maxDepth  // it is in the body
	rankHeading = 4 * maxDepth  // it is in a heading
	rankWhole   = 2 * maxDepth  // its element has no other text
)

// headingOf returns the heading that an element is or is in, -1 if there is none.
func (o *outline) headingOf(i int32) int32 {
	for i >= 0 && o.elements[i].kind&heading == 0 {
		i = o.elements[i].parent
	}
	return i
}

// is reports whether an element has the tag and classes of a bar.
func (e *element) is(b Bar) bool {
	return e.sig == signature(tagOf(b.Tag), []byte(b.Class))
}

// layoutPath returns the path to an element without phrasing elements.
func (o *outline) layoutPath(i int32) []int32 {
	path := o.path(i)
	kept := path[:0]
	for _, e := range path {
		if o.elements[e].kind&phrasing == 0 {
			kept = append(kept, e)
		}
	}
	return kept
}

// tree measures the bars of the path to an element.
func (o *outline) tree(holder int32) (*BarTree, error) {
	path := o.layoutPath(holder)
	depth := make(map[int32]int, len(path)) // of the parents on the path
	for d := 1; d < len(path); d++ {
		depth[path[d-1]] = d
	}
	parallel := make([]int, len(path))
	index := make([]int, len(path))
	parallel[0] = 1
	for i := range o.elements {
		e := &o.elements[i]
		if e.kind&phrasing != 0 || e.parent < 0 {
			continue
		}
		if d, ok := depth[o.layoutParent(int32(i))]; ok {
			if int32(i) == path[d] {
				index[d] = parallel[d]
			}
			parallel[d]++
		}
	}
	bars, err := Bars(parallel, 0)
	if err != nil {
		return nil, err
	}
	for d := range bars {
		e := &o.elements[path[d]]
		bars[d].Tag, bars[d].Class, bars[d].Index = label(e.name, nil), string(e.class), index[d]
	}
	return &BarTree{Bars: bars, Total: total(bars), Taper: taperFor(len(bars))}, nil
}

// layoutOf returns an element, or the nearest one above it that is no phrasing
// element.
func (o *outline) layoutOf(i int32) int32 {
	if o.elements[i].kind&phrasing == 0 {
		return i
	}
	return o.layoutParent(i)
}

// layoutParent returns the nearest ancestor that is no phrasing element.
func (o *outline) layoutParent(i int32) int32 {
	p := o.elements[i].parent
	for p >= 0 && o.elements[p].kind&phrasing != 0 {
		p = o.elements[p].parent
	}
	return p
}

// addSigmas pairs the tags above offset start, and those below offset end, as
// they are written: an end tag with the nearest open start tag of its name,
// whatever is open between. That is a count for each name.
func (o *outline) addSigmas(t *BarTree, start, end int) {
	above, below := map[tagHash]int{}, map[tagHash]int{} // open tags
	for _, m := range o.tags {
		open := above
		switch {
		case m.kind&(void|phrasing) != 0 || start <= m.pos && m.pos <= end:
			continue
		case m.pos > end:
			open = below
		}
		switch {
		case !m.closing:
			open[m.tag]++
		case open[m.tag] > 0:
			open[m.tag]--
		case m.pos > end:
			t.Lower++
		}
	}
	for _, n := range above {
		t.Upper += n
	}
	t.Delta = t.Upper - t.Lower
	t.UpperMalformed, t.LowerMalformed = t.Upper-len(t.Bars), t.Lower-len(t.Bars)
}

// maxRun is how many tags beside a part of a region are compared.
const maxRun = 32

// tagFrom returns the first tag at an offset of the page or after it.
func (o *outline) tagFrom(pos int) int {
	return sort.Search(len(o.tags), func(i int) bool { return o.tags[i].pos >= pos })
}

// run returns the tags between two offsets of the page, at most maxRun.
func (o *outline) run(from, to int) []string {
	tags := []string{}
	for _, m := range o.tags[o.tagFrom(from):] {
		if m.pos >= to || len(tags) == maxRun {
			break
		}
		if m.kind&phrasing == 0 {
			tags = append(tags, string(nameOf(o.page[m.pos:min(m.end, len(o.page))])))
		}
	}
	return tags
}

// nameOf returns the name of a tag as written, "div" or "/div".
func nameOf(tag []byte) []byte {
	var name []byte
	for i := 1; i < len(tag) && len(name) < maxLabel; i++ {
		c := tag[i]
		if c != '/' && ends[c]&endsName != 0 || c == '/' && i > 1 {
			break
		}
		name = append(name, lower(c))
	}
	return inFile(name)
}

func quoteShort(s string) string {
	const short = 60
	if len(s) <= short {
		return fmt.Sprintf("%q", s)
	}
	return fmt.Sprintf("%q...", s[:short])
}
