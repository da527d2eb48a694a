package strategy

import (
	"math"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
)

// A site is a host with its queued URLs.
type site struct {
	record
	queued []*candidate
	place  int // in Adaptive.listed
}

const (
	bestAgain  = 32 // queued URLs of the greatest value that are valued again with each page
	sweepAgain = 96 // others, in turn
	sampleSize = 16 // links of a host among which a random pick chooses
)

// again returns the URLs to value again: the best, and the next ones of a sweep
// through the queue, which begins with the best when the model has been replayed.
func (a *Adaptive) again() []*candidate {
	var some []*candidate
	for len(some) < bestAgain && len(a.queue.Items) > 0 {
		some = append(some, a.queue.Items[0])
		a.queue.Remove(0)
	}
	for _, c := range some {
		a.queue.Push(c)
	}
	for range min(sweepAgain, len(a.queue.Items)-len(some)) {
		if a.next >= len(a.queue.Items) {
			a.next = 0
		}
		some = append(some, a.queue.Items[a.next])
		a.next++
	}
	return some
}

// giveAgain values them and appends those whose value has changed.
func (a *Adaptive) giveAgain(entries []frontier.Entry) []frontier.Entry {
	for _, c := range a.again() {
		before := c.given
		if e := a.give(c); e.Value != before {
			entries = append(entries, e)
		}
	}
	return entries
}

// give values a URL, the first time or again.
func (a *Adaptive) give(c *candidate) frontier.Entry {
	x := a.features(c)
	said := a.says(&x)
	c.estimate = said[1]
	learned := a.trust()
	by := change{
		value: crawl.Explanation{
			{Of: "ontology", Factor: 1 - learned, Score: said[0]},
			{Of: "model", Factor: learned, Score: said[1]},
		},
		model: a.model.weights, of: x,
	}
	return a.change(c, by)
}

// trust is the weight of the model. It grows with the pages, to a share that says
// how much better than the ontology the model has ranked pages before it learned from them.
func (a *Adaptive) trust() float64 {
	model, ontology := a.right[1]*a.right[1], a.right[0]*a.right[0]
	return float64(a.pages) / float64(a.pages+halfTrust) * model * model / (model*model + ontology*ontology)
}

const (
	halfTrust = 10   // pages after which the model has half of its share
	rightPast = 0.02 // weight of a comparison in the shares of those that are right
	differing = 0.1  // worth by which two pages that are compared differ
)

// compare notes whether ontology and model have ranked a page and an earlier one as
// it turns out that they should be.
func (a *Adaptive) compare(l *lesson) {
	if len(a.lessons) == 0 {
		return
	}
	other := a.lessons[a.random.IntN(len(a.lessons))]
	if math.Abs(l.worth-other.worth) < differing {
		return
	}
	for i := range a.right {
		right := 0.0
		switch order := (l.said[i] - other.said[i]) * (l.worth - other.worth); {
		case order > 0:
			right = 1
		case order == 0:
			right = 0.5
		}
		a.right[i] += (right - a.right[i]) * rightPast
	}
}

// says returns the value of a URL by the ontology and by the model.
func (a *Adaptive) says(x *features) [2]float64 {
	return [2]float64{(x[featureInherited] + x[featureTerms]) / 2, a.model.estimate(x)}
}

// A change is a new value that says what the model's part is made of when it is
// printed.
type change struct {
	value     crawl.Explanation
	model, of features
}

func (c change) String() string { return c.Explanation().String() }

// Explanation returns the parts of the value.
func (c change) Explanation() crawl.Explanation {
	parts := append(crawl.Explanation(nil), c.value...)
	for i := range parts {
		if parts[i].Of == "model" {
			parts[i].Evidence = (&linkModel{weights: c.model}).explain(&c.of)
		}
	}
	return parts
}

// change returns a value for the frontier and applies it to the queue.
func (a *Adaptive) change(c *candidate, by change) frontier.Entry {
	e := frontier.Entry{URL: c.url, Value: by.value.Value(), Reason: by}
	c.given = e.Value
	if c.pos >= 0 {
		a.queue.Fix(c.pos)
		return e
	}
	a.queue.Push(c)
	c.place = len(c.site.queued)
	c.site.queued = append(c.site.queued, c)
	if c.place == 0 {
		c.site.place = len(a.listed)
		a.listed = append(a.listed, c.site)
	}
	return e
}

// leave takes a URL out of the queue.
func (a *Adaptive) leave(c *candidate) {
	if c.pos < 0 {
		return
	}
	a.queue.Remove(c.pos)
	s := c.site
	last := s.queued[len(s.queued)-1]
	s.queued[c.place], last.place = last, c.place
	s.queued = s.queued[:len(s.queued)-1]
	if len(s.queued) == 0 {
		last := a.listed[len(a.listed)-1]
		a.listed[s.place], last.place = last, s.place
		a.listed = a.listed[:len(a.listed)-1]
	}
}

// explore raises a URL that is picked at random above all others: the more often the
// less the latest pages were worth, for then there is less to lose. A host is picked
// by Thompson sampling, with a normal distribution around the mean worth of its
// pages, and of some of its queued URLs the best.
func (a *Adaptive) explore() (frontier.Entry, bool) {
	often := max(0, orDefault(a.Explore, defaultExplore)) * (1 - a.recent)
	if len(a.listed) == 0 || a.random.Float64() >= often {
		return frontier.Entry{}, false
	}
	var where *site
	hope := math.Inf(-1)
	for _, s := range a.sampleSites() {
		mean := s.mean(priorWorth)
		spread := math.Sqrt(mean * (1 - mean) / (s.pages + 1))
		if x := mean + spread*a.random.NormFloat64(); x > hope {
			hope, where = x, s
		}
	}
	var c *candidate
	for range min(sampleSize, len(where.queued)) {
		if x := where.queued[a.random.IntN(len(where.queued))]; c == nil || x.given > c.given {
			c = x
		}
	}
	return a.change(c, change{value: crawl.Explanation{
		{Of: "before", Factor: 1, Score: c.given}, {Of: "picked at random", Factor: 1, Score: 1},
	}}), true
}

// maxSample is how many hosts a random pick chooses among.
const maxSample = 64

// sampleSites returns the hosts with queued URLs, or some of them if there are many.
func (a *Adaptive) sampleSites() []*site {
	if len(a.listed) <= maxSample {
		return a.listed
	}
	some := make([]*site, maxSample)
	for i := range some {
		some[i] = a.listed[a.random.IntN(len(a.listed))]
	}
	return some
}
