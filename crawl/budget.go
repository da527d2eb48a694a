package crawl

import (
	"context"
	"sync"
)

// pageBudget hands out the right to fetch one more page, so that a crawl with
// many workers ends on its limit of pages exactly.
type pageBudget struct {
	mu       sync.Mutex
	left     int // rights not handed out; below 0 for no limit
	out      int // rights handed out, not yet spent or given back
	returned chan struct{}
}

func newPageBudget(pages int) *pageBudget {
	return &pageBudget{left: pages, returned: make(chan struct{})}
}

// take waits for a right. It reports false once all are spent.
func (b *pageBudget) take(ctx context.Context) (bool, error) {
	for {
		b.mu.Lock()
		if b.left != 0 {
			b.left = max(b.left-1, NoLimit)
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

// end spends a right or gives it back.
func (b *pageBudget) end(spent bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.out--
	if b.left < 0 {
		return
	}
	if !spent {
		b.left++
	}
	close(b.returned)
	b.returned = make(chan struct{})
}
