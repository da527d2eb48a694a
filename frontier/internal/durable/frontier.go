// Package durable is a frontier over an ordered key-value store on disk, such as that of
// package frontier/bolt. It behaves as [frontier.Memory]; when Push, Pop and Done return,
// their changes are in the store.
//
// The queue is in the store. In memory are the hosts that have URLs queued, about 230
// bytes each, the leases, and what queued URLs were valued again with (revalued.go).
package durable

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/internal/durable/internal/layout"
	"github.com/lokman-crawler/lokman/frontier/internal/kv"
	"github.com/lokman-crawler/lokman/internal/heap"
	"github.com/lokman-crawler/lokman/internal/transition"
	"github.com/lokman-crawler/lokman/internal/waitqueue"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// A Frontier is a [frontier.Frontier] on disk, with all [frontier.Abilities]. Workers
// that call it at once share their writes to disk, so that the time of one
// fsync is the time of many; the links of a page should come in one call.
//
// When the store cannot be written, turns out to be damaged, or is no longer where it
// was opened, that call and all later ones return the error; what was acknowledged
// before is in the store.
type Frontier struct {
	name    string // of the kind of store and where it is, for errors
	options frontier.Options
	store   kv.Store

	arriving  atomic.Int32 // callers that wait for mu
	snapshots sync.Mutex   // held while one is kept

	mu         sync.Mutex
	committing bool                   // a caller will commit the batch, unless another waits for mu
	waiters    waitqueue.Queue[claim] // blocked calls of Pop
	batch      *batch                 // what has been changed since the last commit, or nil
	err        error                  // why the frontier can no longer be used
	counters   layout.Counters
	clock      layout.Clock
	token      uint64
	observed   uint64 // observations ever kept
	snapshot   layout.Snapshot

	revisitAt time.Time // when the next revisit may be, if its host has to wait

	hosts    map[string]*host // those with URLs queued or leased
	ready    heap.Heap[*host] // those that may be visited now, the one with the best URL first
	overdue  heap.Heap[*host] // likewise queues of pages that are due again
	share    transition.Share // of these
	waiting  heap.Heap[*host] // both, that may be visited later, the earliest first
	valued   map[hash]*valued // whose places are in memory
	log      valueLog
	over     [1 << 15]hash // some that are done or dead, by their last bytes; most links lead to such
	leases   map[hash]*lease
	expiring heap.Heap[*lease] // the earliest first; only with a lease time
	due      int64             // by the clock: when the first delayed record is due, if there is one
	dueAgain int64             // likewise the first that is due again
}

var _ interface {
	frontier.Frontier
	frontier.Abilities
	frontier.SnapshotStore
} = (*Frontier)(nil)

func newFrontier(name string, o frontier.Options) *Frontier {
	f := &Frontier{name: name, options: o, hosts: make(map[string]*host), leases: make(map[hash]*lease), valued: make(map[hash]*valued)}
	f.waiters.Source = source{f}
	f.ready.Before = func(a, b *host) bool { return a.front.Before(b.front) }
	f.ready.Moved = func(h *host, pos int32) { h.pos = pos }
	f.overdue.Before, f.overdue.Moved = f.ready.Before, f.ready.Moved
	f.waiting.Before = func(a, b *host) bool { return a.of.next.Before(b.of.next) }
	f.waiting.Moved = f.ready.Moved
	f.expiring.Before = func(a, b *lease) bool { return a.Expires.Before(b.Expires) }
	f.expiring.Moved = func(l *lease, pos int32) { l.pos = pos }
	return f
}

// Close ends the frontier. Blocked and later calls return an error that wraps
// fs.ErrClosed. Leases that are held end when the store is opened again. The
// error says what went wrong since the last call.
func (f *Frontier) Close() error {
	f.lock()
	before := f.err
	f.commit()
	if len(f.valued) > 0 || !f.log.empty() {
		f.writeValues()
	}
	// A store may have two places that say where everything is and, should the last one
	// be damaged, take that of the commit before: here it says the same.
	f.attempt(func(b *batch) error {
		b.dirty = true
		return nil
	})
	f.commit()
	store, failed := f.store, f.err
	f.store, f.err = nil, cmp.Or(f.err, fmt.Errorf("%s: %w", f.name, fs.ErrClosed))
	f.waiters.Serve(time.Now())
	f.commitAndUnlock()
	if store == nil {
		return nil // closed before
	}
	err := store.Close()
	if before == nil && failed != nil {
		return failed
	}
	return err
}

// discovery is an entry as it is pushed.
type discovery struct {
	frontier.Entry
	hash   hash
	reason string // only with a history
}

// discoveries does what needs no lock.
func (f *Frontier) discoveries(entries []frontier.Entry) []discovery {
	ds := make([]discovery, len(entries))
	for i, e := range entries {
		ds[i] = discovery{Entry: e, hash: layout.HashOf(e.URL)}
		if f.options.History && e.Reason != nil {
			ds[i].reason = e.Reason.String()
		}
	}
	return ds
}

// Push implements [frontier.Frontier].
func (f *Frontier) Push(ctx context.Context, entries ...frontier.Entry) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := frontier.Valid(entries...); err != nil {
		return err
	}
	found := f.discoveries(entries)
	return f.update(func(now time.Time) error { return f.pushAll(found, now) })
}

func (f *Frontier) pushAll(found []discovery, now time.Time) error {
	for i := range found {
		if err := f.push(&found[i], now); err != nil {
			return err
		}
	}
	return nil
}

func (f *Frontier) push(d *discovery, now time.Time) error {
	if f.leases[d.hash] != nil || *f.overSlot(d.hash) == d.hash {
		return nil
	}
	if v := f.valued[d.hash]; v != nil && d.Known && !d.Stale && !f.keepsGiven() {
		if value, _ := f.options.Reevaluation.Merge(v.value, nil, d.Entry); value != v.value {
			f.setValue(v, value, now)
		}
		return nil
	}
	stored, err := f.batch.Get(kv.Records, d.hash[:])
	if err != nil {
		return err
	}
	switch {
	case stored == nil && (d.Known || d.Stale):
		return nil
	case stored == nil:
		return f.add(d, now)
	case layout.Over(stored, d.URL):
		*f.overSlot(d.hash) = d.hash
		return nil
	}
	r, err := f.decode(d.hash, stored)
	if err != nil {
		return err
	}
	if r.URL != d.URL {
		return fmt.Errorf("%q and %q have the same hash", weburl.Redact(r.URL), weburl.Redact(d.URL))
	}
	if d.Stale || !f.apply(&r, transition.Value) {
		return f.signed(&r, d, now)
	}
	old := r
	if err := f.merge(&r, d, now); err != nil || r.Value == old.Value && r.Depth == old.Depth {
		return err
	}
	if r.Value > old.Value && r.State == transition.Evicted {
		return f.recover(&r, now)
	}
	if f.coalesces() && r.State == transition.Queued {
		return f.revalue(&old, &r, now)
	}
	f.logAnew(&r)
	return f.rerank(&old, &r, now)
}

// recover queues an evicted record; another it leaves as it is. The capacity may
// evict it again at once.
func (f *Frontier) recover(r *record, now time.Time) error {
	if !f.apply(r, transition.Recover) {
		return nil
	}
	if err := f.enqueue(r, now); err != nil {
		return err
	}
	f.logAnew(r)
	f.save(r)
	again, err := f.evict(r.hash, now)
	if err != nil || again {
		return err
	}
	return f.note(r, frontier.Event{Time: now, Kind: transition.KindRecovered})
}

func (f *Frontier) add(d *discovery, now time.Time) error {
	r := record{Record: layout.Record{URL: d.URL, Value: d.Value, Depth: d.Depth, HostKey: d.Host, Age: f.counters.Records()}, hash: d.hash}
	if r.HostKey == "" {
		r.HostKey = weburl.HostOf(d.URL)
	}
	r.Discovered(d.Entry)
	if given := f.options.Reevaluation.Start(d.Entry); given != nil {
		f.saveGiven(&r, given)
	}
	if err := f.noteDiscovery(&r, transition.KindFound, d, now); err != nil {
		return err
	}
	f.counters.Count[transition.Fresh]++
	return f.requeue(&r, transition.Find, now)
}

// merge re-evaluates a record that waits.
func (f *Frontier) merge(r *record, d *discovery, now time.Time) error {
	v := f.options.Reevaluation
	given, err := f.givenTo(r)
	if err != nil {
		return err
	}
	value, given := v.Merge(r.Value, given, d.Entry)
	if given != nil {
		f.saveGiven(r, given)
	}
	if v == frontier.GetGreater && value > r.Value && !d.Known {
		r.Discovered(d.Entry)
	}
	if !d.Known {
		r.Depth = min(r.Depth, d.Depth)
	}
	r.Value = value
	return f.noteDiscovery(r, transition.KindMerged, d, now)
}

// rescored is a record and its new value.
type rescored struct {
	hash    hash
	age     uint64
	value   float64
	evicted bool
}

// Rescore implements [frontier.Abilities] in O(n log n), at one moment for all
// URLs. It takes some 40 bytes of memory a URL. value must not call the
// frontier. If the process dies meanwhile, some URLs keep their old value.
func (f *Frontier) Rescore(ctx context.Context, value func(frontier.Entry) float64) error {
	f.lock()
	defer f.commitAndUnlock()
	all, err := f.ask(ctx, value)
	if err != nil {
		return err
	}
	f.writeValues()
	slices.SortFunc(all, func(a, b rescored) int { return cmp.Compare(a.age, b.age) })
	now := time.Now()
	for some := range slices.Chunk(all, changesAtOnce) {
		f.attempt(func(*batch) error {
			for _, s := range some {
				if err := f.rescore(s, now); err != nil {
					return err
				}
			}
			return nil
		})
		f.commit()
	}
	for some := range slices.Chunk(all, changesAtOnce) { // once all have their values
		f.attempt(func(*batch) error {
			for _, s := range some {
				if !s.evicted {
					continue
				}
				r, err := f.record(s.hash)
				if err != nil {
					return err
				}
				if err := f.recover(&r, now); err != nil {
					return err
				}
			}
			return nil
		})
		f.commit()
	}
	f.waiters.Serve(now)
	return f.err
}

// ask asks for the value of everything that is queued or evicted.
func (f *Frontier) ask(ctx context.Context, value func(frontier.Entry) float64) ([]rescored, error) {
	var all []rescored
	for last := []byte{}; ; {
		var some []record
		if err := f.attempt(func(*batch) (err error) {
			some, last, err = f.someRecords(last)
			return err
		}); err != nil {
			return nil, err
		}
		if len(some) == 0 {
			return all, nil
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for _, r := range some {
			if _, waits := transition.Next(r.State, r.Revisited, transition.Value); !waits {
				continue
			}
			e := r.Entry()
			e.Value = value(e)
			if err := frontier.Valid(e); err != nil {
				return nil, err
			}
			all = append(all, rescored{r.hash, r.Age, e.Value, r.State == transition.Evicted})
		}
	}
}

func (f *Frontier) rescore(s rescored, now time.Time) error {
	r, err := f.record(s.hash)
	if err != nil {
		return err
	}
	old := r
	r.Value = s.value
	f.restartGiven(&r)
	if err := f.note(&r, frontier.Event{Time: now, Kind: transition.KindRescored}); err != nil {
		return err
	}
	return f.rerank(&old, &r, now)
}

// Options implements [frontier.Abilities].
func (f *Frontier) Options() frontier.Options { return f.options }

// Stats implements [frontier.Abilities].
func (f *Frontier) Stats(context.Context) (frontier.Stats, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	n := func(s transition.State) int { return int(f.counters.Count[s]) }
	return frontier.Stats{
		Queued: n(transition.Queued) + n(transition.Delayed) + n(transition.Revisiting),
		Leased: n(transition.Leased) + n(transition.Refreshing), Done: n(transition.Done), Dead: n(transition.Dead),
		Evicted: n(transition.Evicted), Hosts: int(f.counters.Hosts),
		Due: n(transition.Due), Overdue: n(transition.Overdue),
	}, f.err
}
