package crawl

import (
	"crypto/tls"
	"errors"
	"net/http"
	"sync"

	"github.com/lokman-crawler/lokman/internal/webtls"
)

// A verifier makes requests by connections, and where a server does not send the
// certificate of its issuer, fetches that as browsers do. The requests for it go by the
// same connections, so that the guard and the proxy are the same.
type verifier struct {
	tls     *webtls.Client
	connect func(*tls.Config) *connections

	mu     sync.Mutex
	by     *connections
	config *tls.Config // that by has
}

// connections returns those that know the issuers fetched so far.
func (v *verifier) connections() *connections {
	v.mu.Lock()
	defer v.mu.Unlock()
	if config := v.tls.Config(); config != v.config {
		if v.by != nil {
			v.by.CloseIdleConnections() // and those that are in use later
		}
		v.by, v.config = v.connect(config), config
	}
	return v.by
}

// RoundTrip implements [http.RoundTripper].
func (v *verifier) RoundTrip(req *http.Request) (*http.Response, error) {
	by := v.connections()
	resp, err := by.RoundTrip(req)
	sent, _ := webtls.Missing(err)
	if sent == nil || req.Body != nil && req.Body != http.NoBody {
		return resp, err
	}
	if missing := v.tls.Complete(req.Context(), by, req.UserAgent(), sent); missing != nil {
		return nil, &issuerError{missing, err}
	}
	return v.connections().RoundTrip(req)
}

// CloseIdleConnections closes the connections that are not in use.
func (v *verifier) CloseIdleConnections() { v.connections().CloseIdleConnections() }

// An issuerError says why the certificate of an issuer that a server does not send
// could not be fetched either. It repeats nothing of what the server or the issuer said.
type issuerError struct {
	missing error // a *webtls.Error
	err     error // of the connection
}

func (e *issuerError) Error() string {
	text := "fetching the issuer's certificate: " + e.missing.Error()
	if cause := errors.Unwrap(e.missing); cause != nil {
		text += " (" + Cause(cause) + ")"
	}
	return text
}

func (e *issuerError) Unwrap() error { return e.err }
