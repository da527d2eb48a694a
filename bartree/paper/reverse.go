package paper

import (
	"github.com/lokman-crawler/lokman/bartree"
	"github.com/lokman-crawler/lokman/bartree/internal/bar"
	"github.com/lokman-crawler/lokman/bartree/internal/regions"
	"github.com/lokman-crawler/lokman/internal/markup"
)

// Reverse finds a region on a page by its text alone and measures upwards and
// downwards from it. old, which may be nil, is the tree of an earlier look: it
// decides between several places of the text. Phrasing tags but a and span are
// left out as in step 5 of the paper. The taper is the default one of [Bars];
// [BarTree.Retaper] sets another. The error wraps [bartree.ErrMissing] if the
// text or a part of it is gone. Time is linear in the page.
func Reverse(page []byte, region bartree.Region, old *BarTree) (*BarTree, error) {
	t, _, err := reverse(markup.ReadOutline(page), region, old)
	return t, err
}

// reverse also returns where it found the region.
func reverse(o *markup.Outline, region bartree.Region, old *BarTree) (*BarTree, regions.Match, error) {
	var path []uint64
	if old != nil {
		for _, b := range old.Bars {
			path = append(path, b.signature())
		}
	}
	m, ambiguous, err := regions.Find(o, regions.Text(region), path, false)
	if err != nil {
		return nil, m, err
	}
	t, err := bar.Measure(o, m)
	if err != nil {
		return nil, m, err
	}
	t.Ambiguous = ambiguous
	return treeOf(t), m, nil
}

// signature is that of the elements which have the bar's tag and classes.
func (b *Bar) signature() uint64 {
	return markup.Signature(markup.TagOf(b.Tag), b.Class)
}

// Extract reads a region and its parts from a page that has the template of a
// tree: the text of the element that the bars lead to. It returns false if the
// path does not exist on the page. Parts that are not where the tree has them are
// left out.
func Extract(page []byte, t *BarTree) (bartree.Region, bool) {
	o := markup.ReadOutline(page)
	e := follow(o, t.Bars)
	if e < 0 {
		return bartree.Region{}, false
	}
	r := bartree.Region{Text: o.TextOf(e)}
	if r.Text != "" && len(t.Parts) > 0 {
		r.Parts = regions.ReadParts(o, e, t.rules())
	}
	return r, true
}

// follow goes down the path that bars describe. It returns -1 where there is none.
func follow(o *markup.Outline, bars []Bar) int32 {
	at, depth := regions.Descend(o, len(bars), func(d int) (uint64, int) { return bars[d].signature(), bars[d].Index },
		func(i int32) int32 {
			if o.Elements[i].Kind&markup.Phrasing != 0 {
				return -1
			}
			return o.LayoutParent(i)
		})
	if depth != len(bars) {
		return -1
	}
	return at
}
