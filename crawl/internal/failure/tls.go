package failure

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"strings"

	"github.com/lokman-crawler/lokman/internal/excerpt"
	"github.com/lokman-crawler/lokman/internal/webtls"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

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

// WrapTLS makes an error of TLS a *TLSError.
func WrapTLS(host string, err error) error {
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
			return fmt.Sprintf("the server does not send the certificate of its issuer %q", excerpt.Of(issuer, MaxQuote))
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
