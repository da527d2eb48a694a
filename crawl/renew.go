package crawl

import (
	"context"
	"errors"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
)

// renew keeps a lease that expires from doing so while its page is at work,
// until the function it returns is called. A worker that dies renews nothing,
// and its page goes to another.
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
				return // Done will tell
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
