package timedbody

import (
	"context"
	"errors"
	"io"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// source is a body of which Read and Close are given.
type source struct {
	read  func([]byte) (int, error)
	close func() error
}

func (s source) Read(p []byte) (int, error) { return s.read(p) }
func (s source) Close() error               { return s.close() }

var errTime = errors.New("time is over")

// A Read that ends with the context is alone with its source, however long the
// source takes over what it has read.
func TestCloseAfterRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeoutCause(t.Context(), time.Minute, errTime)
		defer cancel()
		var reading atomic.Bool
		closed := 0
		b := New(ctx, source{
			func([]byte) (int, error) {
				reading.Store(true)
				defer reading.Store(false)
				<-ctx.Done()
				time.Sleep(Grace - time.Second)
				return 1, ctx.Err()
			},
			func() error {
				if reading.Load() {
					t.Error("closed beside a Read")
				}
				closed++
				return io.ErrClosedPipe
			},
		})
		if n, err := b.Read(make([]byte, 1)); n != 1 || err != context.DeadlineExceeded {
			t.Errorf("read %d, %v; want the source's", n, err)
		}
		if n, err := b.Read(make([]byte, 1)); n != 0 || err != errTime {
			t.Errorf("read %d, %v; want nothing more, and the cause", n, err)
		}
		time.Sleep(time.Hour)
		for range 2 {
			if err := b.Close(); err != io.ErrClosedPipe {
				t.Errorf("Close: %v, want the source's error", err)
			}
		}
		if closed != 1 {
			t.Errorf("closed %d times, want once", closed)
		}
	})
}

// A source that does not mind the context is closed. What panics then does so
// where the body is closed, not where nobody recovers.
func TestReadThatDoesNotEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeoutCause(t.Context(), time.Minute, errTime)
		defer cancel()
		r, w := io.Pipe()
		defer w.Close()
		b := New(ctx, source{r.Read, func() error { r.Close(); panic("poison") }})
		if _, err := b.Read(make([]byte, 1)); err != io.ErrClosedPipe {
			t.Errorf("%v, want that of a closed pipe", err)
		}
		defer func() {
			if v := recover(); v != "poison" {
				t.Errorf("recovered %v, want the panic of the source", v)
			}
		}()
		b.Close()
	})
}

// Closed in time, a body leaves nothing behind: synctest finds no goroutine.
func TestClosedInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		closed := 0
		b := New(ctx, source{func(p []byte) (int, error) { return len(p), nil }, func() error { closed++; return nil }})
		if n, err := b.Read(make([]byte, 3)); n != 3 || err != nil {
			t.Errorf("read %d, %v", n, err)
		}
		b.Close()
		cancel()
		synctest.Wait()
		if closed != 1 {
			t.Errorf("closed %d times, want once", closed)
		}
	})
}
