package regions

import (
	"errors"
	"fmt"
)

// ErrMissing is the error when a region's text is not on a page: in this case
// the paper defers the crawl of the page and warns a person.
var ErrMissing = errors.New("bartree: the region's text is not on the page")

// Missing is the error for an example that is not on the page as it should be, and
// for a region that nobody marked. It matches [ErrMissing].
type Missing string

func (m Missing) Error() string { return "bartree: " + string(m) }

func (Missing) Is(target error) bool { return target == ErrMissing }

// ErrBlank is the error for a place without text.
var ErrBlank = fmt.Errorf("%w: no text at its place", ErrMissing)
