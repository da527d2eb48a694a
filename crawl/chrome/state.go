package chrome

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// retryStart is how long a browser that does not start is left alone.
const retryStart = time.Minute

// state is what a Renderer has running.
type state struct {
	transport http.RoundTripper
	own       *crawl.Transport // transport, if it is the renderer's own
	tabs      chan struct{}    // holds one for each page in the browser
	ended     context.Context  // when the renderer is closed
	end       context.CancelFunc
	startTime time.Duration // for a browser to answer
	logged    sync.Once     // that it did not start
	starts    sync.WaitGroup
	closing   sync.Once

	mu       sync.Mutex // held to look at what follows
	running  *browser
	starting *starting // nil if none is
	failed   error     // why the browser did not start
	until    time.Time // how long that stands
}

// starting is a browser that is being started.
type starting struct {
	done chan struct{} // closed when the rest is known
	b    *browser
	err  error
}

func (r *Renderer) init() *state {
	r.once.Do(func() {
		s := &r.state
		s.transport = r.Transport
		if s.transport == nil {
			s.own = &crawl.Transport{}
			s.transport = s.own
		}
		s.tabs = make(chan struct{}, r.tabs())
		s.startTime = max(startTime, r.Limits.Time)
		s.ended, s.end = context.WithCancel(context.Background())
	})
	return &r.state
}

func (r *Renderer) tabs() int {
	if r.Tabs > 0 {
		return r.Tabs
	}
	return 2
}

// render waits for a tab and renders a page, until the context ends. What is still to be
// done then, as to close a tab that is busy, keeps the tab from others, and close waits for
// it.
func (s *state) render(ctx context.Context, r *Renderer, v *visit) (string, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer context.AfterFunc(s.ended, func() { cancel(errClosed) })()
	if err := take(ctx, s.tabs); err != nil {
		return "", err
	}
	var dom string
	var err error
	done := make(chan struct{})
	go func() {
		defer func() { <-s.tabs }()
		defer close(done)
		dom, err = s.renderIn(ctx, r, v)
	}()
	select {
	case <-done:
		return dom, err
	case <-ctx.Done():
		return "", context.Cause(ctx)
	}
}

// renderIn renders a page in a tab. The page is tried once more if the browser dies, which
// may be another page's fault.
func (s *state) renderIn(ctx context.Context, r *Renderer, v *visit) (string, error) {
	b, err := s.browser(ctx, r)
	if err != nil {
		return "", err
	}
	dom, err := b.render(ctx, v)
	if !errors.Is(err, errLost) {
		return dom, err
	}
	if b, err = s.browser(ctx, r); err != nil {
		return "", err
	}
	v.shown.Store(false)
	dom, err = b.render(ctx, v)
	if errors.Is(err, errLost) && s.ended.Err() != nil {
		err = errClosed // Close kills the browser
	}
	return dom, err
}

// browser returns the browser that is running, or waits for one to start.
func (s *state) browser(ctx context.Context, r *Renderer) (*browser, error) {
	b, next, err := s.look(r)
	if next != nil {
		select {
		case <-next.done:
			b, err = next.b, next.err
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
	if err != nil && s.ended.Err() != nil {
		return nil, errClosed
	}
	if err != nil && r.Logger != nil {
		s.logged.Do(func() { r.Logger.Warn("chrome: no browser, pages are not rendered", "err", weburl.RedactError(err)) })
	}
	return b, err
}

// look returns the browser that is running, the one that is being started, or
// why there is none.
func (s *state) look(r *Renderer) (*browser, *starting, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.ended.Err() != nil:
		return nil, nil, errClosed
	case s.starting != nil:
		return nil, s.starting, nil
	case s.running != nil && s.running.alive():
		return s.running, nil, nil
	case s.failed != nil && time.Now().Before(s.until):
		return nil, nil, s.failed
	}
	dead, next := s.running, &starting{done: make(chan struct{})}
	s.running, s.starting = nil, next
	// It goes on when the page that needs it first is given up: the next one
	// needs it too, and one that hangs must be known to all.
	s.starts.Go(func() { s.start(r, dead, next) })
	return nil, next, nil
}

// start starts a browser in place of one that died, if there was one.
func (s *state) start(r *Renderer, dead *browser, next *starting) {
	if dead != nil {
		dead.close()
	}
	next.b, next.err = launch(s.ended, s.startTime, r.Path, r.Limits.withDefaults(), r.tabs(), !r.NoSandbox)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.running, s.starting = next.b, nil
	s.failed, s.until = next.err, time.Now().Add(retryStart)
	close(next.done)
}

// close ends everything. It may be called again.
func (s *state) close() {
	s.closing.Do(func() {
		s.mu.Lock()
		s.end() // no browser is started any more
		s.mu.Unlock()
		s.starts.Wait()
		if s.running != nil {
			s.running.close()
		}
		for range cap(s.tabs) { // until what was being rendered has ended
			s.tabs <- struct{}{}
		}
		for range cap(s.tabs) {
			<-s.tabs
		}
		if s.own != nil {
			s.own.CloseIdleConnections()
		}
	})
}

// take puts one into a channel that bounds how many there are.
func take(ctx context.Context, held chan<- struct{}) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	select {
	case held <- struct{}{}:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
