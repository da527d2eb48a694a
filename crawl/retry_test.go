package crawl_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/testsite"
)

func TestRetryOn(t *testing.T) {
	for _, c := range []struct {
		name   string
		status int
		header http.Header
		on     func(status int) bool
		limits crawl.Limits
		want   []time.Duration // from each attempt to the next
	}{
		{"a server error", 500, nil, nil, crawl.Limits{}, []time.Duration{time.Second, 2 * time.Second}},
		{"a backoff", 500, nil, nil, crawl.Limits{Attempts: 4, Backoff: 10 * time.Second}, []time.Duration{10 * time.Second, 20 * time.Second, 40 * time.Second}},
		{"no backoff", 500, nil, nil, crawl.Limits{Backoff: crawl.None}, []time.Duration{0, 0}},
		{"a longer Retry-After", 503, http.Header{"Retry-After": {"30"}}, nil, crawl.Limits{}, []time.Duration{30 * time.Second, 30 * time.Second}},
		{"not found", 404, nil, nil, crawl.Limits{}, nil},
		{"by the caller", 404, http.Header{"Retry-After": {"7"}}, func(s int) bool { return s == 404 }, crawl.Limits{}, []time.Duration{7 * time.Second, 7 * time.Second}},
		{"not by the caller", 500, nil, func(s int) bool { return s == 404 }, crawl.Limits{}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				web := testsite.New(testsite.Config{})
				web.Set("/", testsite.Answer{Status: c.status, Header: c.header})
				crawler := crawl.Crawler{Transport: web, Delay: crawl.None, IgnoreRobots: true, RetryOn: c.on, Limits: c.limits}
				if err := crawler.Run(t.Context(), sinkAll, web.URL(0, "/")); err != nil {
					t.Fatal(err)
				}
				var got []time.Duration
				for i, r := range web.Log() {
					if i > 0 {
						got = append(got, r.Start.Sub(web.Log()[i-1].Start))
					}
				}
				if !slices.Equal(got, c.want) {
					t.Errorf("times between attempts %v, want %v", got, c.want)
				}
			})
		})
	}
}

// Server errors alone are brought back, of all URLs that answered with an error.
func TestRequeueServerErrors(t *testing.T) {
	web := testsite.New(testsite.Config{})
	var queue frontier.Memory
	seeds := []string{}
	for path, status := range map[string]int{"/500": 500, "/503": 503, "/404": 404, "/401": 401} {
		web.Set(path, testsite.Answer{Status: status})
		seeds = append(seeds, web.URL(0, path))
	}
	c := crawl.Crawler{Transport: web, Delay: crawl.None, IgnoreRobots: true, Frontier: &queue, Limits: crawl.Limits{Attempts: 1}}
	if err := c.Run(t.Context(), sinkAll, seeds...); err != nil {
		t.Fatal(err)
	}
	var back []string
	n, err := queue.Requeue(t.Context(), func(f frontier.Failure) bool {
		is := strings.HasPrefix(crawl.FailureCause(f), "status 5")
		if is {
			back = append(back, f.URL)
		}
		return is
	})
	slices.Sort(back)
	if want := []string{web.URL(0, "/500"), web.URL(0, "/503")}; err != nil || n != 2 || !slices.Equal(back, want) {
		t.Errorf("%d URLs are queued again, %v, %v, want %v", n, back, err, want)
	}
}

// A transport around a *Transport keeps its limit on headers.
func TestWrapperKeepsHeaderLimit(t *testing.T) {
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Long", strings.Repeat("x", 20<<10))
	}))
	defer site.Close()
	inner := &crawl.Transport{Open: crawl.Hostnames(site.URL)}
	defer inner.CloseIdleConnections()
	for limit, fits := range map[int64]bool{0: true, 8 << 10: false, 64 << 10: true, crawl.NoLimit: true} {
		c := crawl.Crawler{Transport: wrapper{inner}, Delay: crawl.None, IgnoreRobots: true, Limits: crawl.Limits{Header: limit, Attempts: 1}}
		for p, err := range c.Crawl(t.Context(), site.URL) {
			if err != nil || (p.Err == nil) != fits {
				t.Errorf("a header of 20 KiB within %d bytes: %v, %v, want fits %v", limit, p.Err, err, fits)
			}
		}
	}
}

type wrapper struct{ http.RoundTripper }

// Proxies take turns, and one that is down is left out.
func TestProxies(t *testing.T) {
	const password = "Vmp7XcQ2"
	var mu sync.Mutex
	by := map[string]int{}
	proxy := func(name string) *url.URL {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			mu.Lock()
			defer mu.Unlock()
			if r.Header.Get("Proxy-Authorization") == "" || r.URL.Host != "93.184.216.34" {
				t.Errorf("%s was asked for %s without credentials", name, r.URL)
			}
			by[name]++
			w.Header().Set("Content-Type", "text/html")
			for _, path := range "abcdefg" {
				_, _ = w.Write([]byte(`<a href="/` + string(path) + `">a</a>`))
			}
		}))
		t.Cleanup(server.Close)
		u, _ := url.Parse(server.URL)
		u.User = url.UserPassword("me", password)
		return u
	}
	down := httptest.NewServer(nil)
	down.Close()
	tr := &crawl.Transport{Proxies: []string{proxy("first").String(), down.URL, proxy("second").String()}}
	defer tr.CloseIdleConnections()
	said := &said{}
	c := crawl.Crawler{Transport: tr, Delay: crawl.None, IgnoreRobots: true, Workers: 1, Observer: said, Logger: said.logger()}
	for p, err := range c.Crawl(t.Context(), "http://93.184.216.34/") {
		if err != nil || p.Err != nil {
			t.Fatal(err, p.Err)
		}
	}
	if by["first"]+by["second"] != 8 || by["first"] != 4 {
		t.Errorf("requests by proxy %v, want 4 by each that is up", by)
	}
	if strings.Contains(said.text.String(), password) {
		t.Error("the log has the password of a proxy")
	}
	for _, bad := range []*crawl.Transport{
		{Proxies: []string{"me:" + password + "@proxy.test:3128"}},
		{Proxies: []string{"http://me:" + password + "@[proxy"}},
		{Proxies: []string{"http://proxy.test"}, Proxy: http.ProxyFromEnvironment},
	} {
		c := crawl.Crawler{Transport: bad}
		if err := c.Run(t.Context(), sinkAll, "http://a.test/"); err == nil || strings.Contains(err.Error(), password) || !strings.Contains(err.Error(), "Proxies") {
			t.Errorf("Proxies %q: %v, want an error without the password", bad.Proxies, err)
		}
	}
}
