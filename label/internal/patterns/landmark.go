package patterns

import (
	"strings"

	"github.com/lokman-crawler/lokman/label/internal/layout"
	"github.com/lokman-crawler/lokman/label/internal/words"
)

// ordinal counts the items before i with the same name and marks.
func ordinal(p *layout.Page, i int32) int {
	n := 0
	for k := int32(0); k < i; k++ {
		if p.Alike(k, i) && !p.Items[k].Empty() {
			n++
		}
	}
	return n
}

// landmark returns the words of the row before an item, if they are few.
func landmark(p *layout.Page, i int32) string {
	k := RowBefore(p, i)
	if k < 0 {
		return ""
	}
	ws := words.Of(words.MaskDigits(p.TextOf(k)))
	if len(ws) == 0 || len(ws) > layout.MaxLandmark {
		return ""
	}
	return strings.Join(ws, " ")
}

// RowBefore returns the item of the row before an item, if it is a short one,
// or -1.
func RowBefore(p *layout.Page, i int32) int32 {
	const reach = 64 // items, so that empty ones cost no more
	k := i - 1
	for k >= 0 && k > i-reach && (p.Items[k].Empty() || p.Items[k].To != p.Items[i].From) {
		k--
	}
	if k < 0 || k == i-reach {
		return -1
	}
	for up := p.Items[k].Parent; up >= 0 && p.Items[up].End <= i && p.Items[up].Row == p.Items[k].Row; up = p.Items[k].Parent {
		k = up
	}
	if it := &p.Items[k]; it.To-it.From > 100 || it.RowEnd-it.Row > 1 || it.End > i {
		return -1
	}
	return k
}

// isLandmark reports whether the row before an item has just these words.
func isLandmark(p *layout.Page, i int32, text string) bool {
	k := RowBefore(p, i)
	return k >= 0 && p.MayBegin(k, text) && landmark(p, i) == text
}
