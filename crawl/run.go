package crawl

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/lokman-crawler/lokman/crawl/dial"
	"github.com/lokman-crawler/lokman/crawl/robots"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// run is one crawl: a Crawler with its defaults filled in and what it needs
// while it crawls.
type run struct {
	strategy   Strategy
	frontier   frontier.Frontier
	transport  http.RoundTripper
	close      func() // of a transport made for this crawl
	userAgent  string
	agent      string // the name that robots.txt files are searched for
	workers    int
	delay      time.Duration
	robots     bool
	directives honoured
	revisit    bool // once, instead of trying a page in a row
	hostKey    func(string) string
	normalize  func(string) (string, error)
	scope      func(string) error
	limits     Limits
	usage      *usage
	jar        http.CookieJar
	cookies    *cookies // that the jar was given
	validators Validators
	observer   Observer
	log        *slog.Logger
	stats      *counters
	sink       func(context.Context, *Page) error
	budget     *budget
	sites      *sites
	copies     *copies
	guard      *dial.Dialer // of a transport made for this crawl
	propagate  bool         // panics of what the crawl was given
	begun      *atomic.Bool // a host has answered, now or before the crawl was resumed
	suspects   *suspects
	urlsOnly   *atomic.Bool // of the page before its URLs were all that was wanted
}

func newRun(c *Crawler, seeds []string, sink func(context.Context, *Page) error) (*run, error) {
	r := &run{
		strategy: c.Strategy, frontier: c.Frontier, transport: c.Transport,
		userAgent: c.UserAgent, workers: c.Workers, delay: c.Delay, robots: !c.IgnoreRobots, revisit: c.Revisit,
		directives: honoured{noFollow: !c.IgnoreNoFollow, canonical: c.FollowCanonical, refresh: !c.IgnoreRefresh},
		hostKey:    c.HostKey, scope: c.Scope, limits: c.Limits.withDefaults(),
		jar: c.Jar, validators: c.Validators, observer: c.Observer, log: c.Logger,
		stats: &c.stats, sites: &c.sites, copies: &copies{}, cookies: &cookies{}, sink: sink, propagate: c.PropagatePanics, begun: new(atomic.Bool), suspects: new(suspects), urlsOnly: new(atomic.Bool),
	}
	switch {
	case r.workers < 0:
		return nil, fmt.Errorf("crawl: Workers is %d: want 1 or more, or 0 for the default", r.workers)
	case r.delay < NoDelay:
		return nil, fmt.Errorf("crawl: Delay is %v: want more than 0, 0 for the default, or NoDelay", r.delay)
	case r.transport != nil && (len(c.Open) > 0 || c.Proxy != nil):
		return nil, errors.New("crawl: Open and Proxy are for the crawler's own transport: give them to NewTransport or NewProxyTransport if Transport is set")
	}
	if err := r.limits.check(); err != nil {
		return nil, err
	}
	if sink != nil && c.Frontier == nil && len(seeds) == 0 {
		return nil, errors.New("crawl: no seeds, and no Frontier to go on with")
	}
	if sink != nil && c.OpenSeeds && r.transport == nil && len(seeds) == 0 {
		return nil, errors.New("crawl: OpenSeeds opens the hosts of the seeds, and there are none: give the seeds again, which does not fetch them again, or name their hosts in Open")
	}
	if s, ok := r.strategy.(interface{ Valid() error }); ok {
		if err := s.Valid(); err != nil {
			return nil, fmt.Errorf("crawl: %w", err)
		}
	}
	orDefault(&r.userAgent, DefaultUserAgent)
	orDefault(&r.workers, 8)
	orDefault(&r.delay, time.Second)
	r.delay = max(r.delay, 0)
	if r.hostKey == nil {
		r.hostKey = weburl.HostOf
	}
	r.normalize = normalizer(c.Normalize)
	r.usage = newUsage(r.limits)
	if r.agent = robots.Token(r.userAgent); r.agent == "" {
		return nil, fmt.Errorf("crawl: UserAgent %q does not begin with a name of letters, '-' and '_' that robots.txt can call", r.userAgent)
	}
	if r.strategy == nil {
		r.strategy = BreadthFirst{}
	}
	if r.frontier == nil {
		r.frontier = frontier.New(FrontierOptions(r.strategy))
	} else if err := fit(c.Strategy, r.frontier); err != nil {
		return nil, err
	}
	r.close = func() {}
	if r.transport == nil {
		t := NewProxyTransport(c.Proxy, openHosts(c, seeds)...)
		if err := t.guard.Validate(); err != nil {
			return nil, fmt.Errorf("crawl: Open: %w", err)
		}
		t.direct.MaxIdleConns = r.workers // each holds two goroutines
		t.direct.MaxResponseHeaderBytes = r.limits.Header
		if r.limits.Header == NoLimit {
			t.direct.MaxResponseHeaderBytes = math.MaxInt64
		}
		r.transport, r.close, r.guard = t, t.CloseIdleConnections, t.guard
	}
	if r.log == nil {
		r.log = slog.New(slog.DiscardHandler)
	}
	r.budget = newBudget(r.limits.Pages)
	return r, nil
}

// work runs the workers until the frontier is empty, a limit is reached, the
// context ends or something fails for good.
func (r *run) work(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var wg sync.WaitGroup
	for range r.workers {
		wg.Go(func() {
			var err error
			if panicked := protect(func() { err = r.worker(ctx) }); panicked != nil {
				err = panicked
			}
			if err != nil {
				cancel(&stopError{err})
			}
		})
	}
	wg.Wait()
	err := context.Cause(ctx)
	for stop := (*stopError)(nil); errors.As(err, &stop); {
		err = stop.err
	}
	return err
}

// A stopError is what the other workers' requests end with when one worker
// fails: to a transport they are cancelled, not failed.
type stopError struct{ err error }

func (e *stopError) Error() string { return e.err.Error() }

func (e *stopError) Unwrap() error { return e.err }

// Is reports that the request was cancelled.
func (e *stopError) Is(target error) bool { return target == context.Canceled }

func (r *run) worker(ctx context.Context) error {
	for {
		more, err := r.budget.take(ctx)
		if err != nil || !more {
			return err
		}
		l, err := r.frontier.Pop(ctx)
		if err != nil {
			r.budget.end(false)
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
		fetched, err := r.visit(ctx, l)
		r.budget.end(fetched)
		if err != nil {
			return err
		}
	}
}

// giveBack is how long the frontier has to end a lease or to take it back once
// the crawl has been cancelled.
const giveBack = 5 * time.Second

// visit sees a leased URL through: it is fetched, valued, handed to the sink
// and ended at the frontier. It reports whether it counts as a page.
func (r *run) visit(ctx context.Context, l frontier.Lease) (bool, error) {
	defer r.renew(ctx, l)()
	done, ok := r.alone(ctx, l)
	defer done()
	if !ok {
		r.giveBack(ctx, l, frontier.Outcome{Result: frontier.Returned, RetryAt: time.Now().Add(suspectWait)})
		return false, ctx.Err()
	}
	p := r.newPage(l)
	o, delivered, err := r.attempt(ctx, l, p)
	if ctx.Err() != nil {
		r.giveBack(ctx, l, frontier.Outcome{Result: frontier.Returned, HostWait: o.HostWait})
		return false, context.Cause(ctx)
	}
	if delivered && err == nil {
		err = r.hand(ctx, p)
	}
	if err != nil {
		r.giveBack(ctx, l, frontier.Outcome{Result: afterwards(err), HostWait: o.HostWait})
		return false, err
	}
	err = r.acknowledge(ctx, l, o)
	if errors.Is(err, frontier.ErrStaleLease) {
		// Another worker has the URL now; what it finds will count.
		r.log.Warn("lease lost", "url", p.URL)
		return false, nil
	}
	if err != nil {
		if !errors.Is(err, context.Canceled) { // the frontier did not answer in time
			r.giveBack(ctx, l, frontier.Outcome{Result: frontier.Returned, HostWait: o.HostWait})
		}
		return false, &Error{p.URL, err}
	}
	if delivered {
		if s, ok := r.strategy.(Acknowledger); ok {
			s.Acknowledge(p.URL)
		}
		r.count(l, p)
		if err := r.keepValidator(ctx, p); err != nil {
			return p.OK(), err
		}
	}
	return delivered && p.OK(), nil
}

// acknowledge ends a lease. What the sink has taken is acknowledged even if the
// crawl ends meanwhile, unless the frontier does not answer in time.
func (r *run) acknowledge(ctx context.Context, l frontier.Lease, o frontier.Outcome) error {
	ack, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	defer context.AfterFunc(ctx, func() { _ = sleep(ack, giveBack); cancel() })()
	return r.frontier.Done(ack, l, o)
}

// giveBack ends the lease of a page that was not acknowledged. The host may
// have been asked all the same, so it is to be left alone for a while.
func (r *run) giveBack(ctx context.Context, l frontier.Lease, o frontier.Outcome) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), giveBack)
	defer cancel()
	if o.Result == frontier.Retry {
		o.RetryAt = time.Now().Add(backoff(1)) // when this crawl has ended
	}
	if err := r.frontier.Done(ctx, l, o); err != nil {
		r.log.Warn("lease not given back", "url", l.URL, "err", err)
	}
}

func (r *run) count(l frontier.Lease, p *Page) {
	switch {
	case p.Err != nil:
		r.stats.failed.Add(1)
		if errors.Is(p.Err, ErrRobots) {
			r.stats.forbidden.Add(1)
		}
	case p.NotModified:
		r.stats.notModified.Add(1)
	case p.Status/100 == 3:
		r.stats.redirects.Add(1)
	case p.OK():
		r.stats.pages.Add(1)
		r.usage.add(l.Host, 1, 0, 0)
		if p.Truncated || p.Incomplete != nil {
			r.stats.incomplete.Add(1)
		}
	}
	r.observe(Event{Kind: EventPage, URL: p.URL, Host: weburl.HostOf(p.URL), Status: p.Status, Bytes: len(p.Body), Value: p.Value, Err: p.Err})
}

// keepValidator remembers the validator of a page that came whole and that the
// sink has taken.
func (r *run) keepValidator(ctx context.Context, p *Page) error {
	if r.validators == nil || !p.OK() || p.Truncated || p.Incomplete != nil {
		return nil
	}
	v := validatorOf(p.Header)
	if v == (Validator{}) {
		return nil
	}
	if err := r.validators.Keep(context.WithoutCancel(ctx), p.URL, v); err != nil {
		return &Error{p.URL, err}
	}
	return nil
}

// fetchAndValue fills in the page and says what its lease ends with. It
// reports false for a URL that is to be tried again, of which the user is not
// told yet. An error ends the crawl.
func (r *run) fetchAndValue(ctx context.Context, l frontier.Lease, p *Page) (frontier.Outcome, bool, error) {
	a := r.fetch(ctx, l.Host, p)
	o := frontier.Outcome{HostWait: a.hostWait}
	switch {
	case a.putOff:
		o.Result = frontier.Returned
		if a.urlWait > 0 {
			o.RetryAt = time.Now().Add(a.urlWait)
		}
		if a.err != nil {
			r.again(p, a.err, "host is down, will retry")
		}
		return o, false, nil
	case a.err != nil && a.transient && r.revisit && !l.Revisited:
		o.Result, o.Reason = frontier.Revisit, reason(a.err)
		r.again(p, a.err, "will revisit")
		return o, false, nil
	case a.err != nil && a.transient && r.triesOn(l):
		o.Reason = reason(a.err)
		o.Result, o.RetryAt = frontier.Retry, time.Now().Add(max(a.retryAfter, backoff(l.Attempt)))
		r.again(p, a.err, "will retry")
		return o, false, nil
	case r.isOurs(l, a.err):
		return o, false, &Error{p.URL, fmt.Errorf("%w; the URLs of the host stay queued", a.err)}
	case a.err != nil && !a.partial:
		p.Err = &Error{p.URL, a.err}
		o.Result, o.Reason = frontier.Dead, reason(a.err)
		r.log.Info("failed", "url", p.URL, "err", a.err)
	case p.NotModified:
	case p.Redirect == p.URL && r.jar != nil && r.triesOn(l):
		o.Result = frontier.Retry // with the cookie that came with it
		return o, false, nil
	case p.Redirect == p.URL:
		p.Err = &Error{p.URL, ErrRedirects}
		o.Result, o.Reason = frontier.Dead, reason(ErrRedirects)
	case p.Redirect != "":
		o.Links = r.redirect(l, p, p.Redirect)
	default:
		if p.Redirect = r.copyOf(l, p); p.Redirect != "" {
			o.Links = r.redirect(l, p, p.Redirect)
			break
		}
		v := r.strategy.Value(p)
		p.Score, p.Explanation, p.Value = v.Score, v.Explanation, v.Explanation.Value()
		o.Links = append(r.refresh(l, p), r.outLinks(p, v.Links)...)
	}
	return o, true, nil
}

// triesOn reports whether a URL is tried again soon.
func (r *run) triesOn(l frontier.Lease) bool {
	return !r.revisit && !exceeds(l.Attempt-l.Lost+1, r.limits.Attempts)
}

// backoff is the time before another attempt: 1 s, 2 s, 4 s ...
func backoff(attempt int) time.Duration {
	return time.Second << max(0, min(attempt-1, 10))
}

// again tells that a URL will be tried once more.
func (r *run) again(p *Page, err error, what string) {
	r.stats.retries.Add(1)
	r.log.Info(what, "url", p.URL, "err", err)
	r.observe(Event{Kind: EventRetry, URL: p.URL, Host: weburl.HostOf(p.URL), Status: p.Status, Err: err})
}
