package crawl_test

import (
	"context"
	"fmt"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/lokman-crawler/lokman/crawl"
)

// hosted is a web whose names lead to addresses.
type hosted struct {
	*timed
	at func(host string) []netip.Addr
}

func (w hosted) Addresses(_ context.Context, host string) ([]netip.Addr, error) {
	return w.at(host), nil
}

func pageAndNoRobots(url string) (int, string) {
	if strings.HasSuffix(url, "/robots.txt") {
		return 404, ""
	}
	return 200, ""
}

// However many names lead to an address, it is asked no more often than AddressDelay says.
func TestAddressDelay(t *testing.T) {
	one, other, ours := netip.MustParseAddr("192.0.2.1"), netip.MustParseAddr("2001:db8::1"), netip.MustParseAddr("198.51.100.1")
	for _, c := range []struct {
		name        string
		delay, want time.Duration
		at          func(host string) []netip.Addr
	}{
		{"one address", 0, 250 * time.Millisecond, func(string) []netip.Addr { return []netip.Addr{one} }},
		{"longer", 3 * time.Second, 3 * time.Second, func(string) []netip.Addr { return []netip.Addr{one} }},
		{"one of several", 0, 250 * time.Millisecond, func(host string) []netip.Addr {
			return []netip.Addr{netip.AddrFrom4([4]byte{198, 51, 100, byte(len(host) + int(host[1]))}), one}
		}},
		{"an IPv6 network", 0, 250 * time.Millisecond, func(host string) []netip.Addr {
			a := other.As16()
			a[15] = host[1]
			return []netip.Addr{netip.AddrFrom16(a)}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				web := hosted{&timed{takes: 10 * time.Millisecond, answer: pageAndNoRobots}, func(host string) []netip.Addr {
					if host == "beside.test" {
						return []netip.Addr{ours}
					}
					return c.at(host)
				}}
				seeds := append(hosts("h", 200), "http://beside.test/")
				crawler := crawl.Crawler{Transport: web, AddressDelay: c.delay}
				start := time.Now()
				for _, p := range crawlAll(t, &crawler, seeds...) {
					if !p.OK() {
						t.Errorf("%s: %v", p.URL, p.Err)
					}
				}
				var last time.Time
				for _, a := range web.asks {
					if strings.HasPrefix(a.url, "http://beside.test/") {
						if wait := a.start.Sub(start); wait > 30*time.Second {
							t.Errorf("%s was asked for after %v, want that it does not wait for the others", a.url, wait)
						}
						continue
					}
					if !last.IsZero() && a.start.Sub(last) < c.want {
						t.Fatalf("%s was asked for %v after the request before it, want %v", a.url, a.start.Sub(last), c.want)
					}
					last = a.start
				}
				// A robots.txt and a page each: no time of the address is lost.
				if took := time.Since(start); took > 400*c.want*5/4 {
					t.Errorf("the crawl took %v, want little more than %v", took, 400*c.want)
				}
			})
		})
	}
}

// Ports of a host, its name with a dot behind and the forms of an address are one host.
func TestPaceOfPorts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := &timed{answer: pageAndNoRobots}
		seeds := []string{"http://h.test/", "http://h.test./", "https://h.test/"}
		for port := range 50 {
			seeds = append(seeds, fmt.Sprintf("http://h.test:%d/", 8000+port))
		}
		c := crawl.Crawler{Transport: web}
		crawlAll(t, &c, seeds...)
		if n := web.checkApart(t, "h.test", time.Second); n != 2*len(seeds) {
			t.Errorf("%d requests, want %d", n, 2*len(seeds))
		}
		web.asks = nil
		crawlAll(t, &crawl.Crawler{Transport: web}, "http://192.0.2.1/", "http://[::ffff:192.0.2.1]/", "http://[::ffff:c000:201]:81/")
		if n := web.checkApart(t, "", time.Second); n != 6 {
			t.Errorf("%d requests, want 6", n)
		}
	})
}

// A delay that one site asks for, or a time for which it wants to be left alone, is no
// other site's, even where Crawler.HostKey takes them for one host.
func TestDelayOfOneSite(t *testing.T) {
	for name, answer := range map[string]func(path string) (status int, header, body string){
		"Crawl-delay": func(path string) (int, string, string) {
			return 200, "", "User-agent: *\nCrawl-delay: 100000\n"
		},
		"Retry-After": func(path string) (int, string, string) {
			if path == "/robots.txt" {
				return 404, "", ""
			}
			return 429, "100000", ""
		},
		"Retry-After of robots.txt": func(string) (int, string, string) { return 503, "100000", "" },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				web := &timed{answer: pageAndNoRobots, respond: func(u *url.URL) (int, string, string, bool) {
					if u.Host != "slow.test" {
						return 0, "", "", false
					}
					status, header, body := answer(u.Path)
					return status, header, body, true
				}}
				c := crawl.Crawler{Transport: web, HostKey: func(string) string { return "one at a time" }, Limits: crawl.Limits{Attempts: 2}}
				start := time.Now()
				for p, err := range c.Crawl(t.Context(), append([]string{"http://slow.test/", "http://slow.test/2"}, hosts("h", 50)...)...) {
					if err != nil {
						t.Fatal(err)
					}
					if took := time.Since(start); strings.HasPrefix(p.URL, "http://h") && (!p.OK() || took > 5*time.Minute) {
						t.Errorf("%s after %v: %v, want a page within minutes", p.URL, took, p.Err)
					}
				}
				web.checkApart(t, "", time.Second)
			})
		})
	}
}
