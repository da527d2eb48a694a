package bartree

import (
	"errors"
	"fmt"
	"math"
)

// defaultR is the taper of the bars when none is given: 1/40, so that trees of
// up to 40 levels have bars of positive width.
const defaultR = 0.025

// ErrTaper is the error for a tree too deep for its taper: r (d_max-1) >= 1.
var ErrTaper = errors.New("bartree: taper too steep for the depth")

// A BarTree describes a region's place in a page, as the reverse algorithm finds
// it (Akbar and Handoko 2011, sections II and III).
type BarTree struct {
	Bars  []Bar   `json:"bars"`  // d_max of them
	Total float64 `json:"total"` // A_total
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

// A Part is the place of an attribute inside a region: the tags directly before
// and after its text.
type Part struct {
	Prefix []string `json:"prefix"` // "div", "/p": those since the text before
	Suffix []string `json:"suffix"`
	Nth    int      `json:"nth"` // which text in the region has that prefix, from 0
}

// A Bar is one level of a bar tree. Depths count from 1, which is html.
type Bar struct {
	Depth    int     `json:"depth"`
	Tag      string  `json:"tag,omitempty"`
	Class    string  `json:"class,omitempty"`
	Index    int     `json:"index"`    // p_d: index among the parallel elements, from 0
	Parallel int     `json:"parallel"` // P_d: elements with the same parent, this one included
	Width    float64 `json:"width"`    // w_d, eq. 3 with I = 1
	Area     float64 `json:"area"`     // A_d = d w_d, eq. 4
	Nett     float64 `json:"nett"`     // A_d less what lower bars cover, eq. 5: w_d
}

// Bars computes the bars of a path down a page from the number of parallel
// elements on each level, html first. r is the taper, 0 means 1/40: each
// bar is w_d = (1-(d-1)r) w_(d-1) / P_(d-1), with w_0 = P_0 = 1 (eq. 3 and
// 6). It fails with [ErrTaper] when a width would not be positive.
func Bars(parallel []int, r float64) ([]Bar, error) {
	if r == 0 {
		r = defaultR
	}
	if n := len(parallel); n > 0 && !(r > 0 && r*float64(n-1) < 1) {
		return nil, fmt.Errorf("%w: r = %g, depth %d", ErrTaper, r, n)
	}
	bars := make([]Bar, len(parallel))
	width, above := 1.0, 1
	for i, p := range parallel {
		if p < 1 {
			return nil, fmt.Errorf("bartree: P_%d = %d: want 1 or more", i+1, p)
		}
		width = (1 - float64(i)*r) * width / float64(above)
		bars[i] = Bar{Depth: i + 1, Parallel: p, Width: width, Area: float64(i+1) * width, Nett: width}
		above = p
	}
	return bars, nil
}

// total returns A_total, the area that the bars cover together (eq. 7).
func total(bars []Bar) float64 {
	var sum float64
	for _, b := range bars {
		sum += b.Nett
	}
	return sum
}

// A Difference says which of the paper's variables changed between two trees of
// a region (Akbar and Handoko 2011, section IV).
type Difference struct {
	Depth    bool // d_max
	Total    bool // A_total
	Parallel bool // a P_d, or an A_d with it
	Path     bool // a tag or class on the path; no variable of the paper
	Upper    bool // sigma of the upper part
	Lower    bool // sigma of the lower part
	Delta    bool
}

// areaError is what rounding may change of A_total, which is at most 1.
const areaError = 1e-12

// Compare compares two trees of one region, the old one first.
func Compare(old, new *BarTree) Difference {
	d := Difference{
		Depth: len(old.Bars) != len(new.Bars),
		Total: math.Abs(old.Total-new.Total) > areaError,
		Upper: old.Upper != new.Upper,
		Lower: old.Lower != new.Lower,
		Delta: old.Delta != new.Delta,
	}
	d.Parallel, d.Path = d.Depth, d.Depth
	for i := range min(len(old.Bars), len(new.Bars)) {
		a, b := old.Bars[i], new.Bars[i]
		d.Parallel = d.Parallel || a.Parallel != b.Parallel
		d.Path = d.Path || a.Tag != b.Tag || signature(0, []byte(a.Class)) != signature(0, []byte(b.Class))
	}
	return d
}

// Simple reports a change by the paper's first set of variables, {d_max, A_total}.
func (d Difference) Simple() bool { return d.Depth || d.Total }

// Full reports a change by its full set, {d_max, A_total, P_d, A_d}.
func (d Difference) Full() bool { return d.Simple() || d.Parallel }

// Case returns the paper's case of delta: 1 no change at all, 2 both parts
// changed by the same amount, 3 one part changed, 4 both changed differently.
// 0 is the case that the paper leaves out: the sums are the same but a P_d
// changed, as by a balanced insertion.
func (d Difference) Case() int {
	switch {
	case d.Upper && d.Lower && !d.Delta:
		return 2
	case d.Upper && d.Lower:
		return 4
	case d.Upper || d.Lower:
		return 3
	case d.Parallel:
		return 0
	}
	return 1
}
