package frontier

import (
	"cmp"
	"context"
	"sync"
	"time"

	"github.com/lokman-crawler/lokman/internal/heap"
	"github.com/lokman-crawler/lokman/internal/transition"
	"github.com/lokman-crawler/lokman/internal/waitqueue"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// Memory is a Frontier that lives in the memory of one process. It has all Abilities.
// Push and Done cost O(log n) a link and Pop
// O(log n) for n queued URLs; a record takes about 150 bytes besides its URL, source
// and note, a host about 200. Leases do not expire unless Options.LeaseTime says so.
// Setting the system's clock changes no wait. The zero value is ready to use.
type Memory struct {
	options Options
	invalid error // what is wrong with the options

	mu      sync.Mutex
	waiters waitqueue.Queue[Lease] // blocked calls of Pop
	records records
	ids     map[string]uint32
	hosts   map[string]*host
	leases  map[uint32]*lease
	token   uint64
	count   [transition.States]int

	ready    heap.Heap[*host]     // hosts that may be visited now, the one with the best URL first
	waiting  heap.Heap[*host]     // hosts that may be visited later, the earliest first
	delayed  heap.Heap[rank]      // records that wait for their own time, the earliest first
	delays   map[uint32]time.Time // of the delayed records
	expiring heap.Heap[*lease]    // the earliest first; only with a lease time
	revisits []uint32             // records that wait for everything else; the last is next
	batch    int                  // queued records that are in the batch of BestNFirst

	lowest heap.Heap[rank] // queued and delayed records, the worst first; only with a capacity
	bytes  int64           // of these records

	contributions map[uint32][]Contribution // for the merges that count a source once
	failures      [][]failure               // in the order of their numbers, no block empty
	deaths        uint64                    // failures ever
	history       map[uint32][]Event        // only with Options.History

	pos    positions // in the host's queue or in delayed
	lowPos positions // in lowest
	setPos func(rank, int32)
}

var _ interface {
	Frontier
	Abilities
} = (*Memory)(nil)

// New returns an empty frontier. With options that are not Valid, Push and Pop return
// its error.
func New(o Options) *Memory {
	return &Memory{options: o, invalid: o.Valid()}
}

// Options implements [Abilities].
func (f *Memory) Options() Options { return f.options }

func (f *Memory) init() {
	if f.ids != nil {
		return
	}
	f.waiters.Source = source{f}
	f.ids = make(map[string]uint32)
	f.hosts = make(map[string]*host)
	f.leases = make(map[uint32]*lease)
	f.delays = make(map[uint32]time.Time)
	f.contributions = make(map[uint32][]Contribution)
	f.history = make(map[uint32][]Event)
	f.setPos = f.pos.set
	f.ready.Before = func(a, b *host) bool { return before(a.front, b.front) }
	f.ready.Moved = func(h *host, pos int32) { h.pos = pos }
	f.waiting.Before = func(a, b *host) bool { return a.next.Before(b.next) }
	f.waiting.Moved = f.ready.Moved
	f.delayed.Before = func(a, b rank) bool { return f.delays[a.id].Before(f.delays[b.id]) }
	f.delayed.Moved = f.setPos
	f.expiring.Before = func(a, b *lease) bool { return a.Expires.Before(b.Expires) }
	f.expiring.Moved = func(l *lease, pos int32) { l.pos = pos }
	f.lowest.Before = after
	f.lowest.Moved = f.lowPos.set
}

// lock locks the frontier and makes the zero one ready.
func (f *Memory) lock() {
	f.mu.Lock()
	f.init()
}

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
		if !e.Known {
			f.add(e, now)
		}
		return
	}
	r := f.records.at(id)
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
	*r = record{url: e.URL, value: e.Value, host: f.hostFor(key)}
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
	r := f.records.at(id)
	r.value = value
	if given := f.options.Reevaluation.Restart(value); given != nil {
		f.contributions[id] = given
	}
	f.note(id, Event{Time: now, Kind: transition.KindRescored})
	f.rerank(id, now)
}

// Stats implements [Abilities].
func (f *Memory) Stats(context.Context) (Stats, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	n := &f.count
	return Stats{
		Queued: n[transition.Queued] + n[transition.Delayed] + n[transition.Revisiting],
		Leased: n[transition.Leased], Done: n[transition.Done], Dead: n[transition.Dead],
		Evicted: n[transition.Evicted], Hosts: len(f.hosts),
	}, nil
}
