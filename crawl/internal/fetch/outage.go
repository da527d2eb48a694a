package fetch

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/lokman-crawler/lokman/crawl/internal/failure"
	"github.com/lokman-crawler/lokman/internal/excerpt"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// outage is the state of an origin that cannot be connected to, whose robots.txt
// meets a server error, or that takes connections and answers nothing: its URLs
// wait as long as Limits.HostDown, and then fail.
type outage struct {
	mu    sync.Mutex
	since time.Time  // of the first failure in a row; zero if there is none
	tries int        // in a row
	urls  int        // that were asked for and not answered, in a row
	next  time.Time  // when it is tried again
	err   *hostError // why its URLs fail, once it is given up
}

// How many URLs in a row get no answer before an origin that takes connections is
// left alone between two requests, for how long, and before it is given up: some of its
// URLs, or a network that loses something now and then, may be to blame.
const (
	restAfter       = 5
	longestRest     = 30 * time.Second
	leastUnanswered = 10
)

// givenUp is how long the URLs of an origin fail that was given up.
const givenUp = time.Hour

// state returns how long the origin must not be asked, or why a URL of it fails.
func (o *outage) state(url string) (wait time.Duration, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	wait = time.Until(o.next)
	if o.err != nil && wait > 0 {
		return 0, o.err.of(url)
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
	o.end()
}

// end is over for a caller that holds the lock.
func (o *outage) end() {
	o.since, o.tries, o.urls, o.next, o.err = time.Time{}, 0, 0, time.Time{}, nil
}

// failed notes that the origin could not be asked. It returns how long
// to wait: 1 s, 2 s, 4 s ... up to longestWait; or, if the origin is given up
// after a time or a number of attempts, the error of the URL.
func (o *outage) failed(url string, cause error, limit time.Duration, attempts int) (wait time.Duration, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	now := time.Now()
	if o.err == nil && now.Before(o.next) {
		return o.next.Sub(now), nil // of a request that began before the last failure
	}
	if o.urls > 0 {
		o.end() // another trouble than the last
	}
	down := o.again(now)
	if limit != noLimit && down >= limit || exceeds(o.tries+1, attempts) {
		return 0, o.giveUp(now, url, &HostDownError{cause, down, fmt.Sprintf("%d attempts to reach the host", o.tries), failure.Cause(cause)})
	}
	wait = min(Backoff(o.tries), longestWait)
	if errors.Is(cause, errElsewhere) {
		wait = min(wait, robotsWait) // other hosts come first, which says nothing about this one
	}
	if limit != noLimit {
		wait = min(wait, limit-down) // tried a last time at the end
	}
	o.next = now.Add(wait)
	return wait, nil
}

// unanswered notes that a request to the origin got no answer, for a URL that may be
// another one than the last. It returns how long to leave the origin alone: from
// restAfter URLs on 1 s, 2 s, 4 s ... up to longestRest; or, if the origin is given up,
// the error of the URL.
func (o *outage) unanswered(url string, cause error, another bool, limit time.Duration) (rest time.Duration, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	now := time.Now()
	if o.urls == 0 {
		o.end()
	}
	down := o.again(now)
	if another {
		o.urls++
	}
	if limit != noLimit && down >= limit && o.urls >= leastUnanswered {
		return 0, o.giveUp(now, url, &HostDownError{cause, down, fmt.Sprintf("%d requests without an answer", o.tries), "unanswered"})
	}
	if o.urls >= restAfter {
		rest = min(Backoff(o.urls-restAfter+1), longestRest)
		o.next = now.Add(rest)
	}
	return rest, nil
}

// again counts a failure and returns for how long there has been nothing else.
func (o *outage) again(now time.Time) time.Duration {
	if o.err != nil {
		o.end()
	}
	if o.since.IsZero() {
		o.since = now
	}
	o.tries++
	return now.Sub(o.since)
}

func (o *outage) giveUp(now time.Time, url string, err error) error {
	o.err, o.next = &hostError{err: err}, now.Add(givenUp)
	return o.err.of(url)
}

// A HostDownError is what the URLs of an origin fail with that was given up.
type HostDownError struct {
	err   error // what the last attempt came to
	down  time.Duration
	tries string // how many, and what they were
	cause string
}

func (e *HostDownError) Error() string {
	return fmt.Sprintf("%v (%s in %v)", e.err, e.tries, e.down.Round(time.Millisecond))
}

func (e *HostDownError) Unwrap() error { return e.err }

// Cause implements the interface of [Cause].
func (e *HostDownError) Cause() string { return e.cause }

// A hostError is what all URLs of an origin fail with. The one that meets it first says
// what happened, and the others refer to that one.
type hostError struct {
	err   error
	first string // the URL, once there is one
}

// of returns the error of a URL.
func (e *hostError) of(url string) error {
	if e.first == "" {
		e.first = url
	}
	if e.first == url {
		return e.err
	}
	return &repeatedError{e.err, e.first}
}

// A repeatedError is an error that another URL has said.
type repeatedError struct {
	err   error
	first string
}

func (e *repeatedError) Error() string {
	return fmt.Sprintf("%s: as for %s", failure.Cause(e.err), excerpt.Of(weburl.Redact(e.first), failure.MaxQuote))
}

func (e *repeatedError) Unwrap() error { return e.err }
