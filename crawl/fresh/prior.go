package fresh

import "math"

// A group is the pages of a site of one kind, or all of a site, or all: how the logarithms
// of their rates are spread, from which the belief about a page not seen yet is made
// (empirical Bayes).
type group struct {
	name         string  // the kind, for one of all kinds none, a zero byte, and the site
	above        *group  // the wider group; nil for all pages
	pages        float64 // that were fetched twice or more
	logs, square float64 // sums over these of the expected logarithm and its square
	young        young
	signs        signs // of a site
}

// young is what the first intervals of pages have shown: a page that is new often changes soon after, and seldom later.
type young struct {
	share
	pages float32 // youngMemory at most
}

const youngMemory = 200

// see adds what a page's first interval has shown.
func (y *young) see(s share) {
	y.pages = min(y.pages+1, youngMemory)
	y.log += (s.log - y.log) / y.pages
	y.square += (s.square - y.square) / y.pages
}

// borrowed is how many pages of the wider group a group is worth beside its own.
const borrowed = 3

// Before anything is seen, half of the pages change more often than once in three weeks, and one
// standard deviation is a factor of 7 (the order of what Cho and Garcia-Molina 2000 saw).
const (
	firstMean     = -3.
	firstVariance = 4.
)

// moments returns the mean and the variance of the logarithms.
func (g *group) moments() (mean, variance float64) {
	mean, variance = firstMean, firstVariance
	if g.above != nil {
		mean, variance = g.above.moments()
	}
	return beside(g.pages, g.logs, g.square, mean, variance)
}

// beside returns the mean and the variance of the logarithms of some pages and of those borrowed.
func beside(pages, logs, square, mean, variance float64) (float64, float64) {
	n := pages + borrowed
	square = (square + borrowed*(variance+mean*mean)) / n
	mean = (logs + borrowed*mean) / n
	return mean, max(square-mean*mean, 0.05)
}

// prior returns the belief about the rate of a page of the group of which nothing else is known than how often it was
// fetched.
func (g *group) prior(visits uint16) belief {
	mean, variance := g.moments()
	if n := float64(g.young.pages); visits <= 1 {
		mean, variance = beside(n, n*float64(g.young.log), n*float64(g.young.square), mean, variance)
	}
	return belief{mean, variance}
}

// count adds what a page knows to its groups, or takes it away.
func (g *group) count(s share, sign float64) {
	for ; g != nil; g = g.above {
		g.pages += sign
		g.logs += sign * float64(s.log)
		g.square += sign * float64(s.square)
	}
}

// share is what a page adds to its groups: what is expected of the logarithm of its rate and
// of the square of that.
type share struct{ log, square float32 }

func shareOf(b belief) share {
	return share{float32(b.mean), float32(b.mean*b.mean + b.variance)}
}

// cell is where a page of a weight stands in the bandwidth.
func (s share) cell(weight float32) cell {
	code := func(x float64) int8 { return int8(min(max(math.Round(2*x), -127), 127)) }
	mean := float64(s.log)
	variance := max(float64(s.square)-mean*mean, 1e-3)
	return cell{code(2 * mean), code(math.Log2(variance)), code(math.Log2(float64(weight)))}
}
