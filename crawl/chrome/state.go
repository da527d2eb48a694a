package chrome

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/lokman-crawler/lokman/crawl"
)

// retryStart is how long a browser that does not start is left alone.
const retryStart = time.Minute

// state is what a Renderer has running.
type state struct {
	transport http.RoundTripper
	own       *http.Transport // transport, if it is the renderer's own
	tabs      chan struct{}   // holds one for each page in the browser
	lock      chan struct{}   // held to look at what follows
	ended     context.Context // when the renderer is closed
	end       context.CancelFunc

	running *browser
	failed  error     // why the browser did not start
	until   time.Time // how long that stands
	told    bool      // the logger, that it did not start
}

func (r *Renderer) init() *state {
	r.once.Do(func() {
		s := &r.state
		s.transport = r.Transport
		if s.transport == nil {
			s.own = crawl.NewTransport()
			s.transport = s.own
		}
		s.tabs = make(chan struct{}, r.tabs())
		s.lock = make(chan struct{}, 1)
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

// render waits for a tab and renders a page. The page is tried once more if
// the browser dies, which may be another page's fault.
func (s *state) render(ctx context.Context, r *Renderer, v *visit) (string, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer context.AfterFunc(s.ended, func() { cancel(ErrClosed) })()
	if err := take(ctx, s.tabs); err != nil {
		return "", err
	}
	defer func() { <-s.tabs }()
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
	return b.render(ctx, v)
}

// browser returns the browser that is running, or starts one.
func (s *state) browser(ctx context.Context, r *Renderer) (*browser, error) {
	if err := take(ctx, s.lock); err != nil {
		return nil, err
	}
	defer func() { <-s.lock }()
	if s.ended.Err() != nil {
		return nil, ErrClosed
	}
	if s.running != nil {
		if s.running.alive() {
			return s.running, nil
		}
		s.running.close()
		s.running = nil
	}
	if s.failed != nil && time.Now().Before(s.until) {
		return nil, s.failed
	}
	b, err := launch(ctx, r.Path, r.Limits.withDefaults(), r.tabs(), !r.NoSandbox)
	s.running, s.failed, s.until = b, nil, time.Time{}
	if err != nil && ctx.Err() == nil {
		s.failed, s.until = err, time.Now().Add(retryStart)
		if r.Logger != nil && !s.told {
			r.Logger.Warn("chrome: no browser, pages are not rendered", "err", err)
			s.told = true
		}
	}
	return b, err
}

// close ends everything. It may be called again.
func (s *state) close() {
	s.end()
	s.lock <- struct{}{}
	defer func() { <-s.lock }()
	if s.running != nil {
		s.running.close()
		s.running = nil
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
