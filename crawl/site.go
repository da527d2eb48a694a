package crawl

import (
	"context"
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

	mu    sync.Mutex
	delay time.Duration // between two requests
	last  time.Time     // end of the last one
	until time.Time     // when the server wants to be asked again, if it said so

	reading  chan struct{} // holds one while robots.txt is looked at; guards the rest
	robots   *robots.File
	closed   error     // why nothing may be fetched, if the file cannot be read
	expires  time.Time // when the file is to be asked for again
	attempts int       // failed ones in a row to read the file
}

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
		s = &site{limiter: rate.NewLimiter(every(delay), 1), delay: delay, reading: make(chan struct{}, 1)}
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

func (s *site) setDelay(delay time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.delay = delay
	s.limiter.SetLimit(every(delay))
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
