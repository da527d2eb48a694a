// Package failure has the reasons for which URLs of a crawl fail or are left out, and names
// them in a word.
package failure

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"

	"github.com/lokman-crawler/lokman/crawl/dial"
	"github.com/lokman-crawler/lokman/internal/excerpt"
	"github.com/lokman-crawler/lokman/internal/weburl"
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
	ErrForeign           = errors.New("the sitemap is on a host that did not lead to it")
	ErrUsage             = errors.New("the site does not allow what the crawl uses pages for")
	ErrURLLength         = errors.New("the URL is longer than Limits.URL")
)

// reasons are these in a word or two.
var reasons = []struct {
	err  error
	name string
}{
	{ErrRobots, "robots"}, {ErrRobotsUnreachable, "robots unreachable"}, {ErrRedirects, "redirects"},
	{ErrHostLimit, "host limit"}, {ErrNoFollow, "nofollow"}, {ErrDepth, "depth"}, {ErrLinks, "links"},
	{weburl.ErrScheme, "scheme"}, {weburl.ErrHost, "malformed"}, {weburl.ErrPort, "malformed"}, {weburl.ErrRelative, "malformed"}, {weburl.ErrTooLong, "url length"},
	{ErrForeign, "foreign"}, {ErrAttempts, "attempts"}, {ErrURLLength, "url length"}, {ErrUsage, "usage"},
}

// A StatusError is an answer that is neither a page (2xx) nor a redirect.
type StatusError struct{ Status int }

// Error names the status by number and in words.
func (e *StatusError) Error() string {
	return fmt.Sprintf("status %d %s", e.Status, http.StatusText(e.Status))
}

// A ValueError says that the strategy could not value a page.
type ValueError struct{ Err error }

func (e *ValueError) Error() string { return "not valued: " + weburl.RedactText(e.Err.Error()) }

// Unwrap returns what the strategy said.
func (e *ValueError) Unwrap() error { return e.Err }

// Cause implements the interface of [Cause].
func (e *ValueError) Cause() string { return "scorer" }

// A ScopeError is what the Crawler's Scope says.
type ScopeError struct{ Err error }

// Error says that the URL is out of scope once, though the caller's error may say
// it too.
func (e *ScopeError) Error() string {
	const what = "out of scope"
	why := e.Err.Error()
	if !strings.HasPrefix(why, what) {
		why = what + ": " + why
	}
	return weburl.RedactText(why)
}

// Unwrap returns what Scope said.
func (e *ScopeError) Unwrap() error { return e.Err }

// MaxQuote is how many bytes an error repeats of what a server said.
const MaxQuote = 100

// A quotedError is an error that may repeat what a server said, of which its text has
// no more than MaxQuote bytes.
type quotedError struct{ err error }

// Quote bounds the text of an error of a transport. Those of connections that were not
// made say nothing of a server's.
func Quote(err error) error {
	if named := (*url.Error)(nil); errors.As(err, &named) {
		err = named.Err // of an http.Client, which names the URL
	}
	if errors.Is(err, dial.ErrRefused) || errors.As(err, new(*net.DNSError)) || errors.As(err, new(*net.OpError)) {
		return weburl.RedactError(err)
	}
	return &quotedError{err}
}

func (e *quotedError) Error() string { return excerpt.Of(weburl.RedactText(e.err.Error()), MaxQuote) }

func (e *quotedError) Unwrap() error { return e.err }

// A BodyError says why a body is not whole, other than by the limit.
type BodyError struct {
	Err       error
	Transient bool // it came from the connection: another attempt may succeed
}

// Error has no more than MaxQuote bytes of the cause.
func (e *BodyError) Error() string {
	return "body: " + excerpt.Of(weburl.RedactText(e.Err.Error()), MaxQuote)
}

// Unwrap returns the cause.
func (e *BodyError) Unwrap() error { return e.Err }
