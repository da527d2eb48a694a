package chrome

import (
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// Why a page is not rendered, or a request of it not made.
var (
	errDialogs    = fmt.Errorf("it opens more than %d dialogs", maxDialogs)
	errMoves      = fmt.Errorf("it goes elsewhere more than %d times", maxMoves)
	errRequests   = errors.New("it makes too many requests")
	errBytes      = errors.New("it posts or loads too much")
	errURL        = fmt.Errorf("its URL is longer than %d bytes", weburl.MaxLength)
	errSkipped    = errors.New("not loaded: of a type that is skipped")
	errPost       = errors.New("a crawl does not post to another site")
	errFrame      = errors.New("a frame of another site, or not of HTML")
	errGone       = errors.New("it closed or replaced itself")
	errNavigation = errors.New("a script goes elsewhere")
)

func errTime(limit time.Duration) error {
	return fmt.Errorf("it is not rendered within %v", limit.Round(time.Millisecond))
}

func errDeadline(limit time.Duration) error {
	return fmt.Errorf("the deadline is near: %w", errTime(limit))
}

func errHangs(patience time.Duration) error {
	return fmt.Errorf("the browser hangs: no answer within %v", patience)
}

func errPage(limit int64) error {
	return fmt.Errorf("it is longer than %d bytes", limit)
}

func errCrashed(limit int64) error {
	return fmt.Errorf("its process died: of a crash or of using more than %d bytes of memory", limit)
}

// protect calls work and returns its panic as an error.
func protect(work func()) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &crawl.PanicError{Value: v, Stack: debug.Stack()}
		}
	}()
	work()
	return nil
}
