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
// it; package paper says what its values are.
type Tree struct {
	Bars           []Bar                   `json:"bars"`
	Total          float64                 `json:"total"`
	Taper          float64                 `json:"taper"`
	Upper          int                     `json:"upper"`
	Lower          int                     `json:"lower"`
	Delta          int                     `json:"delta"`
	UpperMalformed int                     `json:"upper_malformed"`
	LowerMalformed int                     `json:"lower_malformed"`
	Ambiguous      bool                    `json:"ambiguous,omitempty"`
	Parts          map[string]regions.Rule `json:"parts,omitempty"`
}

// A Bar is one level of a bar tree.
type Bar struct {
	Depth    int     `json:"depth"`
	Tag      string  `json:"tag,omitempty"`
	Class    string  `json:"class,omitempty"`
	Index    int     `json:"index"`
	Parallel int     `json:"parallel"`
	Width    float64 `json:"width"`
	Area     float64 `json:"area"`
	Nett     float64 `json:"nett"`
}

// Bars computes the bars of a path down a page from the number of parallel elements on
// each level, html first. r is the taper: each bar is w_d = (1-(d-1)r) w_(d-1) /
// P_(d-1), with w_0 = P_0 = 1 (eq. 3 and 6), its area d w_d (eq. 4), its nett area w_d (eq. 5).
// 0 means the default. The error wraps [ErrTaper] when a width would not be positive.
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
