package crawl

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/lokman-crawler/lokman/crawl/internal/content"
	"github.com/lokman-crawler/lokman/crawl/internal/failure"
	"github.com/lokman-crawler/lokman/crawl/internal/fetch"
	"github.com/lokman-crawler/lokman/crawl/internal/shared"
	"github.com/lokman-crawler/lokman/crawl/internal/stored"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/document"
	"github.com/lokman-crawler/lokman/internal/valid"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

func (c *Crawler) run(ctx context.Context, sink func(context.Context, *Page) error, seeds []string) (err error) {
	if !c.running.CompareAndSwap(false, true) {
		return ErrRunning
	}
	defer c.running.Store(false)
	if o, ok := c.Observer.(interface{ Ended(error) }); ok {
		defer func() { o.Ended(err) }()
	}
	r, err := newRun(c, seeds, sink)
	if err != nil {
		return err
	}
	defer r.fetcher.Close()
	r.log.Info("the crawl begins", "workers", c.workers(), "delay", c.hosts().Delay)
	c.current.Store(r.fetcher)
	defer c.current.Store(nil)
	if err := r.resume(ctx, c.ResumeWithoutState); err != nil {
		return err
	}
	if err := r.seed(ctx, seeds); err != nil {
		return err
	}
	return r.work(ctx)
}

func newRun(c *Crawler, seeds []string, sink func(context.Context, *Page) error) (*run, error) {
	if sink == nil {
		return nil, errors.New("crawl: Run has no sink to hand pages to")
	}
	f, limits, err := c.newFetcher()
	if err != nil {
		return nil, err
	}
	r := &run{
		c: c, fetcher: f, limits: limits, log: c.logger(), strategy: c.Strategy, frontier: c.Frontier, normalize: normalizer(c.Normalize),
		sink: sink, budget: shared.NewBudget(limits.Pages), valuing: shared.NewValuing(), validators: c.Validators,
	}
	if c.Fresh != nil {
		r.revisits = &stored.Revisits{Fresh: c.Fresh}
		if c.Validators == nil {
			own := new(MemoryValidators)
			r.validators, r.revisits.Own = own, &own.kept
		}
	}
	if r.frontier == nil && len(seeds) == 0 {
		return nil, errors.New("crawl: no seeds, and no Frontier to go on with")
	}
	if err := valid.Check(r.strategy); err != nil {
		return nil, fmt.Errorf("crawl: %w", err)
	}
	if r.strategy == nil {
		r.strategy = BreadthFirst{}
	}
	if r.frontier == nil {
		o := FrontierOptions(r.strategy)
		o.PerHost = max(o.PerHost, c.hosts().Concurrency())
		if c.Fresh != nil {
			o.Refresh, o.Continuous = refreshShare, true
		}
		r.frontier = frontier.New(o)
	} else if err := fit(c.Strategy, r.frontier); err != nil {
		return nil, err
	}
	r.reader = r.limits.reader()
	for _, kind := range c.LinkKinds {
		if !document.IsLinkKind(kind) {
			return nil, fmt.Errorf("crawl: LinkKinds has %.40q: want kinds such as \"area\"", kind)
		}
	}
	r.reader.Kinds = c.LinkKinds
	r.experience = newExperience(r.strategy, r.frontier, &c.observed, r.log, r.try, r.revisits.All())
	return r, nil
}

// work runs the workers until the frontier is empty, a limit is reached, the
// context ends or something fails for good.
func (r *run) work(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	taking, stop := context.WithCancel(ctx)
	defer stop()
	r.stop = stop
	var wg sync.WaitGroup
	for range r.c.workers() {
		wg.Go(func() {
			var err error
			if panicked := protect(func() { err = r.worker(ctx, taking) }); panicked != nil {
				err = panicked
			}
			if err != nil {
				cancel(&stopError{err})
			}
		})
	}
	wg.Wait()
	if r.empty.Load() {
		r.log.Info("the crawl ends: no URL is left", "stats", r.c.Stats())
	}
	err := context.Cause(ctx)
	for stop := (*stopError)(nil); errors.As(err, &stop); {
		err = stop.err
	}
	return err
}

// worker fetches until the crawl is over. The second context ends when no further URL is to be taken.
func (r *run) worker(ctx, taking context.Context) error {
	for {
		if err := r.pass(ctx); err != nil {
			return err
		}
		more, err := r.budget.Take(ctx)
		if err != nil || !more {
			return err
		}
		l, err := r.frontier.Pop(taking)
		if err != nil {
			r.budget.End(false)
			if r.budget.Closed() && ctx.Err() == nil {
				return nil
			}
			if errors.Is(err, io.EOF) {
				r.empty.Store(true)
				return nil
			}
			return err
		}
		if r.closed() || r.budget.Closed() {
			r.giveBack(ctx, l, frontier.Outcome{Result: frontier.Returned})
			r.budget.End(false)
			continue
		}
		fetched, err := r.visit(ctx, l)
		r.budget.End(fetched)
		if err != nil {
			return err
		}
	}
}

// visit fetches and values a leased URL, hands it to the sink and ends its lease.
// It reports whether it counts as a page.
func (r *run) visit(ctx context.Context, l frontier.Lease) (bool, error) {
	defer r.visits.Begin(l.URL)()
	defer shared.Renew(ctx, r.frontier, l, r.log)()
	done, ok := r.alone(ctx, l)
	defer done()
	if !ok {
		r.giveBack(ctx, l, frontier.Outcome{Result: frontier.Returned, RetryAt: time.Now().Add(suspectWait)})
		return false, ctx.Err()
	}
	p := r.newPage(ctx, l)
	o, delivered, err := r.attempt(ctx, l, p)
	if ctx.Err() != nil {
		r.giveBack(ctx, l, frontier.Outcome{Result: frontier.Returned, HostWait: o.HostWait})
		return false, context.Cause(ctx)
	}
	var state []byte
	if delivered && err == nil {
		state = r.schedule(l, p, &o)
		err = r.hand(ctx, p)
	}
	if err != nil {
		r.giveBack(ctx, l, frontier.Outcome{Result: afterwards(err), HostWait: o.HostWait})
		return false, err
	}
	if delivered && p.OK() {
		r.fetcher.CountPage(l.Host, l.URL) // before the host's next URL can be leased
	}
	if delivered {
		o.Observation = stored.WithState(state, r.observed(p), frontier.MaxObservation)
	}
	err = r.acknowledge(ctx, l, o)
	if errors.Is(err, frontier.ErrStaleLease) {
		// Another worker has the URL now; what it finds will count.
		r.log.Warn("lease lost", "url", weburl.Logged(p.URL))
		if s, ok := r.strategy.(interface{ Forget(url string) }); ok {
			r.visits.IfLast(l.URL, func() { s.Forget(p.URL) })
		}
		return false, nil
	}
	if err != nil {
		if !errors.Is(err, context.Canceled) { // the frontier did not answer in time
			r.giveBack(ctx, l, frontier.Outcome{Result: frontier.Returned, HostWait: o.HostWait})
		}
		return false, &Error{p.URL, err}
	}
	if delivered {
		if s, ok := r.strategy.(interface{ Acknowledge(url string) }); ok {
			s.Acknowledge(p.URL)
		}
		r.count(p)
		r.judge(p)
		if err := r.keepValidator(ctx, p); err != nil {
			return p.OK(), err
		}
		if err := r.experience.observed(ctx, o.Observation); err != nil {
			return p.OK(), err
		}
		if err := cmp.Or(r.experience.share(ctx), r.revisits.Share(ctx, r.frontier)); err != nil {
			return p.OK(), err
		}
	}
	return delivered && p.OK(), nil
}

// judge ends the crawl if it has found enough.
func (r *run) judge(p *Page) {
	if r.c.Enough == nil {
		return
	}
	r.judging.Lock()
	defer r.judging.Unlock()
	if r.c.Enough(p) && !r.budget.Closed() {
		r.log.Info("the crawl ends: it has found enough", "stats", r.c.Stats())
		r.budget.Close()
		r.stop()
	}
}

func (r *run) newPage(ctx context.Context, l frontier.Lease) *Page {
	return &Page{
		ctx: ctx,
		URL: strings.TrimSuffix(l.URL, secondTime), Parent: l.Source, Depth: l.Depth, LinkValue: l.Value, Note: l.Note,
		source: content.Source{Agent: r.fetcher.Agent, Reader: r.reader, Known: r.c.Normalize, Wants: &r.wants},
	}
}

// attempt makes the lease's attempt at a page. A panic is the page's error
// unless the caller wants it, and so is an attempt too many. The error that it
// returns ends the crawl.
func (r *run) attempt(ctx context.Context, l frontier.Lease, p *Page) (o frontier.Outcome, delivered bool, err error) {
	if err = failure.Spent(l, r.limits.Attempts); err == nil {
		panicked := protect(func() { o, delivered, err = r.fetchAndValue(ctx, l, p) })
		switch {
		case panicked == nil:
			return o, delivered, err
		case r.c.PropagatePanics:
			return o, false, panicked
		}
		err = panicked
	}
	o = frontier.Outcome{Result: frontier.Dead, Reason: reason(err), HostWait: o.HostWait}
	p.Err = &Error{p.URL, err}
	r.log.Error("failed", "url", weburl.Logged(p.URL), "err", weburl.RedactError(err))
	panicked := protect(func() { o.Links, err = r.failed(p, nil) })
	if panicked != nil { // the strategy, once more
		r.log.Error("the strategy was not told of a failure", "url", weburl.Logged(p.URL), "err", weburl.RedactError(panicked))
		return o, true, nil
	}
	if err != nil {
		return o, false, &Error{p.URL, err}
	}
	return o, true, nil
}

// fetchAndValue fills in the page and says what its lease ends with. It
// reports false for a URL that will be tried again and is not yielded yet. An
// error ends the crawl.
func (r *run) fetchAndValue(ctx context.Context, l frontier.Lease, p *Page) (frontier.Outcome, bool, error) {
	res, err := r.fetcher.Fetch(ctx, l.Host, p.URL, l.Attempt-l.Lost, r.fetcher.Pages(), r.validator())
	o := frontier.Outcome{HostWait: res.HostWait}
	if err == nil && res.Err != nil { // how a request ends that is cancelled says nothing about its URL
		err = ctx.Err()
	}
	if err != nil {
		return o, false, &Error{p.URL, err}
	}
	p.take(res)
	switch {
	case res.Postponed:
		o.Result = frontier.Returned
		if res.URLWait > 0 {
			o.RetryAt = time.Now().Add(res.URLWait)
		}
		if res.Err != nil {
			r.again(p, res.Err, "host is down, will retry")
		}
		return o, false, nil
	case res.Err != nil && res.Transient && r.c.Revisit && !l.Revisited:
		o.Result, o.Reason = frontier.Revisit, reason(res.Err)
		r.again(p, res.Err, "will revisit")
		return o, false, nil
	case res.Err != nil && res.Transient && r.triesOn(l):
		o.Reason = reason(res.Err)
		o.Result, o.RetryAt = frontier.Retry, time.Now().Add(max(res.RetryAfter, res.URLWait, r.fetcher.Backoff(l.Attempt)))
		r.again(p, res.Err, "will retry")
		return o, false, nil
	case r.isOurs(l, res.Err):
		return o, false, &Error{p.URL, fmt.Errorf("%w; the URLs of the host stay queued", res.Err)}
	case res.Err != nil && (len(res.Body) == 0 || res.Status/100 != 2):
		r.fail(p, &o, res.Err)
		if l.Again && res.Transient { // the copy is kept
			o.Result, o.Again, o.Value = frontier.Fetched, time.Now().Add(putOff), l.Value
		}
	case p.NotModified:
	case p.Redirect == p.URL && r.c.Jar != nil && r.triesOn(l):
		o.Result = frontier.Retry // with the cookie that came with it
		return o, false, nil
	case p.Redirect == p.URL, p.Redirect != "" && exceeds(l.Hops+1, r.limits.Redirects):
		r.fail(p, &o, failure.ErrRedirects)
	case p.Redirect != "":
		if r.c.Jar != nil {
			r.left.Add(p.URL, res.Cookies)
		}
		o.Links = r.redirect(l, p, p.Redirect)
	default:
		if p.Redirect = r.canonicalTarget(l, p); p.Redirect != "" {
			o.Links = r.redirect(l, p, p.Redirect)
			break
		}
		v, err := r.value(ctx, p)
		if err != nil {
			return o, false, err
		}
		if v.Err != nil {
			r.fail(p, &o, v.Err)
			break
		}
		if err := v.check(); err != nil {
			return o, false, &Error{p.URL, err}
		}
		p.Score, p.Explanation, p.Value, p.LinkExplanation = v.Score, v.Explanation, v.Explanation.Value(), v.LinkExplanation
		r.leaveOut(p, v.Links)
		o.Links = append(r.outLinks(r.refresh(l, p), p, v.Links), r.revalued(p, v.Revalued)...)
		return o, true, nil
	}
	more, err := r.failed(p, o.Links)
	if err != nil {
		return o, false, &Error{p.URL, err}
	}
	o.Links = append(o.Links, more...)
	return o, true, nil
}

// value has the strategy value a page, as often as a page is tried.
func (r *run) value(ctx context.Context, p *Page) (v Valuation, err error) {
	v.Err = r.try(ctx, Event{Kind: "unvalued", URL: p.URL, Status: p.Status}, func() error {
		v = r.strategy.Value(p)
		return v.Err
	})
	return v, ctx.Err()
}

// try does what may fail because of a service that the strategy asks, as often as a page is
// tried. It returns nil, a [failure.ValueError] or the context's error. The event is that of a
// failure.
func (r *run) try(ctx context.Context, e Event, do func() error) error {
	for try := 1; ; try++ {
		err := r.valuing.Do(ctx, do)
		if err == nil || ctx.Err() != nil {
			return err
		}
		if about := (*Error)(nil); e.URL == "" && errors.As(err, &about) {
			e.URL = about.URL
		}
		e.Host, e.Err = weburl.HostOf(e.URL), &failure.ValueError{Err: err}
		r.c.stats.unvalued.Add(1)
		r.log.Warn("not valued", "url", weburl.Logged(e.URL), "err", weburl.RedactError(e.Err))
		r.c.observe(e)
		if exceeds(try+1, r.limits.Attempts) {
			return e.Err
		}
		if err := fetch.Sleep(ctx, fetch.Backoff(try)); err != nil {
			return err
		}
	}
}

// fail gives a URL up for a reason.
func (r *run) fail(p *Page, o *frontier.Outcome, err error) {
	p.Err = &Error{p.URL, err}
	o.Result, o.Reason = frontier.Dead, reason(err)
	r.log.Info("failed", "url", weburl.Logged(p.URL), "err", weburl.RedactError(err))
}

// triesOn reports whether a URL is tried again soon.
func (r *run) triesOn(l frontier.Lease) bool {
	return !r.c.Revisit && !exceeds(l.Attempt-l.Lost+1, r.limits.Attempts)
}

// again reports that a URL will be tried once more.
func (r *run) again(p *Page, err error, what string) {
	r.c.stats.retries.Add(1)
	r.log.Info(what, "url", weburl.Logged(p.URL), "err", weburl.RedactError(err))
	r.c.observe(Event{Kind: "retry", URL: p.URL, Host: weburl.HostOf(p.URL), Status: p.Status, Err: err})
}
