package adaptive

import (
	"fmt"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/heap"
)

// A queue is the URLs that the frontier has, by the values that it was given.
type queue struct {
	urls   *urls
	sites  sites
	ranked heap.Heap[ranked]
	swept  int      // how many of the best a sweep through them has passed
	turn   []uint32 // the next that are valued again in turn
}

// A ranked URL is kept by what it is ranked by, so that a queue of a million is put in order
// without a look at its candidates.
type ranked struct {
	value  float32
	number uint32
}

func (q ranked) before(other ranked) bool {
	return q.value > other.value || q.value == other.value && q.number < other.number
}

const (
	bestAgain  = 8    // queued URLs of the greatest value that are valued again with each page
	mostAgain  = 64   // others that become the best by that, at most
	sweepAgain = 8    // others, in turn
	mostSwept  = 2048 // URLs of a sweep, the best in front
	sweptOnce  = 16   // of them are put in order together
)

func newQueue(u *urls) *queue {
	q := &queue{urls: u, sites: sites{numbers: map[string]uint32{}}}
	q.ranked.Before = ranked.before
	q.ranked.Moved = func(item ranked, position int32) {
		if position >= 0 {
			*q.urls.places.At(item.number) = uint32(position)
		}
	}
	return q
}

// value returns the value that the frontier has of a URL, or would have if it were queued.
func (q *queue) value(number uint32) float64 {
	if c := q.urls.at(number); !c.is(queued) {
		return float64(c.estimate)
	}
	return float64(q.ranked.Items[*q.urls.places.At(number)].value)
}

// best appends up to n URLs of the greatest value, in the order of their rank, but for the first ones.
func (q *queue) best(to []uint32, skip, n int) []uint32 {
	items := q.ranked.Items
	next := heap.Heap[int32]{ // positions
		Before: func(a, b int32) bool { return items[a].before(items[b]) },
		Moved:  func(int32, int32) {},
	}
	if len(items) > 0 {
		next.Push(0)
	}
	for n += skip; n > 0 && len(next.Items) > 0; n-- {
		at := next.Items[0]
		next.Remove(0)
		if skip--; skip < 0 {
			to = append(to, items[at].number)
		}
		for child := range q.ranked.Children(int(at)) {
			next.Push(int32(child))
		}
	}
	return to
}

// next returns the next URL of a sweep through the best, which begins again when the model has been
// replayed; none if it has just left the queue. What is swept depends on the ranks alone, and not on where in
// the heap they are: that is another one after a restart.
func (q *queue) next() uint32 {
	if len(q.turn) == 0 {
		q.turn = q.best(nil, q.swept, sweptOnce)
		if q.swept += sweptOnce; len(q.turn) < sweptOnce || q.swept >= mostSwept {
			q.swept = 0
		}
	}
	for len(q.turn) > 0 {
		number := q.turn[0]
		if q.turn = q.turn[1:]; q.urls.at(number).is(queued) {
			return number
		}
	}
	return none
}

// set gives a URL a value that a float32 holds, and returns it for the frontier.
func (q *queue) set(number uint32, to float64, why fmt.Stringer) frontier.Entry {
	c := q.urls.at(number)
	item := ranked{float32(to), number}
	if c.is(queued) {
		at := *q.urls.places.At(number)
		q.ranked.Items[at] = item
		q.ranked.Fix(int32(at))
	} else {
		q.ranked.Push(item)
		q.try(number)
		c.state |= queued
	}
	return frontier.Entry{URL: c.url, Value: float64(item.value), Reason: why}
}

// try enters a URL among those of its site that may be raised.
func (q *queue) try(number uint32) {
	c := q.urls.at(number)
	at := q.sites.of(c.url)
	s := q.sites.at(at)
	if !c.is(listed) {
		if c.next = 0; s.first == 0 {
			s.first = number + 1
		} else {
			q.urls.at(s.last - 1).next = number + 1
		}
		s.last = number + 1
	}
	c.state |= untried | listed
	q.sites.untries(at, 1)
}

// leave takes a URL out of the queue.
func (q *queue) leave(number uint32) {
	c := q.urls.at(number)
	if !c.is(queued) {
		return
	}
	q.ranked.Remove(int32(*q.urls.places.At(number)))
	c.state &^= queued
	q.notUntried(number)
}

// notUntried takes a URL out of those that may be raised.
func (q *queue) notUntried(number uint32) {
	c := q.urls.at(number)
	if !c.is(untried) {
		return
	}
	c.state &^= untried
	at := q.sites.of(c.url)
	if q.sites.untries(at, -1); q.sites.at(at).untried > 0 {
		return
	}
	s := q.sites.at(at)
	for next := s.first; next != 0; {
		c = q.urls.at(next - 1)
		c.state &^= listed
		next = c.next
	}
	s.first, s.last = 0, 0
}

// firstFound returns the URL that was queued first of those of a host that may be raised.
func (q *queue) firstFound(s *site) uint32 {
	for {
		c := q.urls.at(s.first - 1)
		if c.is(untried) {
			return s.first - 1
		}
		c.state &^= listed
		s.first = c.next
	}
}
