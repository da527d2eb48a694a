package crawl

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
)

// renew keeps a lease from expiring until stop is called. The lease of a worker
// that has died expires, and its page goes to another worker.
func (r *run) renew(ctx context.Context, l frontier.Lease) (stop func()) {
	f, ok := r.frontier.(frontier.Renewer)
	if !ok || l.Expires.IsZero() {
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			select {
			case <-time.After(max(time.Until(l.Expires)/3, 100*time.Millisecond)):
			case <-ctx.Done():
				return
			}
			renewed, err := f.Renew(ctx, l)
			switch {
			case ctx.Err() != nil || errors.Is(err, frontier.ErrStaleLease):
				return // Done returns the error
			case err != nil:
				r.log.Warn("lease not renewed", "url", l.URL, "err", err)
			default:
				l = renewed
			}
		}
	}()
	return func() {
		cancel()
		<-stopped
	}
}

// giveBack is how long the frontier has to end a lease or to take it back once
// the crawl has been cancelled.
const giveBack = 5 * time.Second

// acknowledge ends a lease. What the sink has taken is acknowledged even if the
// crawl ends meanwhile, unless the frontier does not answer in time.
func (r *run) acknowledge(ctx context.Context, l frontier.Lease, o frontier.Outcome) error {
	ack, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	defer context.AfterFunc(ctx, func() { _ = sleep(ack, giveBack); cancel() })()
	return r.frontier.Done(ack, l, o)
}

// giveBack ends the lease of a page that was not acknowledged. A request may have
// been made for it, so its host has to be left alone for hostWait.
func (r *run) giveBack(ctx context.Context, l frontier.Lease, result frontier.Result, hostWait time.Duration) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), giveBack)
	defer cancel()
	o := frontier.Outcome{Result: result, HostWait: hostWait}
	if result == frontier.Retry {
		o.RetryAt = time.Now().Add(backoff(1)) // when this crawl has ended
	}
	if err := r.frontier.Done(ctx, l, o); err != nil {
		r.log.Warn("lease not given back", "url", l.URL, "err", err)
	}
}

// afterwards is the result of a lease whose page was not acknowledged because
// of an error. After a panic the attempt counts: the page may be its cause, and
// would be again when the program is started anew.
func afterwards(err error) frontier.Result {
	if errors.As(err, new(*stopError)) {
		return frontier.Returned // another worker's
	}
	if errors.Is(err, errUnwound) || errors.As(err, new(*PanicError)) {
		return frontier.Retry
	}
	return frontier.Returned
}

// A page with which the program dies is leased again when the program is
// started again, first of all. It is set aside after as many lost leases as
// Limits.Attempts says, but not sooner than leastLost: pages that were in flight
// beside it are lost as often. So in its last attempt a suspect, which is a page
// that may be the cause, is fetched while no other suspect is.
const leastLost = 3

const (
	// suspectWait is how long a suspect waits while another one is in flight.
	suspectWait = 10 * time.Second

	// suspectPause is how long a suspect waits until those that were leased with
	// it are given back. A page can kill the program at once.
	suspectPause = time.Second
)

// spent returns why a lease's URL is not to be tried any more: neither its
// attempts that had an outcome nor those without are within the limits.
func (r *run) spent(l frontier.Lease) error {
	ended := l.Attempt - 1 - l.Lost
	if l.Revisited {
		ended-- // a second chance of its own
	}
	switch {
	case exceeds(l.Lost+1, r.mostLost()):
		return fmt.Errorf("%w: %d", ErrAttempts, l.Lost)
	case exceeds(ended+1, r.limits.Attempts):
		return fmt.Errorf("%w: %d", ErrAttempts, ended)
	}
	return nil
}

func (r *run) mostLost() int {
	if r.limits.Attempts == NoLimit {
		return NoLimit
	}
	return min(max(r.limits.Attempts, leastLost), frontier.MaxLost)
}

// alone reports whether a page may be fetched now: false for a suspect while
// another one is. The caller calls done when it has been.
func (r *run) alone(ctx context.Context, l frontier.Lease) (done func(), ok bool) {
	if l.Lost == 0 || l.Lost+1 != r.mostLost() {
		return func() {}, true
	}
	if !r.suspect.TryLock() {
		return nil, false
	}
	_ = sleep(ctx, suspectPause) // an error ends the crawl, which gives the page back
	return r.suspect.Unlock, true
}
