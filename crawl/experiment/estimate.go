package experiment

import (
	"math"
	"math/rand/v2"
	"slices"
)

// An Estimate is a mean over topics and its 95 % confidence interval: the percentile
// interval of a bootstrap that draws topics (Efron 1979). Topics that have no
// such figure (NaN) are left out. One topic alone has no interval: Low and High are
// NaN.
type Estimate struct {
	Mean, Low, High float64 // the mean and the ends of its interval
	Topics          int
}

// ends returns the ends of the interval, the mean where there is none.
func (e Estimate) ends() (low, high float64) {
	if math.IsNaN(e.Low) {
		return e.Mean, e.Mean
	}
	return e.Low, e.High
}

// resamples is how often the bootstrap draws.
const resamples = 2000

// A bootstrap draws topics, the same ones for every figure.
type bootstrap struct {
	draws [][]uint16 // places of topics
}

// newBootstrap draws from strata of so many topics, from each as many as it has. The
// topics of a stratum are next to each other.
func newBootstrap(seed uint64, strata ...int) bootstrap {
	b := bootstrap{make([][]uint16, resamples)}
	r := rand.New(rand.NewPCG(seed, 1))
	for i := range b.draws {
		first := 0
		for _, topics := range strata {
			for range topics {
				b.draws[i] = append(b.draws[i], uint16(first+r.IntN(topics)))
			}
			first += topics
		}
	}
	return b
}

// estimate takes one value a topic.
func (b bootstrap) estimate(values []float64) Estimate {
	sum, n := total(values)
	switch n {
	case 0:
		return Estimate{math.NaN(), math.NaN(), math.NaN(), 0}
	case 1:
		return Estimate{sum, math.NaN(), math.NaN(), 1}
	}
	means := make([]float64, 0, len(b.draws))
	for _, draw := range b.draws {
		var sum float64
		n := 0
		for _, k := range draw {
			if v := values[k]; v == v {
				sum += v
				n++
			}
		}
		if n > 0 {
			means = append(means, sum/float64(n))
		}
	}
	slices.Sort(means)
	return Estimate{sum / float64(n), quantile(means, 0.025), quantile(means, 0.975), n}
}

// total sums the values that are not NaN.
func total(values []float64) (sum float64, n int) {
	for _, v := range values {
		if !math.IsNaN(v) {
			sum += v
			n++
		}
	}
	return sum, n
}

// quantile interpolates between sorted values.
func quantile(sorted []float64, q float64) float64 {
	at := q * float64(len(sorted)-1)
	i := int(at)
	if i+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	return sorted[i] + (at-float64(i))*(sorted[i+1]-sorted[i])
}
