package crawl

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/lokman-crawler/lokman/internal/weburl"
)

// answer is what a fetch came to, besides what it filled into the page.
type answer struct {
	err        error
	transient  bool          // another attempt may do better
	partial    bool          // the page has what came before the error
	retryAfter time.Duration // what the server asked for
	hostWait   time.Duration // until the host may be asked again
	urlWait    time.Duration // until the page may be asked for, if it is put off
	putOff     bool          // the page was not asked for, since its turn is far off or, as err says, its host is down
}

// fetch asks for a page if its host's limits and robots.txt allow it.
func (r *run) fetch(ctx context.Context, host string, p *Page) answer {
	u, err := weburl.Parse(p.URL)
	if err != nil {
		return answer{err: err}
	}
	if err := r.usage.check(host); err != nil {
		return answer{err: err}
	}
	s, done := r.use(u)
	defer done()
	if wait, err := s.outage.state(); err != nil {
		return answer{err: err}
	} else if wait > 0 {
		return s.waiting(nil, wait)
	}
	if r.robots {
		if p.Robots, err = r.allowed(ctx, s, u); err == nil || errors.Is(err, ErrRobots) {
			s.outage.over()
		}
		if err != nil {
			return r.unasked(s, err)
		}
	}
	if wait := s.wait(); wait > maxInlineWait {
		return answer{hostWait: wait, putOff: true}
	}
	a := r.ask(ctx, s, u, host, p)
	switch {
	case errors.Is(a.err, errBusy):
		return r.unasked(s, a.err)
	case isUnreachable(a.err) && !r.revisit:
		return r.down(s, a.err)
	}
	s.outage.over()
	if p.Status != 0 {
		s.answer(s.origin)
	}
	a.hostWait = max(s.wait(), min(a.retryAfter, maxRetryAfter))
	return a
}

// use returns the site of a URL and what to call when done with it.
func (r *run) use(u *weburl.URL) (*site, func()) {
	return r.sites.use(u, r.hostKey(u.Canonical()), r.delay)
}

// unasked says what becomes of a page that was not asked for.
func (r *run) unasked(s *site, err error) answer {
	switch {
	case errors.Is(err, errBusy):
		return answer{hostWait: max(s.wait(), maxInlineWait), putOff: true}
	case errors.Is(err, ErrRobotsUnreachable) && passing(err):
		return r.down(s, err)
	}
	return answer{err: err, hostWait: s.wait()}
}

// down says what becomes of a page of a site that cannot be asked. As long as no
// host has answered in the whole crawl, it is the seeds or the network that are
// wrong, and who has started the crawl is told after Limits.Attempts.
func (r *run) down(s *site, err error) answer {
	attempts := NoLimit
	if !r.begun.Load() {
		attempts = r.limits.Attempts
	}
	wait, final := s.outage.failed(err, r.limits.HostDown, attempts)
	if final != nil {
		return answer{err: final}
	}
	return s.waiting(err, wait)
}

// waiting puts a page of a site off that cannot be asked for a time. Its host
// is put off with it, unless another origin of the host answers.
func (s *site) waiting(err error, wait time.Duration) answer {
	a := answer{err: err, hostWait: s.wait(), putOff: true}
	if s.othersAnswer(s.origin) {
		a.urlWait = wait
	} else {
		a.hostWait = max(a.hostWait, wait)
	}
	return a
}

// ask makes one request and reads the answer into the page.
func (r *run) ask(ctx context.Context, s *site, u *weburl.URL, host string, p *Page) answer {
	var known Validator
	if r.validators != nil {
		var err error
		if known, err = r.validators.Validator(ctx, p.URL); err != nil {
			return answer{err: err}
		}
	}
	a, err := r.askSite(ctx, s, u, known, r.limits.Body)
	r.usage.add(host, 0, int64(len(a.body.bytes)), a.took)
	if err != nil {
		return answer{err: err, transient: passing(err)}
	}
	p.Status, p.Header = a.status, a.header
	location := a.header.Get("Location")
	switch {
	case isRedirect(a.status) && location != "":
		to, err := u.ResolveMax(location, r.limits.URL)
		if errors.Is(err, weburl.ErrTooLong) {
			err = ErrURLLength
		}
		if err != nil {
			return answer{err: fmt.Errorf("redirect: %w", err)}
		}
		p.Redirect = to.Canonical()
		return answer{}
	case a.status == http.StatusNotModified && known != Validator{}:
		p.NotModified = true
		return answer{}
	case a.status/100 != 2:
		return answer{
			err:        &StatusError{a.status},
			transient:  mayRecover(a.status),
			retryAfter: retryAfter(a.header.Get("Retry-After"), time.Now()),
		}
	}
	p.Body, p.Truncated = a.body.bytes, a.body.truncated
	r.stats.bytes.Add(int64(len(p.Body)))
	if a.body.err != nil {
		p.Incomplete = &bodyError{a.body.err}
		return answer{err: p.Incomplete, transient: a.body.broken, partial: len(p.Body) > 0}
	}
	return answer{}
}

// askSite makes one request when it is the site's turn.
func (r *run) askSite(ctx context.Context, s *site, u *weburl.URL, v Validator, limit int64) (a reply, err error) {
	return r.askWithin(ctx, s, u, v, limit, shortWait)
}

// askWithin is askSite that waits up to a time for who asks the host now.
func (r *run) askWithin(ctx context.Context, s *site, u *weburl.URL, v Validator, limit int64, most maxWait) (a reply, err error) {
	end, err := s.turn(ctx, most)
	if err != nil {
		return reply{}, err
	}
	start := time.Now()
	defer func() {
		a.took = time.Since(start)
		if a.status != 0 && a.status < 500 {
			r.begun.Store(true)
		}
		end(a.took, a.status == http.StatusTooManyRequests || a.status == http.StatusServiceUnavailable)
	}()
	return r.get(ctx, u, v, limit)
}

func isRedirect(status int) bool {
	switch status {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther,
		http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return true
	}
	return false
}

// mayRecover reports whether a status is worth another attempt.
func mayRecover(status int) bool {
	switch status {
	case http.StatusRequestTimeout, http.StatusTooEarly, http.StatusTooManyRequests,
		http.StatusInternalServerError, http.StatusBadGateway, http.StatusServiceUnavailable,
		http.StatusGatewayTimeout:
		return true
	}
	return false
}

// maxRetryAfter bounds how long a server can put its host off.
const maxRetryAfter = time.Hour

// retryAfter reads a Retry-After header: seconds or a date (RFC 9110, 10.2.3).
// Anything else is no wish, and a wish is granted up to maxRetryAfter.
func retryAfter(value string, now time.Time) time.Duration {
	var wish time.Duration
	if seconds, err := strconv.Atoi(value); err == nil || errors.Is(err, strconv.ErrRange) {
		wish = time.Duration(max(0, min(seconds, int(maxRetryAfter/time.Second)))) * time.Second
	} else if at, err := http.ParseTime(value); err == nil {
		wish = at.Sub(now)
	}
	return min(max(wish, 0), maxRetryAfter)
}

// OK reports whether the page was fetched with a 2xx status.
func (p *Page) OK() bool { return p.Err == nil && p.Status/100 == 2 }
