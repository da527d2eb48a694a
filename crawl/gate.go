package crawl

import (
	"context"
	"fmt"
	"time"

	"github.com/lokman-crawler/lokman/crawl/internal/failure"
	"github.com/lokman-crawler/lokman/crawl/internal/fetch"
	"github.com/lokman-crawler/lokman/frontier"
)

// pass waits until the gate is open.
func (r *run) pass(ctx context.Context) error {
	if r.c.Gate == nil {
		return nil
	}
	err := r.c.Gate(ctx)
	if err != nil && ctx.Err() == nil {
		return fmt.Errorf("crawl: Gate: %w", err)
	}
	return err
}

// closed reports whether the gate has closed since the worker passed it.
func (r *run) closed() bool {
	if r.c.Gate == nil {
		return false
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	return r.c.Gate(ended) != nil
}

const (
	// suspectWait is how long a suspect waits while another one is in flight.
	suspectWait = 2 * time.Second

	// suspectPause is the time for which no suspect is being given back before
	// one is fetched: a page can end the program at once.
	suspectPause = 100 * time.Millisecond
)

// alone reports whether a page may be fetched now: false for a suspect while
// another one is, which goes back to the frontier. The caller calls done after
// either.
func (r *run) alone(ctx context.Context, l frontier.Lease) (done func(), ok bool) {
	if l.Lost == 0 || l.Lost+1 != failure.MostLost(r.limits.Attempts) {
		return func() {}, true
	}
	s := &r.suspects
	if !s.fetching.TryLock() {
		s.returning.Add(1)
		return func() { s.returning.Add(-1) }, false
	}
	for fetch.Sleep(ctx, suspectPause) == nil && s.returning.Load() > 0 {
	}
	return s.fetching.Unlock, true // a crawl that ends gives the page back
}
