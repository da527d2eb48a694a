package crawl

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/lokman-crawler/lokman/crawl/dial"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// NewTransport returns a transport fit for the open web: it connects to public
// addresses and the named hosts alone, as [dial.Dialer] does, has no proxy and
// no cookies, limits on the time to connect and on headers, and HTTP/2 where
// servers have it. Close its idle connections when done with it.
//
// Behind a proxy the transport cannot see what is connected to: see
// [NewProxyTransport].
func NewTransport(open ...string) *http.Transport {
	return transport((&dial.Dialer{Open: open}).DialContext)
}

func transport(dial func(ctx context.Context, network, addr string) (net.Conn, error)) *http.Transport {
	return &http.Transport{
		DialContext:            dial,
		TLSHandshakeTimeout:    10 * time.Second,
		ResponseHeaderTimeout:  20 * time.Second,
		IdleConnTimeout:        30 * time.Second,
		MaxIdleConns:           256,
		MaxIdleConnsPerHost:    4,
		MaxResponseHeaderBytes: 256 << 10,
		DisableCompression:     true, // undone here, with a limit on what comes out
		ForceAttemptHTTP2:      true,
	}
}

// openHosts returns what the guard lets through besides public addresses.
func openHosts(c *Crawler, seeds []string) []string {
	open := slices.Clone(c.Open)
	if c.OpenSeeds {
		for _, s := range seeds {
			if u, err := weburl.Parse(s); err == nil {
				open = append(open, u.Hostname())
			}
		}
	}
	return open
}

// A ProxyTransport is a transport that goes through proxies. It is safe for use
// by several goroutines at once.
type ProxyTransport struct {
	direct *http.Transport
	guard  *dial.Dialer
	proxy  func(*http.Request) (*url.URL, error)
}

// proxyKey is the key of a request's proxy in its context.
type proxyKey struct{}

// NewProxyTransport returns NewTransport behind the proxies that a function
// names, as http.ProxyURL and http.ProxyFromEnvironment do: nil for none. A
// host that is asked for through a proxy is looked at before, as far as its
// name is known here; the proxy itself may be anywhere.
func NewProxyTransport(proxy func(*http.Request) (*url.URL, error), open ...string) *ProxyTransport {
	t := &ProxyTransport{guard: &dial.Dialer{Open: open}, proxy: proxy}
	plain := net.Dialer{Timeout: 10 * time.Second}
	t.direct = transport(func(ctx context.Context, network, addr string) (net.Conn, error) {
		if ctx.Value(proxyKey{}) != nil {
			return plain.DialContext(ctx, network, addr)
		}
		return t.guard.DialContext(ctx, network, addr)
	})
	t.direct.Proxy = func(req *http.Request) (*url.URL, error) {
		proxy, _ := req.Context().Value(proxyKey{}).(*url.URL)
		return proxy, nil
	}
	return t
}

// RoundTrip implements [http.RoundTripper].
func (t *ProxyTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	if t.proxy == nil {
		return t.direct.RoundTrip(req)
	}
	proxy, err := t.proxy(req)
	if err != nil {
		return nil, err
	}
	if proxy != nil {
		// A name that cannot be looked up here may be known to the proxy.
		if err := t.guard.Check(req.Context(), req.URL.Host); errors.Is(err, dial.ErrRefused) {
			return nil, err
		}
		req = req.WithContext(context.WithValue(req.Context(), proxyKey{}, proxy))
	}
	return t.direct.RoundTrip(req)
}

// CloseIdleConnections closes the connections that are not in use.
func (t *ProxyTransport) CloseIdleConnections() { t.direct.CloseIdleConnections() }
