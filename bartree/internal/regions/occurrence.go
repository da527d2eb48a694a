package regions

import (
	"fmt"

	"github.com/lokman-crawler/lokman/internal/excerpt"
	"github.com/lokman-crawler/lokman/internal/markup"
)

// A Text is the text of a region of interest, and the texts of its parts, each
// under the name of an attribute.
type Text struct {
	Text  string
	Parts map[string]string
}

// Find finds a region by its text alone; if that is in several places it is ambiguous,
// and old, the signatures on the path to it at an earlier look, decides between them: without
// whole, as in the paper, else after an element that has only this text. The error wraps [ErrMissing].
func Find(o *markup.Outline, region Text, old []uint64, whole bool) (s Match, ambiguous bool, err error) {
	text := markup.Fold(region.Text)
	if len(text) == 0 || len(text) > markup.MaxText {
		return s, false, fmt.Errorf("bartree: region text of %d bytes: want 1 to %d", len(text), markup.MaxText)
	}
	holders, starts := o.Find(text)
	if len(starts) == 0 {
		return s, false, fmt.Errorf("%w: %s", ErrMissing, excerpt.Quote(region.Text))
	}
	length := 0
	if whole {
		length = len(text)
	}
	best, ties := bestOccurrence(o, holders, length, old)
	s, err = matchIn(o, holders[best], markup.Range{Start: starts[best], End: starts[best] + len(text)}, region.Parts)
	return s, ties > 1, err
}

// bestOccurrence chooses between places: that which the old tree names, else the
// body before the head, an element that has only this text, of whole bytes, before one
// that has more, such as the number of a menu's entry, else the longest common path. ties
// counts the occurrences of the same rank.
func bestOccurrence(o *markup.Outline, holders []int32, whole int, old []uint64) (best, ties int) {
	bestRank := -1
	for i, h := range holders {
		path := o.LayoutPath(h)
		rank, common := 0, 0
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

// IsAmbiguous reports whether the places of a text do not say which of them is meant.
func IsAmbiguous(o *markup.Outline, holders []int32) bool {
	_, places := bestOccurrence(o, holders, 0, nil)
	return places > 1
}

// What ranks an occurrence before others. Each is more than all that is below it,
// as a path is at most maxDepth long.
const (
	rankSame    = 16 * markup.MaxDepth // it is at the old tree's place
	rankBody    = 8 * markup.MaxDepth  // it is in the body
	rankHeading = 4 * markup.MaxDepth  // it is in a heading
	rankWhole   = 2 * markup.MaxDepth  // its element has no other text
)
