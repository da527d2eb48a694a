package crawl

import (
	"context"
	"errors"
	"time"

	"github.com/lokman-crawler/lokman/crawl/internal/fetch"
	"github.com/lokman-crawler/lokman/crawl/internal/stored"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// giveBack is how long the frontier has to end a lease or to take it back once
// the crawl has been cancelled.
const giveBack = 5 * time.Second

// acknowledge ends a lease. What the sink has taken is acknowledged even if the
// crawl ends meanwhile, unless the frontier does not answer in time.
func (r *run) acknowledge(ctx context.Context, l frontier.Lease, o frontier.Outcome) error {
	ack, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	defer context.AfterFunc(ctx, func() { _ = fetch.Sleep(ack, giveBack); cancel() })()
	return r.frontier.Done(ack, l, o)
}

// giveBack ends the lease of a page that was not acknowledged. A request may have
// been made for it, so the outcome says how long its host has to be left alone.
func (r *run) giveBack(ctx context.Context, l frontier.Lease, o frontier.Outcome) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), giveBack)
	defer cancel()
	if o.Result == frontier.Retry {
		o.RetryAt = time.Now().Add(fetch.Backoff(1)) // when this crawl has ended
	}
	if err := r.frontier.Done(ctx, l, o); err != nil {
		r.log.Warn("lease not given back", "url", weburl.Logged(l.URL), "err", weburl.RedactError(err))
	}
}

// afterwards is the result of a lease whose page was not acknowledged because
// of an error. After a panic the attempt counts: the page may be its cause, and
// would be again after a restart of the program.
func afterwards(err error) frontier.Result {
	if errors.As(err, new(*stopError)) {
		return frontier.Returned // another worker's
	}
	if errors.Is(err, errUnwound) || errors.As(err, new(*PanicError)) {
		return frontier.Retry
	}
	return frontier.Returned
}

// hand hands a page to the sink.
func (r *run) hand(ctx context.Context, p *Page) error {
	var err error
	if panicked := protect(func() { err = r.sink(ctx, p) }); panicked != nil {
		return panicked
	}
	return err
}

func (r *run) count(p *Page) {
	switch {
	case p.Err != nil:
		r.c.stats.failed.Add(1)
		if errors.Is(p.Err, ErrRobots) {
			r.c.stats.forbidden.Add(1)
		}
		if errors.As(p.Err, new(*fetch.HostDownError)) {
			r.c.stats.hostDown.Add(1)
		}
	case p.NotModified:
		r.c.stats.notModified.Add(1)
	case p.Status/100 == 3:
		r.c.stats.redirects.Add(1)
	case p.OK():
		r.c.stats.pages.Add(1)
		if !p.whole() {
			r.c.stats.incomplete.Add(1)
		}
	}
	r.c.observe(Event{Kind: "page", URL: p.URL, Host: weburl.HostOf(p.URL), Status: p.Status, Bytes: len(p.Body), Value: p.Value, Err: p.Err})
}

// whole reports whether a page is there and has all of its body.
func (p *Page) whole() bool { return p.OK() && !p.Truncated && p.Incomplete == nil }

// keepValidator remembers the validator of a page that came whole and that the
// sink has taken, or that it has none any more: the old one is of another page.
func (r *run) keepValidator(ctx context.Context, p *Page) error {
	if r.validators == nil || !p.whole() {
		return nil
	}
	v, ctx := Validator(stored.ValidatorOf(p.Header)), context.WithoutCancel(ctx)
	if v == (Validator{}) {
		old, err := r.validators.Validator(ctx, p.URL)
		if err != nil {
			return &Error{p.URL, err}
		}
		if old == v {
			return nil
		}
	}
	if err := r.validators.Keep(ctx, p.URL, v); err != nil {
		return &Error{p.URL, err}
	}
	return nil
}
