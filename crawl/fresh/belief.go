package fresh

import "math"

// belief is what is believed of the rate at which a page changes: the logarithm of the
// changes a day is normal with a mean and a variance.
type belief struct{ mean, variance float64 }

// rate is the median.
func (b belief) rate() float64 { return math.Exp(b.mean) }

// nodes are the points of a normal variable that sums over beliefs are taken at: those of the
// trapezoidal rule, which converges faster than any power of the step for such sums.
var nodes = func() (n [9]struct{ at, weight float64 }) {
	sum := 0.
	for i := range n {
		n[i].at = 0.6 * float64(i-len(n)/2)
		n[i].weight = math.Exp(-n[i].at * n[i].at / 2)
		sum += n[i].weight
	}
	for i := range n {
		n[i].weight /= sum
	}
	return n
}()

// rates are the nodes of a belief.
type rates [len(nodes)]float64

func (b belief) rates() (r rates) {
	deviation := math.Sqrt(b.variance)
	for i, n := range nodes {
		r[i] = math.Exp(b.mean + deviation*n.at)
	}
	return r
}

// value returns E[(1 - (1 + D t) exp(-D t)) / D]: what a fetch gains t days after the last one
// for each unit of weight, in days, and t times its derivative.
func (r *rates) value(t float64) (v, slope float64) {
	for i, n := range nodes {
		d := r[i]
		x := d * t
		e := math.Exp(-x)
		gain := 1 - e - x*e
		if x < 1e-3 {
			gain = x * x * (0.5 - x/3)
		}
		v += n.weight * gain / d
		slope += n.weight * x * x * e / d
	}
	return v, slope
}

// interval returns after how many days the value passes a threshold, and most if that is later.
func (r *rates) interval(threshold, most float64) float64 {
	if v, _ := r.value(most); v <= threshold {
		return most
	}
	lo, hi, t := 0., most, math.Sqrt(threshold*most)
	t = min(t, most)
	for range 60 {
		v, slope := r.value(t)
		if v < threshold {
			lo = t
		} else {
			hi = t
		}
		// Newton's step on logarithms, inside what is known
		next := t * math.Exp(min(max(math.Log(threshold/v)*v/slope, -3), 3))
		if !(next > lo && next < hi) {
			if next = (lo + hi) / 2; lo > 0 {
				next = math.Sqrt(lo * hi)
			}
		}
		if math.Abs(next-t) < 1e-3*t {
			return next
		}
		t = next
	}
	return t
}

// stale returns the probability that the page has changed within t days.
func (r *rates) stale(t float64) (p float64) {
	for i, n := range nodes {
		p -= n.weight * math.Expm1(-r[i]*t)
	}
	return p
}

// doubt returns after which share of its visits a page is fetched again when a threshold, in days, has passed. Whether it changes
// too fast to be followed shows then, and not in longer intervals, in which it has always changed.
func (r *rates) doubt(threshold float64) float64 {
	p := 0. // that it can be followed: its value passes the threshold at all
	for i, n := range nodes {
		if r[i]*threshold < 1 {
			p += n.weight
		}
	}
	return probing * p * (1 - p)
}

const probing = 1.2
