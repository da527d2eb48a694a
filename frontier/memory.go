package frontier

import (
	"context"
	"sync"
	"time"

	"github.com/lokman-crawler/lokman/internal/heap"
	"github.com/lokman-crawler/lokman/internal/transition"
	"github.com/lokman-crawler/lokman/internal/waitqueue"
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
	overdue  heap.Heap[*host]     // likewise queues of pages that are due again
	share    transition.Share     // of these
	waiting  heap.Heap[*host]     // both, that may be visited later, the earliest first
	delayed  heap.Heap[rank]      // records that wait for their own time, the earliest first
	due      heap.Heap[rank]      // records that are due again, likewise
	delays   map[uint32]time.Time // of the delayed records and those
	expiring heap.Heap[*lease]    // the earliest first; only with a lease time
	revisits []uint32             // records that wait for everything else; the last is next
	batch    int                  // queued records that are in the batch of BestNFirst

	lowest heap.Heap[rank] // queued and delayed records, the worst first; only with a capacity
	bytes  int64           // of these records

	contributions map[uint32][]Contribution // for the merges that count a source once
	failures      [][]failure               // in the order of their numbers, no block empty
	deaths        uint64                    // failures ever
	reasons       map[uint32]string         // of last outcomes, but for empty ones
	history       map[uint32][]Event        // only with Options.History

	pos    positions // in the host's queue, in delayed or in due
	lowPos positions // in lowest
	setPos func(rank, int32)
}

// lease is a lease that holds.
type lease struct {
	Lease
	pos int32 // in Memory.expiring
}

// failure is a record that died.
type failure struct {
	number uint64 // of deaths before it
	id     uint32
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
	f.ids = make(map[string]uint32)
	f.hosts = make(map[string]*host)
	f.leases = make(map[uint32]*lease)
	f.delays = make(map[uint32]time.Time)
	f.contributions = make(map[uint32][]Contribution)
	f.reasons = make(map[uint32]string)
	f.history = make(map[uint32][]Event)
	f.setPos = f.pos.set
	f.ready.Before = func(a, b *host) bool { return ranksBefore(a.front, b.front) }
	f.ready.Moved = func(h *host, pos int32) { h.pos = pos }
	f.overdue.Before, f.overdue.Moved = f.ready.Before, f.ready.Moved
	f.waiting.Before = func(a, b *host) bool { return a.of.next.Before(b.of.next) }
	f.waiting.Moved = f.ready.Moved
	f.delayed.Before = func(a, b rank) bool { return f.delays[a.id].Before(f.delays[b.id]) }
	f.delayed.Moved = f.setPos
	f.due.Before, f.due.Moved = f.delayed.Before, f.setPos
	f.expiring.Before = func(a, b *lease) bool { return a.Expires.Before(b.Expires) }
	f.expiring.Moved = func(l *lease, pos int32) { l.pos = pos }
	f.lowest.Before = ranksAfter
	f.lowest.Moved = f.lowPos.set
}

// lock locks the frontier and makes the zero one ready.
func (f *Memory) lock() {
	f.mu.Lock()
	f.init()
}

// Stats implements [Abilities].
func (f *Memory) Stats(context.Context) (Stats, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	n := &f.count
	return Stats{
		Queued: n[transition.Queued] + n[transition.Delayed] + n[transition.Revisiting],
		Leased: n[transition.Leased] + n[transition.Refreshing], Done: n[transition.Done], Dead: n[transition.Dead],
		Evicted: n[transition.Evicted], Hosts: len(f.hosts),
		Due: n[transition.Due], Overdue: n[transition.Overdue],
	}, nil
}
