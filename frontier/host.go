package frontier

import (
	"iter"
	"time"

	"github.com/lokman-crawler/lokman/internal/heap"
)

// host is the queue of one key of politeness. With URLs queued it stands in
// Memory.ready when it may be visited now and in Memory.waiting when it may be
// visited later; a host with as many leases as it is allowed stands in neither.
type host struct {
	key    string
	queue  heap.Heap[rank]
	front  rank      // queue.Items[0], so that comparing two hosts does not touch their queues
	next   time.Time // not before
	leases int
	place  *heap.Heap[*host] // Memory.ready, Memory.waiting or nil
	pos    int32             // in place
}

// settle puts a host where its queue, leases and next time say it belongs. It
// is called after any of these has changed; of the queue only the front counts.
func (f *Memory) settle(h *host, now time.Time) {
	if len(h.queue.Items) > 0 {
		h.front = h.queue.Items[0]
	}
	var place *heap.Heap[*host]
	switch {
	case len(h.queue.Items) == 0 || h.leases >= f.perHost():
	case h.next.After(now):
		place = &f.waiting
	default:
		place = &f.ready
	}
	heap.Move(h, h.pos, h.place, place)
	h.place = place
}

// withheld yields the hosts with URLs queued that may not be visited now, each once.
func (f *Memory) withheld() iter.Seq[*host] {
	return func(yield func(*host) bool) {
		for _, h := range f.waiting.Items {
			if !yield(h) {
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

func (f *Memory) perHost() int { return max(1, f.options.PerHost) }

func (f *Memory) hostFor(key string) *host {
	h := f.hosts[key]
	if h == nil {
		h = &host{key: key, queue: heap.Heap[rank]{Before: before, Moved: f.setPos}}
		f.hosts[key] = h
	}
	return h
}
