package crawl

import (
	"errors"
	"fmt"
	"net/http"
)

// Reasons for which a URL fails.
var (
	ErrRobots            = errors.New("forbidden by robots.txt")
	ErrRobotsUnreachable = errors.New("robots.txt cannot be read, so nothing may be fetched")
	ErrRedirects         = errors.New("too many redirects")
)

// An Error says which URL failed and why.
type Error struct {
	URL string
	Err error
}

func (e *Error) Error() string { return fmt.Sprintf("crawl: %s: %v", e.URL, e.Err) }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// A StatusError is an answer that is neither a page (2xx) nor a redirect.
type StatusError struct{ Status int }

func (e *StatusError) Error() string {
	return fmt.Sprintf("status %d %s", e.Status, http.StatusText(e.Status))
}
