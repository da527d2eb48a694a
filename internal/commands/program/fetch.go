package program

import (
	"errors"
	"net/http"
	"net/url"

	"golang.org/x/net/http/httpproxy"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/experiment/webs"
)

// Transport fetches from a recorded web at a path, or without one from the network, where
// the sites of URLs that a user names are open.
func Transport(web string, urls ...string) (http.RoundTripper, error) {
	if web != "" {
		return webs.Open(web)
	}
	return Network(urls...), nil
}

// Network fetches from the network, where the sites of URLs that a user names are open, by the
// proxies that HTTP_PROXY, HTTPS_PROXY and NO_PROXY name.
func Network(urls ...string) *crawl.Transport {
	t := &crawl.Transport{Open: Sites(urls...)}
	if e := httpproxy.FromEnvironment(); e.HTTPProxy != "" || e.HTTPSProxy != "" { // with a Proxy no addresses are known
		proxy := e.ProxyFunc()
		t.Proxy = func(r *http.Request) (*url.URL, error) { return proxy(r.URL) }
	}
	return t
}

// Unread says why an answer is no whole HTML page; nil if it is one.
func Unread(p *crawl.Page) error {
	switch {
	case p.Err != nil:
		return p.Err
	case p.Incomplete != nil:
		return p.Incomplete
	case !p.IsHTML():
		return errors.New("not an HTML page: " + p.MediaType())
	}
	return nil
}
