package transport

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"net/http/httptrace"
	"time"

	"github.com/lokman-crawler/lokman/internal/httphead"
)

// proxyKey is the key of a request's proxy in its context.
type proxyKey struct{}

const handshakeTime = 10 * time.Second // of TLS

var errHandshakeTime = fmt.Errorf("TLS handshake timeout after %v: %w", handshakeTime, context.DeadlineExceeded)

// handshake makes a connection one of TLS, as net/http does, but with an httphead.Conn
// to read the heads of HTTP/1. A proxy is spoken to in HTTP/1.
func handshake(ctx context.Context, conn net.Conn, config *tls.Config, addr string, header int64) (net.Conn, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, handshakeTime, errHandshakeTime)
	defer cancel()
	if config = config.Clone(); config.ServerName == "" {
		config.ServerName, _, _ = net.SplitHostPort(addr) // net/http gives no other
	}
	if ctx.Value(proxyKey{}) != nil {
		config.NextProtos = nil
	}
	secure := tls.Client(conn, config)
	if err := secure.HandshakeContext(ctx); err != nil {
		conn.Close()
		if ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		return nil, err
	}
	if secure.ConnectionState().NegotiatedProtocol == "h2" {
		return secure, nil // for net/http, which knows it by its type
	}
	return httphead.New(secure, header), nil
}

// roundTripTLS makes a request whose answer has the state of TLS, which net/http does
// not see beneath an httphead.Conn.
func roundTripTLS(c http.RoundTripper, req *http.Request) (*http.Response, error) {
	if req.URL == nil || req.URL.Scheme != "https" {
		return c.RoundTrip(req)
	}
	var secure *tls.Conn
	resp, err := c.RoundTrip(req.WithContext(httptrace.WithClientTrace(req.Context(), &httptrace.ClientTrace{
		GotConn: func(info httptrace.GotConnInfo) {
			if head, ok := info.Conn.(*httphead.Conn); ok {
				secure, _ = head.Conn.(*tls.Conn)
			}
		},
	})))
	if err == nil {
		if resp.Request = req; resp.TLS == nil && secure != nil {
			state := secure.ConnectionState()
			resp.TLS = &state
		}
	}
	return resp, err
}
