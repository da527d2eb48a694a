package crawl_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/dial"
	"github.com/lokman-crawler/lokman/internal/faultsite"
	"github.com/lokman-crawler/lokman/internal/testsite"
)

// TestTroubledNetwork crawls a web whose connections are in trouble, of one
// kind each and of all kinds mixed. No crawl hangs, and no page is lost: each
// comes whole, or fails or is cut for the cause that its connection had.
func TestTroubledNetwork(t *testing.T) {
	t.Parallel()
	const hosts = 6
	pages := 60
	if testing.Short() {
		pages = 15
	}
	some := 500 * pages // bytes, of the web's size for a host
	type row struct {
		name     string
		troubles []faultsite.Trouble
		bytes    int      // after which connections break, at most
		causes   []string // that pages may fail for, or be cut for
	}
	// Whether a broken connection shows as a reset depends on what was still to
	// be read of it.
	causes := map[faultsite.Trouble][]string{
		faultsite.Timeout: {"timeout"}, faultsite.Reset: {"reset", "broken answer"}, faultsite.Limit: {"reset", "broken answer"},
	}
	var rows []row
	for _, trouble := range faultsite.Troubles() {
		rows = append(rows, row{trouble.String(), []faultsite.Trouble{trouble}, some, causes[trouble]})
	}
	rows = append(rows,
		row{"all", faultsite.Troubles(), some, []string{"timeout", "reset", "broken answer"}},
		row{"all the time", []faultsite.Trouble{faultsite.Reset, faultsite.Limit}, 1500, []string{"reset", "broken answer", "robots"}},
	)
	var wg sync.WaitGroup
	for _, c := range rows {
		wg.Go(func() {
			t.Run(c.name, func(t *testing.T) {
				web := testsite.New(testsite.Config{Seed: 5, Hosts: hosts, Pages: pages, Links: 3})
				transport := overTroubled(t, web, &faultsite.Network{Seed: 11, Troubles: c.troubles, Bytes: c.bytes})
				crawler := crawl.Crawler{Transport: transport, Delay: crawl.None}
				if slices.Contains(c.causes, "timeout") { // others wait as long as a busy machine takes
					crawler.Limits.Time = 2 * time.Second
				}
				ctx, cancel := context.WithTimeout(t.Context(), 2*hang)
				defer cancel()
				met := make(map[string]*crawl.Page)
				for p, err := range crawler.Crawl(ctx, web.URLs()...) { // all, for a cut page may lack its links
					if err != nil {
						t.Fatalf("the crawl ended with %v after %d pages", err, len(met))
					}
					if met[p.URL] != nil {
						t.Errorf("%s came twice", p.URL)
					}
					met[p.URL] = p
				}
				whole := 0
				for _, url := range web.URLs() {
					p := met[url]
					switch {
					case p == nil:
						t.Errorf("%s is lost", url)
					case p.Err == nil && p.Incomplete == nil:
						whole++
						if want := bodyOf(t, web, url); !bytes.Equal(p.Body, want) {
							t.Errorf("%s: %d bytes %.40q, want %d", url, len(p.Body), p.Body, len(want))
						}
					default:
						if cause := crawl.Cause(errors.Join(p.Err, p.Incomplete)); !slices.Contains(c.causes, cause) {
							t.Errorf("%s: %s (%v, %v), want one of %q", url, cause, p.Err, p.Incomplete, c.causes)
						}
					}
				}
				s := crawler.Stats()
				if breaks := c.causes != nil; (s.Retries+s.Incomplete > 0) != breaks {
					t.Errorf("%d retries and %d pages cut, want some: %v", s.Retries, s.Incomplete, breaks)
				}
				t.Logf("%d of %d pages whole; %+v", whole, hosts*pages, s)
			})
		})
	}
	wg.Wait()
}

// overTroubled serves a web over a network and returns a transport on which its
// hosts' names lead there.
func overTroubled(t *testing.T, web *testsite.Web, network *faultsite.Network) *http.Transport {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	network.Listener = l
	server := &http.Server{Handler: web, ErrorLog: log.New(io.Discard, "", 0)}
	var serving sync.WaitGroup
	serving.Go(func() { _ = server.Serve(network) }) // ends with ErrServerClosed
	transport := transportOver(&dial.Dialer{Resolver: wildcard{}, Open: []string{"127.0.0.1/32"}, Dial: func(ctx context.Context, network, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, network, l.Addr().String())
	}})
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		_ = server.Close()
		serving.Wait()
	})
	return transport
}

// bodyOf returns what a page should be.
func bodyOf(t *testing.T, web *testsite.Web, url string) []byte {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := web.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(fmt.Errorf("%s: %w", url, err))
	}
	return body
}
