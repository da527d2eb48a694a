// Package stats says what means over few topics are worth: intervals and paired tests. They
// assume that topics are drawn alike, and nothing about how figures are distributed.
//
// Like the rest of [github.com/lokman-crawler/lokman/crawl/experiment] it is not frozen: it may change between minor versions.
package stats

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/lokman-crawler/lokman/internal/legible"
)

// An Estimate is a mean over topics and its 95 % confidence interval: the percentile
// interval of a bootstrap that draws topics (Efron 1979). Topics that have no
// such figure (NaN) are left out. One topic alone has no interval: Low and High are
// NaN.
type Estimate struct {
	Mean, Low, High float64 // the mean and the ends of its interval
	Topics          int
}

// Ends returns the ends of the interval, the mean where there is none.
func (e Estimate) Ends() (low, high float64) {
	if math.IsNaN(e.Low) {
		return e.Mean, e.Mean
	}
	return e.Low, e.High
}

// resamples is how often the bootstrap draws.
const resamples = 2000

// bootstrap is places of topics, a list a draw.
type bootstrap [][]uint16

// Bootstrap returns what estimates means over topics. It draws from strata of so many
// topics, from each as many as it has; the topics of a stratum are next to each other, and the
// values it is called with are one a topic, in that order. The same seed draws the same topics
// for every figure. It may be called by several goroutines at once.
func Bootstrap(seed uint64, strata ...int) func(values []float64) Estimate {
	b := make(bootstrap, resamples)
	r := rand.New(rand.NewPCG(seed, 1))
	for i := range b {
		first := 0
		for _, topics := range strata {
			for range topics {
				b[i] = append(b[i], uint16(first+r.IntN(topics)))
			}
			first += topics
		}
	}
	return b.estimate
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
	means := make([]float64, 0, len(b))
	for _, draw := range b {
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

// MarshalJSON writes the estimate as an object with mean, low, high and topics.
func (e Estimate) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Mean   legible.Decimal `json:"mean"`
		Low    legible.Decimal `json:"low"`
		High   legible.Decimal `json:"high"`
		Topics int             `json:"topics"`
	}{legible.Decimal(e.Mean), legible.Decimal(e.Low), legible.Decimal(e.High), e.Topics})
}

// String writes the mean and the interval.
func (e Estimate) String() string {
	return e.Text("%.3f")
}

// Text writes the mean and the interval in a format for numbers.
func (e Estimate) Text(format string) string {
	switch e.Topics {
	case 0:
		return "-"
	case 1:
		return fmt.Sprintf(format, e.Mean)
	}
	return fmt.Sprintf(format+" ["+format+", "+format+"]", e.Mean, e.Low, e.High)
}
