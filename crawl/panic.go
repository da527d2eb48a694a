package crawl

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/lokman-crawler/lokman/frontier"
)

// A PanicError is a panic in code that the crawl was given.
type PanicError struct {
	Value any    // what the code panicked with
	Stack []byte // of the goroutine
}

func (e *PanicError) Error() string { return fmt.Sprintf("panic: %v\n\n%s", e.Value, e.Stack) }

// Unwrap returns Value if it is an error.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// Cause implements the interface of [Cause].
func (e *PanicError) Cause() string { return "panic" }

// errUnwound says that the loop's body panicked, or ended its goroutine, with a
// page.
var errUnwound = errors.New("the loop's body panicked")

// protect calls work and returns its panic as a *PanicError.
func protect(work func()) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &PanicError{v, debug.Stack()}
		}
	}()
	work()
	return nil
}

// attempt makes the lease's attempt at a page. A panic is the page's error
// unless the caller wants it, and so is an attempt too many. The error that it
// returns ends the crawl.
func (r *run) attempt(ctx context.Context, l frontier.Lease, p *Page) (o frontier.Outcome, delivered bool, err error) {
	if err = r.spent(l); err == nil {
		panicked := protect(func() { o, delivered, err = r.fetchAndValue(ctx, l, p) })
		switch {
		case panicked == nil:
			return o, delivered, err
		case r.c.PropagatePanics:
			return o, false, panicked
		}
		err = panicked
	}
	p.Err = &Error{p.URL, err}
	r.log.Error("failed", "url", p.URL, "err", err)
	return frontier.Outcome{Result: frontier.Dead, Reason: reason(err), HostWait: o.HostWait}, true, nil
}

// hand hands a page to the sink.
func (r *run) hand(ctx context.Context, p *Page) error {
	var err error
	if panicked := protect(func() { err = r.sink(ctx, p) }); panicked != nil {
		return panicked
	}
	return err
}

// afterwards is the result of a lease whose page was not acknowledged because
// of an error. After a panic the attempt counts: the page may be its cause, and
// would be again when the program is started anew.
func afterwards(err error) frontier.Result {
	if errors.As(err, new(*stopError)) {
		return frontier.Returned // another worker's
	}
	if errors.Is(err, errUnwound) || errors.As(err, new(*PanicError)) {
		return frontier.Retry
	}
	return frontier.Returned
}
