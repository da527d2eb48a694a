package bartree

import (
	"errors"
	"fmt"
)

// defaultR is the taper of the bars when none is given: 1/40, so that trees of
// up to 40 levels have bars of positive width.
const defaultR = 0.025

// ErrTaper is the error for a tree too deep for its taper: r (d_max-1) >= 1.
var ErrTaper = errors.New("bartree: taper too steep for the depth")

// A Bar is one level of a bar tree. Depths count from 1, which is html.
type Bar struct {
	Depth    int     `json:"depth"`
	Tag      string  `json:"tag,omitempty"`
	Class    string  `json:"class,omitempty"`
	Index    int     `json:"index"`    // p_d: place among the parallel elements, from 0
	Parallel int     `json:"parallel"` // P_d: elements with the same parent, this one included
	Width    float64 `json:"width"`    // w_d, eq. 3 with I = 1
	Area     float64 `json:"area"`     // A_d = d w_d, eq. 4
	Nett     float64 `json:"nett"`     // A_d less what lower bars cover, eq. 5: w_d
}

// Bars computes the bars of a way down a page from the number of parallel
// elements on each level, html first. r is the taper, 0 for [defaultR]: each
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
