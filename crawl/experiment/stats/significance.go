package stats

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/lokman-crawler/lokman/internal/legible"
)

const (
	significance = 0.05   // a corrected p below it is significant
	exactTopics  = 14     // up to so many differences all signs are tried
	permutations = 10_000 // drawn for more differences
)

// permutation returns how probable it is, if two strategies are alike on
// every topic, that the mean of their paired differences is as far from 0 as
// it is: the two-sided test that flips signs (Fisher 1935). Up to 14
// differences all signs are tried, otherwise 10,000 draws are made from the
// seed. A difference that is NaN, as of a topic without targets, is left out; one
// that is infinite has no mean, and the result is NaN. Without differences it is 1.
func permutation(differences []float64, seed uint64) float64 {
	differences = slices.DeleteFunc(slices.Clone(differences), math.IsNaN)
	n := len(differences)
	var sum, size float64
	for _, d := range differences {
		sum += d
		size += math.Abs(d)
	}
	switch {
	case size == 0:
		return 1
	case math.IsInf(size, 0):
		return math.NaN()
	}
	limit := math.Abs(sum) - 1e-12*size // sums in another order round otherwise
	if n <= exactTopics {
		as := 0
		for signs := range 1 << n {
			var s float64
			for i, d := range differences {
				if signs>>i&1 == 1 {
					d = -d
				}
				s += d
			}
			if math.Abs(s) >= limit {
				as++
			}
		}
		return float64(as) / float64(int(1)<<n)
	}
	r := rand.New(rand.NewPCG(seed, 2))
	as := 1 // the differences as they are
	for range permutations {
		var s float64
		var bits uint64
		for i, d := range differences {
			if i%64 == 0 {
				bits = r.Uint64()
			}
			if bits&1 == 1 {
				d = -d
			}
			bits >>= 1
			s += d
		}
		if math.Abs(s) >= limit {
			as++
		}
	}
	return float64(as) / (permutations + 1)
}

// leastP returns the least p after Holm's correction that a number of permutation tests
// over so many topics can have, which one strategy has that is better on all of them.
// Where it is 0.05 or more none of the tests can be significant.
func leastP(topics, tests int) float64 {
	return min(1, float64(tests)*permutation(slices.Repeat([]float64{1}, topics), 0))
}

// Powerless says why none of a number of tests over so many topics can be significant after
// Holm's correction, whatever was measured: that the topics are too few. It is "" if one can.
func Powerless(topics, tests int) string {
	p := leastP(topics, tests)
	if tests == 0 || p < significance {
		return ""
	}
	return fmt.Sprintf("with %s and %s no corrected p is below %.2g", legible.Counted(topics, "topic", "topics"), legible.Counted(tests, "test", "tests"), p)
}

// wilcoxon returns the two-sided p of the signed-rank test (Wilcoxon 1945),
// exactly, ties at their mean rank. Differences of 0 and NaN are left out; without
// any other it is 1. Its time is cubic in the number of differences.
func wilcoxon(differences []float64) float64 {
	d := slices.DeleteFunc(slices.Clone(differences), func(v float64) bool { return v == 0 || math.IsNaN(v) })
	slices.SortFunc(d, func(a, b float64) int { return cmp.Compare(math.Abs(a), math.Abs(b)) })
	ranks := make([]int, len(d)) // doubled, so that mean ranks are whole
	plus, all := 0, 0
	for i := 0; i < len(d); {
		j := i
		for j < len(d) && math.Abs(d[j]) == math.Abs(d[i]) {
			j++
		}
		for k := i; k < j; k++ {
			ranks[k] = i + j + 1
			all += ranks[k]
			if d[k] > 0 {
				plus += ranks[k]
			}
		}
		i = j
	}
	// chance[s] is how probable the sum s of the ranks with a plus is.
	chance := make([]float64, all+1)
	chance[0] = 1
	for _, r := range ranks {
		for s := all; s >= 0; s-- {
			chance[s] /= 2
			if s >= r {
				chance[s] += chance[s-r] / 2
			}
		}
	}
	var p float64
	for s := range min(plus, all-plus) + 1 {
		p += chance[s]
	}
	return min(1, 2*p)
}

// holm returns p-values corrected for their number (Holm 1979): if one is
// below a level, the error rate of the whole family is. A p that is NaN stays NaN
// and does not count.
func holm(p []float64) []float64 {
	corrected := slices.Clone(p)
	var order []int
	for i := range p {
		if !math.IsNaN(p[i]) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p[a], p[b]) })
	var least float64
	for k, i := range order {
		least = max(least, min(1, p[i]*float64(len(order)-k)))
		corrected[i] = least
	}
	return corrected
}

// A Comparison is a paired test of two strategies over topics.
type Comparison struct {
	A           string   `json:"a"`           // name of the one strategy
	B           string   `json:"b"`           // name of the other
	Measure     string   `json:"measure"`     // auc or harvest_rate
	Difference  Estimate `json:"difference"`  // of A over B
	P           float64  `json:"p"`           // of the permutation test
	Wilcoxon    float64  `json:"p_wilcoxon"`  // of Wilcoxon's signed-rank test
	Corrected   float64  `json:"p_holm"`      // P after Holm's correction for the family
	Significant bool     `json:"significant"` // Corrected below 0.05
	Family      string   `json:"family"`      // "pairs", or "against" and a baseline
}

// Compare tests two strategies by their differences in a measure, one a topic, those of A over
// B. NaN is a topic that one of them has no figure of. The mean is estimated by what [Bootstrap] returned.
func Compare(a, b, measure string, differences []float64, seed uint64, estimate func([]float64) Estimate) Comparison {
	return Comparison{
		A: a, B: b, Measure: measure, Difference: estimate(differences),
		P: permutation(differences, seed), Wilcoxon: wilcoxon(differences),
	}
}

// Correct returns a family of comparisons with what Holm's correction makes
// of them.
func Correct(family string, all []Comparison) []Comparison {
	all = slices.Clone(all)
	p := make([]float64, len(all))
	for i := range all {
		p[i] = all[i].P
	}
	for i, corrected := range holm(p) {
		all[i].Family, all[i].Corrected, all[i].Significant = family, corrected, corrected < significance
	}
	return all
}
