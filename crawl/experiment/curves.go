package experiment

import "math"

// A Measure is what a curve shows over the pages fetched.
type Measure int

const (
	MeasureTargetRecall Measure = iota
	MeasureHarvestRate
)

func (m Measure) String() string {
	if m == MeasureHarvestRate {
		return "harvest rate"
	}
	return "target recall"
}

func (m Measure) at(r *Run, n int) float64 {
	if m == MeasureHarvestRate {
		return r.HarvestRateAt(n)
	}
	return r.RecallAt(n)
}

// A curve is the mean of a measure over topics, with its interval.
type curve struct {
	name      string
	reference bool // a bound, or breadth-first order
	pages     []int
	points    []Estimate
}

func (c curve) last() Estimate { return c.points[len(c.points)-1] }

// curvePoints is how many points of a curve are drawn.
const curvePoints = 64

// curves returns a curve a strategy in the order of the summaries.
func (r *Results) curves(m Measure) []curve {
	if len(r.Topics) == 0 {
		return nil
	}
	b := newBootstrap(len(r.Topics), r.Seed)
	var pages []int
	for i := range min(curvePoints, r.Pages) {
		pages = append(pages, 1+i*(r.Pages-1)/max(1, min(curvePoints, r.Pages)-1))
	}
	var all []curve
	for _, s := range r.Summaries() {
		c := curve{name: s.Strategy, reference: isReference(s.Strategy), pages: pages}
		runs := r.of(s.Strategy)
		for _, n := range pages {
			c.points = append(c.points, b.estimate(values(runs, func(r *Run) float64 { return m.at(r, n) })))
		}
		all = append(all, c)
	}
	return all
}

// isReference reports whether a strategy is what others are read against on
// every plot.
func isReference(strategy string) bool {
	switch strategy {
	case "random", "breadthfirst", "oracle", "allknowing":
		return true
	}
	return false
}

// ceiling returns the height of a plot that all curves fit into, 0 to 1.
func ceiling(curves []curve) float64 {
	top := 0.1
	for _, c := range curves {
		for _, p := range c.points {
			if !math.IsNaN(p.High) {
				top = max(top, p.High)
			}
		}
	}
	return min(1, math.Ceil(top*10-1e-9)/10)
}
