package durable

import (
	"cmp"
	"context"
	"io"
	"math"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/internal/durable/internal/layout"
	"github.com/lokman-crawler/lokman/frontier/internal/kv"
	"github.com/lokman-crawler/lokman/internal/transition"
)

// lease is a lease that holds. The record does not change meanwhile.
type lease struct {
	frontier.Lease
	record record
	pos    int32 // in Frontier.expiring
}

// claim is a lease and the batch that has to be on disk before it is given out.
type claim struct {
	frontier.Lease
	batch *batch
}

// Pop implements [frontier.Frontier].
func (f *Frontier) Pop(ctx context.Context) (frontier.Lease, error) {
	ls, err := f.PopN(ctx, 1)
	if err != nil {
		return frontier.Lease{}, err
	}
	return ls[0], nil
}

// PopN implements [frontier.Abilities].
func (f *Frontier) PopN(ctx context.Context, n int) ([]frontier.Lease, error) {
	if err := cmp.Or(ctx.Err(), transition.ValidPopN(n)); err != nil {
		return nil, err
	}
	f.lock()
	claims, err := f.waiters.Wait(ctx, n)
	if err != nil {
		return nil, err
	}
	ls := make([]frontier.Lease, len(claims))
	for i, c := range claims {
		if err := c.batch.wait(); err != nil {
			return nil, err
		}
		ls[i] = c.Lease
	}
	return ls, nil
}

// source is what the blocked calls of Pop wait for.
type source struct{ *Frontier }

func (f source) Begin() { f.lock() }
func (f source) End()   { f.commitAndUnlock() }

// Take leases up to n of the best URLs.
func (f source) Take(n int, now time.Time) (claims []claim, err error, ok bool) {
	over := false
	err = f.attempt(func(*batch) error {
		claims, over, err = f.take(n, now)
		return err
	})
	switch {
	case err != nil:
		return nil, err, true
	case over:
		return nil, io.EOF, true
	}
	return claims, nil, len(claims) > 0
}

// take leases up to n URLs. over says that there are none and none will come.
func (f *Frontier) take(n int, now time.Time) (claims []claim, over bool, err error) {
	if err := f.fallDue(now); err != nil {
		return nil, false, err
	}
	f.revisitAt = time.Time{}
	for len(claims) < n {
		if err := f.formBatch(); err != nil {
			return nil, false, err
		}
		if h := f.nextHost(); h != nil {
			c, err := f.lease(h, now)
			if err != nil {
				return nil, false, err
			}
			claims = append(claims, c)
			continue
		}
		c := &f.counters.Count
		if len(claims) > 0 || c[transition.Queued]+c[transition.Delayed]+c[transition.Leased]+c[transition.Overdue]+c[transition.Refreshing] > 0 {
			break
		}
		if c[transition.Revisiting] == 0 {
			return nil, !f.options.Continuous || c[transition.Due] == 0, nil
		}
		if again, err := f.revisit(now); err != nil || !again {
			return nil, false, err
		}
	}
	return claims, false, nil
}

// GiveBack ends leases whose caller has gone, but for those that have expired
// meanwhile: their URLs may be another's.
func (f source) GiveBack(claims []claim) {
	f.attempt(func(*batch) error {
		for _, c := range claims {
			l, err := f.held(c.Lease)
			if err != nil {
				continue
			}
			if err := f.end(l, frontier.Outcome{Result: frontier.Returned}, time.Now()); err != nil {
				return err
			}
		}
		return nil
	})
}

// Due returns when the next host, URL or lease falls due.
func (f source) Due() (due time.Time) {
	earliest := func(t time.Time) {
		if due.IsZero() || t.Before(due) {
			due = t
		}
	}
	if len(f.waiting.Items) > 0 {
		earliest(f.waiting.Items[0].of.next)
	}
	if f.counters.Count[transition.Delayed] > 0 {
		earliest(f.clock.Time(f.due))
	}
	if f.counters.Count[transition.Due] > 0 {
		earliest(f.clock.Time(f.dueAgain))
	}
	if f.revisitAt.After(time.Now()) {
		earliest(f.revisitAt)
	}
	if len(f.expiring.Items) > 0 {
		earliest(f.expiring.Items[0].Expires)
	}
	return due
}

// requeue queues a record that is in no queue again, by an event.
func (f *Frontier) requeue(r *record, e transition.Event, now time.Time) error {
	f.apply(r, e)
	if err := f.enqueue(r, now); err != nil {
		return err
	}
	f.save(r)
	_, err := f.evict(r.hash, now)
	return err
}

// revisit queues the record that failed last, unless its host has to wait:
// what is pushed meanwhile goes first.
func (f *Frontier) revisit(now time.Time) (bool, error) {
	b := f.batch
	key, id, err := b.Last(kv.Revisits)
	if err != nil {
		return false, err
	}
	r, err := f.listed(id, transition.Revisiting)
	if err != nil {
		return false, err
	}
	if err := f.findHost(&r); err != nil {
		return false, err
	}
	if r.host.next.After(now) {
		f.revisitAt = r.host.next
		return false, nil
	}
	b.delete(kv.Revisits, key)
	return true, f.requeue(&r, transition.Reopen, now)
}

// postpone puts a record on the list of revisits.
func (f *Frontier) postpone(r *record) {
	f.batch.put(kv.Revisits, layout.CountKey(f.counters.Revisits), r.hash[:])
	f.counters.Revisits++
}

// lease leases the best URL of a host. The record is not saved before the lease
// ends, which spares a write; what has changed is in leases.
func (f *Frontier) lease(h *host, now time.Time) (claim, error) {
	b := f.batch
	r, err := f.best(h)
	if err != nil {
		return claim{}, err
	}
	again := r.State == transition.Overdue
	if err := f.noteLease(&r, h, now); err != nil {
		return claim{}, err
	}
	r.host = h.of
	h.of.leases++
	if err := f.dequeue(&r, now); err != nil {
		return claim{}, err
	}
	f.apply(&r, transition.Lease)
	b.put(kv.Leases, r.hash[:], []byte{r.Attempts})
	f.token++
	l := &lease{Lease: frontier.Lease{Entry: r.Entry(), Token: f.token, Attempt: int(r.Attempts), Lost: int(r.Lost), Revisited: r.Revisited, Again: again}, record: r}
	f.leases[r.hash] = l
	if f.options.LeaseTime > 0 {
		l.Expires = now.Add(f.options.LeaseTime)
		f.expiring.Push(l)
	}
	return claim{l.Lease, b}, nil
}

// held returns the lease that a caller has, if it holds.
func (f *Frontier) held(l frontier.Lease) (*lease, error) {
	if held := f.leases[layout.HashOf(l.URL)]; held != nil && held.Token == l.Token {
		return held, nil
	}
	return nil, frontier.ErrStaleLease
}

// Renew implements [frontier.Abilities].
func (f *Frontier) Renew(_ context.Context, l frontier.Lease) (frontier.Lease, error) {
	f.lock()
	defer f.commitAndUnlock()
	if f.err != nil {
		return frontier.Lease{}, f.err
	}
	held, err := f.held(l)
	if err != nil {
		return frontier.Lease{}, err
	}
	if f.options.LeaseTime > 0 {
		held.Expires = time.Now().Add(f.options.LeaseTime)
		f.expiring.Fix(held.pos)
	}
	return held.Lease, nil
}

// Done implements [frontier.Frontier].
func (f *Frontier) Done(_ context.Context, l frontier.Lease, o frontier.Outcome) error {
	if err := o.Valid(); err != nil {
		return err
	}
	found := f.discoveries(o.Links)
	var stale error
	err := f.update(func(now time.Time) error {
		held, err := f.held(l)
		if err != nil {
			stale = err
			return nil
		}
		if err := f.end(held, o, now); err != nil {
			return err
		}
		f.observe(o.Observation)
		return f.pushAll(found, now)
	})
	return cmp.Or(err, stale)
}

// end ends a lease. The host is settled last, when its queue and its next time
// are known.
func (f *Frontier) end(l *lease, o frontier.Outcome, now time.Time) error {
	r := &l.record
	h := r.host
	if err := f.noteEnd(r, o, now); err != nil {
		return err
	}
	f.release(l)
	if o.HostWait > 0 {
		f.wait(h, now.Add(o.HostWait))
	}
	if o.Result != frontier.Returned {
		r.Ended, r.Reason = now.UnixNano(), o.Reason
	}
	e := transition.End(uint8(o.Result), o.RetryAt.After(now), !o.Again.IsZero())
	f.apply(r, e)
	until := o.RetryAt
	if e == transition.FetchedAgain {
		r.Value, until = o.Value, o.Again
		f.restartGiven(r)
		if !until.After(now) {
			f.apply(r, transition.FallDue)
		}
	}
	switch r.State {
	case transition.Queued, transition.Overdue:
		if err := f.enqueue(r, now); err != nil {
			return err
		}
	case transition.Delayed, transition.Due:
		f.delay(r, layout.Steady(until, now))
	case transition.Revisiting:
		f.postpone(r)
	case transition.Dead:
		f.listFailure(r, o.Reason)
	}
	f.save(r)
	if _, err := f.evict(r.hash, now); err != nil {
		return err
	}
	f.settle(h, now)
	return nil
}

// release takes a lease off a record and its host.
func (f *Frontier) release(l *lease) {
	b := f.batch
	b.delete(kv.Leases, l.record.hash[:])
	delete(f.leases, l.record.hash)
	if f.options.LeaseTime > 0 {
		f.expiring.Remove(l.pos)
	}
	l.record.host.leases--
}

// Block implements [frontier.Abilities].
func (f *Frontier) Block(_ context.Context, key string, until time.Time) error {
	return f.update(func(now time.Time) error {
		h, err := f.hostFor(key)
		if err != nil {
			return err
		}
		f.wait(h, layout.Steady(until, now))
		f.settle(h, now)
		return nil
	})
}

// never is when nothing is due.
const never = math.MaxInt64
