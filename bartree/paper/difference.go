package paper

import (
	"fmt"

	"github.com/lokman-crawler/lokman/internal/markup"
)

// A Difference says which of the paper's variables changed between two trees of
// a region (Akbar and Handoko 2011, section IV).
type Difference struct {
	Depth    bool // d_max
	Total    bool // A_total
	Parallel bool // a P_d, or an A_d with it
	Path     bool // a tag or class on the path; no variable of the paper
	Upper    bool // sigma of the upper part
	Lower    bool // sigma of the lower part
	Delta    bool // the difference of the two sums
}

// Compare compares two trees of one region, the old one first, both with one
// taper.
func Compare(old, new *BarTree) Difference {
	d := Difference{
		Depth: len(old.Bars) != len(new.Bars),
		Total: old.Total != new.Total,
		Upper: old.Upper != new.Upper,
		Lower: old.Lower != new.Lower,
		Delta: old.Delta != new.Delta,
	}
	d.Parallel, d.Path = d.Depth, d.Depth
	for i := range min(len(old.Bars), len(new.Bars)) {
		a, b := old.Bars[i], new.Bars[i]
		d.Parallel = d.Parallel || a.Parallel != b.Parallel
		d.Path = d.Path || a.Tag != b.Tag || markup.Signature(0, a.Class) != markup.Signature(0, b.Class)
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

// Variables is a set of the variables of bar trees whose differences are a change
// of the template (Akbar and Handoko 2011, section IV).
type Variables uint8

const (
	SimpleVariables Variables = iota + 1 // {d_max, A_total}
	FullVariables                        // {d_max, A_total, P_d, A_d}, which the paper recommends
	AllVariables                         // these and the sums sigma, hence delta, which the paper adds for certainty
)

// String returns the variables in words.
func (v Variables) String() string {
	switch v {
	case SimpleVariables:
		return "simple"
	case FullVariables:
		return "full"
	case AllVariables:
		return "all"
	}
	return fmt.Sprintf("Variables(%d)", uint8(v))
}

// Changed reports a change by a set of variables; by none it is false.
func (d Difference) Changed(v Variables) bool {
	switch v {
	case SimpleVariables:
		return d.Simple()
	case FullVariables:
		return d.Full()
	case AllVariables:
		return d.Full() || d.Case() != 1
	}
	return false
}
