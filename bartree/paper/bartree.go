package paper

import (
	"io"

	"github.com/lokman-crawler/lokman/bartree/internal/bar"
	"github.com/lokman-crawler/lokman/bartree/internal/regions"
)

// ErrTaper is the error for a taper that is not positive, or too steep for the
// depth of a tree: r (d_max-1) >= 1.
var ErrTaper = bar.ErrTaper

// A BarTree describes a region's place in a page, as the reverse algorithm finds
// it (Akbar and Handoko 2011, sections II and III).
type BarTree struct {
	Bars  []Bar   `json:"bars"`  // d_max of them
	Total float64 `json:"total"` // A_total
	Taper float64 `json:"taper"` // r of the bars, with I = 1
	// Upper is sigma of the upper part: start tags above the region without an
	// end tag above it. Lower is that of the lower part: end tags below without
	// a start tag below (eq. 1). Delta is their difference (eq. 2).
	Upper int `json:"upper"`
	Lower int `json:"lower"`
	Delta int `json:"delta"`
	// UpperMalformed and LowerMalformed are by how much the sums differ from
	// the depth of the element, which they equal on a page that closes all it
	// opens.
	UpperMalformed int `json:"upper_malformed"`
	LowerMalformed int `json:"lower_malformed"`
	// Ambiguous is set if the text occurs in several places and nothing says
	// which is meant.
	Ambiguous bool `json:"ambiguous,omitempty"`
	// Parts are the places of the region's parts.
	Parts map[string]Part `json:"parts,omitempty"`
}

// A Bar is one level of a bar tree. Depths count from 1, which is html.
type Bar struct {
	Depth    int     `json:"depth"`           // the bar's level, 1 for html
	Tag      string  `json:"tag,omitempty"`   // of the element on the path to the region
	Class    string  `json:"class,omitempty"` // of that element
	Index    int     `json:"index"`           // p_d: index among the parallel elements, from 0
	Parallel int     `json:"parallel"`        // P_d: elements with the same parent, this one included
	Width    float64 `json:"width"`           // w_d, eq. 3 with I = 1
	Area     float64 `json:"area"`            // A_d = d w_d, eq. 4
	Nett     float64 `json:"nett"`            // A_d less what lower bars cover, eq. 5: w_d
}

// A Part is the place of an attribute inside a region: the tags directly before
// and after its text, and what else is between those tags.
type Part struct {
	Prefix []string `json:"prefix"` // "div", "/p": those since the text before
	Suffix []string `json:"suffix"` // those after the text
	Nth    int      `json:"nth"`    // which text in the region has that prefix, from 0
	// Before and After are the text between the tags that is not the attribute's,
	// such as a label.
	Before string `json:"before,omitempty"`
	After  string `json:"after,omitempty"`
}

// Bars computes the bars of a path down a page from the number of parallel elements on
// each level, html first. r is the taper: each bar is w_d = (1-(d-1)r) w_(d-1) /
// P_(d-1), with w_0 = P_0 = 1 (eq. 3 and 6). 0 means 1/40 or, for more than 40 levels,
// 1/d_max, which is the most that the paper allows; it suits any depth. (Far down, a
// width less than the smallest float64 is 0.) The error wraps [ErrTaper] when a width
// would not be positive.
func Bars(parallel []int, r float64) ([]Bar, error) {
	bars, err := bar.Bars(parallel, r)
	if err != nil {
		return nil, err
	}
	return barsOf(bars), nil
}

// Retaper computes the bars and A_total anew with another taper, 0 meaning what it does
// for [Bars]. Only trees of one taper can be compared. The error wraps [ErrTaper], and
// the tree is as before, if r is too steep for it.
func (t *BarTree) Retaper(r float64) error {
	tapered := t.measured()
	if err := tapered.Retaper(r); err != nil {
		return err
	}
	t.Bars, t.Taper, t.Total = barsOf(tapered.Bars), tapered.Taper, tapered.Total
	return nil
}

// WriteSVG draws bar trees as one SVG picture: the old one and, beside it, the
// new one, or only the first if new is nil. As in the paper's Figures 4 and 5
// the bar of depth d is d high, in its place among the P_(d-1) parts of the bar
// below it. Widths shrink so fast that they are drawn as a power of
// w_d, chosen so that the last bar can be seen; the numbers beside are exact.
// Levels that differ are red. Labels come from the pages and are escaped.
func WriteSVG(w io.Writer, old, new *BarTree) error {
	if new == nil {
		return bar.WriteSVG(w, old.measured(), nil)
	}
	return bar.WriteSVG(w, old.measured(), new.measured())
}

func treeOf(t *bar.Tree) *BarTree {
	out := &BarTree{
		Bars: barsOf(t.Bars), Total: t.Total, Taper: t.Taper, Upper: t.Upper, Lower: t.Lower, Delta: t.Delta,
		UpperMalformed: t.UpperMalformed, LowerMalformed: t.LowerMalformed, Ambiguous: t.Ambiguous,
	}
	for name, rule := range t.Parts {
		if out.Parts == nil {
			out.Parts = make(map[string]Part, len(t.Parts))
		}
		out.Parts[name] = Part(rule)
	}
	return out
}

func barsOf(measured []bar.Bar) []Bar {
	bars := make([]Bar, len(measured))
	for i, b := range measured {
		bars[i] = Bar(b)
	}
	return bars
}

// measured is the tree without its parts, as package bar has it.
func (t *BarTree) measured() *bar.Tree {
	out := &bar.Tree{Total: t.Total, Taper: t.Taper, Upper: t.Upper, Lower: t.Lower, Delta: t.Delta}
	for _, b := range t.Bars {
		out.Bars = append(out.Bars, bar.Bar(b))
	}
	return out
}

// rules are the tree's parts as package regions has them.
func (t *BarTree) rules() map[string]regions.Rule {
	rules := make(map[string]regions.Rule, len(t.Parts))
	for name, p := range t.Parts {
		rules[name] = regions.Rule(p)
	}
	return rules
}
