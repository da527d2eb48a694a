package durable

import (
	"context"
	"slices"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/transition"
)

// Drop gives up each URL that is queued, delayed or evicted for which which returns true, as dead with a
// reason, and returns how many. Requeue brings them back. Other calls go on between each 1000 records;
// which must not call the frontier. URLs dropped before an error stay dropped.
func (f *Frontier) Drop(ctx context.Context, which func(frontier.Record) bool, reason string) (int, error) {
	n := 0
	for last := []byte{}; ; {
		if err := ctx.Err(); err != nil {
			return n, err
		}
		var some []record
		if err := f.read(func(*batch) (err error) {
			some, last, err = f.someRecords(last)
			return err
		}); err != nil || len(some) == 0 {
			return n, err
		}
		some = slices.DeleteFunc(some, func(r record) bool { return !r.Droppable() || !which(r.Public()) })
		if len(some) == 0 {
			continue
		}
		dropped := 0
		err := f.update(func(now time.Time) error {
			for _, s := range some {
				r, err := f.record(s.hash)
				if err != nil {
					return err
				}
				if f.leases[r.hash] != nil || !r.Droppable() {
					continue // it was leased meanwhile
				}
				if err := f.drop(&r, reason, now); err != nil {
					return err
				}
				dropped++
			}
			return nil
		})
		if err != nil {
			return n, err
		}
		n += dropped
	}
}

// drop takes a record the way of a lease that gives it up at once, but for the attempt.
func (f *Frontier) drop(r *record, reason string, now time.Time) error {
	if err := f.noteEnd(r, frontier.Outcome{Result: frontier.Dead, Reason: reason}, now); err != nil {
		return err
	}
	if err := f.dequeue(r, now); err != nil {
		return err
	}
	attempts := r.Attempts
	for _, e := range []transition.Event{transition.FallDue, transition.Recover, transition.Lease, transition.GiveUp} {
		f.apply(r, e) // the first two happen to one that is delayed or evicted
	}
	r.Attempts = attempts
	r.Ended, r.Reason = now.UnixNano(), reason
	f.listFailure(r, reason)
	f.save(r)
	return nil
}
