// Package transport makes the requests of crawls: only to public addresses, and as browsers do
// where package net/http would refuse an answer.
package transport

import (
	"context"
	"crypto/tls"
	"errors"
	"net/http"
	"net/netip"
	"net/url"
	"sync"
	"time"

	"github.com/lokman-crawler/lokman/crawl/dial"
	"github.com/lokman-crawler/lokman/internal/webtls"
)

// A Transport makes requests, for which see crawl.Transport, and the clients of crawls.
type Transport struct {
	Guard *dial.Dialer
	Err   error // what is wrong with its fields
	proxy func(*http.Request) (*url.URL, error)
	turns *rotation // that proxy is by; nil for another
	tls   *webtls.Client
	only1 hostSet // that do not want HTTP/2

	mu      sync.Mutex
	clients map[clientKey]*Client // beside those of crawls
}

// A clientKey says for which requests a client is: those with a deadline or those without, and
// with how many bytes of header.
type clientKey struct {
	timed  bool
	header int64
}

const maxClients = 8

const (
	DefaultHeader = 256 << 10        // bytes of an answer's header
	HeaderTime    = 20 * time.Second // until it has come, of a request without a deadline
	ConnectTime   = 10 * time.Second // for the addresses of a host

	maxIdle = 256 // connections that are kept outside of crawls
)

// New returns a transport with the fields of a crawl.Transport.
func New(open []string, proxy func(*http.Request) (*url.URL, error), proxies []string, config *tls.Config) *Transport {
	t := &Transport{
		Guard: &dial.Dialer{Open: open}, proxy: proxy, tls: &webtls.Client{Base: config}, clients: make(map[clientKey]*Client),
	}
	if len(proxies) > 0 {
		if t.turns, t.Err = newRotation(proxies); proxy != nil {
			t.Err = errors.New("there are Proxy and Proxies: want one of them")
		}
		t.proxy = t.turns.next
	}
	return t
}

// RoundTrip implements [http.RoundTripper].
func (t *Transport) RoundTrip(req *http.Request) (*http.Response, error) {
	if t.Err != nil {
		return nil, t.Err
	}
	_, timed := req.Context().Deadline()
	header, ok := req.Context().Value(headerKey{}).(int64)
	if !ok {
		header = DefaultHeader
	}
	return roundTripTLS(t.client(clientKey{timed, header}), req)
}

type headerKey struct{}

// WithHeader returns the context of a request for a transport that another one wraps, with a
// limit on the bytes of the answer's header.
func WithHeader(ctx context.Context, limit int64) context.Context {
	return context.WithValue(ctx, headerKey{}, limit)
}

// client returns that of some requests.
func (t *Transport) client(k clientKey) *Client {
	t.mu.Lock()
	defer t.mu.Unlock()
	c := t.clients[k]
	if c == nil {
		for other, unused := range t.clients {
			if len(t.clients) < maxClients {
				break
			}
			delete(t.clients, other)
			unused.CloseIdleConnections()
		}
		wait := HeaderTime
		if k.timed {
			wait = 0
		}
		c = t.Client(maxIdle, k.header, wait, ConnectTime)
		t.clients[k] = c
	}
	return c
}

// CloseIdleConnections closes the connections that are not in use.
func (t *Transport) CloseIdleConnections() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, c := range t.clients {
		c.CloseIdleConnections()
	}
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
