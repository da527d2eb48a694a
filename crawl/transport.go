package crawl

import (
	"context"
	"crypto/tls"
	"errors"
	"math"
	"net"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"time"

	"github.com/lokman-crawler/lokman/crawl/dial"
	"github.com/lokman-crawler/lokman/internal/httphead"
	"github.com/lokman-crawler/lokman/internal/webtls"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// A Transport makes requests to the open web: it connects to public addresses
// alone, so that no page leads a crawl into the program's own network, has
// limits on the time to connect and on headers, and speaks HTTP/2 where servers
// do. Heads of HTTP/1 that browsers take are taken, odd as they may be, but for those
// of HTTPS through a proxy. A header may take as long as its request's context allows, which in a crawl
// is Limits.Time, or 20 s where that has no deadline. The zero value is ready to
// use, and what a Crawler without a Transport has. Set the fields before the
// first request; after that it must not be copied. It is safe for use by several
// goroutines at once.
type Transport struct {
	// Open names hosts of private networks that may be asked nevertheless, as
	// in [dial.Dialer]: "localhost", "10.1.2.3:8080", "192.168.0.0/16".
	// [Hostnames] has those of seeds.
	Open []string

	// Proxy names the proxy for a request, nil for none; http.ProxyURL and
	// http.ProxyFromEnvironment are such functions. A proxy may be in a private
	// network. A host that is asked for through one may not, as far as its name
	// is known here, unless it is in Open.
	Proxy func(*http.Request) (*url.URL, error)

	// TLSClientConfig is that of http.Transport, for certificates of your own. The
	// certificate of an issuer that a server does not send is fetched as browsers do,
	// and verified to the same roots. Without CipherSuites, those of RSA key exchange
	// that browsers have are offered behind the others.
	TLSClientConfig *tls.Config

	once  sync.Once
	guard *dial.Dialer
	tls   *webtls.Client
	only1 hostSet // that do not want HTTP/2

	// Outside of crawls, for requests with a deadline and for those without.
	timed, untimed *verifier
}

const (
	maxIdle       = 256              // connections kept by a Transport of its own, outside of crawls
	defaultHeader = 256 << 10        // bytes of an answer's header
	headerTime    = 20 * time.Second // until it has come, of a request without a deadline
	connectTime   = 10 * time.Second // for the addresses of a host
	handshakeTime = 10 * time.Second // of TLS
)

func (t *Transport) init() {
	t.once.Do(func() {
		t.guard = &dial.Dialer{Open: t.Open}
		t.tls = &webtls.Client{Base: t.TLSClientConfig}
		t.timed = t.verifier(maxIdle, defaultHeader, 0, connectTime)
		t.untimed = t.verifier(maxIdle, defaultHeader, headerTime, connectTime)
	})
}

// RoundTrip implements [http.RoundTripper]. It does not follow redirects.
func (t *Transport) RoundTrip(req *http.Request) (*http.Response, error) {
	t.init()
	c := t.untimed
	if _, ok := req.Context().Deadline(); ok {
		c = t.timed
	}
	return roundTripTLS(c, req)
}

// CloseIdleConnections closes the connections that are not in use. A crawl has
// connections of its own, which it closes when it ends.
func (t *Transport) CloseIdleConnections() {
	t.init()
	t.timed.CloseIdleConnections()
	t.untimed.CloseIdleConnections()
}

// Hostnames returns the hosts of URLs, for Transport.Open: those of seeds that
// the user of a program has named, not of those that were found in a sitemap or
// by a search. A string that is no http or https URL, or has no host that can be
// opened, is left out.
func Hostnames(urls ...string) []string {
	var names []string
	for _, s := range urls {
		if u, err := weburl.Parse(s); err == nil && (&dial.Dialer{Open: []string{u.Hostname()}}).Validate() == nil {
			names = append(names, u.Hostname())
		}
	}
	return names
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

// verifier returns one over new connections, of which some are kept idle, with limits
// on the bytes of headers, on the time until they have come, 0 for none, and on the
// time to connect.
func (t *Transport) verifier(idle int, header int64, wait, connect time.Duration) *verifier {
	return &verifier{tls: t.tls, connect: func(config *tls.Config) *connections {
		return t.connections(config, idle, header, wait, connect)
	}}
}

func (t *Transport) connections(config *tls.Config, idle int, header int64, wait, connect time.Duration) *connections {
	if header == NoLimit {
		header = math.MaxInt64
	}
	var plain net.Dialer
	guard := t.guard
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
	return &connections{guard: guard, proxy: t.Proxy, Transport: speaking("h2", "http/1.1"), http1: speaking("http/1.1"), only1: &t.only1}
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
