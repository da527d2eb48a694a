// Package freshness simulates pages that change by themselves and crawlers that keep copies of
// them: what share of the time the copies are as the pages are.
package freshness

import (
	"container/heap"
	"math"
	"math/rand/v2"
)

// A World is pages that change as Poisson processes. Times are in days.
type World struct {
	Rates    []float64 // changes a day
	Weights  []float64 // what a fresh copy is worth
	Requests float64   // fetches a day

	// Signs of change: so many of the changes have one, and so many of the signs are true. If Noise is
	// above 0, so many a day and page come besides, whatever changes.
	Recall, Precision, Noise float64
}

// LogNormal returns pages whose rates spread, with four standard deviations, over decades around one change in ten days,
// and whose weights are log-normal with a standard deviation of 1. share is of the pages that may be fetched a day.
func LogNormal(pages int, decades, share float64, seed uint64) World {
	r := rand.New(rand.NewPCG(seed, 7))
	w := World{Requests: share * float64(pages), Precision: 1}
	for range pages {
		w.Rates = append(w.Rates, 0.1*math.Pow(10, r.NormFloat64()*decades/4))
		w.Weights = append(w.Weights, math.Exp(r.NormFloat64()))
	}
	return w
}

// A Scheduler decides which page is fetched.
type Scheduler interface {
	// Next returns the page to fetch at a time, or less than 0 for none.
	Next(now float64) int
	// Fetched says whether a page had changed since the fetch before; the first is at 0.
	Fetched(page int, now float64, changed bool)
	// Sign says that something hints at a change of a page.
	Sign(page int, now float64)
}

// change is a change of a page to come, or a false sign of one.
type change struct {
	at   float64
	page int
	sign bool
}

type changes []change

func (c changes) Len() int           { return len(c) }
func (c changes) Less(i, j int) bool { return c[i].at < c[j].at }
func (c changes) Swap(i, j int)      { c[i], c[j] = c[j], c[i] }
func (c *changes) Push(x any)        { *c = append(*c, x.(change)) }
func (c *changes) Pop() any {
	last := len(*c) - 1
	x := (*c)[last]
	*c = (*c)[:last]
	return x
}

// copies are the copies of a world's pages.
type copies struct {
	w       World
	random  *rand.Rand
	last    []float64 // fetch
	stale   []float64 // when the page first changed since; +Inf if it has not
	coming  changes   // only with signs
	windows []float64 // ends, in days
	fresh   []float64 // time in each window, weighted
}

// Run fetches all pages at 0, then one at a time by a scheduler, and returns the weighted freshness in
// each window of time. Their ends are in fetches a page.
func (w World) Run(s Scheduler, seed uint64, windows ...float64) []float64 {
	n := len(w.Rates)
	c := &copies{
		w: w, random: rand.New(rand.NewPCG(seed, 1)), last: make([]float64, n), stale: make([]float64, n),
		windows: make([]float64, len(windows)), fresh: make([]float64, len(windows)),
	}
	for k, end := range windows {
		c.windows[k] = end * float64(n) / w.Requests
	}
	for i := range n {
		c.fetch(i, 0)
		s.Fetched(i, 0, false)
		if w.signed() {
			c.next(i, 0)
			c.nextFalse(i, 0)
		}
	}
	end := c.windows[len(windows)-1]
	for slot := 1; float64(slot)/w.Requests < end; slot++ {
		now := float64(slot) / w.Requests
		c.change(now, s)
		if i := s.Next(now); i >= 0 {
			changed := c.stale[i] <= now
			c.fetch(i, now)
			s.Fetched(i, now, changed)
		}
	}
	return c.shares(end)
}

func (w World) signed() bool { return w.Recall > 0 || w.Noise > 0 }

// fetch makes a new copy of a page.
func (c *copies) fetch(i int, now float64) {
	c.count(i, min(c.stale[i], now))
	c.last[i], c.stale[i] = now, math.Inf(1)
	if !c.w.signed() { // the next change is drawn when it matters
		c.stale[i] = now + c.random.ExpFloat64()/c.w.Rates[i]
	}
}

// count counts the time in which the copy of a page was fresh.
func (c *copies) count(i int, until float64) {
	begin := 0.
	for k, end := range c.windows {
		c.fresh[k] += c.w.Weights[i] * max(min(until, end)-max(c.last[i], begin), 0)
		begin = end
	}
}

func (c *copies) shares(end float64) []float64 {
	total := 0.
	for i, m := range c.w.Weights {
		c.count(i, min(c.stale[i], end))
		total += m
	}
	begin := 0.
	for k, end := range c.windows {
		c.fresh[k] /= total * (end - begin)
		begin = end
	}
	return c.fresh
}

// next draws a page's next change, and nextFalse its next false sign.
func (c *copies) next(i int, now float64) {
	heap.Push(&c.coming, change{now + c.random.ExpFloat64()/c.w.Rates[i], i, false})
}

func (c *copies) nextFalse(i int, now float64) {
	rate := c.w.Noise
	if c.w.Recall > 0 {
		rate += c.w.Recall * c.w.Rates[i] * (1 - c.w.Precision) / c.w.Precision
	}
	if rate > 0 {
		heap.Push(&c.coming, change{now + c.random.ExpFloat64()/rate, i, true})
	}
}

// change makes pages change until a time.
func (c *copies) change(now float64, s Scheduler) {
	for len(c.coming) > 0 && c.coming[0].at <= now {
		e := heap.Pop(&c.coming).(change)
		if e.sign {
			s.Sign(e.page, e.at)
			c.nextFalse(e.page, e.at)
			continue
		}
		c.stale[e.page] = min(c.stale[e.page], e.at)
		if c.random.Float64() < c.w.Recall {
			s.Sign(e.page, e.at)
		}
		c.next(e.page, e.at)
	}
}
