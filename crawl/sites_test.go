package crawl_test

import (
	"context"
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
)

// manyHosts is a web of hosts without end. What the first request to a host of
// trouble comes to is up to it.
func manyHosts(trouble func(*http.Request) (*http.Response, error)) roundTripFunc {
	return func(req *http.Request) (*http.Response, error) {
		if strings.HasPrefix(req.URL.Host, "trouble") {
			return trouble(req)
		}
		return answer(req, http.StatusOK, nil), nil
	}
}

func answer(req *http.Request, status int, header http.Header) *http.Response {
	return &http.Response{StatusCode: status, Header: header, Body: http.NoBody, Request: req}
}

func hosts(name string, n int) (urls []string) {
	for i := range n {
		urls = append(urls, fmt.Sprintf("http://%s%d.test/", name, i))
	}
	return urls
}

// othersFetch is a frontier of several processes, of which another fetches what
// this one could not.
type othersFetch struct{ *frontier.Memory }

func (f othersFetch) Done(ctx context.Context, l frontier.Lease, o frontier.Outcome) error {
	o.Result = frontier.Fetched
	return f.Memory.Done(ctx, l, o)
}

// What a crawl remembers of hosts is bounded, whichever of them must not be asked
// now, and which of them another process has asked since.
func TestSitesAreBounded(t *testing.T) {
	const sites, trouble = 10_000, 50
	for _, c := range []struct {
		name   string
		answer func(*http.Request) (*http.Response, error)
	}{
		{"hosts that are down", func(*http.Request) (*http.Response, error) { return nil, refused }},
		{"hosts that are put off", func(req *http.Request) (*http.Response, error) {
			return answer(req, http.StatusServiceUnavailable, http.Header{"Retry-After": {"3600"}}), nil
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			crawler := crawl.Crawler{
				Frontier:  othersFetch{frontier.New(crawl.FrontierOptions(nil))},
				Transport: manyHosts(c.answer), Delay: crawl.None, Workers: 1,
			}
			crawlAll(t, &crawler, append(hosts("trouble", trouble), hosts("h", sites+1000)...)...)
			if n := len(crawler.Hosts(2 * sites)); n < sites || n > sites+trouble {
				t.Errorf("%d hosts are remembered, want %d", n, sites)
			}
		})
	}
}

// The bound in bytes holds as well.
func TestRobotsAreBoundedDuringOutages(t *testing.T) {
	if testing.Short() {
		t.Skip("hundreds of megabytes")
	}
	const sites, trouble = 150, 50
	web := longRules{[]byte("User-agent: *\nDisallow: /private\n" + strings.Repeat("# and so on\n", 500<<10/12-10))}
	crawler := crawl.Crawler{
		Frontier: othersFetch{frontier.New(crawl.FrontierOptions(nil))},
		Transport: roundTripFunc(func(req *http.Request) (*http.Response, error) {
			if strings.HasPrefix(req.URL.Host, "trouble") && req.URL.Path == "/" {
				return nil, refused
			}
			return web.RoundTrip(req)
		}),
		Delay: crawl.None, Workers: 1,
	}
	before := liveHeap()
	crawlAll(t, &crawler, append(hosts("trouble", trouble), hosts("h", sites)...)...)
	if grown := liveHeap() - before; grown > 80 {
		t.Errorf("the crawler holds %.0f MB of %d hosts, want at most 64 MB of files and little besides", grown, sites+trouble)
	}
	runtime.KeepAlive(&crawler)
}

// For how long a host is down counts on while its site is forgotten, or a crawl
// of very many that are down would not end.
func TestOutageOfForgottenSite(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tries := 0
		queue := frontier.New(frontier.Options{})
		entries := []frontier.Entry{{URL: "http://trouble.test/", Value: 2}}
		for _, url := range hosts("h", 11_000) {
			entries = append(entries, frontier.Entry{URL: url, Value: 1})
		}
		if err := queue.Push(t.Context(), entries...); err != nil {
			t.Fatal(err)
		}
		crawler := crawl.Crawler{
			Frontier: queue, IgnoreRobots: true, Delay: crawl.None, Workers: 1,
			Transport: manyHosts(func(*http.Request) (*http.Response, error) {
				tries++
				return nil, refused
			}),
		}
		var last *crawl.Page
		for p, err := range crawler.Crawl(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			if last == nil { // the first of the others: from now on the host that is down comes last
				if err := queue.Rescore(t.Context(), func(e frontier.Entry) float64 { return min(e.Value, 3-2*e.Value) }); err != nil {
					t.Fatal(err)
				}
			}
			time.Sleep(50 * time.Millisecond)
			last = p
		}
		if last.URL != "http://trouble.test/" || last.Err == nil || tries != 2 {
			t.Errorf("%s with %v at the end, after %d attempts, want the host given up at the second", last.URL, last.Err, tries)
		}
	})
}

// URLs for which HostKey has no key are of their own hosts, as the frontier takes
// them.
func TestHostKeyEmpty(t *testing.T) {
	crawler := crawl.Crawler{
		Transport: manyHosts(nil), IgnoreRobots: true, Delay: crawl.None, Workers: 1,
		HostKey: func(string) string { return "" },
	}
	crawlAll(t, &crawler, hosts("h", 3)...)
	var got []string
	for _, h := range crawler.Hosts(10) {
		got = append(got, h.Host)
	}
	if diff := cmp.Diff([]string{"h2.test", "h1.test", "h0.test"}, got); diff != "" {
		t.Errorf("hosts (-want +got):\n%s", diff)
	}
}
