package wire

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"
)

// Calls are the calls to the server that are not over. go-redis ends a call
// with its context's deadline, but not when the context is cancelled; so each
// runs in a goroutine of its own, which is left behind then. It ends with the
// answer, with the read timeout, or with Close.
type Calls struct {
	mu      sync.Mutex
	closed  bool
	running sync.WaitGroup
}

// ErrClosed is the error of calls after Close.
var ErrClosed = errors.New("redis: the frontier is closed")

// begin counts a call, unless the calls are closed.
func (c *Calls) begin() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.closed {
		c.running.Add(1)
	}
	return !c.closed
}

// Close refuses calls from now on.
func (c *Calls) Close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
}

// Wait waits for those that are not over.
func (c *Calls) Wait() { c.running.Wait() }

// Ask makes a call that ends when its context does, whatever the server does.
// An answer that comes later goes to late, if that is not nil.
func Ask[T any](ctx context.Context, c *Calls, call func(context.Context) (T, error), late func(T)) (T, error) {
	var none T
	if err := ctx.Err(); err != nil {
		return none, err
	}
	if !c.begin() {
		return none, ErrClosed
	}
	if ctx.Done() == nil { // it never ends
		defer c.running.Done()
		v, err := call(ctx)
		return v, Ended(ctx, err)
	}
	type answer struct {
		v   T
		err error
	}
	var mu sync.Mutex // whether the answer is late
	gone := false
	answers := make(chan answer, 1)
	go func() {
		defer c.running.Done()
		v, err := call(ctx)
		mu.Lock()
		isLate := gone
		answers <- answer{v, err}
		mu.Unlock()
		if isLate && err == nil && late != nil {
			late(v)
		}
	}()
	select {
	case a := <-answers:
		return a.v, Ended(ctx, a.err)
	case <-ctx.Done():
	}
	mu.Lock()
	defer mu.Unlock()
	select {
	case a := <-answers:
		return a.v, Ended(ctx, a.err)
	default:
		gone = true
		return none, ctx.Err()
	}
}

// Ended returns the context's error for a call that failed because its time was
// over, which go-redis may notice first, and no io.EOF, by which Pop reports the end
// of the crawl, for a connection that was closed.
func Ended(ctx context.Context, err error) error {
	if over := Expired(ctx); err != nil && over != nil {
		return over
	}
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// Expired returns the error of a context that has ended, if only by the clock.
func Expired(ctx context.Context) error {
	if deadline, ok := ctx.Deadline(); ctx.Err() == nil && ok && !time.Now().Before(deadline) {
		return context.DeadlineExceeded
	}
	return ctx.Err()
}

// Grace is how long a call that is cancelled waits for what cannot be left
// behind without loss: a lease that may be on its way, or its return.
const Grace = time.Second

// Lasting returns a context that ends Grace after another.
func Lasting(ctx context.Context) (context.Context, context.CancelFunc) {
	if ctx.Done() == nil {
		return ctx, func() {}
	}
	last, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() {
		select {
		case <-time.After(Grace):
			cancel()
		case <-last.Done():
		}
	})
	return last, func() {
		stop()
		cancel()
	}
}
