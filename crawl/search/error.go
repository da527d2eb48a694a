package search

import (
	"errors"
	"fmt"
	"net/http"

	"github.com/lokman-crawler/lokman/internal/weburl"
)

// Reasons for which a search fails, found with errors.Is.
var (
	ErrJSONOff   = errors.New(`the instance does not answer in JSON: it must list "json" under search.formats in its settings.yml`)
	ErrNoEngine  = errors.New("no engine answered")
	ErrTooLarge  = errors.New("the answer is larger than 8 MiB")
	ErrTemplate  = errors.New("not a template")
	ErrBadAnswer = errors.New("not the answer of a search engine")
)

// An Error says which engine failed and why.
type Error struct {
	Engine string // scheme and host alone: keys stand in paths and queries
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

// Unwrap returns the reason.
func (e *Error) Unwrap() error { return e.Err }

// A StatusError is an answer whose status is not 200. The limits of an engine
// show as 429.
type StatusError struct{ Status int }

// Error names the status by number and in words.
func (e *StatusError) Error() string {
	return fmt.Sprintf("status %d %s", e.Status, http.StatusText(e.Status))
}
