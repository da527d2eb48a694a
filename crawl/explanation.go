package crawl

import (
	"fmt"
	"strings"
)

// An Explanation says where a value comes from: the value is the sum of its
// parts in their order.
type Explanation []Part

// A Part of a value is a Factor times a Score.
type Part struct {
	Of       string // whose score it is: "parent", "page", "link" ...
	Factor   float64
	Score    float64
	Evidence []string // what the score is made of
}

// Value returns what the part adds. The conversion keeps compilers from fusing
// the product into a sum, which would be rounded differently from the parts.
func (p Part) Value() float64 { return float64(p.Factor * p.Score) }

// Value returns the sum of the parts.
func (e Explanation) Value() float64 {
	var sum float64
	for _, p := range e {
		sum += p.Value()
	}
	return sum
}

// String writes the parts as a sum, for example
// "0.1 x parent 13.5 + 0.9 x page 42 [flu (synonym) 1 x 12; influenza (exact) 2 x 15]".
func (e Explanation) String() string {
	var b strings.Builder
	for i, p := range e {
		switch {
		case i > 0 && p.Factor < 0:
			b.WriteString(" - ")
			p.Factor = -p.Factor
		case i > 0:
			b.WriteString(" + ")
		}
		if p.Factor != 1 {
			fmt.Fprintf(&b, "%.6g x ", p.Factor)
		}
		fmt.Fprintf(&b, "%s %.6g", p.Of, p.Score)
		if len(p.Evidence) > 0 {
			fmt.Fprintf(&b, " [%s]", strings.Join(p.Evidence, "; "))
		}
	}
	return b.String()
}
