package crawl

import (
	"context"
	"errors"
	"fmt"

	"github.com/lokman-crawler/lokman/frontier"
)

// A Stateful strategy learns from the pages it values, and keeps what it has
// learned in memory. A crawl that is resumed with a new one has the queued
// values, but not the state that they follow from.
type Stateful interface {
	Strategy
	// Begun reports whether the strategy has valued a page.
	Begun() bool
}

// ErrState is the error of a crawl that would go on without the state of its
// strategy. Crawler.ResumeWithoutState permits it.
var ErrState = errors.New("the strategy's state is lost")

// resume returns an error if the frontier holds a crawl that a stateful strategy
// does not know, unless that is wanted.
func (r *run) resume(ctx context.Context, withoutState bool) error {
	r.c.sites.forgive()
	f, ok := r.frontier.(frontier.Counter)
	if !ok {
		return nil
	}
	n, err := f.Stats(ctx)
	if err != nil || n.Done == 0 {
		return err
	}
	r.begun.Store(true)
	if s, ok := r.strategy.(Stateful); ok && !withoutState && !s.Begun() {
		return fmt.Errorf("crawl: %w: the frontier holds a crawl of %d pages, of which this %T has seen none; set Crawler.ResumeWithoutState to go on with the values that are queued", ErrState, n.Done, r.strategy)
	}
	return nil
}

// revive brings back seeds that failed because they could not be reached and
// that are seeds again.
func (r *run) revive(ctx context.Context, seeds []frontier.Entry) error {
	q, ok := r.frontier.(frontier.Requeuer)
	if !ok || len(seeds) == 0 {
		return nil
	}
	given := make(map[string]bool, len(seeds))
	for _, e := range seeds {
		given[e.URL] = true
	}
	_, err := q.Requeue(ctx, func(f frontier.Failure) bool { return given[f.URL] && Unreached(f) })
	return err
}

// Unreached reports whether a URL was given up because its host could not be
// reached or was refused by the crawl's configuration: it may do better when the
// network, the host or the options are others.
func Unreached(f frontier.Failure) bool {
	switch FailureCause(f) {
	case "connect", "dns", "timeout", "reset", "refused address", "robots unreachable":
		return true
	}
	return false
}
