package crawl_test

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/dial"
	"github.com/lokman-crawler/lokman/internal/testsite"
)

// troubled is a DNS whose first answers for a name are an error.
type troubled struct {
	name  string
	err   error
	times int64
	asked atomic.Int64
}

func (r *troubled) LookupNetIP(_ context.Context, _, host string) ([]netip.Addr, error) {
	if host == r.name && r.asked.Add(1) <= r.times {
		return nil, r.err
	}
	return []netip.Addr{netip.MustParseAddr("93.184.215.14")}, nil
}

// named is a web whose names are looked up, and which needs no network.
type named struct {
	*testsite.Web
	names dial.Dialer
}

func (n *named) RoundTrip(req *http.Request) (*http.Response, error) {
	if err := n.names.Check(req.Context(), req.URL.Host); err != nil {
		return nil, &net.OpError{Op: "dial", Net: "tcp", Err: err}
	}
	return n.Web.RoundTrip(req)
}

// Each attempt of a crawl asks the resolver again, unless the name does not exist.
// All URLs of a name share its look-ups.
func TestFailedLookups(t *testing.T) {
	const ever = 1 << 60
	servfail := &net.DNSError{Err: "server misbehaving", Name: "h0.test", IsTemporary: true}
	for _, c := range []struct {
		name     string
		err      error
		times    int64
		seeds    []string
		attempts int
		want     string
		asked    int64 // at most
	}{
		{"fails once", servfail, 1, manyOf("h0.test", 1), 0, "ok", 2},
		{"fails twice", servfail, 2, manyOf("h0.test", 1), 0, "ok", 3},
		{"times out twice", &net.DNSError{Err: "i/o timeout", Name: "h0.test", IsTimeout: true}, 2, manyOf("h0.test", 1), 0, "ok", 3},
		{"fails four times, five attempts", servfail, 4, manyOf("h0.test", 1), 5, "ok", 5},
		{"fails at all attempts", servfail, 3, manyOf("h0.test", 1), 0, "dns", 3},
		{"does not exist", &net.DNSError{Err: "no such host", Name: "h0.test", IsNotFound: true}, ever, manyOf("h0.test", 1), 0, "dns", 1},
		{"fails for many URLs, and another host is up", servfail, ever, append(manyOf("h0.test", 2000), "http://h1.test/"), 0, "dns", 15},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				resolver := &troubled{name: "h0.test", err: c.err, times: c.times}
				web := &named{Web: testsite.New(testsite.Config{Hosts: 2, Pages: 2000}), names: dial.Dialer{Resolver: resolver}}
				crawler := crawl.Crawler{Transport: web, Limits: crawl.Limits{Attempts: c.attempts, Depth: crawl.None}}
				pages := crawlAll(t, &crawler, c.seeds...)
				for _, url := range c.seeds[:min(len(c.seeds), 2000)] {
					if p := only(t, pages, url); became(p) != c.want {
						t.Errorf("%s: %s, want %s (%v)", url, became(p), c.want, p.Err)
					}
				}
				if got := resolver.asked.Load(); got > c.asked {
					t.Errorf("%d look-ups, want at most %d", got, c.asked)
				}
			})
		})
	}
}
