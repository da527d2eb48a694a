package crawl

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/lokman-crawler/lokman/crawl/robots"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

const (
	robotsPath    = "/robots.txt"  // always allowed itself: RFC 9309, 2.2.2
	robotsAge     = 24 * time.Hour // RFC 9309, 2.4
	robotsAgeDown = time.Hour      // how long an origin stays closed without its file
	robotsHops    = 5              // redirects followed to the file: RFC 9309, 2.3.1.2
	robotsTries   = 3              // before an origin is closed
)

// A passingError is one that another attempt may not meet.
type passingError struct{ error }

func (e *passingError) Unwrap() error { return e.error }

// allowed asks the site's robots.txt about a URL. The file is fetched first if
// it is not known or too old.
func (r *run) allowed(ctx context.Context, s *site, u *weburl.URL) error {
	select {
	case s.reading <- struct{}{}: // others wait for what this one reads
	case <-ctx.Done():
		return ctx.Err()
	}
	var err error
	if !time.Now().Before(s.expires) {
		err = r.readRobots(ctx, s, u)
	}
	file, closed := s.robots, s.closed
	<-s.reading
	if err != nil {
		return err
	}
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
	now := time.Now()
	if err != nil {
		err = fmt.Errorf("%w: %w", ErrRobotsUnreachable, err)
		if s.attempts++; s.attempts < robotsTries {
			return &passingError{err}
		}
		s.attempts, s.closed, s.expires = 0, err, now.Add(robotsAgeDown)
		return nil
	}
	s.attempts, s.closed, s.expires = 0, nil, now.Add(robotsAge)
	s.robots = robots.Parse(body)
	delay, _ := s.robots.Delay(r.agent)
	s.setDelay(max(delay, r.delay))
	return nil
}

// fetchRobots returns the file, empty if there is none.
func (r *run) fetchRobots(ctx context.Context, s *site, u *weburl.URL) ([]byte, error) {
	at, err := u.Resolve(robotsPath)
	if err != nil {
		return nil, err
	}
	for range robotsHops + 1 {
		asked := r.sites.get(at, r.delay) // another one after a redirect
		if err := asked.turn(ctx); err != nil {
			return nil, err
		}
		body, next, err := r.askRobots(ctx, s, at)
		asked.asked()
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
