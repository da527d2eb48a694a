package crawl_test

import (
	"context"
	"crypto/tls"
	"net/http"
	"net/netip"
	"net/url"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/dial"
	"github.com/lokman-crawler/lokman/internal/faultsite"
	"github.com/lokman-crawler/lokman/internal/testsite"
)

// A faultRow says how a crawl meets a fault and which bounds must hold.
type faultRow struct {
	fault  string
	seeds  []string // paths, or whole URLs with PORT for the server's port; "/" if none are given
	limits crawl.Limits
	set    func(*crawl.Crawler) // more of the crawl's configuration
	open   []string             // names of the server that the guard lets through
	slow   bool                 // not with -short

	want     string // what becomes of the first seed: see became
	pages    int    // of the server, at most; 0 means 1
	requests int64  // at most, that for robots.txt included; 0 means 3
	bytes    int64  // that leave the server, at most; 0 means 64 KiB
	alloc    int64  // bytes of memory that the crawl takes in all, at most; 0 is not measured
	check    func(*testing.T, []*crawl.Page)
}

// waits reports whether a row spends its time waiting, so that it can run
// beside others.
func (row faultRow) waits() bool { return row.alloc == 0 }

// hang is how long a crawl may take before it counts as hanging. The limits of
// every row end it long before.
const hang = 8 * time.Minute

// What leaves a server before it learns that the crawler is gone: what the
// system holds in its buffers.
const buffered = 8 << 20

// became says what became of a page: "ok" with its marks, or the cause of its
// failure.
func became(p *crawl.Page) string {
	words := []string{"ok"}
	switch {
	case p.Err != nil:
		return crawl.Cause(p.Err)
	case p.NotModified:
		words[0] = "not modified"
	case p.Redirect != "":
		words[0] = "redirect"
	}
	if p.Truncated {
		words = append(words, "truncated")
	}
	if p.Incomplete != nil {
		words = append(words, "incomplete by "+crawl.Cause(p.Incomplete))
	}
	return strings.Join(words, ", ")
}

// TestFaults crawls each server that misbehaves beside one that does not, where the memory
// that it takes is measured.
func TestFaults(t *testing.T) {
	met := make(map[string]bool)
	for _, row := range faultRows() {
		met[row.fault] = true
		if !row.waits() && !(row.slow && testing.Short()) {
			t.Run(row.fault, row.run)
		}
	}
	for _, name := range faultsite.Names() {
		if !met[name] && !slices.Contains(elsewhere, name) {
			t.Errorf("no row for the fault %q", name)
		}
	}
}

// TestFaultsThatWait crawls the others, beside each other.
func TestFaultsThatWait(t *testing.T) {
	t.Parallel()
	for _, row := range faultRows() {
		if row.waits() && !(row.slow && testing.Short()) {
			t.Run(row.fault, func(t *testing.T) {
				t.Parallel()
				row.run(t)
			})
		}
	}
}

func (row faultRow) run(t *testing.T) {
	server, err := faultsite.Open(row.fault)
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	healthy := listen(t, testsite.Config{Pages: 6})
	c := crawl.Crawler{Delay: crawl.None, Transport: opened(), Limits: row.limits, HostKey: hostAndPort}
	orDefault(&c.Limits.Attempts, 1)
	orDefault(&c.Limits.Time, hang)                // a large page takes long on a busy machine
	orDefault(&c.Limits.HostDown, time.Nanosecond) // two attempts
	orDefault(&c.Limits.Body, 256<<10)
	orDefault(&c.Limits.Header, 64<<10)
	orDefault(&c.Limits.Redirects, 5)
	if row.open != nil || server.Roots() != nil {
		c.Transport = row.transport(t, server, healthy)
	}
	if row.set != nil {
		row.set(&c)
	}
	seeds := row.urls(server)
	ctx, cancel := context.WithTimeout(t.Context(), hang)
	defer cancel()

	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	var met, others []*crawl.Page
	for p, err := range c.Crawl(ctx, append(slices.Clone(seeds), healthy.URL(0, "/"))...) {
		if err != nil {
			t.Fatalf("the crawl ended with %v after %+v", err, server.Count())
		}
		if strings.HasPrefix(p.URL, healthy.URL(0, "/")) {
			others = append(others, p)
		} else {
			met = append(met, p)
		}
	}
	runtime.ReadMemStats(&after)

	row.checkServer(t, server.Count())
	checkHealthy(t, healthy, others)
	if spent := int64(after.TotalAlloc - before.TotalAlloc); row.alloc > 0 && spent > row.alloc {
		t.Errorf("the crawl took %d bytes of memory in all, want at most %d", spent, row.alloc)
	}
	orDefault(&row.pages, 1)
	if len(met) > row.pages {
		t.Errorf("%d pages, want at most %d", len(met), row.pages)
	}
	if p := only(t, met, seeds[0]); became(p) != row.want {
		t.Errorf("%s: %s, want %s (status %d, error %v, incomplete: %v)", p.URL, became(p), row.want, p.Status, p.Err, p.Incomplete)
	}
	for _, p := range met {
		if int64(len(p.Body)) > c.Limits.Body {
			t.Errorf("%s: a body of %d bytes, want at most %d", p.URL, len(p.Body), c.Limits.Body)
		}
	}
	if row.check != nil {
		row.check(t, met)
	}
}

// urls returns the seeds of a row, canonical.
func (row faultRow) urls(server *faultsite.Server) []string {
	_, port, _ := strings.Cut(server.Addr(), ":")
	var seeds []string
	for _, s := range row.seeds {
		if strings.HasPrefix(s, "/") {
			s = server.URL(s)
		}
		seeds = append(seeds, strings.ReplaceAll(s, "PORT", port))
	}
	if seeds == nil {
		seeds = []string{server.URL("/")}
	}
	return seeds
}

// transport is one with names that all lead to 127.0.0.1, of which some are
// open, and with trust in the server.
func (row faultRow) transport(t *testing.T, server *faultsite.Server, healthy *testsite.Web) *http.Transport {
	d := dial.Dialer{Open: append([]string{healthy.Host(0)}, row.open...), Resolver: wildcard{}}
	if row.open == nil {
		d.Open = append(d.Open, "127.0.0.1")
	}
	transport := transportOver(&d)
	transport.TLSClientConfig = &tls.Config{RootCAs: server.Roots()}
	t.Cleanup(transport.CloseIdleConnections)
	return transport
}

// hostAndPort distinguishes hosts that are ports of this machine.
func hostAndPort(rawURL string) string {
	u, err := url.Parse(rawURL)
	if err != nil {
		return ""
	}
	return u.Host
}

// transportOver is a transport as a program makes it that needs a dialer of its
// own.
func transportOver(d *dial.Dialer) *http.Transport {
	return &http.Transport{
		DialContext: d.DialContext, TLSHandshakeTimeout: 10 * time.Second, ResponseHeaderTimeout: 20 * time.Second,
		IdleConnTimeout: 30 * time.Second, MaxIdleConns: 256, MaxIdleConnsPerHost: 4, MaxResponseHeaderBytes: 256 << 10,
		DisableCompression: true, ForceAttemptHTTP2: true,
	}
}

// wildcard is a DNS in which every name is 127.0.0.1.
type wildcard struct{}

func (wildcard) LookupNetIP(context.Context, string, string) ([]netip.Addr, error) {
	return []netip.Addr{netip.MustParseAddr("127.0.0.1")}, nil
}

func (row faultRow) checkServer(t *testing.T, got faultsite.Count) {
	orDefault(&row.requests, 3) // net/http asks once more if a connection that it uses again turns out to be broken
	orDefault(&row.bytes, 64<<10)
	if got.Requests > row.requests {
		t.Errorf("%d requests, want at most %d", got.Requests, row.requests)
	}
	if got.Bytes > row.bytes {
		t.Errorf("the server got rid of %d bytes, want at most %d", got.Bytes, row.bytes)
	}
	if got.Trespasses > 0 {
		t.Errorf("%d requests for what is not to be asked for", got.Trespasses)
	}
	t.Logf("%+v", got)
}

// checkHealthy checks that a crawl has the whole of a healthy host.
func checkHealthy(t *testing.T, web *testsite.Web, pages []*crawl.Page) {
	t.Helper()
	for _, url := range web.URLs() {
		if p := only(t, pages, url); became(p) != "ok" {
			t.Errorf("a page of the healthy host, %s: %s, %v", p.URL, became(p), p.Err)
		}
	}
}

func orDefault[T comparable](v *T, byDefault T) {
	var zero T
	if *v == zero {
		*v = byDefault
	}
}
