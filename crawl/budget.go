package crawl

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/lokman-crawler/lokman/internal/weburl"
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

// hostBudget counts what hosts have been asked for, so that none takes more of a
// crawl than its limits grant. The ports of a host share it.
type hostBudget struct {
	limits Limits
	byKey  bool // hosts are distinguished by Crawler.HostKey
	mu     sync.Mutex
	byHost map[string]*hostUsage
}

// hostUsage is what one host was asked for.
type hostUsage struct {
	pages int
	bytes int64
	time  time.Duration
}

func newHostBudget(l Limits, byKey bool) *hostBudget {
	return &hostBudget{limits: l, byKey: byKey, byHost: make(map[string]*hostUsage)}
}

func (b *hostBudget) limited() bool {
	return b.limits.HostPages != NoLimit || b.limits.HostBytes != NoLimit || b.limits.HostTime != NoLimit
}

// name returns what counts as one host.
func (b *hostBudget) name(key, url string) string {
	if b.byKey {
		return key
	}
	return weburl.HostnameOf(url)
}

// add notes what the host of a URL, with a key in the frontier, was asked for.
func (b *hostBudget) add(key, url string, pages int, bytes int64, took time.Duration) {
	if !b.limited() {
		return
	}
	host := b.name(key, url)
	b.mu.Lock()
	defer b.mu.Unlock()
	h := b.byHost[host]
	if h == nil {
		h = &hostUsage{}
		b.byHost[host] = h
	}
	h.pages, h.bytes, h.time = h.pages+pages, h.bytes+bytes, h.time+took
}

// check returns why the host of a URL, with a key in the frontier, may not be asked any more.
func (b *hostBudget) check(key, url string) error {
	if !b.limited() {
		return nil
	}
	host := b.name(key, url)
	b.mu.Lock()
	defer b.mu.Unlock()
	h, l := b.byHost[host], b.limits
	switch {
	case h == nil:
		return nil
	case l.HostPages != NoLimit && h.pages >= l.HostPages:
		return fmt.Errorf("%w: %d pages of %s", ErrHostLimit, h.pages, host)
	case l.HostBytes != NoLimit && h.bytes >= l.HostBytes:
		return fmt.Errorf("%w: %d bytes of %s", ErrHostLimit, h.bytes, host)
	case l.HostTime != NoLimit && h.time >= l.HostTime:
		return fmt.Errorf("%w: %v of requests to %s", ErrHostLimit, h.time.Round(time.Millisecond), host)
	}
	return nil
}
