package redis

import (
	"context"
	"time"
)

// longestPause is the longest time between two attempts to reach a server that is
// away.
const longestPause = 2 * time.Second

// pause sleeps, unless the context ends first.
func pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}
