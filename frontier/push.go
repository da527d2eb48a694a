package frontier

import (
	"cmp"
	"context"
	"time"

	"github.com/lokman-crawler/lokman/internal/transition"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// Push implements [Frontier].
func (f *Memory) Push(ctx context.Context, entries ...Entry) error {
	if err := cmp.Or(ctx.Err(), f.invalid); err != nil {
		return err
	}
	if err := Valid(entries...); err != nil {
		return err
	}
	f.lock()
	defer f.mu.Unlock()
	now := time.Now()
	for _, e := range entries {
		f.push(e, now)
	}
	f.waiters.Serve(now)
	return nil
}

func (f *Memory) push(e Entry, now time.Time) {
	id, known := f.ids[e.URL]
	if !known {
		if !e.Known && !e.Stale {
			f.add(e, now)
		}
		return
	}
	r := f.records.at(id)
	if e.Stale {
		if r.State == transition.Due {
			f.restart(id, e.Value)
			f.noteDiscovery(id, transition.KindMerged, e, now)
			f.fall(id, now)
		}
		return
	}
	if !f.apply(id, transition.Value) {
		return
	}
	before := r.value
	f.merge(id, e, now)
	if r.value > before && f.recover(id, now) {
		return
	}
	f.rerank(id, now)
}

// merge re-evaluates a record that waits.
func (f *Memory) merge(id uint32, e Entry, now time.Time) {
	r, v := f.records.at(id), f.options.Reevaluation
	value, given := v.Merge(r.value, f.contributions[id], e)
	if given != nil {
		f.contributions[id] = given
	}
	if v == GetGreater && value > r.value && !e.Known {
		before := f.size(id)
		r.discovered(e)
		if f.counted(r) {
			f.bytes += f.size(id) - before
		}
	}
	if !e.Known {
		r.depth = min(r.depth, int32(e.Depth))
	}
	r.value = value
	f.noteDiscovery(id, transition.KindMerged, e, now)
}

func (f *Memory) add(e Entry, now time.Time) {
	key := e.Host
	if key == "" {
		key = weburl.HostOf(e.URL)
	}
	id := f.records.add()
	r := f.records.at(id)
	*r = record{url: e.URL, value: e.Value, depth: int32(e.Depth), host: f.hostFor(key)}
	r.discovered(e)
	if given := f.options.Reevaluation.Start(e); given != nil {
		f.contributions[id] = given
	}
	f.ids[e.URL] = id
	f.noteDiscovery(id, transition.KindFound, e, now)
	f.apply(id, transition.Find)
	f.enqueue(id, now)
}

// recover queues an evicted record. It reports false if the record was not
// evicted. The capacity may evict it again at once.
func (f *Memory) recover(id uint32, now time.Time) bool {
	if !f.apply(id, transition.Recover) {
		return false
	}
	f.enqueue(id, now)
	if f.records.at(id).State == transition.Queued {
		f.note(id, Event{Time: now, Kind: transition.KindRecovered})
	}
	return true
}

// Rescore implements [Abilities] in O(n log n), at one moment for all URLs.
// value must not call the frontier.
func (f *Memory) Rescore(ctx context.Context, value func(Entry) float64) error {
	f.lock()
	defer f.mu.Unlock()
	var ids []uint32
	var values []float64
	for id := range f.records.n {
		if !f.apply(id, transition.Value) {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		e := f.records.at(id).entry()
		e.Value = value(e)
		if err := Valid(e); err != nil {
			return err
		}
		ids, values = append(ids, id), append(values, e.Value)
	}
	now := time.Now()
	for i, id := range ids {
		f.rescore(id, values[i], now)
	}
	for _, id := range ids { // once all have their values
		f.recover(id, now)
	}
	f.waiters.Serve(now)
	return nil
}

func (f *Memory) rescore(id uint32, value float64, now time.Time) {
	f.restart(id, value)
	f.note(id, Event{Time: now, Kind: transition.KindRescored})
	f.rerank(id, now)
}

// restart gives a record a value and has it forget what that was merged from.
func (f *Memory) restart(id uint32, value float64) {
	f.records.at(id).value = value
	if given := f.options.Reevaluation.Restart(value); given != nil {
		f.contributions[id] = given
	}
}
