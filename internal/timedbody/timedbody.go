// Package timedbody ends the body of an answer with the context of its request.
package timedbody

import (
	"context"
	"io"
	"sync"
	"time"
)

// Grace is how long a Read may take once the context has ended.
const Grace = 5 * time.Second

// A Body is the body of an answer. A Read ends with the context, by itself as
// those of net/http do: only one that has not after Grace is ended by closing
// the source beside it. So a source that wraps another one and does not expect
// that is safe, and one that does not mind the context holds nobody for good.
type Body struct {
	ctx    context.Context
	src    io.ReadCloser
	close  func() error // once; whoever comes later waits for it
	forget func() bool

	mu       sync.Mutex
	reading  bool
	late     bool          // the context has ended during a Read
	returned chan struct{} // closed when a late Read returns
}

// New returns the body of an answer to a request with a context.
func New(ctx context.Context, src io.ReadCloser) *Body {
	b := &Body{ctx: ctx, src: src, close: sync.OnceValue(src.Close), returned: make(chan struct{})}
	b.forget = context.AfterFunc(ctx, b.interrupt)
	return b
}

// Read implements io.Reader. It fails with the context's cause once that has
// ended. It is not for several goroutines at once.
func (b *Body) Read(p []byte) (int, error) {
	b.mu.Lock()
	if cause := context.Cause(b.ctx); cause != nil {
		b.mu.Unlock()
		return 0, cause
	}
	b.reading = true
	b.mu.Unlock()
	defer func() { // after a panic of the source too
		b.mu.Lock()
		defer b.mu.Unlock()
		b.reading = false
		if b.late {
			b.late = false
			close(b.returned)
		}
	}()
	return b.src.Read(p)
}

// interrupt runs when the context has ended, after which no Read begins.
func (b *Body) interrupt() {
	b.mu.Lock()
	b.late = b.reading
	late := b.late
	b.mu.Unlock()
	if !late {
		return
	}
	select {
	case <-b.returned:
	case <-time.After(Grace):
		defer func() { _ = recover() }() // Close panics with the same on its caller's goroutine
		_ = b.close()
	}
}

// Close closes the source, at most once.
func (b *Body) Close() error {
	b.forget()
	return b.close()
}
