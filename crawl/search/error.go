package search

import (
	"errors"
	"fmt"
	"net/http"

	"github.com/lokman-crawler/lokman/internal/weburl"
)

// An Error says which engine failed and why.
type Error struct {
	Engine string // scheme and host alone: keys stand in paths and queries
	Status int    // of the answer, if it is not 200; the limits of an engine show as 429
	Err    error  // the cause
}

// Error names the engine and the cause.
func (e *Error) Error() string {
	why := weburl.RedactText(fmt.Sprint(e.Err))
	if e.Engine == "" {
		return "search: " + why
	}
	return "search: " + weburl.Redact(e.Engine) + ": " + why
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// statusError is an answer whose status is not 200.
type statusError int

func (s statusError) Error() string {
	return fmt.Sprintf("status %d %s", int(s), http.StatusText(int(s)))
}

var errBadAnswer = errors.New("not the answer of a search engine")
