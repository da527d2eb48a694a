package crawl

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"runtime/debug"
	"strings"

	"github.com/lokman-crawler/lokman/crawl/dial"
	"github.com/lokman-crawler/lokman/internal/dom"
	"github.com/lokman-crawler/lokman/internal/excerpt"
	"github.com/lokman-crawler/lokman/internal/webtls"
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
	ErrTree              = dom.ErrTooLarge // of Page.DOM: the page is scanned instead
	ErrURLLength         = errors.New("the URL is longer than Limits.URL")
)

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

// A StatusError is an answer that is neither a page (2xx) nor a redirect.
type StatusError struct{ Status int }

// Error names the status by number and in words.
func (e *StatusError) Error() string {
	return fmt.Sprintf("status %d %s", e.Status, http.StatusText(e.Status))
}

// A scopeError is what Crawler.Scope says.
type scopeError struct{ err error }

// Error says that the URL is out of scope once, though the caller's error may say
// it too.
func (e *scopeError) Error() string {
	const what = "out of scope"
	why := e.err.Error()
	if !strings.HasPrefix(why, what) {
		why = what + ": " + why
	}
	return weburl.RedactText(why)
}

func (e *scopeError) Unwrap() error { return e.err }

// A quotedError is an error that may repeat what a server said, of which its text has
// no more than maxQuote bytes.
type quotedError struct{ err error }

// quote bounds the text of an error of a transport. Those of connections that were not
// made say nothing of a server's.
func quote(err error) error {
	if named := (*url.Error)(nil); errors.As(err, &named) {
		err = named.Err // of an http.Client, which names the URL
	}
	if errors.Is(err, dial.ErrRefused) || errors.As(err, new(*net.DNSError)) || errors.As(err, new(*net.OpError)) {
		return weburl.RedactError(err)
	}
	return &quotedError{err}
}

func (e *quotedError) Error() string { return excerpt.Of(weburl.RedactText(e.err.Error()), maxQuote) }

func (e *quotedError) Unwrap() error { return e.err }

// A hostError is what all URLs of an origin fail with. The one that meets it first says
// what happened, and the others refer to that one.
type hostError struct {
	err   error
	first string // the URL, once there is one
}

// of returns the error of a URL.
func (e *hostError) of(url string) error {
	if e.first == "" {
		e.first = url
	}
	if e.first == url {
		return e.err
	}
	return &repeatedError{e.err, e.first}
}

// A repeatedError is an error that another URL has said.
type repeatedError struct {
	err   error
	first string
}

func (e *repeatedError) Error() string {
	return fmt.Sprintf("%s: as for %s", Cause(e.err), excerpt.Of(weburl.Redact(e.first), maxQuote))
}

func (e *repeatedError) Unwrap() error { return e.err }

// A TLSError is a TLS connection that could not be established.
type TLSError struct {
	Host string // asked, with its port if that is not the default
	Why  string // what is wrong, in a few words
	Err  error  // what crypto/tls or crypto/x509 said
}

// Error names the host and what is wrong.
func (e *TLSError) Error() string {
	return weburl.RedactText(fmt.Sprintf("TLS with %s: %s: %v", e.Host, e.Why, e.Err))
}

// Unwrap returns what the library said.
func (e *TLSError) Unwrap() error { return e.Err }

// wrapTLSError makes an error of TLS a *TLSError.
func wrapTLSError(host string, err error) error {
	if why := tlsTrouble(err); why != "" {
		return &TLSError{Host: host, Why: why, Err: err}
	}
	return err
}

func tlsTrouble(err error) string {
	var (
		invalid   x509.CertificateInvalidError
		wrongName x509.HostnameError
		unknown   x509.UnknownAuthorityError
		verify    *tls.CertificateVerificationError
		alert     tls.AlertError
		record    tls.RecordHeaderError
	)
	switch {
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return "the certificate is not valid at this time"
	case errors.As(err, &wrongName):
		return "the certificate is for another host"
	case errors.As(err, &unknown):
		if _, issuer := webtls.Missing(err); issuer != "" {
			return fmt.Sprintf("the server does not send the certificate of its issuer %q", excerpt.Of(issuer, maxQuote))
		}
		return "the certificate's authority is unknown"
	case errors.As(err, &invalid), errors.As(err, &verify):
		return "the certificate is not valid"
	case errors.As(err, &alert):
		return "the server refused the handshake"
	case errors.As(err, &record):
		return "the server does not speak TLS"
	case err.Error() == "http: server gave HTTP response to HTTPS client":
		return "the server does not speak TLS"
	case strings.Contains(err.Error(), "TLS handshake timeout"):
		return "the handshake took too long"
	case strings.Contains(err.Error(), "tls: "):
		return "the handshake failed"
	}
	return ""
}

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
