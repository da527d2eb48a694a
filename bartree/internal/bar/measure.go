package bar

import (
	"strings"

	"github.com/lokman-crawler/lokman/bartree/internal/regions"
	"github.com/lokman-crawler/lokman/internal/markup"
)

// measure measures the bars of the path to an element.
func measure(o *markup.Outline, holder int32) (*Tree, error) {
	path := o.LayoutPath(holder)
	depth := make(map[int32]int, len(path)) // of the parents on the path
	for d := 1; d < len(path); d++ {
		depth[path[d-1]] = d
	}
	parallel := make([]int, len(path))
	index := make([]int, len(path))
	parallel[0] = 1
	for i := range o.Elements {
		e := &o.Elements[i]
		if e.Kind&markup.Phrasing != 0 || e.Parent < 0 {
			continue
		}
		if d, ok := depth[o.LayoutParent(int32(i))]; ok {
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
		e := &o.Elements[path[d]]
		bars[d].Tag, bars[d].Class, bars[d].Index = markup.Label(e.Name, ""), strings.Clone(e.Class), index[d]
	}
	return &Tree{Bars: bars, Total: total(bars), Taper: taperFor(len(bars))}, nil
}

// addSigmas pairs the tags above offset start, and those below offset end, as
// they are written: an end tag with the nearest open start tag of its name,
// whatever is open between. That is a count for each name.
func addSigmas(o *markup.Outline, t *Tree, start, end int) {
	above, below := map[markup.Tag]int{}, map[markup.Tag]int{} // open tags
	for _, m := range o.Tags() {
		open := above
		switch {
		case m.Kind&(markup.Void|markup.Phrasing) != 0 || start <= m.Pos && m.Pos <= end:
			continue
		case m.Pos > end:
			open = below
		}
		switch {
		case !m.Closing:
			open[m.Tag]++
		case open[m.Tag] > 0:
			open[m.Tag]--
		case m.Pos > end:
			t.Lower++
		}
	}
	for _, n := range above {
		t.Upper += n
	}
	t.Delta = t.Upper - t.Lower
	t.UpperMalformed, t.LowerMalformed = t.Upper-len(t.Bars), t.Lower-len(t.Bars)
}

// Measure measures the bar tree of a region.
func Measure(o *markup.Outline, s regions.Match) (*Tree, error) {
	t, err := measure(o, s.Element)
	if err != nil {
		return nil, err
	}
	if s.Text.Start < s.Text.End {
		addSigmas(o, t, int(o.At[s.Text.Start]), int(o.At[s.Text.End-1]))
	}
	t.Parts = s.Rules
	return t, nil
}
