package crawl

import (
	"context"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/lokman-crawler/lokman/crawl/robots"
)

// site is what a crawl knows of one origin: its robots.txt and when it was
// last asked.
type site struct {
	origin  string
	limiter *rate.Limiter // of all requests to the origin

	mu       sync.Mutex
	delay    time.Duration // wanted between two requests
	slowdown float64       // what the delay is multiplied by: 1, or more for a host in trouble
	took     time.Duration // the last request
	last     time.Time     // end of it
	until    time.Time     // when the server wants to be asked again, if it said so

	reading  chan struct{} // holds one while robots.txt is looked at; guards the rest
	robots   *robots.File
	read     time.Time // when it was
	closed   error     // why nothing may be fetched, if the file cannot be read
	expires  time.Time // when the file is to be asked for again
	attempts int       // failed ones in a row to read the file
}

const (
	maxSlowdown = 64
	longestWait = 5 * time.Minute // that an origin in trouble is slowed down to
)

func newSite(origin string, delay time.Duration) *site {
	return &site{
		origin: origin, limiter: rate.NewLimiter(every(delay), 1), delay: delay, slowdown: 1,
		reading: make(chan struct{}, 1),
	}
}

func every(delay time.Duration) rate.Limit {
	if delay <= 0 {
		return rate.Inf
	}
	return rate.Every(delay)
}

// pace is the time between two requests. The caller holds the lock.
func (s *site) pace() time.Duration {
	slowed := min(time.Duration(float64(s.delay)*s.slowdown), max(s.delay, longestWait))
	return max(slowed, s.delay)
}

func (s *site) setDelay(delay time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.delay = delay
	s.limiter.SetLimit(every(s.pace()))
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

// asked notes that a request has ended. A server that is overloaded is asked
// half as often from then on, and bit by bit more often while it is not.
func (s *site) asked(took time.Duration, overloaded bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last, s.took = time.Now(), took
	before := s.slowdown
	if overloaded {
		s.slowdown = min(s.slowdown*2, maxSlowdown)
	} else {
		s.slowdown = max(s.slowdown*0.9, 1)
	}
	if s.slowdown != before {
		s.limiter.SetLimit(every(s.pace()))
	}
}

// putOff notes that the server wants to be left alone for a while.
func (s *site) putOff(wish time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.until = time.Now().Add(wish)
}

// wait returns how long the origin is to be left alone from now on: the delay,
// and no shorter than its last answer took.
func (s *site) wait() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	wait := time.Until(s.until)
	if s.delay > 0 && !s.last.IsZero() {
		wait = max(wait, time.Until(s.last.Add(max(s.pace(), s.took))))
	}
	return max(0, wait)
}
