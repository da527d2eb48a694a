package crawl

import (
	"context"
	"errors"
	"fmt"

	"github.com/lokman-crawler/lokman/frontier"
)

// A Stateful strategy learns from the pages it values, and keeps what it has
// learned in memory. A crawl that is resumed with a new one has the values that
// are queued but not what they came from.
type Stateful interface {
	Strategy
	// Begun reports whether the strategy has valued a page.
	Begun() bool
}

// ErrState is the error of a crawl that would go on without the state of its
// strategy. Crawler.ResumeWithoutState lets it.
var ErrState = errors.New("the strategy's state is lost")

// checkState returns an error if the frontier holds a crawl that has begun and
// the strategy does not know it.
func (r *run) checkState(ctx context.Context) error {
	s, ok := r.strategy.(Stateful)
	if !ok || s.Begun() {
		return nil
	}
	f, ok := r.frontier.(frontier.Counter)
	if !ok {
		return nil
	}
	n, err := f.Stats(ctx)
	if err != nil || n.Done == 0 {
		return err
	}
	return fmt.Errorf("crawl: %w: the frontier holds a crawl of %d pages, of which this %T has seen none; set Crawler.ResumeWithoutState to go on with the values that are queued", ErrState, n.Done, r.strategy)
}
