package freshness

import (
	"container/heap"
	"math"
	"math/rand/v2"
	"time"
)

// A queue has pages in the order of their times.
type queue []due

type due struct {
	at   float64
	page int
}

func (q queue) Len() int { return len(q) }
func (q queue) Less(i, j int) bool {
	return q[i].at < q[j].at || q[i].at == q[j].at && q[i].page < q[j].page
}
func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)   { *q = append(*q, x.(due)) }
func (q *queue) Pop() any {
	last := len(*q) - 1
	x := (*q)[last]
	*q = (*q)[:last]
	return x
}

// Planned is the scheduler that a plan makes: pages are fetched when they are due, the longest due first.
type Planned struct {
	// Plan takes in a fetch and returns when the page is to be fetched again.
	Plan func(page int, at time.Time, changed bool) time.Time
	// Hint takes in a sign of change and reports whether the page is to be fetched now.
	Hint func(page int, at time.Time) bool

	waiting queue
	at      map[int]float64 // of the pages that wait
}

// Begin is when simulated time begins.
var Begin = time.Unix(1_700_000_000, 0)

func clock(now float64) time.Time { return Begin.Add(time.Duration(now * 24 * float64(time.Hour))) }

// Next implements [Scheduler].
func (s *Planned) Next(now float64) int {
	for len(s.waiting) > 0 && s.waiting[0].at <= now {
		if d := heap.Pop(&s.waiting).(due); s.at[d.page] == d.at {
			delete(s.at, d.page)
			return d.page
		}
	}
	return -1
}

func (s *Planned) wait(page int, at float64) {
	if s.at == nil {
		s.at = make(map[int]float64)
	}
	s.at[page] = at
	heap.Push(&s.waiting, due{at, page})
}

// Fetched implements [Scheduler].
func (s *Planned) Fetched(page int, now float64, changed bool) {
	s.wait(page, s.Plan(page, clock(now), changed).Sub(Begin).Hours()/24)
}

// Sign implements [Scheduler].
func (s *Planned) Sign(page int, now float64) {
	if s.Hint(page, clock(now)) && s.at[page] > now {
		s.wait(page, now)
	}
}

// Rule is a scheduler that lengthens a page's interval when it has not changed and shortens it when it has. All
// requests are used: if no page is due, the one that will be next is fetched.
type Rule struct {
	next      func(r *Rule, page int, now float64, changed bool) float64
	intervals []float64
	modified  []float64 // NaN before the first fetch
	waiting   queue
}

// Next implements [Scheduler].
func (r *Rule) Next(float64) int { return heap.Pop(&r.waiting).(due).page }

// Fetched implements [Scheduler].
func (r *Rule) Fetched(page int, now float64, changed bool) {
	var t float64
	if math.IsNaN(r.modified[page]) { // so that not all are due at once
		r.modified[page] = now
		t = r.intervals[page] * rand.New(rand.NewPCG(uint64(page), 1)).Float64()
	} else {
		t = r.next(r, page, now, changed)
	}
	heap.Push(&r.waiting, due{now + t, page})
}

// Sign implements [Scheduler].
func (r *Rule) Sign(int, float64) {}

func (w World) rule(next func(r *Rule, page int, now float64, changed bool) float64) *Rule {
	return &Rule{next: next, intervals: w.Uniform(), modified: w.each(func(float64) float64 { return math.NaN() })}
}

// Fixed fetches pages at intervals that stay the same.
func (w World) Fixed(intervals []float64) *Rule {
	r := w.rule(func(r *Rule, page int, _ float64, _ bool) float64 { return r.intervals[page] })
	r.intervals = intervals
	return r
}

// Nutch is the AdaptiveFetchSchedule of Apache Nutch with its rates inc and dec, and sync_delta. Its bounds are left out, which the
// requests set here.
func (w World) Nutch(inc, dec float64) *Rule {
	return w.rule(func(r *Rule, page int, now float64, changed bool) float64 {
		if changed {
			r.intervals[page] *= 1 - dec
			r.modified[page] = now
		} else {
			r.intervals[page] *= 1 + inc
		}
		delta := now - r.modified[page]
		r.intervals[page] = max(r.intervals[page], delta)
		return r.intervals[page] - 0.2*delta
	})
}

// Storm is the AdaptiveScheduler of Apache StormCrawler with its rates, and a shortest interval of so many of the uniform one.
func (w World) Storm(inc, dec, shortest float64) *Rule {
	least := shortest * float64(len(w.Rates)) / w.Requests
	return w.rule(func(r *Rule, page int, now float64, changed bool) float64 {
		if changed {
			r.intervals[page] = (1-dec)*r.intervals[page] + dec*least
		} else {
			r.intervals[page] *= 1 + inc
		}
		return r.intervals[page]
	})
}

// Mean returns the mean of some numbers and half the width of its interval of 95 %, by their standard error.
func Mean(x []float64) (mean, half float64) {
	for _, v := range x {
		mean += v / float64(len(x))
	}
	for _, v := range x {
		half += (v - mean) * (v - mean)
	}
	n := float64(len(x))
	return mean, 1.96 * math.Sqrt(half/max(n-1, 1)/n)
}
