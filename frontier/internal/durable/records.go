package durable

import (
	"cmp"
	"context"
	"iter"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/internal/durable/internal/layout"
	"github.com/lokman-crawler/lokman/frontier/internal/kv"
	"github.com/lokman-crawler/lokman/internal/transition"
)

// recordsAtOnce is how many records one transaction lists.
const recordsAtOnce = 1000

// Record implements [frontier.Abilities].
func (f *Frontier) Record(_ context.Context, url string) (public frontier.Record, err error) {
	id := layout.HashOf(url)
	public.URL = url
	err = f.read(func(b *batch) error {
		stored, err := b.Get(kv.Records, id[:])
		if err != nil || stored == nil {
			return err
		}
		r, err := f.current(id, stored)
		if err == nil && r.URL == url {
			public = r.Public()
		}
		return err
	})
	return public, err
}

// Records implements [frontier.Abilities]. It reads 1000 records at a time, those of
// a host one after the other.
func (f *Frontier) Records(ctx context.Context, states ...string) iter.Seq2[frontier.Record, error] {
	return func(yield func(frontier.Record, error) bool) {
		wanted, err := transition.Named(states)
		for last := []byte{}; ; {
			var some []record
			if err == nil {
				err = ctx.Err()
			}
			if err == nil {
				err = f.read(func(*batch) (err error) {
					some, last, err = f.someRecords(last)
					return err
				})
			}
			if err != nil {
				yield(frontier.Record{}, err)
				return
			}
			if len(some) == 0 {
				return
			}
			for _, r := range some {
				if wanted[r.State] && !yield(r.Public(), nil) {
					return
				}
			}
		}
	}
}

// someRecords returns the next records after a hash, and the last one's hash.
func (f *Frontier) someRecords(after []byte) (some []record, last []byte, err error) {
	failed := f.batch.From(kv.Records, append(after, 0), func(key, stored []byte) bool {
		var id hash
		if id, err = layout.HashIn(key); err != nil {
			return false
		}
		var r record
		if r, err = f.current(id, stored); err != nil {
			return false
		}
		some, last = append(some, r), id[:]
		return len(some) < recordsAtOnce
	})
	return some, last, cmp.Or(err, failed)
}

// current returns a record as it is: that of a lease is saved when the lease ends.
func (f *Frontier) current(id hash, stored []byte) (record, error) {
	if l := f.leases[id]; l != nil {
		return l.record, nil
	}
	return f.decode(id, stored)
}
