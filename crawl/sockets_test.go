package crawl_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/internal/testsite"
)

// listen returns a web that answers on real sockets until the test ends.
func listen(t testing.TB, c testsite.Config) *testsite.Web {
	t.Helper()
	web := testsite.New(c)
	t.Cleanup(web.Close)
	if err := web.Listen(); err != nil {
		t.Fatal(err)
	}
	return web
}

// clientGoroutines counts the goroutines but for those that serve the web.
func clientGoroutines() int {
	stacks := make([]byte, 1<<22)
	stacks = stacks[:runtime.Stack(stacks, true)]
	n := 0
	for s := range bytes.SplitSeq(stacks, []byte("\n\n")) {
		switch {
		case bytes.Contains(s, []byte("net/http.(*conn).serve")),
			bytes.Contains(s, []byte("net/http.(*Server).Serve")),
			bytes.Contains(s, []byte("net/http.(*connReader)")):
		default:
			n++
		}
	}
	return n
}

// Many hosts over real sockets, with the transport that a Crawler makes itself.
func TestSockets(t *testing.T) {
	const (
		hosts   = 24
		workers = 64
	)
	pages := 125
	if testing.Short() {
		pages = 45
	}
	web := listen(t, testsite.Config{Seed: 9, Hosts: hosts, Pages: pages, Links: 10, Robots: "User-agent: *\nDisallow: /private/\n"})
	c := crawl.Crawler{Workers: workers, Delay: crawl.None, Transport: opened()}
	before := clientGoroutines()
	most := 0
	var got []string
	forbidden := 0
	for p, err := range c.Crawl(t.Context(), web.URL(0, "/")) {
		if err != nil {
			t.Fatalf("Crawl ended with %v", err)
		}
		switch {
		case p.OK():
			got = append(got, p.URL)
		case errors.Is(p.Err, crawl.ErrRobots) && strings.Contains(p.URL, "/private/"):
			forbidden++
		default:
			t.Errorf("%s: status %d, %v", p.URL, p.Status, p.Err)
		}
		if len(got)%200 == 0 {
			most = max(most, clientGoroutines()-before)
		}
	}
	slices.Sort(got)
	if diff := cmp.Diff(web.URLs(), got); diff != "" {
		t.Errorf("pages, want all %d once (-want +got):\n%s", hosts*pages, diff)
	}
	if bound := 3*workers + 20; most > bound || most == 0 {
		t.Errorf("up to %d goroutines during the crawl, want at most %d: 3 x %d workers + 20", most, bound, workers)
	}
	wantForbidden := hosts * (pages/10 + 1) // 3, 13, ... 123
	if forbidden != wantForbidden {
		t.Errorf("%d pages forbidden, want %d", forbidden, wantForbidden)
	}
	for url, n := range web.Count() {
		if n != 1 {
			t.Errorf("%s was asked for %d times, want once", url, n)
		}
		if strings.Contains(url, "/private/") {
			t.Errorf("%s was asked for, which robots.txt forbids", url)
		}
	}
	want := crawl.Stats{
		Pages: int64(hosts * pages), Failed: int64(wantForbidden), Forbidden: int64(wantForbidden),
		Requests: int64(len(web.Log())), Bytes: c.Stats().Bytes,
	}
	if diff := cmp.Diff(want, c.Stats()); diff != "" {
		t.Errorf("Stats (-want +got):\n%s", diff)
	}
	if want.Requests != int64(hosts*(pages+1)) {
		t.Errorf("%d requests, want %d: each page and each host's robots.txt once", want.Requests, hosts*(pages+1))
	}
}

// busy counts the requests to each host that are under way: from the request
// until the body is closed.
type busy struct {
	http.RoundTripper
	mu   sync.Mutex
	now  map[string]int
	most int
}

func (b *busy) add(host string, n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.now[host] += n
	b.most = max(b.most, b.now[host])
}

func (b *busy) RoundTrip(req *http.Request) (*http.Response, error) {
	host := req.URL.Host
	b.add(host, 1)
	resp, err := b.RoundTripper.RoundTrip(req)
	if err != nil {
		b.add(host, -1)
		return nil, err
	}
	resp.Body = &busyBody{resp.Body, sync.OnceFunc(func() { b.add(host, -1) })}
	return resp, nil
}

type busyBody struct {
	io.ReadCloser
	through func()
}

func (b *busyBody) Close() error {
	defer b.through()
	return b.ReadCloser.Close()
}

// What goes wrong on real connections fails the page it concerns and no other.
func TestSocketFaults(t *testing.T) {
	web := listen(t, testsite.Config{Hosts: 3, Pages: 40, Links: 2})
	torn := testsite.Page("torn").Gzip()
	torn.Body = torn.Body[:10] // nothing comes out of it
	cut := testsite.Page("cut")
	cut.Cut = true
	huge := testsite.Answer{Type: "text/plain", Body: bytes.Repeat([]byte("x"), 1<<16), Times: 1 << 20}
	for path, a := range map[string]testsite.Answer{
		"/p/5": {Reset: true}, "/p/6": cut, "/p/7": torn, "/p/8": testsite.Failure(500, ""), "/p/9": huge,
		"/p/10": testsite.Page("packed").Gzip(), "/p/11": testsite.Redirect(302, "/p/11"), "/p/12": testsite.Failure(404, ""),
		"/p/14": {Status: 204}, "/p/15": {Type: testsite.NoType, Body: []byte("<html><a href=/p/16>x</a>")},
	} {
		web.Set(path, a)
	}
	c := crawl.Crawler{
		Workers: 16, Delay: crawl.None, Transport: opened(), Limits: crawl.Limits{Attempts: 1, Body: 1 << 20},
	}
	outcomes := map[string]bool{
		"/": true, "/p/1": true, "/p/5": false, "/p/6": true, "/p/7": false, "/p/8": false, "/p/9": true,
		"/p/10": true, "/p/11": false, "/p/12": false, "/p/14": true, "/p/15": true,
	}
	var seeds []string
	for h := range 3 {
		for path := range outcomes {
			seeds = append(seeds, web.URL(h, path))
		}
	}
	pages := crawlAll(t, &c, seeds...)
	for h := range 3 {
		for path, want := range outcomes {
			if p := only(t, pages, web.URL(h, path)); p.OK() != want {
				t.Errorf("%s: status %d, error %v, want success: %v", p.URL, p.Status, p.Err, want)
			}
		}
		if p := only(t, pages, web.URL(h, "/p/6")); !bytes.Equal(p.Body, cut.Body) || p.Incomplete == nil {
			t.Errorf("%s: body %q, incomplete: %v, want what came before the connection broke", p.URL, p.Body, p.Incomplete)
		}
		if p := only(t, pages, web.URL(h, "/p/9")); len(p.Body) != 1<<20 || !p.Truncated {
			t.Errorf("%s: %d bytes, truncated %v, want the first MiB of an endless body", p.URL, len(p.Body), p.Truncated)
		}
	}
}

// Leaving the loop takes the connections down with it: TestMain finds none.
func TestSocketBreak(t *testing.T) {
	web := listen(t, testsite.Config{Hosts: 8, Pages: 200, Links: 5})
	for range 5 {
		c := crawl.Crawler{Workers: 32, Delay: crawl.None, Transport: opened()}
		n := 0
		for range c.Crawl(t.Context(), web.URL(0, "/"), web.URL(5, "/")) {
			if n++; n == 100 {
				break
			}
		}
	}
}

// Run on real sockets: no host is asked for two things at once, and the limit
// of pages is exact.
func TestSocketRun(t *testing.T) {
	web := listen(t, testsite.Config{Hosts: 20, Pages: 30, Links: 5, Robots: forbidding})
	transport := opened()
	defer transport.CloseIdleConnections()
	requests := &busy{RoundTripper: transport, now: make(map[string]int)}
	c := crawl.Crawler{Transport: requests, Workers: 64, Delay: crawl.None, Limits: crawl.Limits{Pages: 333}}
	var mu sync.Mutex
	ok := 0
	err := c.Run(t.Context(), func(_ context.Context, p *crawl.Page) error {
		links := len(p.Document().Links)
		mu.Lock()
		defer mu.Unlock()
		if p.OK() {
			ok++
			if links == 0 {
				t.Errorf("%s has no links", p.URL)
			}
		}
		return nil
	}, web.URL(0, "/"))
	if err != nil || ok != 333 {
		t.Errorf("Run: %d pages and error %v, want exactly 333", ok, err)
	}
	if requests.most != 1 {
		t.Errorf("%d requests to a host at once, want 1", requests.most)
	}
}
