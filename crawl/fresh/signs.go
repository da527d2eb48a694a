package fresh

import "math"

// signs is what is known of a site's signs of change: how often one is true (precision) and
// how often a change has one (recall), each by a beta distribution that forgets.
type signs struct{ right, wrong, told, untold float64 }

// Before a site has taught anything a sign is true once in 5 times, and two changes in 3 have none.
var unknownSigns = signs{right: 0.4, wrong: 1.6, told: 1, untold: 2}

// signMemory is of how many visits the counts are.
const signMemory = 200

func (s signs) precision() float64 {
	s = s.known()
	return min(s.right/(s.right+s.wrong), 0.999)
}

func (s signs) recall() float64 {
	s = s.known()
	return min(s.told/(s.told+s.untold), 0.99)
}

func (s signs) known() signs {
	return signs{s.right + unknownSigns.right, s.wrong + unknownSigns.wrong, s.told + unknownSigns.told, s.untold + unknownSigns.untold}
}

// learn takes in an interval of t days with n signs, of a page that changes and is signed as given, and
// returns how many changes a changed page had. It is a step of expectation
// maximization: the page is unchanged with probability (1-p)^n exp(-alpha t).
func (s *signs) learn(n, t float64, page signed, changed bool) (changes float64) {
	p, untold, told := page.precision, page.alpha*t, 0.
	all := untold + (page.gamma-page.nu)*t
	if changed {
		seen := max(1-math.Pow(1-p, n)*math.Exp(-untold), 1e-9)
		told, untold = min(n*p/seen, n), untold/seen
	}
	const f = 1 - 1./signMemory
	if n > 0 { // a visit counts as one, whatever it has of signs
		s.right, s.wrong = s.right*f+told/n, s.wrong*f+1-told/n
	}
	if changed && all < 3 { // a longer interval has changes that nothing is known of
		s.told, s.untold = s.told*f+told/(told+untold), s.untold*f+untold/(told+untold)
	}
	return told + untold
}

// heard reports whether the site has sent signs.
func (s signs) heard() bool { return s.right+s.wrong > 0 }

// trusted reports whether signs are used. Those that are seldom true gain next to nothing even where all is
// known of them, and cost much where they come otherwise than the model has it: a site that says
// every day that all pages have changed.
func (s signs) trusted() bool { return s.precision() >= trust }

const trust = 0.4

// signed is a page of a known rate whose site sends signs, as Busa-Fekete and others (2025)
// model it: alpha is the rate of changes without a sign, gamma that of signs, nu that of false ones.
// beta is how many days without a sign say as much as one sign does.
type signed struct{ alpha, gamma, nu, beta, precision float64 }

// of returns a page that changes at a rate and had n signs in t days. How many it has by itself
// counts as much as what its site says after signPrior of them.
func (s signs) of(rate float64, n, t float64) signed {
	p, r := s.precision(), s.recall()
	told := r * rate
	g := (n + signPrior) / (t + signPrior*p/told)
	p = min(told/g, 0.999)
	alpha := (1 - r) * rate
	return signed{alpha: alpha, gamma: g, nu: g * (1 - p), beta: -math.Log1p(-p) / alpha, precision: p}
}

const signPrior = 2

// value is the value of GREEDY-NCIS (Busa-Fekete and others 2025, section 4): the expected
// gain of a fetch when the effective time since the last one, the days since plus beta for
// each sign, is x. Terms beyond the first maxTerms are left out, as their approximations do.
func (s signed) value(x float64) float64 {
	fresh, length := 0., 0. // expected fresh time of a cycle, and its length
	weight := 1 / (s.alpha + s.gamma)
	for i := range maxTerms {
		rest := x - float64(i)*s.beta
		if rest <= 0 {
			break
		}
		fresh += weight * residual(i, (s.alpha+s.gamma)*rest)
		length += residual(i, s.gamma*rest) / s.gamma
		weight *= s.nu / (s.alpha + s.gamma)
	}
	return max(fresh-length*math.Exp(-s.alpha*x), 0)
}

const maxTerms = 2

// residual returns the probability that a Poisson variable of mean x is above i.
func residual(i int, x float64) float64 {
	if x < 0.3 { // the tail itself, of which 1 minus the head would lose digits
		term := math.Exp(-x)
		for j := 1; j <= i+1; j++ {
			term *= x / float64(j)
		}
		sum := 0.
		for j := i + 2; term > sum*1e-12 && j < i+12; j++ {
			sum += term
			term *= x / float64(j)
		}
		return sum
	}
	term, head := math.Exp(-x), 0.
	for j := range i + 1 {
		head += term
		term *= x / float64(j+1)
	}
	return max(1-head, 0)
}

// value is the value of a fetch t days after the last one and after n signs, of the rates
// that a page may have.
func (x *page) signedValue(s signs, r *rates, t float64) (v float64) {
	n := float64(x.signs)
	for i, q := range nodes {
		page := s.of(r[i], float64(x.signed)+n, float64(x.over)+t)
		v += q.weight * page.value(t+n*page.beta)
	}
	return v
}
