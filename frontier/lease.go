package frontier

import (
	"cmp"
	"context"
	"io"
	"time"

	"github.com/lokman-crawler/lokman/internal/transition"
)

// Pop implements [Frontier].
func (f *Memory) Pop(ctx context.Context) (Lease, error) {
	ls, err := f.PopN(ctx, 1)
	if err != nil {
		return Lease{}, err
	}
	return ls[0], nil
}

// PopN implements [Abilities].
func (f *Memory) PopN(ctx context.Context, n int) ([]Lease, error) {
	if err := cmp.Or(ctx.Err(), f.invalid, transition.ValidPopN(n)); err != nil {
		return nil, err
	}
	f.lock()
	if f.waiters.Source == nil { // of which nothing is asked before the first Pop
		f.waiters.Source = leaseSource{f}
	}
	return f.waiters.Wait(ctx, n)
}

// leaseSource is what the blocked calls of Pop wait for.
type leaseSource struct{ f *Memory }

func (s leaseSource) Begin() { s.f.mu.Lock() }
func (s leaseSource) End()   { s.f.mu.Unlock() }

// Take leases up to n of the best URLs.
func (s leaseSource) Take(n int, now time.Time) ([]Lease, error, bool) {
	f := s.f
	f.fallDue(now)
	var ls []Lease
	for len(ls) < n {
		f.formBatch()
		if h := f.nextHost(); h != nil {
			ls = append(ls, f.lease(h, now))
			continue
		}
		n := &f.count
		if len(ls) > 0 || n[transition.Queued]+n[transition.Delayed]+n[transition.Leased]+n[transition.Overdue]+n[transition.Refreshing] > 0 {
			break
		}
		if len(f.revisits) == 0 {
			if f.options.Continuous && n[transition.Due] > 0 {
				break
			}
			return nil, io.EOF, true
		}
		if f.nextRevisit().host.next.After(now) {
			break // what is pushed meanwhile goes first
		}
		f.revisit(now)
	}
	return ls, nil, len(ls) > 0
}

// nextHost returns the host that the next lease is of, nil if none may be visited: that of a page that is
// due again for its share of the leases.
func (f *Memory) nextHost() *host {
	found, again := len(f.ready.Items) > 0, len(f.overdue.Items) > 0
	switch {
	case again && (!found || f.share.Again(f.options.Refresh)):
		return f.overdue.Items[0]
	case found:
		return f.ready.Items[0]
	}
	return nil
}

// GiveBack ends leases whose caller has gone, but for those that have expired
// meanwhile: their URLs may be another's.
func (s leaseSource) GiveBack(ls []Lease) {
	for _, l := range ls {
		if id, err := s.f.held(l); err == nil {
			s.f.end(id, Outcome{Result: Returned}, time.Now())
		}
	}
}

// Due returns when the next host, URL or lease falls due.
func (s leaseSource) Due() (due time.Time) {
	f := s.f
	earliest := func(t time.Time) {
		if due.IsZero() || t.Before(due) {
			due = t
		}
	}
	if len(f.waiting.Items) > 0 {
		earliest(f.waiting.Items[0].of.next)
	}
	if len(f.delayed.Items) > 0 {
		earliest(f.delays[f.delayed.Items[0].id])
	}
	if len(f.due.Items) > 0 {
		earliest(f.delays[f.due.Items[0].id])
	}
	if len(f.revisits) > 0 {
		if next := f.nextRevisit().host.next; next.After(time.Now()) {
			earliest(next)
		}
	}
	if len(f.expiring.Items) > 0 {
		earliest(f.expiring.Items[0].Expires)
	}
	return due
}

// fallDue moves what has reached its time: hosts that were waiting, URLs for a
// later time and leases that have expired.
func (f *Memory) fallDue(now time.Time) {
	for len(f.waiting.Items) > 0 && !f.waiting.Items[0].of.next.After(now) {
		f.settle(f.waiting.Items[0], now)
	}
	for len(f.delayed.Items) > 0 && !f.delays[f.delayed.Items[0].id].After(now) {
		f.fall(f.delayed.Items[0].id, now)
	}
	for range transition.MaxDue {
		if len(f.due.Items) == 0 || f.delays[f.due.Items[0].id].After(now) {
			break
		}
		f.fall(f.due.Items[0].id, now)
	}
	for len(f.expiring.Items) > 0 && !f.expiring.Items[0].Expires.After(now) {
		id := recordOf(f.expiring.Items[0].Lease)
		f.note(id, Event{Time: now, Kind: transition.KindExpired})
		h := f.release(id)
		f.apply(id, transition.Expire)
		f.enqueue(id, now)
		f.settle(h, now)
	}
}

// nextRevisit returns the record that failed last.
func (f *Memory) nextRevisit() *record {
	return f.records.at(f.revisits[len(f.revisits)-1])
}

// revisit queues the record that failed last.
func (f *Memory) revisit(now time.Time) {
	last := len(f.revisits) - 1
	id := f.revisits[last]
	f.revisits = f.revisits[:last]
	f.apply(id, transition.Reopen)
	f.enqueue(id, now)
}

// lease leases the best URL of a host.
func (f *Memory) lease(h *host, now time.Time) Lease {
	id := h.queue.Items[0].id
	r := f.records.at(id)
	again := r.State == transition.Overdue
	if f.options.History {
		rank := 0
		if !again {
			rank = f.outranked(id)
		}
		f.note(id, Event{Time: now, Kind: transition.KindLeased, Rank: rank})
	}
	h.of.leases++
	f.dequeue(id, now)
	f.apply(id, transition.Lease)
	f.token++
	l := &lease{Lease: Lease{Entry: r.entry(), Token: f.token<<32 | uint64(id), Attempt: int(r.Attempts), Lost: int(r.Lost), Revisited: r.Revisited, Again: again}}
	if f.options.LeaseTime > 0 {
		l.Expires = now.Add(f.options.LeaseTime)
		f.expiring.Push(l)
	}
	f.leases[id] = l
	return l.Lease
}

// held returns the record of a lease that holds.
func (f *Memory) held(l Lease) (uint32, error) {
	id := recordOf(l)
	if held, ok := f.leases[id]; ok && held.Token == l.Token && held.URL == l.URL {
		return id, nil
	}
	return 0, ErrStaleLease
}

// recordOf returns the record of a lease: the lower half of its token, which
// saves looking the URL up.
func recordOf(l Lease) uint32 { return uint32(l.Token) }

// Renew implements [Abilities].
func (f *Memory) Renew(_ context.Context, l Lease) (Lease, error) {
	f.lock()
	defer f.mu.Unlock()
	id, err := f.held(l)
	if err != nil {
		return Lease{}, err
	}
	held := f.leases[id]
	if f.options.LeaseTime > 0 {
		held.Expires = time.Now().Add(f.options.LeaseTime)
		f.expiring.Fix(held.pos)
	}
	return held.Lease, nil
}

// Done implements [Frontier].
func (f *Memory) Done(_ context.Context, l Lease, o Outcome) error {
	if err := o.Valid(); err != nil {
		return err
	}
	f.lock()
	defer f.mu.Unlock()
	id, err := f.held(l)
	if err != nil {
		return err
	}
	now := time.Now()
	f.end(id, o, now)
	for _, e := range o.Links {
		f.push(e, now)
	}
	f.waiters.Serve(now)
	return nil
}

// end ends a lease. The host is settled last, when its queue and its next time
// are known.
func (f *Memory) end(id uint32, o Outcome, now time.Time) {
	f.noteEnd(id, o, now)
	h := f.release(id)
	if next := now.Add(o.HostWait); o.HostWait > 0 && next.After(h.next) {
		h.next = next
	}
	if o.Result != Returned {
		f.records.at(id).ended = now.UnixNano()
		if delete(f.reasons, id); o.Reason != "" {
			f.reasons[id] = o.Reason
		}
	}
	e := transition.End(uint8(o.Result), o.RetryAt.After(now), !o.Again.IsZero())
	f.apply(id, e)
	until := o.RetryAt
	if e == transition.FetchedAgain {
		f.restart(id, o.Value)
		until = o.Again
		if !until.After(now) {
			f.apply(id, transition.FallDue)
		}
	}
	switch f.records.at(id).State {
	case transition.Queued, transition.Overdue:
		f.enqueue(id, now)
	case transition.Delayed, transition.Due:
		f.delay(id, steady(until, now), now)
	case transition.Revisiting:
		f.revisits = append(f.revisits, id)
	case transition.Dead:
		f.fail(id)
	}
	f.settle(h, now)
}

// steady returns a time that a caller gave with a reading of the monotonic
// clock: it is as far from now if the system's clock is set afterwards.
func steady(t, now time.Time) time.Time { return now.Add(t.Sub(now)) }

// release takes a lease off a record and its host.
func (f *Memory) release(id uint32) *host {
	if f.options.LeaseTime > 0 {
		f.expiring.Remove(f.leases[id].pos)
	}
	delete(f.leases, id)
	h := f.records.at(id).host
	h.leases--
	return h
}

// Block implements [Abilities].
func (f *Memory) Block(_ context.Context, key string, until time.Time) error {
	f.lock()
	defer f.mu.Unlock()
	now := time.Now()
	if h, until := f.hostFor(key), steady(until, now); until.After(h.next) {
		h.next = until
		f.settle(h, now)
	}
	f.waiters.Serve(now)
	return nil
}
