package fresh

import "math"

// history is what the fetches of a page have seen of its changes. It is a likelihood of
// the rate: of each interval that ended with an unchanged page exp(-D t), of each that
// ended with a changed one 1 - exp(-D t) (Cho and Garcia-Molina 2003, section 4.2 with
// uneven intervals), and D exp(-D t) of one whose change has a known time (their
// section 5).
type history struct {
	still  float32      // days in intervals whose end is known to be as far as nothing changed
	dated  float32      // changes of known time
	spans  [spans]uint8 // intervals that a change fell in, coded by spanCode, the last first
	filled uint8        // of the spans
}

// spans is how many intervals with a change are remembered. Each further one makes what was seen
// before count 1/spans less, so that a page whose rate drifts is followed.
const spans = 15

const forget = 1 - 1./spans

// see adds an interval of t days, of which a page that changed is known to have done so
// about count times; 0 says that nothing else is known than that it did, in a part of the interval's
// time that changes without a sign have.
func (h *history) see(t float64, changed bool, count, unsigned float64) {
	if !changed {
		h.still += float32(t)
		return
	}
	h.still, h.dated = h.still*forget, h.dated*forget
	if count > 0 {
		h.still, h.dated = h.still+float32(t), h.dated+float32(count)
		return
	}
	h.still += float32(t * (1 - unsigned))
	copy(h.spans[1:], h.spans[:])
	h.spans[0], h.filled = spanCode(t*unsigned), min(h.filled+1, spans)
}

// likelihood is the logarithm of that of a rate, without a constant, and its first derivative and
// negative second derivative by the logarithm of the rate.
type likelihood struct {
	history
	days [spans]float64
}

func (l *likelihood) at(d float64) (value, slope, curvature float64) {
	n, still := float64(l.dated), float64(l.still)
	value, slope, curvature = n*math.Log(d)-still*d, n-still*d, still*d
	w := 1.
	for _, t := range l.days[:l.filled] {
		x := t * d
		if x < 40 {
			e := -math.Expm1(-x)
			f := x * (1 - e) / e
			value += w * math.Log(e)
			slope += w * f
			curvature += w * f * (x + f - 1)
		}
		w *= forget
	}
	return value, slope, curvature
}

// belief returns the belief about the rate after the history, given the one before it. The posterior is
// log-concave in log D, so that Newton's steps find its mode; its mean and variance
// are sums over points around that.
func (h *history) belief(prior belief) belief {
	if h.filled == 0 && h.still == 0 && h.dated == 0 {
		return prior
	}
	l := likelihood{history: *h}
	for i := range h.filled {
		l.days[i] = spanDays(h.spans[i])
	}
	x, curvature := prior.mean, 0.
	for range 30 {
		_, slope, curve := l.at(math.Exp(x))
		curvature = curve + 1/prior.variance
		step := (slope - (x-prior.mean)/prior.variance) / curvature
		x += min(max(step, -2), 2)
		if math.Abs(step) < 1e-2 {
			break
		}
	}
	var sum, first, second, top float64
	deviation := 1 / math.Sqrt(curvature)
	for i := range 11 {
		z := 0.7 * float64(i-5) * deviation
		v, _, _ := l.at(math.Exp(x + z))
		v -= (x + z - prior.mean) * (x + z - prior.mean) / (2 * prior.variance)
		if i == 0 {
			top, _, _ = l.at(math.Exp(x))
			top -= (x - prior.mean) * (x - prior.mean) / (2 * prior.variance)
		}
		w := math.Exp(v - top)
		sum, first, second = sum+w, first+w*z, second+w*z*z
	}
	first /= sum
	return belief{x + first, second/sum - first*first}
}

// spanCode codes days as quarters of a power of 2, from a second on.
func spanCode(days float64) uint8 {
	return uint8(min(max(math.Round(4*math.Log2(days*86400)), 0), 255))
}

func spanDays(code uint8) float64 { return math.Exp2(float64(code)/4) / 86400 }
