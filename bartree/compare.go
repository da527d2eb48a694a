package bartree

import "math"

// A Difference tells which of the paper's variables changed between two looks
// at a region (Akbar and Handoko 2011, section IV).
type Difference struct {
	Depth    bool // d_max
	Total    bool // A_total
	Parallel bool // a P_d, or an A_d with it
	Path     bool // a tag or class on the way; no variable of the paper
	Upper    bool // sigma of the upper part
	Lower    bool // sigma of the lower part
	Delta    bool
}

// Compare compares two trees of one region, the old one first.
func Compare(old, new *BarTree) Difference {
	d := Difference{
		Depth: len(old.Bars) != len(new.Bars),
		Total: math.Abs(old.Total-new.Total) > 1e-12,
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
