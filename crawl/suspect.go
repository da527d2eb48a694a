package crawl

import (
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

// suspectWait is how long a page waits while another suspect is in flight.
const suspectWait = time.Second

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

// alone waits for nothing: it reports false for a suspect beside another one.
// The page may be fetched until done is called.
func (r *run) alone(l frontier.Lease) (done func(), ok bool) {
	if l.Lost == 0 || l.Lost+1 != r.mostLost() {
		return func() {}, true
	}
	if !r.suspect.TryLock() {
		return nil, false
	}
	return r.suspect.Unlock, true
}
