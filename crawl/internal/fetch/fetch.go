package fetch

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/lokman-crawler/lokman/crawl/internal/failure"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// Fetch asks for a URL of a host, by its key in the frontier, if the host's
// limits and robots.txt allow it and it is the host's turn. The request is conditional if known has a validator of
// the URL; it may be nil. An answer that fails to come speaks against the host once for
// each URL, at its first attempt. An error ends the crawl.
func (f *Fetcher) Fetch(ctx context.Context, host, url string, attempt int, r Wanted, known Known) (Result, error) {
	u, err := weburl.Parse(url)
	if err != nil {
		return Result{Err: err}, nil
	}
	if err := f.usage.check(host, url); err != nil {
		return Result{Err: err}, nil
	}
	s, done := f.use(u)
	defer done()
	if s.Err != nil {
		return Result{Err: s.Err}, nil
	}
	if wait, err := s.outage.state(u.Canonical()); err != nil {
		return Result{Err: err}, nil
	} else if wait > 0 {
		return s.postpone(nil, wait), nil
	}
	var allowed Result
	if !s.IgnoreRobots {
		allowed.Robots, allowed.Usage, err = f.allowed(ctx, s, u)
		if failure.EndsCrawl(err) {
			return Result{}, err
		}
		if err != nil {
			return f.unasked(s, u, allowed, err), nil
		}
	}
	var v Validator
	if known != nil {
		if v, err = known(ctx, url); err != nil {
			host, own := s.waits()
			return Result{HostWait: host, URLWait: own}, fmt.Errorf("validators: %w", err)
		}
	}
	if f.guard == nil { // a *Transport loads nothing else
		ctx = context.WithValue(ctx, visitKey{}, s.pacer)
	}
	res := f.get(ctx, s, u, v, r, shortWait)
	if failure.EndsCrawl(res.Err) {
		return Result{}, res.Err
	}
	f.usage.add(host, url, 0, int64(len(res.Body)), res.took)
	if errors.Is(res.Err, errBusy) || failure.IsUnreachable(res.Err) && !f.Revisit {
		return f.unasked(s, u, allowed, res.Err), nil
	}
	res.Robots, res.Usage = allowed.Robots, allowed.Usage.With(res.Header)
	if res.Transient && !f.Revisit {
		return f.unanswered(s, u, res, attempt == 1), nil
	}
	s.outage.over()
	if res.Status != 0 {
		s.answer(s.origin)
	}
	f.Counts.Bytes.Add(int64(len(res.Body)))
	f.read(u, v, &res)
	if res.Status == http.StatusUnauthorized && s.Withheld {
		res.Err = fmt.Errorf("%w; PerHost's credentials go by https, unless the key is %q", res.Err, s.origin)
	}
	if res.RetryAfter > 0 {
		s.putOff(res.RetryAfter)
	}
	res.HostWait, res.URLWait = s.waits()
	return res, nil
}

// read looks what an answer is: a page, a redirect, neither.
func (f *Fetcher) read(u *weburl.URL, asked Validator, res *Result) {
	location := weburl.OfHeader(res.Header.Get("Location"))
	switch {
	case res.Status == 0:
	case res.Status/100 == 2:
		if err := f.unfit(res.Usage); err != nil {
			res.Err, res.Body = err, nil
		}
	case isRedirect(res.Status) && location != "":
		to, err := u.ResolveMax(location, f.Limits.URL)
		if errors.Is(err, weburl.ErrTooLong) {
			err = failure.ErrURLLength
		}
		if err != nil {
			res.Err = fmt.Errorf("redirect: %w", err)
			return
		}
		res.Redirect = to.Canonical()
	case res.Status == http.StatusNotModified && asked != Validator{}:
		res.NotModified = true
	case isRedirect(res.Status):
		res.Err = fmt.Errorf("%w, without the Location to go to", &failure.StatusError{Status: res.Status})
	default:
		res.Err, res.Transient = &failure.StatusError{Status: res.Status}, f.mayRecover(res.Status)
		res.RetryAfter = retryAfter(res.Header.Get("Retry-After"), time.Now())
	}
}

// unasked completes the Result of a URL that got no answer: the host has no time
// for it, is down, or robots.txt forbids it.
func (f *Fetcher) unasked(s *site, u *weburl.URL, res Result, err error) Result {
	switch {
	case errors.Is(err, errBusy):
		res.HostWait, res.URLWait = s.waits()
		if res.URLWait <= res.HostWait { // the host is busy, and perhaps for no longer than it is now
			res.HostWait = max(res.HostWait, maxInlineWait)
		}
		res.Postponed = true
		return res
	case failure.IsUnreachable(err) && !f.Revisit, errors.Is(err, failure.ErrRobotsUnreachable) && failure.IsTransient(err):
		wait, final := s.outage.failed(u.Canonical(), err, f.Limits.HostDown, f.hostAttempts())
		if final != nil {
			return Result{Robots: res.Robots, Err: final}
		}
		return s.postpone(err, wait)
	}
	res.Err = err
	res.HostWait, res.URLWait = s.waits()
	return res
}

// unanswered completes the Result of a request to which the host took the
// connection and gave no answer. The URL alone may be to blame: so this counts as
// one of its attempts, and the host rests.
func (f *Fetcher) unanswered(s *site, u *weburl.URL, res Result, first bool) Result {
	rest, final := s.outage.unanswered(u.Canonical(), res.Err, first, f.Limits.HostDown)
	if final != nil {
		return Result{Robots: res.Robots, took: res.took, Err: final}
	}
	after := s.postpone(res.Err, rest)
	res.HostWait, res.URLWait = after.HostWait, after.URLWait
	return res
}

// hostAttempts is how often a host that is down is tried before it is given up.
// As long as no host has answered in the whole crawl, the seeds or the network
// are wrong, and the user should soon know.
func (f *Fetcher) hostAttempts() int {
	if f.begun.Load() {
		return noLimit
	}
	return f.Limits.Attempts
}

// postpone has a URL of a host that is down tried again later, and with it the
// whole host unless another origin of it answers.
func (s *site) postpone(err error, wait time.Duration) Result {
	res := Result{Err: err, Postponed: true}
	res.HostWait, res.URLWait = s.waits()
	if s.group != nil || s.othersAnswer(s.origin) {
		res.URLWait = max(res.URLWait, wait)
	} else {
		res.HostWait = max(res.HostWait, wait)
	}
	return res
}

// mayRecover reports whether a status is worth another attempt. By default it is any server
// error, as those of proxies have numbers of their own, but two that say what the server
// cannot do.
func (f *Fetcher) mayRecover(status int) bool {
	if f.RetryOn != nil {
		return f.RetryOn(status)
	}
	switch status {
	case http.StatusRequestTimeout, http.StatusTooEarly, http.StatusTooManyRequests:
		return true
	case http.StatusNotImplemented, http.StatusHTTPVersionNotSupported:
		return false
	}
	return status >= 500
}
