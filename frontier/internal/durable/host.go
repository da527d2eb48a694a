package durable

import (
	"encoding/binary"
	"iter"
	"time"

	"github.com/lokman-crawler/lokman/frontier/internal/durable/internal/layout"
	"github.com/lokman-crawler/lokman/frontier/internal/kv"
	"github.com/lokman-crawler/lokman/internal/fields"
	"github.com/lokman-crawler/lokman/internal/heap"
	"github.com/lokman-crawler/lokman/internal/transition"
)

// host is a key of politeness. It is in memory, in Frontier.hosts, while it has
// URLs queued or leased. With URLs queued it stands in Frontier.ready when it
// may be visited now and in Frontier.waiting when it may be visited later; a
// host with as many leases as it is allowed stands in neither. Its queue of overdue pages
// stands in Frontier.overdue for Frontier.ready.
type host struct {
	key    string
	of     *host     // itself, or the host whose queue of overdue pages this is: its next and leases count
	again  *host     // that queue, nil before there was such a page
	next   time.Time // not before
	place  *heap.Heap[*host]
	pos    int32 // in place
	leases int32
	number uint32 // in keys of the queue
	open   bool   // some URL is queued
	kept   bool   // in Frontier.hosts
	front  rank   // of the best queued URL

	valued *heap.Heap[*valued] // those whose place is in memory, nil for none
	queued bool                // others are queued
	stored rank                // of the best of those
}

// hostFor returns the host of a key from memory or the store, or a new one.
func (f *Frontier) hostFor(key string) (*host, error) {
	if h := f.hosts[key]; h != nil {
		return h, nil
	}
	stored, err := f.batch.Get(kv.Hosts, layout.HostKey(key))
	if err != nil {
		return nil, err
	}
	if stored == nil {
		h := newHost(uint32(f.counters.Hosts))
		h.key = key
		f.counters.Hosts++
		f.saveHost(h)
		return h, nil
	}
	h, err := f.decodeHost(stored)
	if err == nil && h.key != key {
		err = kv.ErrDamaged
	}
	return h, err
}

// againBit is in the numbers of queues of overdue pages.
const againBit = 1 << 31

func newHost(number uint32) *host {
	h := &host{number: number}
	h.of = h
	return h
}

// queueOf returns the queue of a record that is queued or overdue.
func queueOf(r *record) *host {
	h := r.host
	if r.State != transition.Overdue {
		return h
	}
	if h.again == nil {
		h.again = &host{number: h.number | againBit, of: h}
	}
	return h.again
}

// findHost sets the host of a record, if it is not set.
func (f *Frontier) findHost(r *record) (err error) {
	if r.host == nil {
		r.host, err = f.hostFor(r.HostKey)
	}
	return err
}

// saveHost stores a host's number and the time of its next visit.
func (f *Frontier) saveHost(h *host) {
	f.batch.put(kv.Hosts, layout.HostKey(h.key), f.encodeHost(h))
}

func (f *Frontier) encodeHost(h *host) []byte {
	b := binary.BigEndian.AppendUint32(nil, h.number)
	next := int64(0)
	if !h.next.IsZero() {
		next = f.clock.At(h.next)
	}
	b = binary.BigEndian.AppendUint64(b, uint64(next))
	return fields.AppendString(b, h.key)
}

func (f *Frontier) decodeHost(b []byte) (*host, error) {
	c := layout.Read(b)
	number := c.Take(layout.HostSize)
	next := int64(c.Uint64())
	key := c.String()
	if err := c.End(); err != nil {
		return nil, err
	}
	h := newHost(binary.BigEndian.Uint32(number))
	h.key = key
	if next != 0 {
		h.next = f.clock.Time(next)
	}
	return h, nil
}

// wait has no URL of the host leased until a time. It never shortens a wait.
func (f *Frontier) wait(h *host, until time.Time) {
	if until.After(h.next) {
		h.next = until
		f.saveHost(h)
	}
}

// settle puts a host where its queues, leases and next time say it belongs. It
// is called after any of these has changed.
func (f *Frontier) settle(h *host, now time.Time) {
	h = h.of
	if keep := h.open || h.again != nil && h.again.open || h.leases > 0; keep != h.kept {
		h.kept = keep
		if keep {
			f.hosts[h.key] = h
		} else {
			delete(f.hosts, h.key)
		}
	}
	f.settleQueue(h, &f.ready, now)
	if h.again != nil {
		f.settleQueue(h.again, &f.overdue, now)
	}
}

func (f *Frontier) settleQueue(h *host, ready *heap.Heap[*host], now time.Time) {
	var place *heap.Heap[*host]
	switch {
	case !h.open || int(h.of.leases) >= max(1, f.options.PerHost):
	case h.of.next.After(now):
		place = &f.waiting
	default:
		place = ready
	}
	heap.Move(h, h.pos, h.place, place)
	h.place = place
}

// withheld yields the hosts with URLs queued that may not be visited now, each once.
func (f *Frontier) withheld() iter.Seq[*host] {
	return func(yield func(*host) bool) {
		for _, h := range f.waiting.Items {
			if h.of == h && !yield(h) {
				return
			}
		}
		seen := make(map[*host]bool) // with as many leases as they are allowed
		for _, l := range f.leases {
			h := l.record.host
			if h.place != nil || !h.open || seen[h] {
				continue
			}
			if !yield(h) {
				return
			}
			seen[h] = true
		}
	}
}

// insert adds a record to its host's queue.
func (f *Frontier) insert(r *record, now time.Time) {
	f.place(r)
	f.lead(queueOf(r), now)
}

// remove takes the record of a rank out of its host's queue.
func (f *Frontier) remove(h *host, id hash, k rank, now time.Time) error {
	if err := f.displace(h, id, k); err != nil {
		return err
	}
	f.lead(h, now)
	return nil
}

// place is insert before lead. Where stale places may be passed again and again, a place
// before the first one is kept in memory.
func (f *Frontier) place(r *record) {
	b, h, k := f.batch, queueOf(r), layout.RankOf(f.options.Order, &r.Record)
	b.put(kv.Queue, layout.QueueKey(h.number, k), r.hash[:])
	switch {
	case h.queued && h.stored.Before(k):
	case h.valued == nil:
		h.queued, h.stored = true, k
	default:
		f.track(&valued{hash: r.hash, host: h, was: k, is: k, value: r.Value})
	}
}

// displace is remove before lead.
func (f *Frontier) displace(h *host, id hash, k rank) error {
	v := f.valued[id]
	if v != nil {
		k = v.was
		f.untrack(v)
	}
	f.batch.delete(kv.Queue, layout.QueueKey(h.number, k))
	if v != nil {
		return nil
	}
	return f.pass(h, k)
}

// pass finds the first place that is not stale, if it was one that no longer counts.
func (f *Frontier) pass(h *host, k rank) (err error) {
	if h.queued && h.stored == k {
		h.stored, h.queued, err = f.following(h, k)
	}
	return err
}

// lead finds out which place comes first after one has changed.
func (f *Frontier) lead(h *host, now time.Time) {
	front, open := h.stored, h.queued
	if h.valued != nil {
		if best := h.valued.Items[0].is; !open || best.Before(front) {
			front, open = best, true
		}
	}
	if open != h.open || open && front != h.front {
		h.front, h.open = front, open
		f.settle(h, now)
	}
}

// following returns the rank after another in a host's queue of the store, of those that
// are not in memory.
func (f *Frontier) following(h *host, k rank) (next rank, ok bool, err error) {
	err = f.batch.From(kv.Queue, append(layout.QueueKey(h.number, k), 0), func(key, id []byte) bool {
		after, own := layout.RankOnHost(h.number, key)
		if own && len(id) == len(hash{}) && f.valued[hash(id)] != nil {
			return true
		}
		next, ok = after, own
		return false
	})
	return next, ok, err
}
