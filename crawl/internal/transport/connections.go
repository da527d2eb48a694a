package transport

import (
	"context"
	"crypto/tls"
	"errors"
	"math"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/lokman-crawler/lokman/crawl/dial"
	"github.com/lokman-crawler/lokman/internal/httphead"
)

// connections are those that a Transport makes for a crawl.
type connections struct {
	*http.Transport
	http1 *http.Transport // for hosts that do not want HTTP/2
	only1 *hostSet        // these hosts
	guard *dial.Dialer
	proxy func(*http.Request) (*url.URL, error)
	turns *rotation
}

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
	return &connections{guard: guard, proxy: t.proxy, turns: t.turns, Transport: speaking("h2", "http/1.1"), http1: speaking("http/1.1"), only1: &t.only1}
}

// RoundTrip implements [http.RoundTripper].
func (c *connections) RoundTrip(req *http.Request) (*http.Response, error) {
	if c.proxy == nil {
		return c.roundTrip(req)
	}
	for {
		proxy, err := c.proxy(req)
		if err != nil {
			return nil, err
		}
		if proxy == nil {
			return c.roundTrip(req)
		}
		// A name that cannot be looked up here may be known to the proxy.
		if err := c.guard.Check(req.Context(), req.URL.Host); errors.Is(err, dial.ErrRefused) {
			return nil, err
		}
		resp, err := c.roundTrip(req.WithContext(context.WithValue(req.Context(), proxyKey{}, proxy)))
		if err == nil || c.turns == nil || req.Context().Err() != nil || req.Body != nil || !c.turns.failed(proxy, err) {
			return resp, err
		}
	}
}

// roundTrip makes a request by HTTP/1 if its host has said that it wants no other (RFC
// 9113, 7), now or before.
func (c *connections) roundTrip(req *http.Request) (*http.Response, error) {
	if req.URL != nil && c.only1.has(req.URL.Host) {
		return c.http1.RoundTrip(req)
	}
	resp, err := c.Transport.RoundTrip(req)
	if err == nil || req.Body != nil || !strings.Contains(err.Error(), "HTTP_1_1_REQUIRED") {
		return resp, err
	}
	c.only1.add(req.URL.Host)
	return c.http1.RoundTrip(req)
}

// CloseIdleConnections closes the connections that are not in use.
func (c *connections) CloseIdleConnections() {
	c.Transport.CloseIdleConnections()
	c.http1.CloseIdleConnections()
}

// maxOnly1 is how many hosts are remembered that do not want HTTP/2.
const maxOnly1 = 10_000

// hostSet is a set of hosts, of which some are forgotten when there are too many.
type hostSet struct {
	mu    sync.Mutex
	hosts map[string]bool
}

func (s *hostSet) has(host string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.hosts[host]
}

func (s *hostSet) add(host string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.hosts == nil {
		s.hosts = make(map[string]bool)
	}
	for other := range s.hosts {
		if len(s.hosts) < maxOnly1 {
			break
		}
		delete(s.hosts, other)
	}
	s.hosts[host] = true
}
