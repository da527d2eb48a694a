package durable

import (
	"cmp"
	"context"
	"iter"
	"slices"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/internal/durable/internal/layout"
	"github.com/lokman-crawler/lokman/frontier/internal/kv"
	"github.com/lokman-crawler/lokman/internal/transition"
)

// failuresAtOnce is how many failures a transaction reads or requeues.
const failuresAtOnce = 1000

// listFailure lists a record that died.
func (f *Frontier) listFailure(r *record, reason string) {
	f.batch.put(kv.Failures, layout.CountKey(f.counters.Failures), layout.Failure(r.hash, reason))
	f.counters.Failures++
}

// listed is a failure as the caller gets it.
type listed struct {
	frontier.Failure
	number uint64
}

// someFailures returns the next failures with numbers of at least from and
// below end; none if there are no more.
func (f *Frontier) someFailures(from, end uint64) (some []listed, err error) {
	err = f.read(func(b *batch) error {
		failed := b.From(kv.Failures, layout.CountKey(from), func(key, stored []byte) bool {
			var number uint64
			if number, err = layout.CountIn(key); err != nil || number >= end {
				return false
			}
			var l listed
			if l, err = f.failure(number, stored); err != nil {
				return false
			}
			some = append(some, l)
			return len(some) < failuresAtOnce
		})
		return cmp.Or(err, failed)
	})
	return some, err
}

// failure returns a stored failure.
func (f *Frontier) failure(number uint64, stored []byte) (listed, error) {
	id, reason, err := layout.FailureIn(stored)
	if err != nil {
		return listed{}, err
	}
	r, err := f.record(id)
	return listed{frontier.Failure{URL: r.URL, Source: r.Source, Reason: reason, Attempts: int(r.Attempts)}, number}, err
}

// died returns how many times a record has died so far.
func (f *Frontier) died() uint64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.counters.Failures
}

// Failures implements [frontier.Abilities]. It yields those that are there
// when it begins, unless they are requeued meanwhile.
func (f *Frontier) Failures(context.Context) iter.Seq2[frontier.Failure, error] {
	end := f.died()
	return func(yield func(frontier.Failure, error) bool) {
		for from := uint64(0); ; {
			// The loop body may call the frontier, so it is not locked then.
			some, err := f.someFailures(from, end)
			if err != nil {
				yield(frontier.Failure{}, err)
				return
			}
			if len(some) == 0 {
				return
			}
			for _, l := range some {
				if !yield(l.Failure, nil) {
					return
				}
			}
			from = some[len(some)-1].number + 1
		}
	}
}

// Requeue implements [frontier.Abilities]. Other calls go on between each 1000
// failures, which are requeued in one transaction.
func (f *Frontier) Requeue(ctx context.Context, which func(frontier.Failure) bool) (int, error) {
	n, end := 0, f.died()
	for from := uint64(0); ; {
		if err := ctx.Err(); err != nil {
			return n, err
		}
		some, err := f.someFailures(from, end)
		if err != nil || len(some) == 0 {
			return n, err
		}
		from = some[len(some)-1].number + 1
		some = slices.DeleteFunc(some, func(l listed) bool { return !which(l.Failure) })
		if len(some) == 0 {
			continue
		}
		requeued := 0
		err = f.update(func(now time.Time) error {
			for _, l := range some {
				again, err := f.requeueFailure(l.number, now)
				if err != nil {
					return err
				}
				if again {
					requeued++
				}
			}
			return nil
		})
		if err != nil {
			return n, err
		}
		n += requeued
	}
}

// requeueFailure queues the record of a failure again, if that is still listed.
func (f *Frontier) requeueFailure(number uint64, now time.Time) (bool, error) {
	b, key := f.batch, layout.CountKey(number)
	stored, err := b.Get(kv.Failures, key)
	if err != nil || stored == nil {
		return false, err
	}
	id, _, err := layout.FailureIn(stored)
	if err != nil {
		return false, err
	}
	b.delete(kv.Failures, key)
	r, err := f.record(id)
	if err == nil && r.State != transition.Dead {
		err = kv.ErrDamaged
	}
	if err != nil {
		return false, err
	}
	if err := f.note(&r, frontier.Event{Time: now, Kind: transition.KindRequeued}); err != nil {
		return false, err
	}
	return true, f.requeue(&r, transition.Requeue, now)
}
