package adaptive

import (
	"math"
	"math/rand/v2"
)

// draw draws what a page of a kind may be worth, from a beta distribution of those that
// were tried and of one that was worth what is given, 0 to 1.
func (t tally) draw(random *rand.Rand, one float64) float64 {
	good := gamma(random, t.worth+one)
	bad := gamma(random, t.pages-t.worth+1-one)
	return good / max(good+bad, math.SmallestNonzeroFloat64)
}

// gamma draws from a gamma distribution of scale 1 (Marsaglia and Tsang 2000). A shape
// below a thousandth counts as that.
func gamma(random *rand.Rand, shape float64) float64 {
	shape = max(shape, 0.001)
	factor := 1.0
	if shape < 1 {
		factor = math.Pow(1-random.Float64(), 1/shape)
		shape++
	}
	d := shape - 1.0/3
	for {
		x := random.NormFloat64()
		v := 1 + x/math.Sqrt(9*d)
		if v <= 0 {
			continue
		}
		v *= v * v
		if math.Log(1-random.Float64()) < x*x/2+d-d*v+d*math.Log(v) {
			return factor * d * v
		}
	}
}
