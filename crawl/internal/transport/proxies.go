package transport

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"time"
)

// A rotation takes proxies by turns. One that cannot be connected to rests.
type rotation struct {
	mu      sync.Mutex
	proxies []*url.URL
	rest    []time.Time // until when each rests
	turn    int
}

const proxyRest = time.Minute // of a proxy that cannot be connected to

// newRotation reads the URLs of proxies, which its error does not repeat: they may have passwords.
func newRotation(urls []string) (*rotation, error) {
	r := &rotation{rest: make([]time.Time, len(urls))}
	for i, s := range urls {
		u, err := url.Parse(s)
		if err != nil || u.Hostname() == "" || !slices.Contains([]string{"http", "https", "socks5", "socks5h"}, u.Scheme) {
			return r, fmt.Errorf("entry %d of Proxies is no URL of a proxy: want one such as http://user:password@proxy.example:3128, https:// or socks5://", i)
		}
		r.proxies = append(r.proxies, u)
	}
	return r, nil
}

// next returns the proxy whose turn it is: the next one that does not rest, or else the next.
func (r *rotation) next(*http.Request) (*url.URL, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := time.Now()
	for range r.proxies {
		r.turn = (r.turn + 1) % len(r.proxies)
		if now.After(r.rest[r.turn]) {
			break
		}
	}
	return r.proxies[r.turn], nil
}

// failed notes what became of a request by a proxy, and reports whether another proxy may do better.
func (r *rotation) failed(proxy *url.URL, err error) bool {
	var op *net.OpError
	if !errors.As(err, &op) || op.Op != "proxyconnect" {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	now := time.Now()
	r.rest[slices.Index(r.proxies, proxy)] = now.Add(proxyRest)
	return slices.ContainsFunc(r.rest, now.After)
}
