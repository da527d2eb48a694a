package frontier

import "context"

// Peek implements [Peeker] in O(hosts + n log n), of the hosts that have
// URLs queued.
func (f *Memory) Peek(ctx context.Context, n int) ([]Entry, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	f.lock()
	defer f.mu.Unlock()
	var next []Entry
	for _, p := range f.best(min(n, MaxRank)) {
		next = append(next, f.records.at(p.rank().id).entry())
	}
	return next, nil
}
