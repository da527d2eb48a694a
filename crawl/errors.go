package crawl

import (
	"errors"
	"fmt"
	"net/http"

	"github.com/lokman-crawler/lokman/internal/dom"
)

// Reasons for which a URL fails or a link is left out.
var (
	ErrRobots            = errors.New("forbidden by robots.txt")
	ErrRobotsUnreachable = errors.New("robots.txt cannot be read, so nothing may be fetched")
	ErrRedirects         = errors.New("too many redirects")
	ErrHostLimit         = errors.New("the limit of its host is reached")
	ErrNoFollow          = errors.New("the page asks not to follow the link")
	ErrDepth             = errors.New("too many links from a seed")
	ErrLinks             = errors.New("the page has more links than Limits.Links")
	ErrAttempts          = errors.New("all its attempts have ended without an outcome, as when the program panics, dies or hangs with the page")
	ErrTree              = dom.ErrTooLarge // of Page.DOM: the page is scanned instead
	ErrURLLength         = errors.New("the URL is longer than Limits.URL")
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

// A TLSError is a connection that could not be made safe.
type TLSError struct {
	Host string
	Why  string // what is wrong, in a few words
	Err  error  // what crypto/tls or crypto/x509 said
}

func (e *TLSError) Error() string { return fmt.Sprintf("TLS with %s: %s: %v", e.Host, e.Why, e.Err) }

// Unwrap returns what the library said.
func (e *TLSError) Unwrap() error { return e.Err }
