// Package bar measures and draws bar trees: what the reverse algorithm of Akbar and Handoko 2011
// says of a region's place in a page.
package bar

import (
	"errors"
	"fmt"

	"github.com/lokman-crawler/lokman/bartree/internal/regions"
)

// defaultTaper is the taper when none is given, up to 1/defaultTaper levels.
const defaultTaper = 0.025

// taperFor returns the taper when none is given: the default one where the paper
// allows it, r <= I/d_max, else I/d_max. It depends on the page only beyond 40
// levels, and there on d_max alone, so that trees of one depth have one taper, and
// trees of two depths differ already by d_max.
func taperFor(depth int) float64 { return 1 / max(1/defaultTaper, float64(depth)) }

// ErrTaper is the error for a taper that is not positive, or too steep for the
// depth of a tree: r (d_max-1) >= 1.
var ErrTaper = errors.New("bartree: taper too steep for the depth")

// A Tree describes a region's place in a page, as the reverse algorithm finds
// it (Akbar and Handoko 2011, sections II and III).
type Tree struct {
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
	// Parts are the places of the region's parts by the tags beside them.
	Parts map[string]regions.Rule `json:"parts,omitempty"`
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

// Bars computes the bars of a path down a page from the number of parallel elements on
// each level, html first. r is the taper: each bar is w_d = (1-(d-1)r) w_(d-1) /
// P_(d-1), with w_0 = P_0 = 1 (eq. 3 and 6). 0 means 1/40 or, for more than 40 levels,
// 1/d_max, which is the most that the paper allows; it suits any depth. (Far down, a
// width less than the smallest float64 is 0.) The error wraps [ErrTaper] when a width
// would not be positive.
func Bars(parallel []int, r float64) ([]Bar, error) {
	if r == 0 {
		r = taperFor(len(parallel))
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

// Retaper computes the bars and A_total anew with another taper, 0 meaning what it does
// for [Bars]. Only trees of one taper can be compared. The error wraps [ErrTaper], and
// the tree is as before, if r is too steep for it.
func (t *Tree) Retaper(r float64) error {
	parallel := make([]int, len(t.Bars))
	for i, b := range t.Bars {
		parallel[i] = b.Parallel
	}
	bars, err := Bars(parallel, r)
	if err != nil {
		return err
	}
	if r == 0 {
		r = taperFor(len(bars))
	}
	for i := range bars {
		b := &t.Bars[i]
		b.Width, b.Area, b.Nett = bars[i].Width, bars[i].Area, bars[i].Nett
	}
	t.Taper, t.Total = r, total(bars)
	return nil
}

// total returns A_total, the area that the bars cover together (eq. 7).
func total(bars []Bar) float64 {
	var sum float64
	for _, b := range bars {
		sum += b.Nett
	}
	return sum
}
