package dashboard

import (
	"context"
	"sync"
)

// gate holds a crawl while it is paused. The zero gate is open.
type gate struct {
	mu     sync.Mutex
	paused bool
	opened chan struct{} // closed when a paused crawl goes on
	used   bool          // a worker has come by
}

// Gate is for [crawl.Crawler.Gate]: workers wait there while the crawl is paused.
func (d *Dashboard) Gate(ctx context.Context) error {
	d.gate.mu.Lock()
	d.gate.used = true
	paused, opened := d.gate.paused, d.gate.opened
	d.gate.mu.Unlock()
	if !paused {
		return nil
	}
	select {
	case <-opened:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// set pauses the crawl or has it go on, unless that is how it is.
func (g *gate) set(paused bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.paused == paused {
		return
	}
	g.paused = paused
	if paused {
		g.opened = make(chan struct{})
	} else {
		close(g.opened)
	}
}

func (g *gate) state() (paused, used bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.paused, g.used
}
