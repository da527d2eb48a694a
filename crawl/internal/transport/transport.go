// Package transport makes the requests of crawls: to public addresses alone, and as browsers do
// where servers do not keep to what package net/http wants of them.
package transport

import (
	"context"
	"crypto/tls"
	"errors"
	"math"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"time"

	"github.com/lokman-crawler/lokman/crawl/dial"
	"github.com/lokman-crawler/lokman/internal/httphead"
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

	handshakeTime = 10 * time.Second // of TLS
	maxIdle       = 256              // connections that are kept outside of crawls
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

// connections are those that a Transport makes for a crawl.
type connections struct {
	*http.Transport
	http1 *http.Transport // for hosts that do not want HTTP/2
	only1 *hostSet        // these hosts
	guard *dial.Dialer
	proxy func(*http.Request) (*url.URL, error)
}

// proxyKey is the key of a request's proxy in its context.
type proxyKey struct{}

func (t *Transport) connections(config *tls.Config, idle int, header int64, wait, connect time.Duration) *connections {
	if header < 0 {
		header = math.MaxInt64
	}
	var plain net.Dialer
	guard := t.Guard
	dialContext := func(ctx context.Context, network, addr string) (net.Conn, error) {
		ctx, cancel := context.WithTimeout(ctx, connect)
		defer cancel()
		if ctx.Value(proxyKey{}) != nil {
			return plain.DialContext(ctx, network, addr)
		}
		return guard.DialContext(ctx, network, addr)
	}
	speaking := func(protocols ...string) *http.Transport {
		config := config.Clone() // net/http changes it
		config.NextProtos = protocols
		return &http.Transport{
			DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
				conn, err := dialContext(ctx, network, addr)
				if err != nil {
					return nil, err
				}
				return httphead.New(conn, header), nil
			},
			DialTLSContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
				conn, err := dialContext(ctx, network, addr)
				if err != nil {
					return nil, err
				}
				return handshake(ctx, conn, config, addr, header)
			},
			Proxy: func(req *http.Request) (*url.URL, error) {
				proxy, _ := req.Context().Value(proxyKey{}).(*url.URL)
				return proxy, nil
			},
			TLSClientConfig:        config,
			TLSHandshakeTimeout:    handshakeTime,
			ResponseHeaderTimeout:  wait,
			IdleConnTimeout:        30 * time.Second,
			MaxIdleConns:           idle,
			MaxIdleConnsPerHost:    4,
			MaxResponseHeaderBytes: header,
			DisableCompression:     true, // undone by the crawl, with a limit on what comes out
			ForceAttemptHTTP2:      slices.Contains(protocols, "h2"),
		}
	}
	return &connections{guard: guard, proxy: t.proxy, Transport: speaking("h2", "http/1.1"), http1: speaking("http/1.1"), only1: &t.only1}
}

// RoundTrip implements [http.RoundTripper].
func (c *connections) RoundTrip(req *http.Request) (*http.Response, error) {
	if c.proxy != nil {
		proxy, err := c.proxy(req)
		if err != nil {
			return nil, err
		}
		if proxy != nil {
			// A name that cannot be looked up here may be known to the proxy.
			if err := c.guard.Check(req.Context(), req.URL.Host); errors.Is(err, dial.ErrRefused) {
				return nil, err
			}
			req = req.WithContext(context.WithValue(req.Context(), proxyKey{}, proxy))
		}
	}
	return c.roundTrip(req)
}
