package stats

import "slices"

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
