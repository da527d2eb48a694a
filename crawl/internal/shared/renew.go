package shared

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

type renewer interface {
	Renew(context.Context, frontier.Lease) (frontier.Lease, error)
}

// Renew keeps a lease from expiring until stop is called, if the frontier can. The lease of a worker
// that has died expires, and its page goes to another worker.
func Renew(ctx context.Context, of frontier.Frontier, l frontier.Lease, log *slog.Logger) (stop func()) {
	f, ok := of.(renewer)
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
				log.Warn("lease not renewed", "url", weburl.Logged(l.URL), "err", weburl.RedactError(err))
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
