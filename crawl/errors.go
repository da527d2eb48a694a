package crawl

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/lokman-crawler/lokman/crawl/internal/failure"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/excerpt"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// ErrRobots says that robots.txt forbids a URL.
var ErrRobots = failure.ErrRobots

// An Error says which URL failed and why.
type Error struct {
	URL string
	Err error // the cause
}

// Error names the URL and the cause, without the secrets in URLs.
func (e *Error) Error() string {
	return "crawl: " + weburl.Redact(e.URL) + ": " + weburl.RedactText(fmt.Sprint(e.Err))
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// A PanicError is a panic in code that the caller passed to the crawl.
type PanicError struct {
	Value any    // what the code panicked with
	Stack []byte // of the goroutine
}

// Error has the value, without the secrets in URLs, and the stack.
func (e *PanicError) Error() string {
	return weburl.RedactText(fmt.Sprintf("panic: %v", e.Value)) + "\n\n" + string(e.Stack)
}

// Unwrap returns Value if it is an error.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// Cause implements the interface of [Cause].
func (e *PanicError) Cause() string { return "panic" }

// A stopError is what the other workers' requests end with when one worker
// fails: to a transport they are cancelled, not failed.
type stopError struct{ err error }

func (e *stopError) Error() string { return e.err.Error() }

func (e *stopError) Unwrap() error { return e.err }

// Is reports that the request was cancelled.
func (e *stopError) Is(target error) bool { return target == context.Canceled }

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

// maxReason is how many bytes of an error the frontier keeps for each URL that
// failed. Some of them repeat what a server said.
const maxReason = 512

// reason is what the frontier keeps of a failure: the error and its cause.
func reason(err error) string {
	cause := Cause(err)
	if status := (*failure.StatusError)(nil); cause == "status" && errors.As(err, &status) {
		cause += " " + strconv.Itoa(status.Status)
	}
	return excerpt.Of(weburl.RedactText(err.Error()), maxReason) + " [" + cause + "]"
}

// Cause names what an error came from, for a metric's label: "attempts",
// "broken answer", "canceled", "connect", "depth", "dns", "foreign", "host limit", "links", "malformed", "nofollow", "panic",
// "redirects", "refused address", "reset", "robots", "robots unreachable", "scheme", "scope", "scorer", "status",
// "timeout", "tls", "unanswered", "url length", "usage" or "other". An error with a method Cause() string names
// itself: those of [Crawler.Scope] may, as the traps of package urls do.
func Cause(err error) string { return failure.Cause(err) }

// FailureCause returns the [Cause] of a URL that a crawl has given up, to
// choose those that Requeue of [frontier.Abilities] brings back: "connect" after an
// outage, "refused address" after a host was missing in Transport.Open. An answer's has
// its number: "status 503". It is ""
// for a failure that no Crawler has reported.
func FailureCause(f frontier.Failure) string {
	at := strings.LastIndex(f.Reason, " [")
	if at < 0 || !strings.HasSuffix(f.Reason, "]") {
		return ""
	}
	return f.Reason[at+len(" [") : len(f.Reason)-1]
}
