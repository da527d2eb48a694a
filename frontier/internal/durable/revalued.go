package durable

import (
	"bytes"
	"slices"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/internal/durable/internal/layout"
	"github.com/lokman-crawler/lokman/frontier/internal/kv"
	"github.com/lokman-crawler/lokman/internal/heap"
)

// A strategy may value scores of queued URLs again with every page. Such a URL keeps its
// place in the store's queue, and the value in its record; the one that it has is in
// memory, and in the log of values (valuelog.go), until it is leased or there are too
// many. A place that is no longer a record's is stale.

// A valued is a queued record whose place is in memory: its value has changed, or it was
// queued before one whose value has.
type valued struct {
	hash  hash
	host  *host
	was   rank    // in the store
	is    rank    // by the value
	value float64 // of the record
	pos   int32   // in host.valued
}

// maxValued is how many there may be, of some 130 bytes each.
var maxValued = 1 << 17

// coalesces reports whether values are kept in memory. Only the plain order is kept up
// there, not the batches of BestNFirst or the index that a capacity takes, and a history
// has an event of each value anyway.
func (f *Frontier) coalesces() bool {
	return f.options.Order == frontier.BestFirst && !f.bounded() && !f.options.History
}

// revalue has a queued record be what it is after a change. What is not its value is
// written, beside the value that its place in the store has.
func (f *Frontier) revalue(old, r *record, now time.Time) error {
	changed := *old
	changed.Value = r.Value
	onlyValue := changed == *r
	if o := f.options.Order; r.Value != old.Value && o != frontier.FIFO && o != frontier.LIFO { // whose places are by age
		if err := f.keepValue(old, r, now); err != nil || onlyValue {
			return err
		}
	}
	f.counters.Bytes += uint64(r.Size() - old.Size())
	f.save(r)
	return nil
}

// keepValue keeps the value of a queued record in memory.
func (f *Frontier) keepValue(old, r *record, now time.Time) error {
	if err := f.findHost(r); err != nil {
		return err
	}
	v := f.valued[r.hash]
	if v == nil {
		was := layout.RankOf(f.options.Order, &old.Record)
		v = &valued{hash: r.hash, host: r.host, was: was, is: was}
		f.track(v)
		if err := f.pass(r.host, was); err != nil {
			return err
		}
	}
	f.setValue(v, r.Value, now)
	return nil
}

// setValue changes a value and the place by it.
func (f *Frontier) setValue(v *valued, value float64, now time.Time) {
	v.value = value
	v.is.SetValue(value)
	v.host.valued.Fix(v.pos)
	f.lead(v.host, now)
	f.log.add(v.hash, value)
}

// track keeps the place of a queued record in memory.
func (f *Frontier) track(v *valued) {
	h := v.host
	if h.valued == nil {
		h.valued = &heap.Heap[*valued]{
			Before: func(a, b *valued) bool { return a.is.Before(b.is) },
			Moved:  func(v *valued, pos int32) { v.pos = pos },
		}
	}
	h.valued.Push(v)
	f.valued[v.hash] = v
}

// untrack no longer does.
func (f *Frontier) untrack(v *valued) {
	delete(f.valued, v.hash)
	v.host.valued.Remove(v.pos)
	if len(v.host.valued.Items) == 0 {
		v.host.valued = nil
	}
}

// writeValues writes the records whose values are in memory, in their order, and empties
// the log of values. The changes of a transaction are in memory, so it takes several.
func (f *Frontier) writeValues() {
	all := make([]*valued, 0, len(f.valued))
	for _, v := range f.valued {
		all = append(all, v)
	}
	slices.SortFunc(all, func(a, b *valued) int { return bytes.Compare(a.hash[:], b.hash[:]) })
	for some := range slices.Chunk(all, changesAtOnce) {
		f.attempt(func(b *batch) error {
			for _, v := range some {
				if err := f.writeValue(b, v); err != nil {
					return err
				}
			}
			return nil
		})
		f.commit()
	}
	clear(f.valued)
	for _, v := range all { // what was first in memory is first in the store
		if h := v.host; h.valued != nil {
			h.valued, h.queued, h.stored = nil, true, h.front
		}
	}
	f.attempt(func(b *batch) error {
		f.shortenLog(b)
		return nil
	})
	f.commit()
}

// changesAtOnce is how many records a transaction rewrites.
const changesAtOnce = 10_000

func (f *Frontier) writeValue(b *batch, v *valued) error {
	r, err := f.record(v.hash)
	if err != nil || v.is == v.was {
		return err
	}
	delete(f.valued, v.hash) // so that the value is written
	b.delete(kv.Queue, layout.QueueKey(v.host.number, v.was))
	b.put(kv.Queue, layout.QueueKey(v.host.number, v.is), r.hash[:])
	if f.bounded() {
		b.delete(kv.Lowest, v.was[:])
		b.put(kv.Lowest, v.is[:], r.hash[:])
	}
	f.save(&r)
	return nil
}
