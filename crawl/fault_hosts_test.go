package crawl_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/dial"
	"github.com/lokman-crawler/lokman/internal/testsite"
)

// flipping is a DNS whose answers change.
type flipping struct {
	mu      sync.Mutex
	answers []string // the last for good
	asked   int
}

func (f *flipping) LookupNetIP(context.Context, string, string) ([]netip.Addr, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	at := min(f.asked, len(f.answers)-1)
	f.asked++
	return []netip.Addr{netip.MustParseAddr(f.answers[at])}, nil
}

// What names lead to, and how often they are looked up.
func TestNameFaults(t *testing.T) {
	const public = "93.184.215.14"
	for _, c := range []struct {
		name     string
		answers  []string
		maxAge   time.Duration
		want     string // what becomes of the page
		requests int
		lookups  int // at most
	}{
		{"public", []string{public}, 0, "ok", 2, 1},
		{"TTL of 0 is not asked each time", []string{public, "127.0.0.1"}, 0, "ok", 2, 1},
		{"public when robots.txt is asked for, then private", []string{public, "127.0.0.1"}, 1, "refused address", 1, 2},
		{"private, then public", []string{"10.0.0.7", public}, time.Minute, "refused address", 0, 1},
		{"CNAME to localhost", []string{"127.0.0.1"}, 0, "refused address", 0, 1},
		{"CNAME to localhost, IPv6", []string{"::1"}, 0, "refused address", 0, 1},
		{"metadata service", []string{"169.254.169.254"}, 0, "refused address", 0, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			web := listen(t, testsite.Config{})
			web.Set("evil.test/", testsite.Page("page"))
			names := &flipping{answers: c.answers}
			transport := transportOver(&dial.Dialer{Resolver: names, MaxAge: c.maxAge, Dial: func(ctx context.Context, network, address string) (net.Conn, error) {
				if host, _, _ := net.SplitHostPort(address); host != public {
					t.Errorf("%s was dialled, want %s alone", address, public)
				}
				return (&net.Dialer{}).DialContext(ctx, network, web.Host(0))
			}})
			transport.DisableKeepAlives = true
			crawler := crawl.Crawler{Transport: transport, Delay: crawl.None}
			if p := only(t, crawlAll(t, &crawler, "http://evil.test/"), "http://evil.test/"); became(p) != c.want {
				t.Errorf("%s, want %s (%v)", became(p), c.want, p.Err)
			}
			if got := len(web.Log()); got != c.requests {
				t.Errorf("%d requests, want %d", got, c.requests)
			}
			if names.asked > c.lookups {
				t.Errorf("%d lookups, want at most %d", names.asked, c.lookups)
			}
		})
	}
}

// A farm of a million hosts, each with a robots.txt that costs memory to keep:
// what a crawl remembers of hosts does not grow with them.
func TestLinkFarm(t *testing.T) {
	if testing.Short() {
		t.Skip("thousands of hosts")
	}
	const sites = 10_000 // that a crawl remembers
	fault := unplugged(t, "link farm")
	c := crawl.Crawler{Transport: fault, Delay: crawl.None, Workers: 2, Limits: crawl.Limits{Pages: 2*sites + 1000}}
	var full, twice float64
	n := 0
	for p, err := range c.Crawl(t.Context(), "http://0.farm0.test/") {
		if err != nil || p.Err != nil {
			t.Fatal(err, p)
		}
		switch n++; n {
		case sites + 1000:
			full = liveHeap()
		case 2*sites + 1000:
			twice = liveHeap()
		}
	}
	if n != 2*sites+1000 {
		t.Fatalf("%d pages, want %d: the farm has ended", n, 2*sites+1000)
	}
	if got, want := fault.Count().Requests, int64(2*n); got != want {
		t.Errorf("%d requests, want %d: a page and a robots.txt of each host", got, want)
	}
	// A page adds three URLs to the frontier, each with a host of its own. A site
	// would add several KB to that.
	growth := (twice - full) * (1 << 20) / sites
	if most := 3 * 700.; growth > most {
		t.Errorf("each host adds %.0f bytes to the heap, want at most %.0f", growth, most)
	}
	t.Logf("%.1f MB with %d hosts, %.1f MB with %d: %.0f bytes a host", full, sites+1000, twice, 2*sites+1000, growth)
}

// longRules is a web of hosts without end, each with a robots.txt that is as
// long as it may be.
type longRules struct{ file []byte }

func (l longRules) RoundTrip(req *http.Request) (*http.Response, error) {
	body := []byte("<title>page</title>")
	if req.URL.Path == "/robots.txt" {
		body = l.file
	}
	return &http.Response{
		StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"text/html"}},
		ContentLength: int64(len(body)), Body: io.NopCloser(bytes.NewReader(body)), Request: req,
	}, nil
}

// What a crawl remembers of hosts is bounded in bytes as well.
func TestLongRobotsOfManyHosts(t *testing.T) {
	if testing.Short() {
		t.Skip("hundreds of megabytes")
	}
	web := longRules{[]byte("User-agent: *\nDisallow: /private\n" + strings.Repeat("# and so on\n", 500<<10/12-10))}
	c := crawl.Crawler{Transport: web, Delay: crawl.None, Workers: 2}
	const hosts = 300 // of 150 MB
	var seeds []string
	for i := range hosts {
		seeds = append(seeds, fmt.Sprintf("http://h%d.test/", i))
	}
	before := liveHeap()
	if pages := crawlAll(t, &c, seeds...); len(pages) != hosts {
		t.Fatalf("%d pages, want %d", len(pages), hosts)
	}
	if grown := liveHeap() - before; grown > 100 {
		t.Errorf("the crawler holds %.0f MB of %d hosts, want at most 64 MB of files and little besides", grown, hosts)
	}
	runtime.KeepAlive(&c)
}
