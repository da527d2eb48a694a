package adaptive

import (
	"fmt"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/heap"
)

// A queue is the URLs that the frontier has, by the values that it was given.
type queue struct {
	urls      *urls
	ranked    heap.Heap[queued]
	positions []queuePosition // of candidates, by number
	sweep     int             // position of the next that is valued again in turn
	sites     []*site         // those with URLs that are queued and not raised, in no particular order
}

// A queued URL is kept by what it is ranked by, so that a queue of a million is put in order
// without a look at its candidates, which are far apart in memory.
type queued struct {
	value  float64
	number int32
}

func (q queued) before(other queued) bool {
	return q.value > other.value || q.value == other.value && q.number < other.number
}

// A queuePosition is where a candidate is in the queue and in its site's untried, or -1.
type queuePosition struct{ ranked, untried int32 }

const (
	bestAgain  = 32 // queued URLs of the greatest value that are valued again with each page
	sweepAgain = 32 // others, in turn
)

func newQueue(u *urls) *queue {
	q := &queue{urls: u}
	q.ranked.Before = queued.before
	q.ranked.Moved = func(item queued, pos int32) { q.positions[item.number].ranked = pos }
	return q
}

// position returns where a candidate is.
func (q *queue) position(c *candidate) *queuePosition {
	for int(c.number) >= len(q.positions) {
		q.positions = append(q.positions, queuePosition{-1, -1})
	}
	return &q.positions[c.number]
}

// again returns the URLs to value again: the best, and the next ones of a sweep
// through the queue, which begins with the best when the model has been replayed.
func (q *queue) again() []*candidate {
	some := make([]*candidate, 0, bestAgain+sweepAgain)
	for len(some) < bestAgain && len(q.ranked.Items) > 0 {
		some = append(some, q.urls.byNumber[q.ranked.Items[0].number])
		q.ranked.Remove(0)
	}
	for _, c := range some {
		q.ranked.Push(queued{c.value, c.number})
	}
	for range min(sweepAgain, len(q.ranked.Items)-len(some)) {
		if q.sweep >= len(q.ranked.Items) {
			q.sweep = 0
		}
		some = append(some, q.urls.byNumber[q.ranked.Items[q.sweep].number])
		q.sweep++
	}
	return some
}

// set gives a URL a value, and returns it for the frontier.
func (q *queue) set(c *candidate, to float64, why fmt.Stringer) frontier.Entry {
	e := frontier.Entry{URL: c.url, Value: to, Reason: why}
	c.value, c.reason = to, why
	if pos := q.position(c).ranked; pos >= 0 {
		q.ranked.Items[pos].value = to
		q.ranked.Fix(pos)
		return e
	}
	q.ranked.Push(queued{to, c.number})
	s := c.site
	if s.untried.Before == nil {
		s.untried.Before = func(x, y int32) bool { return x < y }
		s.untried.Moved = func(number, position int32) { q.positions[number].untried = position }
	}
	s.untried.Push(c.number)
	if len(s.untried.Items) == 1 {
		s.position = len(q.sites)
		q.sites = append(q.sites, s)
	}
	return e
}

// leave takes a URL out of the queue.
func (q *queue) leave(c *candidate) {
	pos := q.position(c).ranked
	if pos < 0 {
		return
	}
	q.ranked.Remove(pos)
	q.notUntried(c)
}

// notUntried takes a URL out of those that may be raised.
func (q *queue) notUntried(c *candidate) {
	position := q.position(c).untried
	if position < 0 {
		return
	}
	s := c.site
	s.untried.Remove(position)
	if len(s.untried.Items) == 0 {
		last := q.sites[len(q.sites)-1]
		q.sites[s.position], last.position = last, s.position
		q.sites = q.sites[:len(q.sites)-1]
	}
}

// firstFound returns the URL that was found first of those of a host that may be raised.
func (q *queue) firstFound(s *site) *candidate { return q.urls.byNumber[s.untried.Items[0]] }
