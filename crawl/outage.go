package crawl

import (
	"fmt"
	"sync"
	"time"
)

// outage is the state of an origin that cannot be connected to, or whose
// robots.txt meets a server error: its URLs wait as long as Limits.HostDown, and
// then fail.
type outage struct {
	mu    sync.Mutex
	since time.Time // of the first failure in a row; zero if there is none
	tries int       // in a row
	next  time.Time // when it is tried again
	err   error     // why its URLs fail, once it is given up
}

// givenUp is how long the URLs of an origin fail that was given up.
const givenUp = time.Hour

// state returns how long the origin must not be asked, or why its URLs fail.
func (o *outage) state() (wait time.Duration, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	wait = time.Until(o.next)
	if o.err != nil && wait > 0 {
		return 0, o.err
	}
	return max(0, wait), nil
}

// lasts reports whether the origin is tried again later.
func (o *outage) lasts() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return !o.since.IsZero() && o.err == nil
}

// over ends the outage: the origin has answered.
func (o *outage) over() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.since, o.tries, o.next, o.err = time.Time{}, 0, time.Time{}, nil
}

// failed notes that the origin could not be asked. It returns how long
// to wait: 1 s, 2 s, 4 s ... up to longestWait; or, if the origin is given up
// after a time or a number of attempts, the error that its URLs fail with.
func (o *outage) failed(cause error, limit time.Duration, attempts int) (wait time.Duration, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	now := time.Now()
	if o.err == nil && now.Before(o.next) {
		return o.next.Sub(now), nil // of a request that began before the last failure
	}
	if o.since.IsZero() || o.err != nil {
		o.since, o.tries, o.err = now, 0, nil
	}
	o.tries++
	down := now.Sub(o.since)
	if limit != NoLimit && down >= limit || exceeds(o.tries+1, attempts) {
		o.err, o.next = &unreachableError{cause, down, o.tries}, now.Add(givenUp)
		return 0, o.err
	}
	wait = min(backoff(o.tries), longestWait)
	if limit != NoLimit {
		wait = min(wait, limit-down) // tried a last time at the end
	}
	o.next = now.Add(wait)
	return wait, nil
}

// An unreachableError is what the URLs of an origin fail with that could not be
// asked for Limits.HostDown.
type unreachableError struct {
	err   error
	down  time.Duration
	tries int
}

func (e *unreachableError) Error() string {
	return fmt.Sprintf("%v (%d attempts to reach the host in %v)", e.err, e.tries, e.down.Round(time.Millisecond))
}

// Unwrap returns what the last attempt came to.
func (e *unreachableError) Unwrap() error { return e.err }
