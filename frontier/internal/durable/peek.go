package durable

import (
	"context"

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
	err = f.read(func(b *batch) error {
		fronts := f.fronts()
		for len(next) < min(n, transition.MaxRank) && len(fronts.Items) > 0 {
			best := fronts.Items[0]
			fronts.Remove(0)
			r, err := f.queued(best.host, best.rank)
			if err != nil {
				return err
			}
			next = append(next, r.entry())
			rank, ok, err := b.following(best.host.number, queueKey(best.host.number, best.rank))
			if err != nil {
				return err
			}
			if ok {
				fronts.Push(front{best.host, rank})
			}
		}
		return nil
	})
	return next, err
}

// fronts are the best records of all hosts, the best of them first.
func (f *Frontier) fronts() *heap.Heap[front] {
	fronts := &heap.Heap[front]{
		Before: func(a, b front) bool { return a.rank.before(b.rank) },
		Moved:  func(front, int32) {},
	}
	for _, h := range f.hosts {
		if h.open {
			fronts.Push(front{h, h.front})
		}
	}
	return fronts
}
