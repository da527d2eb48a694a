package durable

import (
	"bytes"
	"encoding/binary"
	"iter"
	"time"

	"github.com/lokman-crawler/lokman/internal/fields"
	"github.com/lokman-crawler/lokman/internal/heap"
)

// host is a key of politeness. It is in memory, in Frontier.hosts, while it has
// URLs queued or leased. With URLs queued it stands in Frontier.ready when it
// may be visited now and in Frontier.waiting when it may be visited later; a
// host with as many leases as it is allowed stands in neither.
type host struct {
	key    string
	next   time.Time // not before
	place  *heap.Heap[*host]
	pos    int32 // in place
	leases int32
	number uint32 // in keys of the queue
	open   bool   // some URL is queued
	kept   bool   // in Frontier.hosts
	front  rank   // of the best queued URL
}

// hostFor returns the host of a key from memory or the store, or a new one.
func (f *Frontier) hostFor(key string) (*host, error) {
	if h := f.hosts[key]; h != nil {
		return h, nil
	}
	stored, err := f.batch.Get(Hosts, hostKey(key))
	if err != nil {
		return nil, err
	}
	if stored == nil {
		h := &host{key: key, number: uint32(f.counters.hosts)}
		f.counters.hosts++
		f.saveHost(h)
		return h, nil
	}
	h, err := f.decodeHost(stored)
	if err == nil && h.key != key {
		err = ErrDamaged
	}
	return h, err
}

// findHost sets the host of a record, if it is not set.
func (f *Frontier) findHost(r *record) (err error) {
	if r.host == nil {
		r.host, err = f.hostFor(r.hostKey)
	}
	return err
}

// hostKey has no store keep an empty key or a very long one.
func hostKey(key string) []byte {
	const longest = 1 << 10
	if len(key) > longest {
		sum := hashOf(key)
		return append([]byte("#"), sum[:]...)
	}
	return append([]byte("="), key...)
}

// saveHost stores a host's number and the time of its next visit.
func (f *Frontier) saveHost(h *host) {
	b := f.batch
	b.put(Hosts, hostKey(h.key), f.encodeHost(h))
}

func (f *Frontier) encodeHost(h *host) []byte {
	b := binary.BigEndian.AppendUint32(nil, h.number)
	next := int64(0)
	if !h.next.IsZero() {
		next = f.clock.at(h.next)
	}
	b = binary.BigEndian.AppendUint64(b, uint64(next))
	return fields.AppendString(b, h.key)
}

func (f *Frontier) decodeHost(b []byte) (*host, error) {
	c := read(b)
	number := c.Take(hostSize)
	next := int64(c.Uint64())
	key := c.String()
	if err := c.end(); err != nil {
		return nil, err
	}
	h := &host{key: key, number: binary.BigEndian.Uint32(number)}
	if next != 0 {
		h.next = f.clock.time(next)
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

// settle puts a host where its queue, leases and next time say it belongs. It
// is called after any of these has changed.
func (f *Frontier) settle(h *host, now time.Time) {
	if keep := h.open || h.leases > 0; keep != h.kept {
		h.kept = keep
		if keep {
			f.hosts[h.key] = h
		} else {
			delete(f.hosts, h.key)
		}
	}
	var place *heap.Heap[*host]
	switch {
	case !h.open || int(h.leases) >= max(1, f.options.PerHost):
	case h.next.After(now):
		place = &f.waiting
	default:
		place = &f.ready
	}
	heap.Move(h, h.pos, h.place, place)
	h.place = place
}

// withheld yields the hosts with URLs queued that may not be visited now, each once.
func (f *Frontier) withheld() iter.Seq[*host] {
	return func(yield func(*host) bool) {
		for _, h := range f.waiting.Items {
			if !yield(h) {
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
	b, h, k := f.batch, r.host, rankOf(f.options.Order, r)
	b.put(Queue, queueKey(h.number, k), r.hash[:])
	if !h.open || bytes.Compare(k[:], h.front[:]) < 0 {
		h.open, h.front = true, k
		f.settle(h, now)
	}
}

// remove takes the record of a rank out of its host's queue.
func (f *Frontier) remove(h *host, k rank, now time.Time) error {
	b := f.batch
	key := queueKey(h.number, k)
	b.delete(Queue, key)
	if k == h.front {
		var err error
		if h.front, h.open, err = b.after(h.number, key); err != nil {
			return err
		}
		f.settle(h, now)
	}
	return nil
}

// after returns the rank of the first queued record of a host from a key on.
func (b *batch) after(number uint32, key []byte) (next rank, ok bool, err error) {
	k, _, err := first(b, Queue, key)
	next, ok = rankOnHost(number, k)
	return next, ok, err
}

// following returns the rank of the queued record of a host after that of a key.
func (b *batch) following(number uint32, key []byte) (rank, bool, error) {
	return b.after(number, append(key, 0))
}

// rankOnHost returns the rank in a key of the queue if the key is the host's.
func rankOnHost(number uint32, key []byte) (rank, bool) {
	if len(key) != hostSize+len(rank{}) || binary.BigEndian.Uint32(key) != number {
		return rank{}, false
	}
	return rank(key[hostSize:]), true
}
