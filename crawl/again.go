package crawl

import (
	"context"
	"fmt"
	"time"

	"github.com/lokman-crawler/lokman/crawl/internal/stored"
	"github.com/lokman-crawler/lokman/frontier"
)

// A Freshness decides when pages are fetched again, as that of package crawl/fresh does. Its
// methods are called by several workers at once.
type Freshness interface {
	// Fetched takes in a page as it came. It returns when it is due again, zero for never, what it is
	// worth then, whether it has changed, and a state, which a frontier that has Observations keeps.
	Fetched(p *Page, at time.Time) (again time.Time, value float64, changed bool, state []byte)

	// Restore takes in a state; a crawl that is resumed calls it for all, in their order.
	Restore(state []byte) error
}

const (
	refreshShare = 0.5            // of the leases, in a frontier of the crawler's own
	putOff       = 24 * time.Hour // until a page is due again that could not be fetched again
)

// schedule says when a page is due again, and returns the state.
func (r *run) schedule(l frontier.Lease, p *Page, o *frontier.Outcome) (state []byte) {
	p.Again = l.Again
	if r.c.Fresh == nil || !p.OK() && !p.NotModified || o.Result != frontier.Fetched {
		return nil
	}
	o.Again, o.Value, p.Changed, state = r.c.Fresh.Fetched(p, time.Now())
	p.Changed = p.Changed && l.Again
	return state
}

// restore gives a Freshness the states that the frontier has.
func (r *run) restore(ctx context.Context) error {
	f, ok := r.frontier.(observationLister)
	if !ok || r.c.Fresh == nil {
		return nil
	}
	for o, err := range f.Observations(ctx, 0) {
		if err != nil {
			return err
		}
		if state, _ := stored.SplitState(o.Data); state != nil {
			if err := r.c.Fresh.Restore(state); err != nil {
				return fmt.Errorf("crawl: when pages are due again: %w", err)
			}
		}
	}
	return nil
}
