package regions

import (
	"github.com/lokman-crawler/lokman/internal/locate"
	"github.com/lokman-crawler/lokman/internal/markup"
)

// bestOccurrence chooses between places: that which the old tree names, else the
// body before the head, an element that has only this text, of whole bytes, before one
// that has more, such as the number of a menu's entry, else the longest common path. only
// is whether no other has its rank.
func bestOccurrence(o *markup.Outline, holders []int32, whole int, old []uint64) (best int, only bool) {
	var lead locate.Lead[int]
	for i, h := range holders {
		path := o.LayoutPath(h)
		rank, common := 1, 0
		for common < min(len(path), len(old)) && o.Elements[path[common]].Sig == old[common] {
			common++
		}
		if common == len(path) && common == len(old) {
			rank += rankSame
		}
		if len(path) > 1 && o.Elements[path[1]].Tag != markup.TagHead {
			rank += rankBody
		}
		if whole > 0 && o.Heading(h) >= 0 {
			rank += rankHeading
		}
		if r := o.SpanOf(h); r.End-r.Start == whole {
			rank += rankWhole
		}
		lead.Add(i, float64(rank+common))
	}
	return lead.Best, lead.Margin() > 0
}

// IsAmbiguous reports whether the places of a text do not say which of them is meant.
func IsAmbiguous(o *markup.Outline, holders []int32) bool {
	_, only := bestOccurrence(o, holders, 0, nil)
	return len(holders) > 0 && !only
}

// What ranks an occurrence before others. Each is more than all that is below it,
// as a path is at most maxDepth long.
const (
	rankSame    = 16 * markup.MaxDepth // it is at the old tree's place
	rankBody    = 8 * markup.MaxDepth  // it is in the body
	rankHeading = 4 * markup.MaxDepth  // it is in a heading
	rankWhole   = 2 * markup.MaxDepth  // its element has no other text
)
