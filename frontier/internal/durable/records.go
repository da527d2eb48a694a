package durable

import (
	"cmp"
	"context"
	"iter"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/transition"
)

// recordsAtOnce is how many records one transaction lists.
const recordsAtOnce = 1000

// Record implements [frontier.Abilities].
func (f *Frontier) Record(_ context.Context, url string) (public frontier.Record, err error) {
	id := hashOf(url)
	public.URL = url
	err = f.read(func(b *batch) error {
		stored, err := b.Get(Records, id[:])
		if err != nil || stored == nil {
			return err
		}
		r, err := f.current(id, stored)
		if err == nil && r.url == url {
			public = r.public()
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
				if wanted[r.State] && !yield(r.public(), nil) {
					return
				}
			}
		}
	}
}

// someRecords returns the next records after a hash, and the last one's hash.
func (f *Frontier) someRecords(after []byte) (some []record, last []byte, err error) {
	failed := f.batch.From(Records, append(after, 0), func(key, stored []byte) bool {
		var id hash
		if id, err = hashIn(key); err != nil {
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

func (r *record) public() frontier.Record {
	public := frontier.Record{
		URL: r.url, State: r.State.String(), Value: r.value, Depth: r.depth, Attempts: int(r.Attempts), Reason: r.reason,
	}
	if r.ended != 0 {
		public.Ended = time.Unix(0, r.ended)
	}
	return public
}
