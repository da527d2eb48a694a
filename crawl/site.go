package crawl

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/lokman-crawler/lokman/crawl/robots"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// site is what a crawl knows of one origin: its robots.txt and when it was
// last asked.
type site struct {
	limiter *rate.Limiter // of all requests to the origin

	mu       sync.Mutex
	delay    time.Duration // between two requests
	last     time.Time     // end of the last one
	until    time.Time     // when the server wants to be asked again, if it said so
	robots   *robots.File
	closed   error     // why nothing may be fetched, if the file cannot be read
	expires  time.Time // when the file is to be asked for again
	attempts int       // failed ones in a row to read the file
}

const (
	robotsPath    = "/robots.txt"  // always allowed itself: RFC 9309, 2.2.2
	robotsAge     = 24 * time.Hour // RFC 9309, 2.4
	robotsAgeDown = time.Hour      // how long an origin stays closed without its file
	robotsHops    = 5              // redirects followed to the file: RFC 9309, 2.3.1.2
	robotsTries   = 3              // before an origin is closed
)

// errRobotsRetry marks a robots.txt that may be there on the next attempt.
var errRobotsRetry = errors.New("will be tried again")

// sites are the origins of a crawl.
type sites struct {
	mu       sync.Mutex
	byOrigin map[string]*site
}

func (ss *sites) get(u *weburl.URL, delay time.Duration) *site {
	origin := u.Scheme() + "://" + u.Host()
	ss.mu.Lock()
	defer ss.mu.Unlock()
	s := ss.byOrigin[origin]
	if s == nil {
		if ss.byOrigin == nil {
			ss.byOrigin = make(map[string]*site)
		}
		s = &site{limiter: rate.NewLimiter(every(delay), 1), delay: delay}
		ss.byOrigin[origin] = s
	}
	return s
}

func every(delay time.Duration) rate.Limit {
	if delay <= 0 {
		return rate.Inf
	}
	return rate.Every(delay)
}

// turn waits until the origin may be asked. The frontier seldom leases a URL
// before that; a page right after its robots.txt is the common case.
func (s *site) turn(ctx context.Context) error {
	// Not limiter.Wait: it fails at once if the context's deadline comes first,
	// and a URL would look failed that was never asked for.
	if err := sleep(ctx, s.limiter.Reserve().Delay()); err != nil {
		return err
	}
	return sleep(ctx, s.wait())
}

func sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// asked notes that a request has ended.
func (s *site) asked() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last = time.Now()
}

// putOff notes that the server wants to be left alone for a while.
func (s *site) putOff(wish time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.until = time.Now().Add(wish)
}

// wait returns how long the origin is to be left alone from now on.
func (s *site) wait() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	wait := time.Until(s.until)
	if s.delay > 0 && !s.last.IsZero() {
		wait = max(wait, time.Until(s.last.Add(s.delay)))
	}
	return max(0, wait)
}

// allowed asks the site's robots.txt about a URL. The file is fetched first if
// it is not known or too old.
func (r *run) allowed(ctx context.Context, s *site, u *weburl.URL) error {
	s.mu.Lock()
	known := time.Now().Before(s.expires)
	s.mu.Unlock()
	if !known {
		if err := r.readRobots(ctx, s, u); err != nil {
			return err
		}
	}
	s.mu.Lock()
	file, closed := s.robots, s.closed
	s.mu.Unlock()
	if closed != nil {
		return closed
	}
	if u.Path() != robotsPath && !file.Allowed(r.agent, u.Canonical()) {
		return ErrRobots
	}
	return nil
}

// readRobots fetches the file and decides as RFC 9309, 2.3.1, says: no file
// (4xx) allows everything; a server in trouble (5xx, 429, no answer) allows
// nothing.
func (r *run) readRobots(ctx context.Context, s *site, u *weburl.URL) error {
	body, err := r.fetchRobots(ctx, s, u)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	if err != nil {
		err = fmt.Errorf("%w: %w", ErrRobotsUnreachable, err)
		if s.attempts++; s.attempts < robotsTries {
			return fmt.Errorf("%w (%w)", err, errRobotsRetry)
		}
		s.attempts, s.closed, s.expires = 0, err, now.Add(robotsAgeDown)
		return nil
	}
	s.attempts, s.closed, s.expires = 0, nil, now.Add(robotsAge)
	s.robots = robots.Parse(body)
	if delay, ok := s.robots.Delay(r.agent); ok && delay > r.delay {
		s.delay = delay
		s.limiter.SetLimit(every(delay))
	}
	return nil
}

// fetchRobots returns the file, empty if there is none.
func (r *run) fetchRobots(ctx context.Context, s *site, u *weburl.URL) ([]byte, error) {
	at, err := u.Resolve(robotsPath)
	if err != nil {
		return nil, err
	}
	for range robotsHops + 1 {
		// A file on another host is not held back by this one's delay.
		if at.Host() == u.Host() {
			if err := s.turn(ctx); err != nil {
				return nil, err
			}
		}
		body, next, err := r.askRobots(ctx, s, at)
		s.asked()
		if next == nil || err != nil {
			return body, err
		}
		at = next
	}
	return nil, nil // too many redirects: as if there were no file
}

func (r *run) askRobots(ctx context.Context, s *site, at *weburl.URL) (body []byte, next *weburl.URL, err error) {
	resp, done, err := r.request(ctx, at)
	if err != nil {
		return nil, nil, err
	}
	defer done()
	switch {
	case isRedirect(resp.StatusCode):
		next, err := at.Resolve(resp.Header.Get("Location"))
		if err != nil {
			return nil, nil, nil // leads nowhere: as if there were no file
		}
		return nil, next, nil
	case resp.StatusCode == http.StatusTooManyRequests || resp.StatusCode >= 500:
		s.putOff(retryAfter(resp.Header.Get("Retry-After"), time.Now()))
		return nil, nil, &StatusError{resp.StatusCode}
	case resp.StatusCode/100 != 2:
		return nil, nil, nil
	}
	// A file cut short still forbids what its first part forbids.
	// One byte more than Parse takes tells it that the last line is cut.
	body, _, err = readBody(resp, robots.MaxSize+1)
	return body, nil, err
}
