package durable

import (
	"bytes"
	"context"
	"slices"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/heap"
	"github.com/lokman-crawler/lokman/internal/transition"
)

// Peek implements [frontier.Abilities] in O(hosts + n log n), of the hosts that
// have URLs queued. It reads n records.
func (f *Frontier) Peek(ctx context.Context, n int) (next []frontier.Entry, err error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	err = f.read(func(*batch) error {
		fronts := f.fronts()
		for len(next) < min(n, transition.MaxRank) && len(fronts.Items) > 0 {
			best := fronts.Items[0]
			fronts.Remove(0)
			r, err := f.peek(&best)
			if err != nil {
				return err
			}
			next = append(next, r.Entry())
			if rank, more := best.next(); more {
				best.rank = rank
				fronts.Push(best)
			}
		}
		return nil
	})
	return next, err
}

// front is the place of a record in the queues of all hosts.
type front struct {
	host *host
	rank rank

	begun  bool      // the others are known
	valued []*valued // those of the host in memory from here on, the best first
	stored rank      // the next of the host in the store
	queued bool      // there is one
}

// fronts are the best records of all hosts, the best of them first.
func (f *Frontier) fronts() *heap.Heap[front] {
	fronts := &heap.Heap[front]{
		Before: func(a, b front) bool { return a.rank.Before(b.rank) },
		Moved:  func(front, int32) {},
	}
	for _, h := range f.hosts {
		if h.open {
			fronts.Push(front{host: h, rank: h.front})
		}
	}
	return fronts
}

// peek returns the record of a place and goes past it.
func (f *Frontier) peek(at *front) (r record, err error) {
	h := at.host
	if !at.begun {
		at.begun, at.stored, at.queued = true, h.stored, h.queued
		if h.valued != nil {
			at.valued = slices.SortedFunc(slices.Values(h.valued.Items), func(a, b *valued) int { return bytes.Compare(a.is[:], b.is[:]) })
		}
	}
	if len(at.valued) > 0 && at.valued[0].is == at.rank {
		r, err = f.placed(at.valued[0].hash[:], h, at.rank)
		at.valued = at.valued[1:]
		return r, err
	}
	if r, err = f.queued(h, at.rank); err == nil {
		at.stored, at.queued, err = f.following(h, at.rank)
	}
	return r, err
}

// next returns the place after those that were gone past.
func (at *front) next() (rank, bool) {
	if len(at.valued) > 0 && (!at.queued || at.valued[0].is.Before(at.stored)) {
		return at.valued[0].is, true
	}
	return at.stored, at.queued
}
