package transport

import (
	"crypto/tls"
	"errors"
	"net/http"
	"sync"

	"github.com/lokman-crawler/lokman/crawl/internal/failure"
	"github.com/lokman-crawler/lokman/internal/webtls"
)

// A Client makes requests by connections, and where a server does not send the
// certificate of its issuer, fetches that as browsers do. The requests for it go by the
// same connections, so that the guard and the proxy are the same.
type Client struct {
	tls     *webtls.Client
	connect func(*tls.Config) *connections

	mu     sync.Mutex
	by     *connections
	config *tls.Config // that by has
}

// connections returns those that know the issuers fetched so far.
func (c *Client) connections() *connections {
	c.mu.Lock()
	defer c.mu.Unlock()
	if config := c.tls.Config(); config != c.config {
		if c.by != nil {
			c.by.CloseIdleConnections() // and those that are in use later
		}
		c.by, c.config = c.connect(config), config
	}
	return c.by
}

// RoundTrip implements [http.RoundTripper].
func (c *Client) RoundTrip(req *http.Request) (*http.Response, error) {
	by := c.connections()
	resp, err := by.RoundTrip(req)
	if err == nil {
		return resp, nil
	}
	sent, _ := webtls.Missing(err)
	if sent == nil || req.Body != nil && req.Body != http.NoBody {
		return resp, err
	}
	if missing := c.tls.Complete(req.Context(), by, req.UserAgent(), sent); missing != nil {
		return nil, &issuerError{missing, err}
	}
	return c.connections().RoundTrip(req)
}

// CloseIdleConnections closes the connections that are not in use.
func (c *Client) CloseIdleConnections() { c.connections().CloseIdleConnections() }

// An issuerError says why the certificate of an issuer that a server does not send
// could not be fetched either. It repeats nothing of what the server or the issuer said.
type issuerError struct {
	missing error // a *webtls.Error
	err     error // of the connection
}

func (e *issuerError) Error() string {
	text := "fetching the issuer's certificate: " + e.missing.Error()
	if cause := errors.Unwrap(e.missing); cause != nil {
		text += " (" + failure.Cause(cause) + ")"
	}
	return text
}

func (e *issuerError) Unwrap() error { return e.err }
