// Package shared has what the workers of a crawl share: the pages left to fetch, what they have at
// hand, and what they remember of URLs.
package shared

import (
	"context"
	"sync"
)

// A Budget hands out the right to fetch one more page, so that a crawl with
// many workers ends on its limit of pages exactly.
type Budget struct {
	mu       sync.Mutex
	left     int // rights not handed out; below 0 for no limit
	out      int // rights handed out, not yet spent or given back
	returned chan struct{}
	closed   bool
}

// NewBudget returns the rights to so many pages, below 0 without a limit.
func NewBudget(pages int) *Budget {
	return &Budget{left: pages, returned: make(chan struct{})}
}

// Take waits for a right. It reports false once all are spent.
func (b *Budget) Take(ctx context.Context) (bool, error) {
	for {
		b.mu.Lock()
		if b.closed {
			b.mu.Unlock()
			return false, nil
		}
		if b.left != 0 {
			b.left = max(b.left-1, -1)
			b.out++
			b.mu.Unlock()
			return true, nil
		}
		if b.out == 0 {
			b.mu.Unlock()
			return false, nil
		}
		returned := b.returned
		b.mu.Unlock()
		select {
		case <-returned:
		case <-ctx.Done():
			return false, ctx.Err()
		}
	}
}

// End spends a right or gives it back.
func (b *Budget) End(spent bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.out--
	if b.left < 0 {
		return
	}
	if !spent {
		b.left++
	}
	b.wake()
}

// Close ends it: no right is handed out any more.
func (b *Budget) Close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
	b.wake()
}

// Closed reports whether it was ended.
func (b *Budget) Closed() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.closed
}

// wake lets those that wait for a right look again.
func (b *Budget) wake() {
	close(b.returned)
	b.returned = make(chan struct{})
}
