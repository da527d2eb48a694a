package frontier

import (
	"context"
	"io"
	"math"
	"slices"
	"sync"
	"time"

	"github.com/lokman-crawler/lokman/internal/weburl"
)

// Memory is a Frontier that lives in the memory of one process. Push and Done
// cost O(log n) a link and Pop O(log n) for n queued URLs; a record takes
// about 150 bytes besides its URL. The zero value is ready to use.
type Memory struct {
	options Options

	mu            sync.Mutex
	records       records
	ids           map[string]uint32
	hosts         map[string]*host
	ready         heap[*host] // hosts that may be visited now, the one with the best URL first
	waiting       heap[*host] // hosts that may be visited later, the earliest first
	delayed       heap[uint32]
	delays        map[uint32]time.Time // of the delayed records
	lowest        heap[uint32]         // all that may be evicted, the worst first; only with a capacity
	revisits      []uint32             // the next to revisit is the last
	leases        map[uint32]Lease
	contributions map[uint32][]Contribution // for the merges that tell sources apart
	seq           uint64
	token         uint64
	count         [evicted + 1]int

	waiters []chan answer // blocked calls of Pop, the oldest first
	timer   *time.Timer   // wakes the waiters for the next host, URL or lease that falls due
	alarm   time.Time     // when timer goes off; zero when it is not set

	before func(a, b uint32) bool // which of two records is leased first
	setPos func(id uint32, pos int32)
}

// answer is what a blocked Pop is given.
type answer struct {
	lease Lease
	err   error
}

// New returns an empty frontier.
func New(o Options) *Memory {
	return &Memory{options: o}
}

func (f *Memory) init() {
	if f.ids != nil {
		return
	}
	f.ids = make(map[string]uint32)
	f.hosts = make(map[string]*host)
	f.delays = make(map[uint32]time.Time)
	f.leases = make(map[uint32]Lease)
	f.contributions = make(map[uint32][]Contribution)
	f.before = f.options.Order.before(&f.records)
	f.setPos = func(id uint32, pos int32) { f.records.at(id).pos = pos }
	f.ready = heap[*host]{
		before: func(a, b *host) bool { return f.before(a.queue.items[0], b.queue.items[0]) },
		moved:  func(h *host, pos int32) { h.pos = pos },
	}
	f.waiting = heap[*host]{
		before: func(a, b *host) bool {
			if !a.next.Equal(b.next) {
				return a.next.Before(b.next)
			}
			return f.before(a.queue.items[0], b.queue.items[0])
		},
		moved: f.ready.moved,
	}
	f.delayed = heap[uint32]{
		before: func(a, b uint32) bool {
			if da, db := f.delays[a], f.delays[b]; !da.Equal(db) {
				return da.Before(db)
			}
			return f.before(a, b)
		},
		moved: f.setPos,
	}
	f.lowest = heap[uint32]{
		before: func(a, b uint32) bool { return f.before(b, a) },
		moved:  func(id uint32, pos int32) { f.records.at(id).lowPos = pos },
	}
}

// before ranks two records of rs.
func (o Order) before(rs *records) func(a, b uint32) bool {
	switch o {
	case FIFO:
		return func(a, b uint32) bool { return rs.at(a).seq < rs.at(b).seq }
	case LIFO:
		return func(a, b uint32) bool { return rs.at(a).seq > rs.at(b).seq }
	}
	return func(a, b uint32) bool {
		ra, rb := rs.at(a), rs.at(b)
		if ra.value != rb.value {
			return ra.value > rb.value
		}
		return ra.seq < rb.seq
	}
}

// Push implements [Frontier].
func (f *Memory) Push(ctx context.Context, entries ...Entry) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := check(entries); err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.init()
	now := time.Now()
	for _, e := range entries {
		f.push(e, now)
	}
	f.serve(now)
	return nil
}

func check(entries []Entry) error {
	for _, e := range entries {
		switch {
		case e.URL == "":
			return &EntryError{e.URL, "the URL is empty"}
		case math.IsNaN(e.Value) || math.IsInf(e.Value, 0):
			return &EntryError{e.URL, "the value is not a finite number"}
		}
	}
	return nil
}

func (f *Memory) push(e Entry, now time.Time) {
	id, known := f.ids[e.URL]
	if !known {
		f.add(e, now)
		return
	}
	r := f.records.at(id)
	switch r.state {
	case queued, delayed, revisiting, evicted:
	default:
		return
	}
	if !f.merge(id, e) {
		return
	}
	switch r.state {
	case queued:
		r.host.queue.fix(r.pos)
		f.settle(r.host, now)
	case delayed:
		f.delayed.fix(r.pos)
	case evicted:
		f.enqueue(id, now)
		return
	}
	if f.options.Capacity > 0 && r.state != revisiting {
		f.lowest.fix(r.lowPos)
	}
}

// merge re-evaluates a record and reports whether its value has changed.
func (f *Memory) merge(id uint32, e Entry) bool {
	r, v := f.records.at(id), f.options.Reevaluation
	value, given := v.Merge(r.value, f.contributions[id], e)
	if given != nil {
		f.contributions[id] = given
	}
	if value == r.value {
		return false
	}
	r.value = value
	if v == GetGreater {
		r.discovered(e)
	}
	return true
}

func (f *Memory) add(e Entry, now time.Time) {
	key := e.Host
	if key == "" {
		key = weburl.HostOf(e.URL)
	}
	id := f.records.add()
	f.seq++
	r := f.records.at(id)
	*r = record{url: e.URL, value: e.Value, seq: f.seq, host: f.hostFor(key), pos: -1, lowPos: -1}
	r.discovered(e)
	if given := f.options.Reevaluation.Start(e); given != nil {
		f.contributions[id] = given
	}
	f.ids[e.URL] = id
	f.enqueue(id, now)
}

// enqueue queues a record that is in no queue and evicts the worst if that
// makes one too many.
func (f *Memory) enqueue(id uint32, now time.Time) {
	r := f.records.at(id)
	f.setState(r, queued)
	r.host.queue.push(id)
	f.settle(r.host, now)
	f.bound(id, now)
}

// delay queues a record that is in no queue for a later time.
func (f *Memory) delay(id uint32, until, now time.Time) {
	f.setState(f.records.at(id), delayed)
	f.delays[id] = until
	f.delayed.push(id)
	f.bound(id, now)
}

// bound counts a record towards the capacity and evicts the worst if that is
// one too many.
func (f *Memory) bound(id uint32, now time.Time) {
	if f.options.Capacity <= 0 {
		return
	}
	f.lowest.push(id)
	if len(f.lowest.items) > f.options.Capacity {
		worst := f.lowest.items[0]
		f.dequeue(worst, now)
		f.setState(f.records.at(worst), evicted)
	}
}

// dequeue takes a record out of whatever queue it is in.
func (f *Memory) dequeue(id uint32, now time.Time) {
	r := f.records.at(id)
	switch r.state {
	case queued:
		r.host.queue.remove(r.pos)
		f.settle(r.host, now)
	case delayed:
		f.delayed.remove(r.pos)
		delete(f.delays, id)
	}
	if f.options.Capacity > 0 {
		f.lowest.remove(r.lowPos)
	}
}

func (f *Memory) setState(r *record, s state) {
	f.count[r.state]--
	f.count[s]++
	r.state = s
}

// Pop implements [Frontier].
func (f *Memory) Pop(ctx context.Context) (Lease, error) {
	if err := ctx.Err(); err != nil {
		return Lease{}, err
	}
	f.mu.Lock()
	f.init()
	now := time.Now()
	f.fallDue(now)
	if len(f.waiters) == 0 {
		if l, err, ok := f.next(now); ok {
			f.mu.Unlock()
			return l, err
		}
	}
	ch := make(chan answer, 1)
	f.waiters = append(f.waiters, ch)
	f.serve(now)
	f.mu.Unlock()

	select {
	case a := <-ch:
		return a.lease, a.err
	case <-ctx.Done():
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if i := slices.Index(f.waiters, ch); i >= 0 {
		f.waiters = slices.Delete(f.waiters, i, i+1)
		f.serve(time.Now())
		return Lease{}, ctx.Err()
	}
	if a := <-ch; a.err == nil { // served in the same moment: hand it back
		f.end(f.ids[a.lease.URL], Outcome{Result: Returned}, time.Now())
	}
	return Lease{}, ctx.Err()
}

// serve hands what is ready to the blocked calls of Pop and sets the alarm for
// what falls due next.
func (f *Memory) serve(now time.Time) {
	f.fallDue(now)
	for len(f.waiters) > 0 {
		l, err, ok := f.next(now)
		if !ok {
			break
		}
		f.waiters[0] <- answer{l, err}
		f.waiters = slices.Delete(f.waiters, 0, 1)
	}
	f.setAlarm(now)
}

// next leases the best URL. It reports false when there is none now but may
// be one later.
func (f *Memory) next(now time.Time) (Lease, error, bool) {
	for {
		if len(f.ready.items) > 0 {
			return f.lease(f.ready.items[0], now), nil, true
		}
		if len(f.waiting.items) > 0 || len(f.delayed.items) > 0 || len(f.leases) > 0 {
			return Lease{}, nil, false
		}
		if len(f.revisits) == 0 {
			return Lease{}, io.EOF, true
		}
		last := len(f.revisits) - 1
		id := f.revisits[last]
		f.revisits = f.revisits[:last]
		f.records.at(id).revisited = true
		f.enqueue(id, now)
	}
}

func (f *Memory) lease(h *host, now time.Time) Lease {
	id := h.queue.items[0]
	r := f.records.at(id)
	h.leases++
	f.dequeue(id, now)
	f.setState(r, leased)
	r.attempts = uint8(min(int(r.attempts)+1, 255))
	f.token++
	l := Lease{Entry: r.entry(), Token: f.token, Attempt: int(r.attempts)}
	if f.options.LeaseTime > 0 {
		l.Expires = now.Add(f.options.LeaseTime)
	}
	f.leases[id] = l
	return l
}

// fallDue moves what has reached its time: hosts that were waiting, URLs for a
// later time and leases that have expired.
func (f *Memory) fallDue(now time.Time) {
	for len(f.waiting.items) > 0 && !f.waiting.items[0].next.After(now) {
		f.settle(f.waiting.items[0], now)
	}
	for len(f.delayed.items) > 0 && !f.delays[f.delayed.items[0]].After(now) {
		id := f.delayed.items[0]
		f.dequeue(id, now)
		f.enqueue(id, now)
	}
	if f.options.LeaseTime > 0 {
		for id, l := range f.leases {
			if !l.Expires.After(now) {
				f.end(id, Outcome{Result: Retry}, now)
			}
		}
	}
}

// setAlarm has the waiters served again when something falls due. Without
// waiters there is no alarm, so an idle frontier holds no timer.
func (f *Memory) setAlarm(now time.Time) {
	var due time.Time
	earliest := func(t time.Time) {
		if due.IsZero() || t.Before(due) {
			due = t
		}
	}
	if len(f.waiters) > 0 {
		if len(f.waiting.items) > 0 {
			earliest(f.waiting.items[0].next)
		}
		if len(f.delayed.items) > 0 {
			earliest(f.delays[f.delayed.items[0]])
		}
		if f.options.LeaseTime > 0 {
			for _, l := range f.leases {
				earliest(l.Expires)
			}
		}
	}
	if due.Equal(f.alarm) {
		return
	}
	if f.timer != nil {
		f.timer.Stop()
	}
	if f.alarm = due; due.IsZero() {
		return
	}
	f.timer = time.AfterFunc(due.Sub(now), func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.alarm = time.Time{}
		f.serve(time.Now())
	})
}

// Done implements [Frontier].
func (f *Memory) Done(ctx context.Context, l Lease, o Outcome) error {
	if err := check(o.Links); err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.init()
	id, known := f.ids[l.URL]
	if held, ok := f.leases[id]; !known || !ok || held.Token != l.Token {
		return ErrStaleLease
	}
	now := time.Now()
	f.end(id, o, now)
	for _, e := range o.Links {
		f.push(e, now)
	}
	f.serve(now)
	return nil
}

func (f *Memory) end(id uint32, o Outcome, now time.Time) {
	r := f.records.at(id)
	delete(f.leases, id)
	r.host.leases--
	if next := now.Add(o.HostWait); o.HostWait > 0 && next.After(r.host.next) {
		r.host.next = next
	}
	switch {
	case o.Result == Fetched:
		f.setState(r, done)
	case o.Result == Retry && o.RetryAt.After(now):
		f.delay(id, o.RetryAt, now)
	case o.Result == Retry:
		f.enqueue(id, now)
	case o.Result == Returned:
		r.attempts--
		f.enqueue(id, now)
	case o.Result == Revisit && !r.revisited:
		f.setState(r, revisiting)
		f.revisits = append(f.revisits, id)
	default:
		f.setState(r, dead)
	}
	f.settle(r.host, now)
}

// Stats implements [Counter].
func (f *Memory) Stats(context.Context) (Stats, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return Stats{
		Queued: f.count[queued] + f.count[delayed] + f.count[revisiting],
		Leased: f.count[leased], Done: f.count[done], Dead: f.count[dead],
		Evicted: f.count[evicted], Hosts: len(f.hosts),
	}, nil
}
