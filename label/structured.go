package label

import (
	"slices"

	"github.com/lokman-crawler/lokman/label/internal/abstracts"
	"github.com/lokman-crawler/lokman/label/internal/patterns"
	"github.com/lokman-crawler/lokman/label/internal/zones"
)

// withParts returns an abstract that is the first parts of a structured one with those that follow:
// pages whose abstracts have one paragraph do not show how many there are.
func (l *labeller) withParts(v vote) vote {
	if len(v.lines) == 0 {
		return v
	}
	last, lines := 0, slices.Clone(v.lines)
	if k := lines[0] - 1; k >= 0 {
		if part, alone := abstracts.PartAt(l.CutPage.Page, k); alone {
			last, lines = part, append([]int{k}, lines...)
		}
	}
	for _, k := range v.lines {
		if part, _ := abstracts.PartAt(l.CutPage.Page, k); part > 0 {
			last = part
		}
	}
	found := len(lines)
	for k := lines[found-1] + 1; last > 0 && k < len(l.Lines); k++ {
		part, alone := abstracts.PartAt(l.CutPage.Page, k)
		if part <= last {
			break
		}
		last, lines = part, append(lines, k)
		if alone && k+1 < len(l.Lines) {
			k++
			lines = append(lines, k)
		}
	}
	if len(lines) == found {
		return v
	}
	v.content, v.lines, v.rule = patterns.ReadLines(l.CutPage.Page, zones.Abstract, lines), lines, false
	return v
}
