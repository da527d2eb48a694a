package durable

import (
	"time"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/internal/durable/internal/layout"
	"github.com/lokman-crawler/lokman/frontier/internal/kv"
	"github.com/lokman-crawler/lokman/internal/transition"
)

// fallDue moves what has reached its time: hosts that were waiting, URLs for a
// later time and leases that have expired.
func (f *Frontier) fallDue(now time.Time) error {
	for len(f.waiting.Items) > 0 && !f.waiting.Items[0].of.next.After(now) {
		f.settle(f.waiting.Items[0], now)
	}
	for f.counters.Count[transition.Delayed] > 0 && f.due <= f.clock.At(now) {
		if err := f.fallDueIn(kv.Delayed, transition.Delayed, now); err != nil {
			return err
		}
	}
	for range transition.MaxDue {
		if f.counters.Count[transition.Due] == 0 || f.dueAgain > f.clock.At(now) {
			break
		}
		if err := f.fallDueIn(kv.Due, transition.Due, now); err != nil {
			return err
		}
	}
	for len(f.expiring.Items) > 0 && !f.expiring.Items[0].Expires.After(now) {
		l := f.expiring.Items[0]
		if err := f.note(&l.record, frontier.Event{Time: now, Kind: transition.KindExpired}); err != nil {
			return err
		}
		f.release(l)
		if err := f.requeue(&l.record, transition.Expire, now); err != nil {
			return err
		}
		f.settle(l.record.host, now)
	}
	return nil
}

// fallDueIn queues the first record of a space of those in a state.
func (f *Frontier) fallDueIn(s kv.Space, state transition.State, now time.Time) error {
	key, id, err := kv.First(f.batch, s, nil)
	if err != nil {
		return err
	}
	r, err := f.listed(id, state)
	if err == nil && string(layout.DelayedKey(&r.Record)) != string(key) {
		err = kv.ErrDamaged
	}
	if err != nil {
		return err
	}
	return f.fall(&r, now)
}

// fall queues a record that waits for its time.
func (f *Frontier) fall(r *record, now time.Time) error {
	if err := f.dequeue(r, now); err != nil {
		return err
	}
	return f.requeue(r, transition.FallDue, now)
}

// signed has a page that is due again later due now, if a discovery is a sign that it has changed.
func (f *Frontier) signed(r *record, d *discovery, now time.Time) error {
	if !d.Stale || r.State != transition.Due {
		return nil
	}
	r.Value = d.Value
	f.restartGiven(r)
	if err := f.noteDiscovery(r, transition.KindMerged, d, now); err != nil {
		return err
	}
	return f.fall(r, now)
}

// nextHost returns the host that the next lease is of, nil if none may be visited: that of a page that is
// due again for its share of the leases.
func (f *Frontier) nextHost() *host {
	found, again := len(f.ready.Items) > 0, len(f.overdue.Items) > 0
	switch {
	case again && (!found || f.share.Again(f.options.Refresh)):
		return f.overdue.Items[0]
	case found:
		return f.ready.Items[0]
	}
	return nil
}
