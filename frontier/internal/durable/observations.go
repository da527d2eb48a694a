package durable

import (
	"context"
	"iter"
	"slices"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/internal/durable/internal/layout"
	"github.com/lokman-crawler/lokman/frontier/internal/kv"
)

// observedKey is in the space Meta: how many observations there are.
var observedKey = []byte("observations")

// observe keeps an observation.
func (f *Frontier) observe(data []byte) {
	if len(data) == 0 {
		return
	}
	b := f.batch
	f.observed++
	b.put(kv.Observations, layout.CountKey(f.observed), slices.Clip(data))
	b.put(kv.Meta, observedKey, layout.CountKey(f.observed))
}

// loadObserved reads how many observations there are.
func (f *Frontier) loadObserved(b *batch) error {
	key, _, err := b.Last(kv.Observations)
	if err != nil {
		return err
	}
	if err := f.loadSnapshot(b); err != nil {
		return err
	}
	stored, err := b.Get(kv.Meta, observedKey)
	if err != nil || key == nil && stored == nil {
		return err
	}
	if f.observed, err = layout.CountIn(stored); err != nil {
		return err
	}
	if key == nil && f.observed == f.snapshot.Number {
		return nil
	}
	if last, err := layout.CountIn(key); err != nil || last != f.observed || last <= f.snapshot.Number {
		return kv.ErrDamaged
	}
	return nil
}

// observedAtOnce is how many bytes of observations are read in one transaction, but
// for the last one.
const observedAtOnce = 1 << 20

// Observations implements [frontier.ObservationStore]. It yields those that are
// there when it begins, and that no snapshot covers.
func (f *Frontier) Observations(ctx context.Context, after uint64) iter.Seq2[frontier.Observation, error] {
	f.mu.Lock()
	end := f.observed
	f.mu.Unlock()
	return func(yield func(frontier.Observation, error) bool) {
		for next := after + 1; next <= end; {
			var some []frontier.Observation
			err := ctx.Err()
			if err == nil {
				err = f.read(func(b *batch) error {
					next = max(next, f.snapshot.Number+1)
					some, err = b.someObservations(next, end)
					return err
				})
			}
			if err != nil {
				yield(frontier.Observation{}, err)
				return
			}
			if len(some) == 0 {
				return
			}
			for _, o := range some {
				if !yield(o, nil) {
					return
				}
			}
			next = some[len(some)-1].Number + 1
		}
	}
}

// someObservations returns the next observations from a number on, at least one if there is one.
func (b *batch) someObservations(from, end uint64) (some []frontier.Observation, err error) {
	size := 0
	for n := from; n <= end && size < observedAtOnce; n++ {
		data, err := b.Get(kv.Observations, layout.CountKey(n))
		if err == nil && data == nil {
			err = kv.ErrDamaged
		}
		if err != nil {
			return nil, err
		}
		some = append(some, frontier.Observation{Number: n, Data: slices.Clone(data)})
		size += len(data)
	}
	return some, nil
}
