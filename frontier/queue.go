package frontier

import (
	"cmp"
	"context"
	"iter"
	"time"

	"github.com/lokman-crawler/lokman/internal/heap"
	"github.com/lokman-crawler/lokman/internal/transition"
)

// apply changes a record as an event does, and the counts with it. It reports
// false if the event does not happen in the record's state. To put the record
// where its new state belongs is left to the caller.
func (f *Memory) apply(id uint32, e transition.Event) bool {
	r := f.records.at(id)
	old := r.State
	ok := r.Apply(e)
	f.count[old]--
	f.count[r.State]++
	return ok
}

func (f *Memory) hostFor(key string) *host {
	h := f.hosts[key]
	if h == nil {
		h = f.newHost(key)
		f.hosts[key] = h
	}
	return h
}

func (f *Memory) newHost(key string) *host {
	h := &host{key: key, queue: heap.Heap[rank]{Before: ranksBefore, Moved: f.setPos}}
	h.of = h
	return h
}

// settle puts a host where its queues, leases and next time say it belongs. It
// is called after any of these has changed; of the queues only the fronts count.
func (f *Memory) settle(h *host, now time.Time) {
	h = h.of
	f.settleQueue(h, &f.ready, now)
	if h.again != nil {
		f.settleQueue(h.again, &f.overdue, now)
	}
}

func (f *Memory) settleQueue(h *host, ready *heap.Heap[*host], now time.Time) {
	if len(h.queue.Items) > 0 {
		h.front = h.queue.Items[0]
	}
	var place *heap.Heap[*host]
	switch {
	case len(h.queue.Items) == 0 || h.of.leases >= max(1, f.options.PerHost):
	case h.of.next.After(now):
		place = &f.waiting
	default:
		place = ready
	}
	heap.Move(h, h.pos, h.place, place)
	h.place = place
}

// enqueue queues a record that is in no queue.
func (f *Memory) enqueue(id uint32, now time.Time) {
	r := f.records.at(id)
	h := f.queueOf(r)
	h.queue.Push(f.rank(id, r))
	if f.pos.at(id) == 0 {
		f.settle(h, now)
	}
	f.bound(id, now)
}

// fall queues a record that waits for its time.
func (f *Memory) fall(id uint32, now time.Time) {
	f.dequeue(id, now)
	f.apply(id, transition.FallDue)
	f.enqueue(id, now)
}

// queueOf returns the queue of a record that is queued or overdue.
func (f *Memory) queueOf(r *record) *host {
	if r.State != transition.Overdue {
		return r.host
	}
	if r.host.again == nil {
		h := f.newHost(r.host.key)
		h.of = r.host
		r.host.again = h
	}
	return r.host.again
}

// rank returns the rank of a record. Of those overdue the value decides, whatever the order.
func (f *Memory) rank(id uint32, r *record) rank {
	if r.State == transition.Overdue {
		return rank{key: r.value, id: id}
	}
	return f.options.Order.rank(id, r)
}

// delay queues a record that is in no queue for a later time.
func (f *Memory) delay(id uint32, until, now time.Time) {
	f.delays[id] = until
	if r := f.records.at(id); r.State == transition.Due {
		f.due.Push(rank{id: id})
	} else {
		f.delayed.Push(f.options.Order.rank(id, r))
	}
	f.bound(id, now)
}

// dequeue takes a record out of whatever queue it is in.
func (f *Memory) dequeue(id uint32, now time.Time) {
	r := f.records.at(id)
	if f.bounded() && f.counted(r) {
		f.bytes -= f.size(id)
		f.lowest.Remove(f.lowPos.at(id))
	}
	switch r.State {
	case transition.Queued, transition.Overdue:
		pos, h := f.pos.at(id), f.queueOf(r)
		h.queue.Remove(pos)
		if pos == 0 {
			f.settle(h, now)
		}
		if r.batch {
			r.batch = false
			f.batch--
		}
	case transition.Delayed:
		f.delayed.Remove(f.pos.at(id))
		delete(f.delays, id)
	case transition.Due:
		f.due.Remove(f.pos.at(id))
		delete(f.delays, id)
	}
}

// rerank puts a record that waits in its place after its value has changed.
func (f *Memory) rerank(id uint32, now time.Time) {
	r := f.records.at(id)
	rank := f.options.Order.rank(id, r)
	switch pos := f.pos.at(id); r.State {
	case transition.Queued:
		r.host.queue.Items[pos] = rank
		r.host.queue.Fix(pos)
		if pos == 0 || f.pos.at(id) == 0 {
			f.settle(r.host, now)
		}
	case transition.Delayed:
		f.delayed.Items[pos] = rank
	default:
		return
	}
	if f.bounded() {
		pos := f.lowPos.at(id)
		f.lowest.Items[pos] = rank
		f.lowest.Fix(pos)
		f.evict(now)
	}
}

func (f *Memory) bounded() bool { return f.options.Capacity > 0 || f.options.Bytes > 0 }

// size is what a record counts towards Options.Bytes.
func (f *Memory) size(id uint32) int64 {
	r := f.records.at(id)
	return int64(len(r.url) + len(r.source) + len(r.note))
}

// counted reports whether a record counts towards the capacity.
func (f *Memory) counted(r *record) bool {
	return r.State == transition.Queued || r.State == transition.Delayed
}

// bound counts a record towards the capacity and evicts what is too much.
func (f *Memory) bound(id uint32, now time.Time) {
	if !f.bounded() || !f.counted(f.records.at(id)) {
		return
	}
	f.lowest.Push(f.options.Order.rank(id, f.records.at(id)))
	f.bytes += f.size(id)
	f.evict(now)
}

func (f *Memory) evict(now time.Time) {
	for len(f.lowest.Items) > 0 && f.full() {
		worst := f.lowest.Items[0].id
		f.dequeue(worst, now)
		f.apply(worst, transition.Evict)
		f.note(worst, Event{Time: now, Kind: transition.KindEvicted})
	}
}

func (f *Memory) full() bool {
	o := f.options
	return o.Capacity > 0 && len(f.lowest.Items) > o.Capacity || o.Bytes > 0 && f.bytes > o.Bytes
}

// withheld yields the hosts with URLs queued that may not be visited now, each once.
func (f *Memory) withheld() iter.Seq[*host] {
	return func(yield func(*host) bool) {
		for _, h := range f.waiting.Items {
			if h.of == h && !yield(h) {
				return
			}
		}
		seen := make(map[*host]bool) // with as many leases as they are allowed
		for id := range f.leases {
			h := f.records.at(id).host
			if h.place != nil || len(h.queue.Items) == 0 || seen[h] {
				continue
			}
			if !yield(h) {
				return
			}
			seen[h] = true
		}
	}
}

// formBatch puts the N best queued records into a new batch once the last one
// is used up. It costs O(hosts with URLs queued + N log N), for every N URLs.
func (f *Memory) formBatch() {
	if f.options.Order != BestNFirst || f.batch > 0 {
		return
	}
	best := f.best(cmp.Or(f.options.BatchSize, transition.BatchSize))
	// They rank before all others of their hosts as it is, but may rank below what
	// waits for a retry, which is bounded with them.
	for _, p := range best {
		id := p.rank().id
		f.records.at(id).batch = true
		p.host.queue.Items[p.pos].batch = true
		p.host.front.batch = true // the best of a host with any is its front
		if f.bounded() {
			pos := f.lowPos.at(id)
			f.lowest.Items[pos].batch = true
			f.lowest.Fix(pos)
		}
	}
	f.batch = len(best)
}

// best returns where the n best queued records stand, the best first, in
// O(hosts with URLs queued + n log n).
func (f *Memory) best(n int) []candidate {
	// They come off the hosts' heaps in order: first the fronts, then the
	// children of what has been taken.
	candidates := heap.Heap[candidate]{
		Before: func(a, b candidate) bool { return ranksBefore(a.rank(), b.rank()) },
		Moved:  func(candidate, int32) {},
	}
	for _, h := range f.ready.Items {
		candidates.Push(candidate{h, 0})
	}
	for h := range f.withheld() {
		candidates.Push(candidate{h, 0})
	}
	var best []candidate
	for len(best) < n && len(candidates.Items) > 0 {
		p := candidates.Items[0]
		candidates.Remove(0)
		best = append(best, p)
		for c := range p.host.queue.Children(p.pos) {
			candidates.Push(candidate{p.host, c})
		}
	}
	return best
}

// candidate is a position in a host's queue.
type candidate struct {
	host *host
	pos  int
}

func (p candidate) rank() rank { return p.host.queue.Items[p.pos] }

// Peek implements [Abilities] in O(hosts + n log n), of the hosts that have
// URLs queued.
func (f *Memory) Peek(ctx context.Context, n int) ([]Entry, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	f.lock()
	defer f.mu.Unlock()
	var next []Entry
	for _, p := range f.best(min(n, transition.MaxRank)) {
		next = append(next, f.records.at(p.rank().id).entry())
	}
	return next, nil
}

// outranked counts the queued URLs that rank higher than one that is leased now, up to
// transition.MaxRank. Those are on hosts that may not be visited now.
func (f *Memory) outranked(id uint32) int {
	own := f.options.Order.rank(id, f.records.at(id))
	better := 0
	for h := range f.withheld() {
		better += countBefore(own, h, 0, transition.MaxRank-better)
		if better >= transition.MaxRank {
			break
		}
	}
	return better
}

// countBefore counts what ranks before r in a host's queue, from pos down its
// heap, up to limit.
func countBefore(r rank, h *host, pos, limit int) int {
	if limit <= 0 || pos >= len(h.queue.Items) || !ranksBefore(h.queue.Items[pos], r) {
		return 0
	}
	n := 1
	for c := range h.queue.Children(pos) {
		n += countBefore(r, h, c, limit-n)
	}
	return n
}
