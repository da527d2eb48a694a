package fetch

import (
	"fmt"
	"sync"
	"time"

	"github.com/lokman-crawler/lokman/crawl/internal/failure"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// Limits are those of crawl.Limits. noLimit is in place of crawl.NoLimit, and 0 is no default.
type Limits struct {
	Redirects, Attempts int
	Body, Header        int64
	Time                time.Duration
	URL                 int
	HostPages           int
	HostBytes           int64
	HostTime, HostDown  time.Duration
	Backoff             time.Duration
}

const noLimit = -1

// exceeds reports whether n is over a limit.
func exceeds(n, limit int) bool { return limit != noLimit && n > limit }

// hostUsages counts what hosts have been asked for, so that none takes more of a
// crawl than its limits grant. The ports of a host share it.
type hostUsages struct {
	limits *Limits
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

func newHostUsages(l *Limits, byKey bool) *hostUsages {
	return &hostUsages{limits: l, byKey: byKey, byHost: make(map[string]*hostUsage)}
}

func (b *hostUsages) limited() bool {
	return b.limits.HostPages != noLimit || b.limits.HostBytes != noLimit || b.limits.HostTime != noLimit
}

// name returns what counts as one host.
func (b *hostUsages) name(key, url string) string {
	if b.byKey {
		return key
	}
	return weburl.HostnameOf(url)
}

// add notes what the host of a URL, with a key in the frontier, was asked for.
func (b *hostUsages) add(key, url string, pages int, bytes int64, took time.Duration) {
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
func (b *hostUsages) check(key, url string) error {
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
	case l.HostPages != noLimit && h.pages >= l.HostPages:
		return fmt.Errorf("%w: %d pages of %s", failure.ErrHostLimit, h.pages, host)
	case l.HostBytes != noLimit && h.bytes >= l.HostBytes:
		return fmt.Errorf("%w: %d bytes of %s", failure.ErrHostLimit, h.bytes, host)
	case l.HostTime != noLimit && h.time >= l.HostTime:
		return fmt.Errorf("%w: %v of requests to %s", failure.ErrHostLimit, h.time.Round(time.Millisecond), host)
	}
	return nil
}
