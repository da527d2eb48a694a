package transition

import (
	"errors"
	"fmt"
	"slices"
)

// ErrNoHistory is what Explain returns where no events are kept.
var ErrNoHistory = fmt.Errorf("frontier: Options.History is off, so no events are kept: %w", errors.ErrUnsupported)

// The kinds of events in the history of a URL, as frontier.Event.Kind has them.
const (
	KindFound     = "found"
	KindMerged    = "merged"
	KindEvicted   = "evicted"
	KindRecovered = "recovered"
	KindRescored  = "rescored"
	KindLeased    = "leased"
	KindEnded     = "ended"
	KindExpired   = "expired"
	KindRequeued  = "requeued"
)

// kinds stand in the order of the numbers that files have for them.
var kinds = []string{KindFound, KindMerged, KindEvicted, KindRecovered, KindRescored, KindLeased, KindEnded, KindExpired, KindRequeued}

// KindNumber returns the number of a kind, and whether it is one.
func KindNumber(kind string) (byte, bool) {
	i := slices.Index(kinds, kind)
	return byte(i), i >= 0
}

// KindOf returns the kind of a number.
func KindOf(number byte) string {
	if int(number) < len(kinds) {
		return kinds[number]
	}
	return fmt.Sprintf("kind %d", number)
}
