package adaptive

import (
	"math"
	"math/rand/v2"

	"github.com/lokman-crawler/lokman/frontier"
)

// An exploration takes URLs of hosts that are drawn at random, as long as that does not cost
// too much.
type exploration struct {
	share  float64 // of the pages with which it is considered
	random *rand.Rand
	queue  *queue
	budget float64 // pages of the usual worth that it may cost
	usual  float64 // mean worth of the latest pages that were taken for their value
	taken  float64 // pages of which usual is the mean
	firsts tally   // of the first URLs of hosts
}

const (
	defaultExplore = 0.8

	maxSample = 64 // hosts that a random pick chooses among
	hopeFor   = 2  // times that a host must promise what the pages taken for their value are worth

	firstBudget = 3        // pages that exploration may cost in the beginning
	pageBudget  = 0.1      // and for each page that is taken for its value
	recentPages = 1.0 / 20 // weight of a page in the usual worth
)

// A picking is what exploration needs to know of a page.
type picking struct {
	site   uint32
	raised bool // it was picked
	found  bool // or one was that was the first to link to it
}

// fetched enters a page of a worth.
func (x *exploration) fetched(p picking, worth float64, seed bool) {
	switch {
	case p.raised:
		x.account(p, worth)
		x.queue.sites.at(p.site).explored.add(worth)
	case !seed:
		x.account(p, worth)
		x.taken++
		x.usual += (worth - x.usual) * max(recentPages, 1/(x.taken+1))
	}
}

// failed enters a URL that failed, the first of its host or not.
func (x *exploration) failed(p picking, first bool) {
	if first {
		x.firsts.add(0)
	}
	if p.raised {
		x.queue.sites.at(p.site).explored.add(0)
		x.account(p, 0)
	}
}

// answers enters a host that has given a page which taught so much, the first one or not,
// unless it has before.
func (x *exploration) answers(site uint32, target float64, first bool) {
	if !x.queue.sites.answers(site) && first {
		x.firsts.add(target)
	}
}

// account enters a page, or a failure, worth so much. What a page is worth less than those taken
// for their value is what its picking has cost, and what a page is worth more to which a
// picked one was the first to link is gained: the budget is in pages of their worth, and
// where exploration finds nothing, it takes firstBudget and pageBudget of all pages.
func (x *exploration) account(p picking, worth float64) {
	gain := (worth - x.usual) / max(x.usual, 0.01) // the usual worth nears 0 where people judge all pages irrelevant
	switch {
	case p.raised:
		x.budget += gain
	case p.found:
		x.budget += pageBudget + max(0, gain)
	default:
		x.budget += pageBudget
	}
}

// next raises a URL above all others if the budget is not used up and a host promises
// hopeFor times the usual worth: so there is the more at random the less the values say.
func (x *exploration) next() (frontier.Entry, bool) {
	if x.random.Float64() >= x.share || x.budget < 0 {
		return frontier.Entry{}, false
	}
	return x.raise(x.sample(), hopeFor*x.usual)
}

// again raises another URL, of a host that has answered, in place of a picked one
// that has failed.
func (x *exploration) again() (frontier.Entry, bool) {
	return x.raise(x.sampleAnswered(maxSample), 0)
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
func (x *exploration) raise(among []uint32, least float64) (frontier.Entry, bool) {
	if len(among) == 0 {
		return frontier.Entry{}, false
	}
	var where *site
	first := x.firsts.mean(priorWorth)
	hope := math.Inf(-1)
	for _, number := range among {
		s := x.queue.sites.at(number)
		if drawn := s.explored.draw(x.random, first); drawn > hope {
			hope, where = drawn, s
		}
	}
	if hope < least {
		return frontier.Entry{}, false
	}
	number := x.queue.firstFound(where)
	x.queue.notUntried(number)
	x.queue.urls.at(number).state |= raised
	before := x.queue.value(number)
	return x.queue.set(number, before+1, atRandom{before}), true
}

// sample returns the hosts with queued URLs or, if there are many, some of those
// that have answered and some of all.
func (x *exploration) sample() []uint32 {
	all := x.queue.sites.open
	if len(all) <= maxSample {
		return all
	}
	some := x.sampleAnswered(maxSample * 3 / 4)
	for len(some) < maxSample {
		some = append(some, all[x.random.IntN(len(all))])
	}
	return some
}

// sampleAnswered returns at most so many hosts that have answered and have queued URLs.
func (x *exploration) sampleAnswered(most int) []uint32 {
	var some []uint32
	answered := x.queue.sites.answered
	for i := range min(2*maxSample, len(answered)) {
		number := answered[i]
		if len(answered) > 2*maxSample {
			number = answered[x.random.IntN(len(answered))]
		}
		if x.queue.sites.at(number).untried > 0 && len(some) < most {
			some = append(some, number)
		}
	}
	return some
}

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
