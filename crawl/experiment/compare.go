package experiment

import (
	"cmp"
	"math"
	"slices"

	"github.com/lokman-crawler/lokman/crawl/experiment/stats"
)

// A Summary is one strategy over all topics.
type Summary struct {
	Strategy string `json:"strategy"` // name of the entrant
	Bound    bool   `json:"bound"`    // drawn as a bound, not compared

	// The estimates are over topics, each of the field of that name in Run.
	AUC             stats.Estimate `json:"auc"`
	TargetRecall    stats.Estimate `json:"target_recall"`
	HarvestRate     stats.Estimate `json:"harvest_rate"`
	ExclDepth1      stats.Estimate `json:"harvest_rate_excl_depth1"`
	HarvestAUC      stats.Estimate `json:"harvest_auc"`
	SelfHarvest     stats.Estimate `json:"self_harvest_rate"`
	SelfExclDepth1  stats.Estimate `json:"self_harvest_rate_excl_depth1"`
	ValueHarvest    stats.Estimate `json:"value_harvest_rate"`
	ValueExclDepth1 stats.Estimate `json:"value_harvest_rate_excl_depth1"`
	Relevant        stats.Estimate `json:"relevant"`
	Pages           stats.Estimate `json:"pages"`
	Hosts           stats.Estimate `json:"hosts"`
	Requests        stats.Estimate `json:"requests"`
	Bytes           stats.Estimate `json:"bytes"`
	Dry             int            `json:"dry"` // crawls that ended before the budget was spent
}

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
	estimate := stats.Bootstrap(r.Seed, len(r.Topics))
	var all []Summary
	for _, name := range r.Strategies {
		runs := r.of(name)
		mean := func(of func(*Run) float64) stats.Estimate { return estimate(values(runs, of)) }
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

// compared returns the strategies that are no bounds.
func (r *Results) compared() []string {
	return slices.DeleteFunc(slices.Clone(r.Strategies), func(name string) bool { return r.Bounds[name] })
}

// Comparisons tests strategies over topics, bounds left out, by AUC of target
// recall and by harvest rate. There are families of comparisons, each with a
// correction of its own: all pairs, and all strategies against each of the
// baselines of the thesis, breadth-first and best-first. With n topics no p is
// below 2/2^n, so that few topics cannot distinguish many pairs.
func (r *Results) Comparisons() []stats.Comparison {
	if len(r.Topics) == 0 {
		return nil
	}
	names, estimate := r.compared(), stats.Bootstrap(r.Seed, len(r.Topics))
	var all []stats.Comparison
	for _, m := range []struct {
		name string
		of   func(*Run) float64
	}{
		{"auc", func(r *Run) float64 { return r.AUC }},
		{"harvest_rate", func(r *Run) float64 { return r.HarvestRate }},
	} {
		var pairs []stats.Comparison
		for i, a := range names {
			for _, b := range names[i+1:] {
				pairs = append(pairs, stats.Compare(a, b, m.name, r.differences(m.of, a, b), r.Seed, estimate))
			}
		}
		all = append(all, stats.Correct("pairs", pairs)...)
		for _, baseline := range []string{"breadthfirst", "bestfirst"} {
			var against []stats.Comparison
			for _, c := range pairs {
				if c.B == baseline {
					against = append(against, c)
				} else if c.A == baseline {
					against = append(against, reversed(c))
				}
			}
			all = append(all, stats.Correct("against "+baseline, against)...)
		}
	}
	return all
}

// reversed is the comparison of B with A.
func reversed(c stats.Comparison) stats.Comparison {
	c.A, c.B = c.B, c.A
	d := c.Difference
	c.Difference.Mean, c.Difference.Low, c.Difference.High = -d.Mean, -d.High, -d.Low
	return c
}

// differences returns by how much a figure is greater for a than for b, one a topic.
func (r *Results) differences(of func(*Run) float64, a, b string) []float64 {
	x, y := values(r.of(a), of), values(r.of(b), of)
	for k := range x {
		x[k] -= y[k]
	}
	return x
}

// Powerless says why no pair of strategies can differ significantly by AUC, whatever was
// measured: that the topics are too few. It is "" if a pair can.
func (r *Results) Powerless() string {
	pairs, topics := 0, 0
	names := r.compared()
	for i, a := range names {
		for _, b := range names[i+1:] {
			d := r.differences(func(r *Run) float64 { return r.AUC }, a, b)
			pairs++
			topics = max(topics, len(slices.DeleteFunc(d, math.IsNaN)))
		}
	}
	return stats.Powerless(topics, pairs)
}
