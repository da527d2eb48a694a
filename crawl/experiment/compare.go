package experiment

import (
	"cmp"
	"math"
	"slices"
)

// A Summary is one strategy over all topics.
type Summary struct {
	Strategy string `json:"strategy"` // name of the entrant
	Bound    bool   `json:"bound"`    // drawn as a bound, not compared

	// The estimates are over topics, each of the field of that name in Run.
	AUC             Estimate `json:"auc"`
	TargetRecall    Estimate `json:"target_recall"`
	HarvestRate     Estimate `json:"harvest_rate"`
	ExclDepth1      Estimate `json:"harvest_rate_excl_depth1"`
	HarvestAUC      Estimate `json:"harvest_auc"`
	SelfHarvest     Estimate `json:"self_harvest_rate"`
	SelfExclDepth1  Estimate `json:"self_harvest_rate_excl_depth1"`
	ValueHarvest    Estimate `json:"value_harvest_rate"`
	ValueExclDepth1 Estimate `json:"value_harvest_rate_excl_depth1"`
	Relevant        Estimate `json:"relevant"`
	Pages           Estimate `json:"pages"`
	Hosts           Estimate `json:"hosts"`
	Requests        Estimate `json:"requests"`
	Bytes           Estimate `json:"bytes"`
	Dry             int      `json:"dry"` // crawls that ended before the budget was spent
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

func (c Comparison) isPairByAUC() bool { return c.Family == "pairs" && c.Measure == "auc" }

// Run returns the run of a strategy on a topic, nil if there is none.
func (r *Results) Run(strategy, topic string) *Run {
	for i := range r.Runs {
		if r.Runs[i].Strategy == strategy && r.Runs[i].Topic == topic {
			return &r.Runs[i]
		}
	}
	return nil
}

// of returns the runs of a strategy, one a topic; nil for one that is not there.
func (r *Results) of(strategy string) []*Run {
	runs := make([]*Run, len(r.Topics))
	for i := range r.Runs {
		if r.Runs[i].Strategy != strategy {
			continue
		}
		if k := slices.Index(r.Topics, r.Runs[i].Topic); k >= 0 {
			runs[k] = &r.Runs[i]
		}
	}
	return runs
}

// values returns a figure of runs, NaN of one that is not there.
func values(runs []*Run, of func(*Run) float64) []float64 {
	all := make([]float64, len(runs))
	for i, r := range runs {
		if all[i] = math.NaN(); r != nil {
			all[i] = of(r)
		}
	}
	return all
}

// Summaries returns the results of each strategy, the highest AUC first.
func (r *Results) Summaries() []Summary {
	if len(r.Topics) == 0 {
		return nil
	}
	b := newBootstrap(r.Seed, len(r.Topics))
	var all []Summary
	for _, name := range r.Strategies {
		runs := r.of(name)
		mean := func(of func(*Run) float64) Estimate { return b.estimate(values(runs, of)) }
		s := Summary{
			Strategy: name, Bound: r.Bounds[name],
			AUC:             mean(func(r *Run) float64 { return r.AUC }),
			TargetRecall:    mean(func(r *Run) float64 { return r.TargetRecall }),
			HarvestRate:     mean(func(r *Run) float64 { return r.HarvestRate }),
			ExclDepth1:      mean(func(r *Run) float64 { return r.HarvestRateExclDepth1 }),
			HarvestAUC:      mean(func(r *Run) float64 { return r.HarvestAUC }),
			SelfHarvest:     mean(func(r *Run) float64 { return r.SelfHarvestRate }),
			SelfExclDepth1:  mean(func(r *Run) float64 { return r.SelfHarvestRateExclDepth1 }),
			ValueHarvest:    mean(func(r *Run) float64 { return r.ValueHarvestRate }),
			ValueExclDepth1: mean(func(r *Run) float64 { return r.ValueHarvestRateExclDepth1 }),
			Relevant:        mean(func(r *Run) float64 { return float64(r.Relevant) }),
			Pages:           mean(func(r *Run) float64 { return float64(r.Pages) }),
			Hosts:           mean(func(r *Run) float64 { return float64(r.Hosts) }),
			Requests:        mean(func(r *Run) float64 { return float64(r.Requests) }),
			Bytes:           mean(func(r *Run) float64 { return float64(r.Bytes) }),
		}
		for _, run := range runs {
			if run != nil && run.Dry {
				s.Dry++
			}
		}
		all = append(all, s)
	}
	slices.SortStableFunc(all, func(a, b Summary) int { return cmp.Compare(b.AUC.Mean, a.AUC.Mean) })
	return all
}

// Comparisons tests strategies over topics, bounds left out, by AUC of target
// recall and by harvest rate. There are families of comparisons, each with a
// correction of its own: all pairs, and all strategies against each of the
// baselines of the thesis, breadth-first and best-first. With n topics no p is
// below 2/2^n, so that few topics cannot distinguish many pairs.
func (r *Results) Comparisons() []Comparison {
	if len(r.Topics) == 0 {
		return nil
	}
	var names []string
	for _, name := range r.Strategies {
		if !r.Bounds[name] {
			names = append(names, name)
		}
	}
	var all []Comparison
	for _, m := range []struct {
		name string
		of   func(*Run) float64
	}{
		{"auc", func(r *Run) float64 { return r.AUC }},
		{"harvest_rate", func(r *Run) float64 { return r.HarvestRate }},
	} {
		var pairs []Comparison
		for i, a := range names {
			for _, b := range names[i+1:] {
				pairs = append(pairs, r.compare(m.name, m.of, a, b))
			}
		}
		all = append(all, corrected("pairs", pairs)...)
		for _, baseline := range []string{"breadthfirst", "bestfirst"} {
			var against []Comparison
			for _, c := range pairs {
				if c.B == baseline {
					against = append(against, c)
				} else if c.A == baseline {
					against = append(against, c.reversed())
				}
			}
			all = append(all, corrected("against "+baseline, against)...)
		}
	}
	return all
}

func (r *Results) compare(measure string, of func(*Run) float64, a, b string) Comparison {
	x, y := values(r.of(a), of), values(r.of(b), of)
	for k := range x {
		x[k] -= y[k]
	}
	c := Comparison{A: a, B: b, Measure: measure, Difference: newBootstrap(r.Seed, len(r.Topics)).estimate(x)}
	c.P, c.Wilcoxon = PermutationTest(x, r.Seed), WilcoxonTest(x)
	return c
}

// reversed is the comparison of B with A.
func (c Comparison) reversed() Comparison {
	c.A, c.B = c.B, c.A
	d := c.Difference
	c.Difference.Mean, c.Difference.Low, c.Difference.High = -d.Mean, -d.High, -d.Low
	return c
}

// corrected returns a family of comparisons with what Holm's correction makes
// of them.
func corrected(family string, all []Comparison) []Comparison {
	all = slices.Clone(all)
	p := make([]float64, len(all))
	for i := range all {
		p[i] = all[i].P
	}
	for i, corrected := range Holm(p) {
		all[i].Family, all[i].Corrected, all[i].Significant = family, corrected, corrected < significance
	}
	return all
}
