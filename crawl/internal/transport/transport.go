// Package transport makes the requests of crawls: only to public addresses, and as browsers do
// where package net/http would refuse an answer.
package transport

import (
	"context"
	"crypto/tls"
	"net/http"
	"net/netip"
	"net/url"
	"time"

	"github.com/lokman-crawler/lokman/crawl/dial"
	"github.com/lokman-crawler/lokman/internal/webtls"
)

// A Transport makes requests, for which see crawl.Transport, and the clients of crawls.
type Transport struct {
	Guard *dial.Dialer
	proxy func(*http.Request) (*url.URL, error)
	tls   *webtls.Client
	only1 hostSet // that do not want HTTP/2

	timed, untimed *Client // outside of crawls, for requests with a deadline and for those without
}

const (
	DefaultHeader = 256 << 10        // bytes of an answer's header
	HeaderTime    = 20 * time.Second // until it has come, of a request without a deadline
	ConnectTime   = 10 * time.Second // for the addresses of a host

	maxIdle = 256 // connections that are kept outside of crawls
)

// New returns a transport with the fields of a crawl.Transport.
func New(open []string, proxy func(*http.Request) (*url.URL, error), config *tls.Config) *Transport {
	t := &Transport{Guard: &dial.Dialer{Open: open}, proxy: proxy, tls: &webtls.Client{Base: config}}
	t.timed = t.Client(maxIdle, DefaultHeader, 0, ConnectTime)
	t.untimed = t.Client(maxIdle, DefaultHeader, HeaderTime, ConnectTime)
	return t
}

// RoundTrip implements [http.RoundTripper].
func (t *Transport) RoundTrip(req *http.Request) (*http.Response, error) {
	c := t.untimed
	if _, ok := req.Context().Deadline(); ok {
		c = t.timed
	}
	return roundTripTLS(c, req)
}

// CloseIdleConnections closes the connections that are not in use.
func (t *Transport) CloseIdleConnections() {
	t.timed.CloseIdleConnections()
	t.untimed.CloseIdleConnections()
}

// Addresses returns the addresses of a host. Behind a proxy none are known.
func (t *Transport) Addresses(ctx context.Context, host string) ([]netip.Addr, error) {
	if t.proxy != nil {
		return nil, nil
	}
	return t.Guard.Addresses(ctx, host)
}

// Client returns one over new connections, of which some are kept idle, with limits
// on the bytes of headers, below 0 for none, on the time until they have come, 0 for none, and on the
// time to connect.
func (t *Transport) Client(idle int, header int64, wait, connect time.Duration) *Client {
	return &Client{tls: t.tls, connect: func(config *tls.Config) *connections {
		return t.connections(config, idle, header, wait, connect)
	}}
}
