package crawl

import (
	"context"
	"crypto/tls"
	"net/http"
	"net/netip"
	"net/url"
	"sync"

	"github.com/lokman-crawler/lokman/crawl/dial"
	"github.com/lokman-crawler/lokman/crawl/internal/transport"
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

	// Proxies are URLs of proxies that take turns, one for each request, in place of Proxy:
	// "http://user:password@proxy.example:3128", "https://...", "socks5://...". One that
	// cannot be connected to rests for a minute, and the request goes to the next.
	Proxies []string

	// TLSClientConfig is that of http.Transport, for certificates of your own. The
	// certificate of an issuer that a server does not send is fetched as browsers do,
	// and verified to the same roots. Without CipherSuites, those of RSA key exchange
	// that browsers have are offered behind the others.
	TLSClientConfig *tls.Config

	once  sync.Once
	inner *transport.Transport
}

func (t *Transport) init() *transport.Transport {
	t.once.Do(func() { t.inner = transport.New(t.Open, t.Proxy, t.Proxies, t.TLSClientConfig) })
	return t.inner
}

// RoundTrip implements [http.RoundTripper]. It does not follow redirects.
func (t *Transport) RoundTrip(req *http.Request) (*http.Response, error) {
	return t.init().RoundTrip(req)
}

// CloseIdleConnections closes the connections that are not in use. A crawl has
// connections of its own, which it closes when it ends.
func (t *Transport) CloseIdleConnections() { t.init().CloseIdleConnections() }

// Addresses returns the addresses of a host, without a port; none behind a proxy, where
// they are not known. A crawl keeps requests to one address apart by them: see
// Crawler.AddressDelay.
func (t *Transport) Addresses(ctx context.Context, host string) ([]netip.Addr, error) {
	return t.init().Addresses(ctx, host)
}

// Hostnames returns the hosts of URLs, for Transport.Open. Give it only seeds that the
// user of a program has named, not URLs from a sitemap or a search. A string that is no
// http or https URL, or whose host cannot be opened, is left out.
func Hostnames(urls ...string) []string {
	var names []string
	for _, s := range urls {
		if u, err := weburl.Parse(s); err == nil && (&dial.Dialer{Open: []string{u.Hostname()}}).Validate() == nil {
			names = append(names, u.Hostname())
		}
	}
	return names
}
