package failure

import (
	"context"
	"errors"
	"io"
	"net"
	"strings"
	"syscall"

	"github.com/lokman-crawler/lokman/crawl/dial"
)

// Cause names what an error came from. An error with a method Cause() string names itself.
func Cause(err error) string {
	var own interface{ Cause() string }
	if errors.As(err, &own) {
		return own.Cause()
	}
	var status *StatusError
	var tlsErr *TLSError
	var dns *net.DNSError
	switch {
	case err == nil:
		return ""
	case errors.Is(err, dial.ErrRefused):
		return "refused address"
	case errors.As(err, &tlsErr):
		return "tls"
	case errors.As(err, &dns):
		return "dns"
	case IsUnreachable(err):
		return "connect"
	}
	for _, reason := range reasons {
		if errors.Is(err, reason.err) {
			return reason.name
		}
	}
	switch {
	case errors.As(err, new(*ScopeError)):
		return "scope"
	case errors.As(err, &status):
		return "status"
	case errors.Is(err, context.Canceled):
		return "canceled"
	case isTimeout(err):
		return "timeout"
	case errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE):
		return "reset"
	case isBroken(err):
		return "broken answer"
	}
	return "other"
}

// isBroken reports whether an answer does not keep to HTTP or to its content
// encoding. Package net/http has no types for most of what it says about that;
// no URL holds these words, for it has no spaces.
func isBroken(err error) bool {
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) || errors.As(err, new(*BodyError)) {
		return true
	}
	for _, words := range []string{
		"malformed HTTP", "transport connection broken", "http2: ", "stream error: ", "connection error: ",
	} {
		if strings.Contains(err.Error(), words) {
			return true
		}
	}
	return false
}

func isTimeout(err error) bool {
	var t interface{ Timeout() bool }
	return errors.Is(err, context.DeadlineExceeded) || errors.As(err, &t) && t.Timeout()
}

// EndsCrawl reports whether an error of the Transport says that no request can be
// made any more.
func EndsCrawl(err error) bool {
	if err == nil { // as for most requests
		return false
	}
	var ender interface{ EndsCrawl() bool }
	return errors.As(err, &ender) && ender.EndsCrawl()
}

// IsTransient reports whether another attempt may succeed after a request that
// got no answer.
func IsTransient(err error) bool {
	var tlsErr *TLSError
	var dns *net.DNSError
	switch {
	case errors.Is(err, dial.ErrRefused):
		return false
	case errors.As(err, &tlsErr):
		return tlsErr.Why == "the handshake took too long"
	case errors.As(err, &dns):
		return !dns.IsNotFound
	}
	return true
}

// IsUnreachable reports whether a request got no connection for a reason that
// is the whole host's and may pass. That a name does not exist does not pass.
func IsUnreachable(err error) bool {
	if err == nil {
		return false
	}
	var dns *net.DNSError
	if errors.As(err, &dns) {
		return !dns.IsNotFound
	}
	for _, cause := range []error{syscall.ECONNREFUSED, syscall.EHOSTUNREACH, syscall.ENETUNREACH} {
		if errors.Is(err, cause) {
			return true
		}
	}
	var op *net.OpError
	return IsTransient(err) && errors.As(err, &op) && (op.Op == "dial" || op.Op == "proxyconnect")
}
