package failure

import (
	"fmt"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/transition"
)

const noLimit = -1 // of attempts, as crawl.NoLimit

// A page with which the program dies is leased again when the program is
// started again, first of all. It is set aside after as many lost leases as
// Limits.Attempts says, but not sooner than leastLost: pages that were in flight
// beside it are lost as often. So in its last attempt a suspect, which is a page
// that may be the cause, is fetched while no other suspect is.
const leastLost = 3

// MostLost returns how many leases of a page may be lost in all.
func MostLost(attempts int) int {
	if attempts == noLimit {
		return noLimit
	}
	return min(max(attempts, leastLost), transition.MaxLost)
}

// Spent returns why a lease's URL is not to be tried any more: neither its
// attempts that had an outcome nor those without are within the limits.
func Spent(l frontier.Lease, attempts int) error {
	ended := l.Attempt - 1 - l.Lost
	if l.Revisited {
		ended-- // a second chance of its own
	}
	switch most := MostLost(attempts); {
	case most != noLimit && l.Lost+1 > most:
		return fmt.Errorf("%w: %d", ErrAttempts, l.Lost)
	case attempts != noLimit && ended+1 > attempts:
		return fmt.Errorf("%w: %d", ErrAttempts, ended)
	}
	return nil
}
