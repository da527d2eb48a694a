package neighbor

import (
	"slices"

	"github.com/lokman-crawler/lokman/classify/internal/anchor"
	"github.com/lokman-crawler/lokman/classify/internal/verdict"
)

// Between returns the distance of two strings, from 0 for equal ones to 1.
func (d Distance) Between(a, b string) float64 { return float64(d.parts(a, b)) / Whole }

func (d Distance) parts(a, b string) int32 {
	switch {
	case a == b:
		return 0
	case d == Overlap:
		return Whole
	case d == Jaccard:
		x, y := distinct(words(nil, a)), distinct(words(nil, b))
		common := 0
		for _, w := range x {
			if _, ok := slices.BinarySearch(y, w); ok {
				common++
			}
		}
		return jaccard(common, len(x), len(y))
	}
	var p pattern
	p.set(a)
	return levenshtein(&p, b)
}

// BruteForce is Classify by comparing with every example: the obvious way.
func (m *Model) BruteForce(l anchor.Link) verdict.Answer {
	if len(m.Examples) == 0 {
		return m.Classify(l)
	}
	v := m.Vectors([]anchor.Link{l})[0]
	found := make([]Nearest, len(m.Index.Classes))
	for k := range found {
		found[k] = Nearest{Distance: Far, example: -1}
	}
	for e, ex := range m.Examples {
		var sum int32
		for c, comp := range m.Components {
			by := m.Distance
			if comp.Words {
				by = Jaccard
			}
			sum += comp.Weight * by.parts(v[c], ex.Vector[c])
		}
		m.Index.meet(found, int32(e), sum, LeaveNone)
	}
	return m.Answer(m.Index.decide(found))
}
