package crawl

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/lokman-crawler/lokman/internal/weburl"
)

// fetch asks for a URL of a host, by its key in the frontier, if the host's
// limits and robots.txt allow it and it is the host's turn. The request is conditional if known has a validator of
// the URL; it may be nil. An answer that fails to come speaks against the host once for
// each URL, at its first attempt. An error ends the crawl.
func (f *fetcher) fetch(ctx context.Context, host, url string, attempt int, r reading, known Validators) (result, error) {
	u, err := weburl.Parse(url)
	if err != nil {
		return result{err: err}, nil
	}
	if err := f.hosts.check(host, url); err != nil {
		return result{err: err}, nil
	}
	s, done := f.use(u)
	defer done()
	if wait, err := s.outage.state(u.Canonical()); err != nil {
		return result{err: err}, nil
	} else if wait > 0 {
		return s.postpone(nil, wait), nil
	}
	var allowed result
	if !f.c.IgnoreRobots {
		allowed.robots, err = f.allowed(ctx, s, u)
		if endsCrawl(err) {
			return result{}, err
		}
		if err != nil {
			return f.unasked(s, u, allowed, err), nil
		}
	}
	var v Validator
	if known != nil {
		if v, err = known.Validator(ctx, url); err != nil {
			host, own := s.waits()
			return result{hostWait: host, urlWait: own}, fmt.Errorf("validators: %w", err)
		}
	}
	if f.guard == nil { // a *Transport loads nothing else
		ctx = context.WithValue(ctx, visitKey{}, s.pacer)
	}
	res := f.get(ctx, s, u, v, r, shortWait)
	if endsCrawl(res.err) {
		return result{}, res.err
	}
	f.hosts.add(host, url, 0, int64(len(res.body)), res.took)
	if errors.Is(res.err, errBusy) || isUnreachable(res.err) && !f.c.Revisit {
		return f.unasked(s, u, allowed, res.err), nil
	}
	res.robots = allowed.robots
	if res.transient && !f.c.Revisit {
		return f.unanswered(s, u, res, attempt == 1), nil
	}
	s.outage.over()
	if res.status != 0 {
		s.answer(s.origin)
	}
	f.c.stats.bytes.Add(int64(len(res.body)))
	f.read(u, v, &res)
	if res.retryAfter > 0 {
		s.putOff(res.retryAfter)
	}
	res.hostWait, res.urlWait = s.waits()
	return res, nil
}

// read looks what an answer is: a page, a redirect, neither.
func (f *fetcher) read(u *weburl.URL, asked Validator, res *result) {
	location := headerURL(res.header.Get("Location"))
	switch {
	case res.status == 0 || res.status/100 == 2:
	case isRedirect(res.status) && location != "":
		to, err := u.ResolveMax(location, f.limits.URL)
		if errors.Is(err, weburl.ErrTooLong) {
			err = ErrURLLength
		}
		if err != nil {
			res.err = fmt.Errorf("redirect: %w", err)
			return
		}
		res.redirect = to.Canonical()
	case res.status == http.StatusNotModified && asked != Validator{}:
		res.notModified = true
	case isRedirect(res.status):
		res.err = fmt.Errorf("%w, without the Location to go to", &StatusError{res.status})
	default:
		res.err, res.transient = &StatusError{res.status}, mayRecover(res.status)
		res.retryAfter = retryAfter(res.header.Get("Retry-After"), time.Now())
	}
}

// unasked completes the result of a URL that got no answer: the host has no time
// for it, is down, or robots.txt forbids it.
func (f *fetcher) unasked(s *site, u *weburl.URL, res result, err error) result {
	switch {
	case errors.Is(err, errBusy):
		res.hostWait, res.urlWait = s.waits()
		if res.urlWait <= res.hostWait { // the host is busy, and perhaps for no longer than it is now
			res.hostWait = max(res.hostWait, maxInlineWait)
		}
		res.postponed = true
		return res
	case isUnreachable(err) && !f.c.Revisit, errors.Is(err, ErrRobotsUnreachable) && isTransient(err):
		wait, final := s.outage.failed(u.Canonical(), err, f.limits.HostDown, f.hostAttempts())
		if final != nil {
			return result{robots: res.robots, err: final}
		}
		return s.postpone(err, wait)
	}
	res.err = err
	res.hostWait, res.urlWait = s.waits()
	return res
}

// unanswered completes the result of a request to which the host took the
// connection and gave no answer. The URL alone may be to blame: so this counts as
// one of its attempts, and the host rests.
func (f *fetcher) unanswered(s *site, u *weburl.URL, res result, first bool) result {
	rest, final := s.outage.unanswered(u.Canonical(), res.err, first, f.limits.HostDown)
	if final != nil {
		return result{robots: res.robots, took: res.took, err: final}
	}
	after := s.postpone(res.err, rest)
	res.hostWait, res.urlWait = after.hostWait, after.urlWait
	return res
}

// hostAttempts is how often a host that is down is tried before it is given up.
// As long as no host has answered in the whole crawl, the seeds or the network
// are wrong, and the user should soon know.
func (f *fetcher) hostAttempts() int {
	if f.begun.Load() {
		return NoLimit
	}
	return f.limits.Attempts
}

// postpone has a URL of a host that is down tried again later, and with it the
// whole host unless another origin of it answers.
func (s *site) postpone(err error, wait time.Duration) result {
	res := result{err: err, postponed: true}
	res.hostWait, res.urlWait = s.waits()
	if s.group != nil || s.othersAnswer(s.origin) {
		res.urlWait = max(res.urlWait, wait)
	} else {
		res.hostWait = max(res.hostWait, wait)
	}
	return res
}

// mayRecover reports whether a status is worth another attempt: any server error,
// as those of proxies have numbers of their own, but two that say what the server
// cannot do.
func mayRecover(status int) bool {
	switch status {
	case http.StatusRequestTimeout, http.StatusTooEarly, http.StatusTooManyRequests:
		return true
	case http.StatusNotImplemented, http.StatusHTTPVersionNotSupported:
		return false
	}
	return status >= 500
}
