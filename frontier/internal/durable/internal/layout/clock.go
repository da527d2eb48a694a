package layout

import (
	"github.com/lokman-crawler/lokman/frontier/internal/kv"
	"math"
	"time"
)

// A clock gives the times that are stored, in nanoseconds. At Open it
// begins at what the system's clock says, or at the time of the last change if
// the system's clock has been set back since. From there it counts by the
// monotonic clock, so that it never jumps.
type Clock struct {
	opened time.Time
	nanos  int64 // at opened
}

// ClockKey is in the space Meta: the time of the last change.
var ClockKey = []byte("clock")

// StartClock starts the clock of an opened store.
func StartClock(tx kv.Tx, now time.Time) (Clock, error) {
	c := Clock{now, now.UnixNano()}
	stored, err := tx.Get(kv.Meta, ClockKey)
	if err != nil || stored == nil { // no change yet
		return c, err
	}
	last, err := CountIn(stored)
	c.nanos = max(c.nanos, int64(last))
	return c, err
}

// At returns a time of the store. What lies too far ahead is the last that there
// is.
func (c Clock) At(t time.Time) int64 {
	since := int64(t.Sub(c.opened))
	if since > math.MaxInt64-c.nanos {
		return math.MaxInt64
	}
	return c.nanos + since
}

// Time is the reverse of At.
func (c Clock) Time(at int64) time.Time { return c.opened.Add(time.Duration(at - c.nanos)) }

// Steady returns a time that a caller gave with a reading of the monotonic
// clock: it is as far from now if the system's clock is set afterwards.
func Steady(t, now time.Time) time.Time { return now.Add(t.Sub(now)) }
