package chrome

import (
	"errors"
	"fmt"
	"time"
)

// Why a page is not rendered, or a request of it not made.
var (
	errDialogs    = fmt.Errorf("it opens more than %d dialogs", maxDialogs)
	errMoves      = fmt.Errorf("it goes elsewhere more than %d times", maxMoves)
	errRequests   = errors.New("it makes too many requests")
	errBytes      = errors.New("it loads too much")
	errSkipped    = errors.New("not loaded: of a type that is skipped")
	errPost       = errors.New("a crawl does not post to another site")
	errFrame      = errors.New("frames are not loaded")
	errGone       = errors.New("it closed or replaced itself")
	errNavigation = errors.New("a script goes elsewhere")
)

func errTime(limit time.Duration) error {
	return fmt.Errorf("it is not rendered within %v", limit)
}

func errPage(limit int64) error {
	return fmt.Errorf("it is longer than %d bytes", limit)
}

func errCrashed(limit int64) error {
	return fmt.Errorf("its process died: of a crash or of using more than %d bytes of memory", limit)
}
