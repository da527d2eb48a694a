// Package freshness simulates pages that change by themselves and crawlers that keep copies of
// them: what share of the time the copies are as the pages are.
package freshness

import (
	"cmp"
	"container/heap"
	"math"
	"math/rand/v2"
	"slices"
	"sort"
)

// A World is pages that change as Poisson processes, or when they are said to. Times are in days.
type World struct {
	Rates    []float64 // changes a day
	Weights  []float64 // what a fresh copy is worth
	Requests float64   // fetches a day

	// Changes has the times at which each page changes, ascending, if that is known. Names are then those
	// of the pages, Born is when each is there from, and Days is how long they are followed. All may be nil.
	Changes [][]float64
	Names   []string
	Born    []float64
	Days    float64
	signs   []change // of change, that come whatever is fetched

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

// change is a change of a page to come, or a sign of one, which says when it was.
type change struct {
	at   float64
	page int
	sign bool
	says float64
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
	unborn  []int     // pages in the order in which they will be there
	windows []float64 // ends, in days
	fresh   []float64 // time in each window, weighted
}

// Run fetches all pages when they are there, and then one at a time by a scheduler. It returns the weighted freshness in
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
	c.coming = slices.Clone(w.signs)
	heap.Init(&c.coming)
	for i := range n {
		c.unborn = append(c.unborn, i)
	}
	slices.SortStableFunc(c.unborn, func(i, j int) int { return cmp.Compare(w.born(i), w.born(j)) })
	c.bear(0, s)
	end := c.windows[len(windows)-1]
	idle := 0. // fetches that no page was due for
	for slot := 1; float64(slot)/w.Requests < end; slot++ {
		now := float64(slot) / w.Requests
		c.bear(now, s)
		c.change(now, s)
		for idle++; idle >= 1; idle-- {
			i := s.Next(now)
			if i < 0 {
				idle = min(idle, madeUp*float64(n))
				break
			}
			changed := c.stale[i] <= now
			c.fetch(i, now)
			s.Fetched(i, now, changed)
		}
	}
	return c.shares(end)
}

// madeUp is how many fetches a page are made later at most if none was due.
const madeUp = 0.1

func (w World) signed() bool { return w.Changes == nil && (w.Recall > 0 || w.Noise > 0) }

func (w World) born(i int) float64 {
	if w.Born == nil {
		return 0
	}
	return w.Born[i]
}

// bear fetches the pages that are there until a time and were not before.
func (c *copies) bear(now float64, s Scheduler) {
	for len(c.unborn) > 0 && c.w.born(c.unborn[0]) <= now {
		i := c.unborn[0]
		c.unborn = c.unborn[1:]
		at := c.w.born(i)
		c.change(at, s)
		c.fetch(i, at)
		s.Fetched(i, at, false)
		if c.w.signed() {
			c.next(i, at)
			c.nextFalse(i, at)
		}
	}
}

// fetch makes a new copy of a page.
func (c *copies) fetch(i int, now float64) {
	c.count(i, min(c.stale[i], now))
	c.last[i], c.stale[i] = now, math.Inf(1)
	switch {
	case c.w.Changes != nil:
		times := c.w.Changes[i]
		if k := sort.Search(len(times), func(k int) bool { return times[k] > now }); k < len(times) {
			c.stale[i] = times[k]
		}
	case !c.w.signed(): // the next change is drawn when it matters
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
	for i := range c.w.Weights {
		c.count(i, min(c.stale[i], end))
	}
	begin := 0.
	for k, end := range c.windows {
		total := 0.
		for i, m := range c.w.Weights {
			total += m * max(end-max(begin, c.w.born(i)), 0)
		}
		c.fresh[k] /= total
		begin = end
	}
	return c.fresh
}

// next draws a page's next change, and nextFalse its next false sign.
func (c *copies) next(i int, now float64) {
	heap.Push(&c.coming, change{now + c.random.ExpFloat64()/c.w.Rates[i], i, false, 0})
}

func (c *copies) nextFalse(i int, now float64) {
	rate := c.w.Noise
	if c.w.Recall > 0 {
		rate += c.w.Recall * c.w.Rates[i] * (1 - c.w.Precision) / c.w.Precision
	}
	if rate > 0 {
		at := now + c.random.ExpFloat64()/rate
		heap.Push(&c.coming, change{at, i, true, at})
	}
}

// change makes pages change until a time.
func (c *copies) change(now float64, s Scheduler) {
	for len(c.coming) > 0 && c.coming[0].at <= now {
		e := heap.Pop(&c.coming).(change)
		if e.sign {
			if e.says > c.last[e.page] {
				s.Sign(e.page, e.at)
			}
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
