package shared

import (
	"context"
	"sync"
	"time"

	"github.com/lokman-crawler/lokman/crawl/internal/fetch"
)

// pauseAfter is how many failures to value a page, in a row, pause a crawl, and longestPause
// how long it pauses at most before the next one is valued.
const (
	pauseAfter   = 3
	longestPause = 5 * time.Minute
)

// A Valuing lets workers value pages, one at a time after failures in a row.
type Valuing struct {
	trying chan struct{} // holds one while the one does
	mu     sync.Mutex
	failed int // in a row
	until  time.Time
}

// NewValuing returns one without failures.
func NewValuing() *Valuing { return &Valuing{trying: make(chan struct{}, 1)} }

// Do values something when that is its turn.
func (g *Valuing) Do(ctx context.Context, value func() error) error {
	if g.paused() {
		select {
		case g.trying <- struct{}{}:
			defer func() { <-g.trying }()
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	if err := fetch.Sleep(ctx, g.left()); err != nil {
		return err
	}
	err := value()
	if ctx.Err() != nil && err != nil {
		return ctx.Err() // which says nothing about the service
	}
	g.ended(err)
	return err
}

func (g *Valuing) paused() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.failed >= pauseAfter
}

// left returns how long the pause lasts, 0 without one.
func (g *Valuing) left() time.Duration {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.failed < pauseAfter {
		return 0
	}
	return time.Until(g.until)
}

func (g *Valuing) ended(err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case err == nil:
		g.failed = 0
	case !time.Now().Before(g.until): // not of one that began before the pause
		g.failed++
		if g.failed >= pauseAfter {
			g.until = time.Now().Add(min(fetch.Backoff(g.failed-pauseAfter+1), longestPause))
		}
	}
}
