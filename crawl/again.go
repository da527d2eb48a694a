package crawl

import (
	"iter"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
)

// A Freshness decides when pages are fetched again, as that of package crawl/fresh does. Its
// methods are called by several workers at once.
type Freshness interface {
	// Fetched takes in a page as it came.
	Fetched(p *Page, at time.Time) Due

	// Restore takes in a state; a crawl that is resumed calls it for all that were kept, in their order.
	Restore(state []byte) error

	// States yields states that bring a new Freshness to what this one knows.
	States() iter.Seq[[]byte]
}

// Due is what a [Freshness] says of a page.
type Due struct {
	Again   time.Time // when it is due again, zero for never
	Value   float64   // what it is worth then
	Changed bool      // it is another than before
	State   []byte    // what a frontier that has Observations keeps

	// Links are what it lists as a sitemap or a feed does: pages that are due now, with Stale, pages that are
	// new to it and other lists.
	Links []frontier.Entry
}

const (
	refreshShare = 0.5            // of the leases, in a frontier of the crawler's own
	putOff       = 24 * time.Hour // until a page is due again that could not be fetched again
)

// schedule says when a page is due again, and returns what is kept of it.
func (r *run) schedule(l frontier.Lease, p *Page, o *frontier.Outcome) (kept []byte) {
	p.Again = l.Again
	if r.c.Fresh == nil || !p.OK() && !p.NotModified || o.Result != frontier.Fetched {
		return nil
	}
	d := r.c.Fresh.Fetched(p, time.Now())
	o.Again, o.Value, p.Changed = d.Again, d.Value, d.Changed && l.Again
	if len(d.Links) > 0 {
		o.Links = r.outLinks(o.Links, p, d.Links)
	}
	return r.revisits.Keep(p.URL, d.State, p.Header, p.whole())
}
