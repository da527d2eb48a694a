package crawl

import (
	"context"
	"fmt"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
)

// A page with which the program dies is leased again when the program is
// started again, first of all. It is set aside after as many lost leases as
// Limits.Attempts says, but not sooner than leastLost: pages that were in flight
// beside it are lost as often. So whoever could be the one is fetched alone
// among its like in its last attempt.
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

// alone reports false for a suspect beside another one. Otherwise its page may be
// fetched, until done is called.
func (r *run) alone(ctx context.Context, l frontier.Lease) (done func(), ok bool) {
	if l.Lost == 0 || l.Lost+1 != r.mostLost() {
		return func() {}, true
	}
	if !r.suspect.TryLock() {
		return nil, false
	}
	_ = sleep(ctx, suspectPause) // a crawl that ends gives the page back
	return r.suspect.Unlock, true
}
