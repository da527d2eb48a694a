package strategy

import (
	"fmt"
	"math"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/heap"
)

// A site is a host with its queued URLs.
type site struct {
	record
	tried    record           // of its pages that were raised
	untried  heap.Heap[int32] // numbers of those queued and not raised, the one that was found first in front
	place    int              // in Adaptive.listed
	answered bool             // is in Adaptive.answered
}

// A queued URL is kept by what it is ranked by, so that a queue of a million is put in order
// without a look at its candidates, which are far apart in memory.
type queued struct {
	given  float64
	number int32
}

func (q queued) before(other queued) bool {
	return q.given > other.given || q.given == other.given && q.number < other.number
}

// A queuePlace is where a candidate is in the queue and in its site's untried, or -1.
type queuePlace struct{ queue, untried int32 }

const (
	bestAgain  = 32 // queued URLs of the greatest value that are valued again with each page
	sweepAgain = 32 // others, in turn
)

// again returns the URLs to value again: the best, and the next ones of a sweep
// through the queue, which begins with the best when the model has been replayed.
func (a *Adaptive) again() []*candidate {
	some := make([]*candidate, 0, bestAgain+sweepAgain)
	for len(some) < bestAgain && len(a.queue.Items) > 0 {
		some = append(some, a.found[a.queue.Items[0].number])
		a.queue.Remove(0)
	}
	for _, c := range some {
		a.queue.Push(queued{c.given, c.number})
	}
	for range min(sweepAgain, len(a.queue.Items)-len(some)) {
		if a.next >= len(a.queue.Items) {
			a.next = 0
		}
		some = append(some, a.found[a.queue.Items[a.next].number])
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
	if len(a.changes) == 0 {
		a.changes = make([]change, changesAtOnce)
	}
	by := &a.changes[0]
	a.changes = a.changes[1:]
	by.of, by.trust = a.features(c), a.trust()
	by.said = a.says(&by.of)
	c.estimated(by.said[1])
	if a.weights == nil || *a.weights != a.model.weights {
		weights := a.model.weights
		a.weights = &weights
	}
	by.model = a.weights
	return a.change(c, by.value(), by)
}

// changesAtOnce is how many changes share a piece of memory, which is as long as one is of use.
const changesAtOnce = 8

// trust is the weight of the model. It grows with the pages, to a share that says
// how much better than the ontology the model has ranked pages before it learned from them.
func (a *Adaptive) trust() float64 {
	trust := float64(a.pages) / float64(a.pages+halfTrust)
	if a.Without&Record != 0 {
		return trust
	}
	model, ontology := a.right[1]*a.right[1], a.right[0]*a.right[0]
	return trust * model * model / (model*model + ontology*ontology)
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
	of    features
	model *features  // weights
	said  [2]float64 // by ontology and model
	trust float64    // in the model
}

func (c *change) String() string { return c.Explanation().String() }

// value returns the sum of the parts: the ontology's and the model's.
func (c *change) value() float64 {
	return float64((1-c.trust)*c.said[0]) + float64(c.trust*c.said[1])
}

// Explanation returns the parts of the value.
func (c *change) Explanation() crawl.Explanation { return c.explain(featureName) }

// explain is Explanation with names for the features of this URL.
func (c *change) explain(name func(feature int) string) crawl.Explanation {
	return crawl.Explanation{
		{Of: "ontology", Factor: 1 - c.trust, Score: c.said[0]},
		{Of: "model", Factor: c.trust, Score: c.said[1], Evidence: (&linkModel{weights: *c.model}).explain(&c.of, name)},
	}
}

// change returns a value for the frontier and applies it to the queue.
func (a *Adaptive) change(c *candidate, to float64, why fmt.Stringer) frontier.Entry {
	e := frontier.Entry{URL: c.url, Value: to, Reason: why}
	c.given, c.why = to, why
	if pos := a.where[c.number].queue; pos >= 0 {
		a.queue.Items[pos].given = to
		a.queue.Fix(pos)
		return e
	}
	a.queue.Push(queued{to, c.number})
	s := c.site
	if s.untried.Before == nil {
		s.untried.Before = func(x, y int32) bool { return x < y }
		s.untried.Moved = func(number, place int32) { a.where[number].untried = place }
	}
	s.untried.Push(c.number)
	if len(s.untried.Items) == 1 {
		s.place = len(a.listed)
		a.listed = append(a.listed, s)
	}
	return e
}

// leave takes a URL out of the queue.
func (a *Adaptive) leave(c *candidate) {
	pos := a.where[c.number].queue
	if pos < 0 {
		return
	}
	a.queue.Remove(pos)
	a.notUntried(c)
}

// notUntried takes a URL out of those that may be raised.
func (a *Adaptive) notUntried(c *candidate) {
	place := a.where[c.number].untried
	if place < 0 {
		return
	}
	s := c.site
	s.untried.Remove(place)
	if len(s.untried.Items) == 0 {
		last := a.listed[len(a.listed)-1]
		a.listed[s.place], last.place = last, s.place
		a.listed = a.listed[:len(a.listed)-1]
	}
}
