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
// Behind a proxy the transport cannot see what is connected to: set
// [Crawler.Proxy] instead of the transport's own.
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

// guarded is NewTransport with a proxy: a host that is asked for through one is
// looked at before, and the proxy itself may be anywhere.
type guarded struct {
	direct *http.Transport
	guard  *dial.Dialer
	proxy  func(*http.Request) (*url.URL, error)
}

// proxyKey is the key of a request's proxy in its context.
type proxyKey struct{}

func newGuarded(open []string, proxy func(*http.Request) (*url.URL, error)) *guarded {
	g := &guarded{guard: &dial.Dialer{Open: open}, proxy: proxy}
	plain := net.Dialer{Timeout: 10 * time.Second}
	g.direct = transport(func(ctx context.Context, network, addr string) (net.Conn, error) {
		if ctx.Value(proxyKey{}) != nil {
			return plain.DialContext(ctx, network, addr)
		}
		return g.guard.DialContext(ctx, network, addr)
	})
	g.direct.Proxy = func(req *http.Request) (*url.URL, error) {
		proxy, _ := req.Context().Value(proxyKey{}).(*url.URL)
		return proxy, nil
	}
	return g
}

// RoundTrip implements [http.RoundTripper].
func (g *guarded) RoundTrip(req *http.Request) (*http.Response, error) {
	if g.proxy == nil {
		return g.direct.RoundTrip(req)
	}
	proxy, err := g.proxy(req)
	if err != nil {
		return nil, err
	}
	if proxy != nil {
		// A name that cannot be looked up here may be known to the proxy.
		if err := g.guard.Check(req.Context(), req.URL.Host); errors.Is(err, dial.ErrRefused) {
			return nil, err
		}
		req = req.WithContext(context.WithValue(req.Context(), proxyKey{}, proxy))
	}
	return g.direct.RoundTrip(req)
}
