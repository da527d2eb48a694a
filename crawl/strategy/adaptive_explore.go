package strategy

import (
	"cmp"
	"math"
	"math/rand/v2"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
)

const (
	maxSample = 64 // hosts that a random pick chooses among
	hopeFor   = 2  // times that a host must promise what the pages taken for their value are worth

	firstAllowance = 3   // pages that exploration may cost in the beginning
	pageAllowance  = 0.1 // and for each page that is taken for its value
)

// explore raises a URL above all others if the allowance of exploration is not used up and
// a host promises hopeFor times what the latest pages were worth that were taken for their
// value: so there is the more at random the less the values say.
func (a *Adaptive) explore() (frontier.Entry, bool) {
	if a.random.Float64() >= cmp.Or(a.Explore, defaultExplore) || a.allowance < 0 {
		return frontier.Entry{}, false
	}
	return a.raise(a.sampleSites(), hopeFor*a.chosen)
}

// account enters a page, or a failure, worth so much. What a page is worth less than those taken
// for their value is what its picking has cost, and what a page is worth more to which a
// picked one was the first to link is gained: the allowance is in pages of their worth, and
// where exploration finds nothing, it takes firstAllowance and pageAllowance of all pages.
func (a *Adaptive) account(c *candidate, worth float64) {
	gain := (worth - a.chosen) / max(a.chosen, 0.01) // chosen nears 0 where people judge all pages irrelevant
	switch {
	case c.raised:
		a.allowance += gain
	case len(c.sources) > 0 && c.sources[0].candidate.raised:
		a.allowance += pageAllowance + max(0, gain)
	default:
		a.allowance += pageAllowance
	}
}

// exploreAgain raises another URL, of a host that has answered, in place of a picked one
// that has failed.
func (a *Adaptive) exploreAgain() (frontier.Entry, bool) {
	return a.raise(a.sampleAnswered(maxSample), 0)
}

// raise raises a URL above all others. Its host is picked by Thompson sampling: what a
// page of a host is worth is drawn from a beta distribution of those that were raised
// there before and of one page more, worth what the first URL of a host mostly is: where
// most links to other hosts fail, that is little. None is raised if the greatest draw is
// below the least.
//
// Of the host's queued URLs the one that was found first is raised: what was found first
// is near to the seeds, where indices are, and a model that knows nothing good of a host
// cannot tell its indices from its other pages.
func (a *Adaptive) raise(among []*site, least float64) (frontier.Entry, bool) {
	if len(among) == 0 {
		return frontier.Entry{}, false
	}
	var where *site
	first := a.firsts.mean(priorWorth)
	hope := math.Inf(-1)
	for _, s := range among {
		if x := s.tried.draw(a.random, first); x > hope {
			hope, where = x, s
		}
	}
	if hope < least {
		return frontier.Entry{}, false
	}
	c := a.found[where.untried.Items[0]]
	a.notUntried(c)
	c.raised = true
	return a.change(c, c.given+1, atRandom{c.given}), true
}

// sampleSites returns the hosts with queued URLs or, if there are many, some of those
// that have answered and some of all.
func (a *Adaptive) sampleSites() []*site {
	if len(a.listed) <= maxSample {
		return a.listed
	}
	some := a.sampleAnswered(maxSample * 3 / 4)
	for len(some) < maxSample {
		some = append(some, a.listed[a.random.IntN(len(a.listed))])
	}
	return some
}

// sampleAnswered returns at most so many hosts that have answered and have queued URLs.
func (a *Adaptive) sampleAnswered(most int) []*site {
	var some []*site
	for i := range min(2*maxSample, len(a.answered)) {
		s := a.answered[i]
		if len(a.answered) > 2*maxSample {
			s = a.answered[a.random.IntN(len(a.answered))]
		}
		if len(s.untried.Items) > 0 && len(some) < most {
			some = append(some, s)
		}
	}
	return some
}

// draw draws what a page of a kind may be worth, from a beta distribution of those that
// were tried and of one that was worth what is given, 0 to 1.
func (r record) draw(random *rand.Rand, one float64) float64 {
	good := gamma(random, r.worth+one)
	bad := gamma(random, r.pages-r.worth+1-one)
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

// atRandom is why a URL is raised that was picked at random.
type atRandom struct{ before float64 }

func (r atRandom) String() string { return r.Explanation().String() }

// Explanation returns the parts of the value.
func (r atRandom) Explanation() crawl.Explanation {
	return crawl.Explanation{{Of: "before", Factor: 1, Score: r.before}, {Of: "picked at random", Factor: 1, Score: 1}}
}
