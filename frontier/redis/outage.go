package redis

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/lokman-crawler/lokman/frontier/redis/internal/wire"
)

// Values of Options.Outage.
const (
	noLimit time.Duration = -1
	none    time.Duration = -2
)

// defaultOutage is Options.Outage when it is 0.
const defaultOutage = 5 * time.Minute

// The pauses between the attempts of a call double from the one to the other, less up
// to half, so that many workers do not come at once.
const (
	shortestPause = 50 * time.Millisecond
	longestPause  = 2 * time.Second
)

// outages are a time in which calls wait for any shard. Nodes may be away one after the other,
// so each shard has an outage of its own.
type outages struct {
	mu sync.Mutex
	outage
}

// An outage is a time in which calls wait for the server. The zero value is none.
type outage struct {
	since time.Time // of the first failure
	waits int       // how many calls wait
	pops  int       // of them those that are to lease URLs
}

// ride makes a call, and again while the server is away, at most for Options.Outage.
// A call that pops lets the others go first: until something is popped a lease that
// has run out meanwhile holds, so that its worker may still end it.
func (s *shard) ride(ctx context.Context, pops bool, call func() error) (err error) {
	err = call()
	most := s.f.mostOutage()
	if most == 0 || !s.f.server.IsAway(err) || wire.Expired(ctx) != nil {
		return err
	}
	since := s.beginWait(pops, err)
	defer func() { s.endWait(pops, err) }()
	for next := shortestPause; ; next = min(2*next, longestPause) {
		s.f.server.Look(ctx)
		left := most - time.Since(since)
		if left <= 0 {
			return &outageError{since, err, nil}
		}
		pause(ctx, s.f.waiting.ctx, min(left, next-rand.N(next/2)))
		if s.f.waiting.ctx.Err() != nil {
			return wire.ErrClosed
		}
		if over := wire.Expired(ctx); over != nil {
			return &outageError{since, err, over}
		}
		if pops && s.othersWait() {
			continue
		}
		again := call()
		if over := wire.Expired(ctx); again != nil && over != nil {
			return &outageError{since, err, over}
		}
		if err = again; !s.f.server.IsAway(err) {
			return err
		}
	}
}

// mostOutage is Options.Outage as a time.
func (f *Frontier) mostOutage() time.Duration {
	if most := cmp.Or(f.options.Outage, defaultOutage); most != noLimit {
		return max(0, most) // none is less
	}
	return math.MaxInt64
}

// beginWait counts a call that waits and returns since when the shard has been away.
func (s *shard) beginWait(pops bool, err error) time.Time {
	all := &s.f.outages
	all.mu.Lock()
	defer all.mu.Unlock()
	now := time.Now()
	if all.waits == 0 {
		all.since = now
		s.f.log.Warn("waiting for the queue", "crawl", s.f.name, "server", s.f.server.Name, "err", &saidError{err})
	}
	if s.outage.waits == 0 {
		s.outage.since = now
	}
	all.waits++
	s.outage.waits++
	s.outage.pops += digit(pops)
	return s.outage.since
}

// endWait counts a call off that ends with an error or nil.
func (s *shard) endWait(pops bool, err error) {
	all := &s.f.outages
	all.mu.Lock()
	defer all.mu.Unlock()
	all.waits--
	s.outage.waits--
	s.outage.pops -= digit(pops)
	if all.waits == 0 && err == nil {
		s.f.log.Info("the queue is back", "crawl", s.f.name, "server", s.f.server.Name, "after", time.Since(all.since))
	}
}

// othersWait reports whether calls of the shard wait that do not pop.
func (s *shard) othersWait() bool {
	s.f.outages.mu.Lock()
	defer s.f.outages.mu.Unlock()
	return s.outage.waits > s.outage.pops
}

// An outageError says since when the server has been away, and why a call that has
// waited for it waits no longer.
type outageError struct {
	since time.Time
	cause error // what the last attempt came to
	over  error // the context's; nil when Options.Outage has passed
}

func (e *outageError) Error() string {
	what, remedy := "the server has been away", "start it again"
	if wire.Refuses(e.cause, wire.OutOfMemory) {
		what, remedy = "the server's memory has been full", "raise its maxmemory or delete what is not of this crawl"
	} else if errors.Is(e.cause, wire.ErrReplicas) {
		what, remedy = "replicas of the server have been away", "start them"
	} else if wire.Refuses(e.cause, wire.CannotSave) {
		what, remedy = "the server could not save its data", "make room on its disk, or see its log"
	}
	end := "; nothing is lost: " + remedy + " and go on with the crawl, which Options.Outage lets wait longer"
	if e.over != nil {
		end = "; " + e.over.Error()
	}
	return fmt.Sprintf("%s since %s: %v%s", what, e.since.Format(time.DateTime), &saidError{e.cause}, end)
}

func (e *outageError) Unwrap() []error { return []error{e.cause, e.over} }

// pause sleeps, unless a context ends first.
func pause(ctx, closed context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	case <-closed.Done():
	}
}
