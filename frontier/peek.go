package frontier

import (
	"context"

	"github.com/lokman-crawler/lokman/internal/transition"
)

// Peek implements [Abilities] in O(hosts + n log n), of the hosts that have
// URLs queued.
func (f *Memory) Peek(ctx context.Context, n int) ([]Entry, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	f.lock()
	defer f.mu.Unlock()
	var next []Entry
	for _, p := range f.best(min(n, transition.MaxRank)) {
		next = append(next, f.records.at(p.rank().id).entry())
	}
	return next, nil
}
