package crawl

import (
	"fmt"
	"sync"
	"time"
)

// usage counts what hosts have been asked for, so that none takes more of a
// crawl than its limits grant.
type usage struct {
	limits Limits
	mu     sync.Mutex
	byHost map[string]*used
}

type used struct {
	pages int
	bytes int64
	time  time.Duration
}

func newUsage(l Limits) *usage { return &usage{limits: l, byHost: make(map[string]*used)} }

func (u *usage) limited() bool {
	return u.limits.HostPages != NoLimit || u.limits.HostBytes != NoLimit || u.limits.HostTime != NoLimit
}

// add notes what a host was asked for.
func (u *usage) add(host string, pages int, bytes int64, took time.Duration) {
	if !u.limited() {
		return
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	h := u.byHost[host]
	if h == nil {
		h = &used{}
		u.byHost[host] = h
	}
	h.pages, h.bytes, h.time = h.pages+pages, h.bytes+bytes, h.time+took
}

// check returns why a host may not be asked any more.
func (u *usage) check(host string) error {
	if !u.limited() {
		return nil
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	h, l := u.byHost[host], u.limits
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
