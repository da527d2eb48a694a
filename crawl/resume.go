package crawl

import (
	"context"
	"fmt"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// observed returns the observation of a page for its outcome.
func (r *run) observed(p *Page) []byte {
	if r.experience == nil {
		return nil
	}
	o := r.experience.strategy.Observation(p.URL)
	if len(o) <= frontier.MaxObservation {
		return o
	}
	r.log.Warn("what the strategy has learned from a page is too long to be kept", "url", weburl.Logged(p.URL), "bytes", len(o))
	// If the page is the crawl's only one so far, this says that the strategy's state is
	// not lost.
	if o = r.experience.strategy.Observation(""); len(o) > frontier.MaxObservation {
		return nil
	}
	return o
}

// resume brings a new strategy to the state that a crawl in the frontier had. It
// returns an error if that is not possible, unless the crawl is to go on without.
func (r *run) resume(ctx context.Context, withoutState bool) error {
	r.c.sites.Forgive()
	if err := r.revisits.Restore(ctx, r.frontier); err != nil {
		return err
	}
	f, ok := r.frontier.(interface {
		Stats(context.Context) (frontier.Stats, error)
	})
	if !ok {
		return nil
	}
	n, err := f.Stats(ctx)
	if err != nil {
		return err
	}
	n.Done += n.Due + n.Overdue
	if n.Done > 0 {
		r.fetcher.Begun()
	}
	s, stateful := r.strategy.(interface{ Begun() bool })
	if !stateful {
		return nil
	}
	known := s.Begun()
	learned := 0
	if r.experience != nil {
		if learned, err = r.experience.resume(ctx, known, withoutState); err != nil {
			return fmt.Errorf("crawl: %w", err)
		}
	}
	if n.Done > 0 && learned == 0 && !known && !withoutState {
		return fmt.Errorf("crawl: %w: the frontier holds a crawl of %d pages, of which this %T has seen none; make it a crawl.Resumable on a frontier that keeps observations, or set Crawler.ResumeWithoutState to go on with the values that are queued", ErrState, n.Done, r.strategy)
	}
	return nil
}

// revive brings back seeds that failed because they could not be reached and
// that are seeds again.
func (r *run) revive(ctx context.Context, seeds []frontier.Entry) error {
	q, ok := r.frontier.(interface {
		Requeue(context.Context, func(frontier.Failure) bool) (int, error)
	})
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
// reached or was refused by the crawl's configuration, or because its page could not be
// valued: it may do better when the network, the host, the service or the options are others.
func Unreached(f frontier.Failure) bool {
	switch FailureCause(f) {
	case "connect", "dns", "timeout", "reset", "unanswered", "refused address", "robots unreachable", "scorer":
		return true
	}
	return false
}
