package durable

import (
	"cmp"
	"encoding/binary"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/internal/durable/internal/layout"
	"github.com/lokman-crawler/lokman/frontier/internal/kv"
	"github.com/lokman-crawler/lokman/internal/transition"
)

// record returns a record of the store.
func (f *Frontier) record(id hash) (record, error) {
	stored, err := f.batch.Get(kv.Records, id[:])
	if err != nil {
		return record{}, err
	}
	return f.decode(id, stored)
}

// decode returns a stored record with the value that it has.
func (f *Frontier) decode(id hash, stored []byte) (record, error) {
	decoded, err := layout.DecodeRecord(stored)
	r := record{Record: decoded, hash: id}
	if v := f.valued[id]; v != nil {
		r.Value = v.value
	}
	return r, err
}

// named returns the record of a hash that is a value of the store.
func (f *Frontier) named(stored []byte) (record, error) {
	id, err := layout.HashIn(stored)
	if err != nil {
		return record{}, err
	}
	return f.record(id)
}

// listed returns the record of a hash that is a value in a space of those in a state.
func (f *Frontier) listed(stored []byte, s transition.State) (record, error) {
	r, err := f.named(stored)
	if err == nil && r.State != s {
		err = kv.ErrDamaged
	}
	return r, err
}

// best returns the best record of a host's queue.
func (f *Frontier) best(h *host) (record, error) {
	if h.valued != nil {
		if v := h.valued.Items[0]; v.is == h.front {
			return f.placed(v.hash[:], h, v.is)
		}
	}
	return f.queued(h, h.front)
}

// queued returns the record that stands in a host's queue of the store.
func (f *Frontier) queued(h *host, k rank) (record, error) {
	id, err := f.batch.Get(kv.Queue, layout.QueueKey(h.number, k))
	if err != nil {
		return record{}, err
	}
	return f.placed(id, h, k)
}

// placed returns the record of a place.
func (f *Frontier) placed(id []byte, h *host, k rank) (record, error) {
	state := transition.Queued
	if h.of != h {
		state = transition.Overdue
	}
	r, err := f.listed(id, state)
	if err == nil && (layout.RankOf(f.options.Order, &r.Record) != k || r.HostKey != h.of.key) {
		err = kv.ErrDamaged
	}
	return r, err
}

// save stores a record.
func (f *Frontier) save(r *record) {
	stored := *r
	if v := f.valued[r.hash]; v != nil {
		stored.Value = v.was.Value()
	}
	f.batch.put(kv.Records, r.hash[:], stored.Encode())
}

// apply changes a record as an event does, and the counts with it. It reports
// false if the event does not happen in the record's state. To put the record
// where its new state belongs is left to the caller.
func (f *Frontier) apply(r *record, e transition.Event) bool {
	old := r.State
	ok := r.Apply(e)
	if slot := f.overSlot(r.hash); *slot == r.hash {
		*slot = hash{}
	}
	f.counters.Count[old]--
	f.counters.Count[r.State]++
	return ok
}

// overSlot returns where Frontier.over may have a record.
func (f *Frontier) overSlot(id hash) *hash {
	return &f.over[binary.BigEndian.Uint32(id[len(id)-4:])%uint32(len(f.over))]
}

// enqueue queues a record that is in no queue. The caller saves it and then
// evicts what is too much.
func (f *Frontier) enqueue(r *record, now time.Time) error {
	if err := f.findHost(r); err != nil {
		return err
	}
	f.insert(r, now)
	f.include(r)
	return nil
}

// delay queues a record that is in no queue for a later time; as enqueue.
func (f *Frontier) delay(r *record, until time.Time) {
	r.Due = f.clock.At(until)
	space, first := kv.Delayed, &f.due
	if r.State == transition.Due {
		space, first = kv.Due, &f.dueAgain
	}
	f.batch.put(space, layout.DelayedKey(&r.Record), r.hash[:])
	*first = min(*first, r.Due)
	f.include(r)
}

// dequeue takes a record out of whatever queue it is in. The caller saves it.
func (f *Frontier) dequeue(r *record, now time.Time) error {
	b := f.batch
	f.exclude(r)
	switch r.State {
	case transition.Queued, transition.Overdue:
		if err := f.findHost(r); err != nil {
			return err
		}
		if err := f.remove(queueOf(r), r.hash, layout.RankOf(f.options.Order, &r.Record), now); err != nil {
			return err
		}
		if r.Batch {
			r.Batch = false
			f.counters.InBatch--
		}
	case transition.Delayed:
		b.delete(kv.Delayed, layout.DelayedKey(&r.Record))
		r.Due = 0
		return f.findDue()
	case transition.Due:
		b.delete(kv.Due, layout.DelayedKey(&r.Record))
		r.Due = 0
		return f.findDue()
	}
	return nil
}

// findDue finds out when the first delayed record and the first that is due again are.
func (f *Frontier) findDue() (err error) {
	if f.due, err = f.firstDue(kv.Delayed); err != nil {
		return err
	}
	f.dueAgain, err = f.firstDue(kv.Due)
	return err
}

func (f *Frontier) firstDue(s kv.Space) (due int64, err error) {
	key, _, err := kv.First(f.batch, s, nil)
	if err != nil || key == nil {
		return never, err
	}
	return layout.DueIn(key)
}

// rerank puts a record that waits in its place after it has changed.
func (f *Frontier) rerank(old, r *record, now time.Time) error {
	was, is := layout.RankOf(f.options.Order, &old.Record), layout.RankOf(f.options.Order, &r.Record)
	if r.State == transition.Queued && was != is {
		if err := f.findHost(r); err != nil {
			return err
		}
		if err := f.displace(r.host, r.hash, was); err != nil {
			return err
		}
		f.place(r)
		f.lead(r.host, now)
	}
	if r.Counted() {
		if f.bounded() && was != is {
			f.batch.delete(kv.Lowest, was[:])
			f.batch.put(kv.Lowest, is[:], r.hash[:])
		}
		f.counters.Bytes += uint64(r.Size() - old.Size())
	}
	f.save(r)
	_, err := f.evict(r.hash, now)
	return err
}

func (f *Frontier) bounded() bool { return f.options.Capacity > 0 || f.options.Bytes > 0 }

// include counts a record towards the capacity, exclude no longer does.
func (f *Frontier) include(r *record) {
	if !r.Counted() {
		return
	}
	f.counters.Bytes += uint64(r.Size())
	if f.bounded() {
		b, k := f.batch, layout.RankOf(f.options.Order, &r.Record)
		b.put(kv.Lowest, k[:], r.hash[:])
	}
}

func (f *Frontier) exclude(r *record) {
	if !r.Counted() {
		return
	}
	f.counters.Bytes -= uint64(r.Size())
	if f.bounded() {
		b, k := f.batch, layout.RankOf(f.options.Order, &r.Record)
		b.delete(kv.Lowest, k[:])
	}
}

// evict pushes out what is too much and reports whether a record was among it.
func (f *Frontier) evict(own hash, now time.Time) (evictedOwn bool, err error) {
	for f.full() {
		key, id, err := f.batch.Last(kv.Lowest)
		if err != nil {
			return false, err
		}
		r, err := f.named(id)
		if err != nil {
			return false, err
		}
		if k := layout.RankOf(f.options.Order, &r.Record); string(k[:]) != string(key) || !r.Counted() {
			return false, kv.ErrDamaged
		}
		if err := f.dequeue(&r, now); err != nil {
			return false, err
		}
		f.apply(&r, transition.Evict)
		if err := f.note(&r, frontier.Event{Time: now, Kind: transition.KindEvicted}); err != nil {
			return false, err
		}
		f.save(&r)
		evictedOwn = evictedOwn || r.hash == own
	}
	return evictedOwn, nil
}

func (f *Frontier) full() bool {
	o, c := f.options, &f.counters
	n := c.Count[transition.Queued] + c.Count[transition.Delayed]
	return n > 0 && (o.Capacity > 0 && n > uint64(o.Capacity) || o.Bytes > 0 && int64(c.Bytes) > o.Bytes)
}

// formBatch puts the N best queued records into a new batch once the last one
// is used up. It costs O(hosts + N log N), for every N URLs.
func (f *Frontier) formBatch() error {
	if f.options.Order != frontier.BestNFirst || f.counters.InBatch > 0 || f.counters.Count[transition.Queued] == 0 {
		return nil
	}
	n := cmp.Or(f.options.BatchSize, transition.BatchSize)
	candidates := f.fronts()
	b := f.batch
	for range n {
		if len(candidates.Items) == 0 {
			break
		}
		best := candidates.Items[0]
		candidates.Remove(0)
		key := layout.QueueKey(best.host.number, best.rank)
		r, err := f.queued(best.host, best.rank)
		if err != nil {
			return err
		}
		b.delete(kv.Queue, key)
		next, ok, err := f.following(best.host, best.rank)
		if err != nil {
			return err
		}
		if ok {
			candidates.Push(front{host: best.host, rank: next})
		}
		f.exclude(&r)
		r.Batch = true
		f.include(&r)
		f.save(&r)
		f.counters.InBatch++
		// It ranks before all that is in no batch as it is, so the heaps of
		// hosts stay in order.
		k := layout.RankOf(f.options.Order, &r.Record)
		b.put(kv.Queue, layout.QueueKey(best.host.number, k), r.hash[:])
		if best.rank == best.host.front {
			best.host.front, best.host.stored = k, k
		}
	}
	return nil
}
