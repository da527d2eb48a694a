package freshness

import "math"

// Optimum returns the greatest freshness there is with known rates and without signs, and at which
// intervals the pages are fetched for it (Azar and others 2018).
func (w World) Optimum() (freshness float64, intervals []float64) {
	lo, hi := 1e-12, 1e12
	intervals = make([]float64, len(w.Rates))
	for range 60 {
		threshold, used := math.Sqrt(lo*hi), 0.
		for i, d := range w.Rates {
			intervals[i] = interval(d, threshold/w.Weights[i])
			used += w.there(i) / intervals[i]
		}
		if used > w.Requests {
			lo = threshold
		} else {
			hi = threshold
		}
	}
	return w.Freshness(intervals), intervals
}

// interval returns when (1 - (1 + d t) exp(-d t)) / d passes a threshold.
func interval(d, threshold float64) float64 {
	if threshold*d >= 1 {
		return math.Inf(1)
	}
	lo, hi := 1e-9, 1e9
	for range 50 {
		mid := math.Sqrt(lo * hi)
		if x := d * mid; (-math.Expm1(-x)-x*math.Exp(-x))/d < threshold {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

// Freshness is that of pages fetched at fixed intervals.
func (w World) Freshness(intervals []float64) float64 {
	sum, total := 0., 0.
	for i, d := range w.Rates {
		weight := w.Weights[i] * w.there(i)
		total += weight
		if x := d * intervals[i]; x < 1e-9 {
			sum += weight
		} else {
			sum += weight * -math.Expm1(-x) / x
		}
	}
	return sum / total
}

// there returns in which share of the time a page is there.
func (w World) there(i int) float64 {
	if w.Born == nil {
		return 1
	}
	return 1 - w.Born[i]/w.Days
}

// Uniform returns the intervals of pages that are all fetched as often, and Proportional those of pages fetched as often as
// they change.
func (w World) Uniform() []float64 {
	return w.each(func(float64) float64 { return float64(len(w.Rates)) / w.Requests })
}

func (w World) Proportional() []float64 {
	sum := 0.
	for _, d := range w.Rates {
		sum += d
	}
	return w.each(func(d float64) float64 { return sum / d / w.Requests })
}

func (w World) each(interval func(rate float64) float64) (intervals []float64) {
	for _, d := range w.Rates {
		intervals = append(intervals, interval(d))
	}
	return intervals
}
