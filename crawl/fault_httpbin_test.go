package crawl_test

import (
	"bytes"
	"errors"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mccutchen/go-httpbin/v2/httpbin"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/internal/failure"
)

// bin is httpbin on a socket with a log of the requests.
type bin struct {
	*httptest.Server
	mu  sync.Mutex
	log []*http.Request
}

func newBin(t *testing.T) *bin {
	b := &bin{}
	handler := httpbin.New(httpbin.WithMaxDuration(time.Hour))
	b.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b.mu.Lock()
		b.log = append(b.log, r.Clone(r.Context()))
		b.mu.Unlock()
		handler.ServeHTTP(w, r)
	}))
	t.Cleanup(b.Close)
	return b
}

// requests returns how often a path was asked for; "" counts all.
func (b *bin) requests(path string) (n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, r := range b.log {
		if path == "" || r.URL.Path == path {
			n++
		}
	}
	return n
}

// What becomes of httpbin's pages.
func TestHTTPBin(t *testing.T) {
	t.Parallel()
	deep := crawl.Limits{Redirects: 5}
	var wg sync.WaitGroup
	turn := make(chan struct{}, 8) // most of the time is waiting
	for _, c := range []struct {
		path     string
		limits   crawl.Limits
		set      func(*crawl.Crawler)
		want     string   // what becomes of the page
		last     string   // path of the last page, "" if there is no other, and
		lastWant string   // what becomes of that
		status   int      // of the page, 0 for 200
		body     []string // what stands in the last page's body
		pages    int      // 0 for 1
		requests int      // besides robots.txt, 0 for as many as pages
	}{
		{path: "/redirect/3", limits: deep, want: "redirect", status: 302, last: "/get", lastWant: "ok", pages: 4},
		{path: "/relative-redirect/3", limits: deep, want: "redirect", status: 302, last: "/get", lastWant: "ok", pages: 4},
		{path: "/absolute-redirect/3", limits: deep, want: "redirect", status: 302, last: "/get", lastWant: "ok", pages: 4},
		{path: "/redirect/9", limits: deep, want: "redirect", status: 302, last: "/relative-redirect/4", lastWant: "redirects", pages: 6},
		{path: "/redirect-to?url=http://127.0.0.2/", want: "redirect", status: 302, last: "http://127.0.0.2/", lastWant: "refused address", pages: 2, requests: 1},
		{path: "/gzip", want: "ok", body: []string{`"gzipped": true`}},
		{path: "/deflate", want: "ok", body: []string{`"deflated": true`}},
		{path: "/drip?duration=100ms&numbytes=10", want: "ok", body: []string{"**********"}},
		{path: "/drip?duration=1h&numbytes=1000&delay=0s", limits: brief, want: "ok, incomplete by timeout"},
		{path: "/drip?duration=1s&numbytes=10&delay=30m", limits: brief, want: "timeout", status: crawl.NoLimit},
		{path: "/status/204", want: "ok", status: 204},
		{path: "/status/304", want: "status", status: 304},
		{path: "/status/404", want: "status", status: 404},
		{path: "/status/418", want: "status", status: 418},
		{path: "/status/429", want: "status", status: 429},
		{path: "/status/500", want: "status", status: 500},
		{path: "/status/503", limits: crawl.Limits{Attempts: 2}, want: "status", status: 503, requests: 2},
		{path: "/status/599", want: "status", status: 599},
		{path: "/cookies/set?k=v", want: "redirect", status: 302, last: "/cookies", lastWant: "ok", pages: 2, body: []string{"{}"}},
		{path: "/cookies/set?k=v", set: withJar, want: "redirect", status: 302, last: "/cookies", lastWant: "ok", pages: 2, body: []string{`"k": "v"`}},
		{path: "/deny", want: "robots", status: crawl.NoLimit, requests: crawl.NoLimit},
		{path: "/deny", set: func(c *crawl.Crawler) { c.IgnoreRobots = true }, want: "ok", requests: 1},
		{path: "/links/10", want: "redirect", status: 302, last: "/links/10/9", lastWant: "ok", pages: 11},
		{path: "/unstable?failure_rate=0", want: "ok"},
		{path: "/unstable?failure_rate=1", limits: crawl.Limits{Attempts: 2}, want: "status", status: 500, requests: 2},
		{path: "/etag/abc", want: "ok"},
		{path: "/cache", want: "ok"},
		{path: "/cache/60", want: "ok"},
		{path: "/encoding/utf8", want: "ok", body: []string{"∮ E⋅da = Q"}},
		{path: "/sse?count=100&duration=1h", limits: brief, want: "ok, incomplete by timeout", body: []string{"event: ping"}},
		{path: "/stream-bytes/50000?seed=1", limits: crawl.Limits{Body: 10_000}, want: "ok, truncated"},
		{path: "/stream-bytes/50000?seed=1&chunk_size=100", want: "ok"},
		{path: "/bytes/50000?seed=1", limits: crawl.Limits{Body: 10_000}, want: "ok, truncated"},
		{path: "/bytes/50000?seed=1", want: "ok"},
		{path: "/delay/1h", limits: brief, want: "timeout", status: crawl.NoLimit},
		{path: "/delay/10ms", want: "ok"},
		{path: "/base64/PHRpdGxlPng8L3RpdGxlPg==", want: "ok", body: []string{"<title>x</title>"}},
		{path: "/html", want: "ok", body: []string{"Herman Melville"}},
		{path: "/xml", want: "ok", body: []string{"<slideshow"}},
		{path: "/image/png", want: "ok, truncated", body: []string{"\x89PNG"}},
		{path: "/trailers?x=y", want: "ok"},
		{path: "/brotli", want: "status", status: 501},
		{path: "/basic-auth/user/secret", want: "status", status: 401},
		{path: "/bearer", want: "status", status: 401},
		{path: "/user-agent", want: "ok", body: []string{"Lokman"}},
		{path: "/headers", want: "ok", body: []string{"gzip, br, zstd"}},
	} {
		turn <- struct{}{}
		wg.Go(func() {
			defer func() { <-turn }()
			t.Run(c.path, func(t *testing.T) {
				b := newBin(t)
				crawler := crawl.Crawler{Delay: crawl.None, Transport: opened(), Limits: c.limits, Scope: loopback}
				orDefault(&crawler.Limits.Attempts, 1)
				if c.set != nil {
					c.set(&crawler)
				}
				pages := crawlAll(t, &crawler, b.URL+c.path)
				p := only(t, pages, b.URL+c.path)
				orDefault(&c.status, 200)
				if became(p) != c.want || p.Status != max(c.status, 0) {
					t.Errorf("%s with status %d, want %s with %d (%v)", became(p), p.Status, c.want, c.status, p.Err)
				}
				last := pages[len(pages)-1]
				if c.last != "" && (strings.TrimPrefix(last.URL, b.URL) != c.last || became(last) != c.lastWant) {
					t.Errorf("the last page is %s: %s, want %s: %s", last.URL, became(last), c.last, c.lastWant)
				}
				for _, text := range c.body {
					if !bytes.Contains(last.Body, []byte(text)) {
						t.Errorf("body %.300q lacks %q", last.Body, text)
					}
				}
				orDefault(&c.pages, 1)
				orDefault(&c.requests, c.pages)
				if got := b.requests("") - b.requests("/robots.txt"); len(pages) != c.pages || got != max(c.requests, 0) {
					t.Errorf("%d pages by %d requests, want %d by %d: %q", len(pages), got, c.pages, max(c.requests, 0), urls(pages))
				}
			})
		})
	}
	wg.Wait()
}

// loopback keeps a crawl from the links of httpbin that lead to the Internet.
func loopback(url string) error {
	if !strings.HasPrefix(url, "http://127.0.0.") {
		return errors.New("not on this machine")
	}
	return nil
}

func withJar(c *crawl.Crawler) {
	c.Jar, _ = cookiejar.New(nil) // never fails
}

// Pages with validators are asked for once.
func TestHTTPBinConditional(t *testing.T) {
	b := newBin(t)
	var known crawl.MemoryValidators
	for _, want := range []string{"ok", "not modified"} {
		crawler := crawl.Crawler{Delay: crawl.None, Transport: opened(), Validators: &known}
		for _, p := range crawlAll(t, &crawler, b.URL+"/etag/abc", b.URL+"/cache") {
			if became(p) != want {
				t.Errorf("%s: %s, want %s (%v)", p.URL, became(p), want, p.Err)
			}
		}
	}
}

// A page that fails half of the time is there in the end.
func TestHTTPBinUnstable(t *testing.T) {
	if testing.Short() {
		t.Skip("waits between attempts")
	}
	t.Parallel()
	b := newBin(t)
	crawler := crawl.Crawler{Delay: crawl.None, Transport: opened(), Limits: crawl.Limits{Attempts: 3}}
	var seeds []string
	for _, n := range "abcdefghij" {
		seeds = append(seeds, b.URL+"/unstable?"+string(n))
	}
	failed := 0
	for _, p := range crawlAll(t, &crawler, seeds...) {
		var status *failure.StatusError
		if p.Err != nil && (!errors.As(p.Err, &status) || status.Status != 500) {
			t.Errorf("%s: %v, want status 500 or none", p.URL, p.Err)
		}
		if p.Err != nil {
			failed++
		}
	}
	if want := b.requests("/unstable"); int64(want) != 10+crawler.Stats().Retries || want > 30 || failed == 10 {
		t.Errorf("%d requests, %d failed, %+v, want up to three for each of the 10 pages", want, failed, crawler.Stats())
	}
}

// Credentials in a URL go nowhere: not to the server, not into pages, errors
// or logs.
func TestHTTPBinCredentials(t *testing.T) {
	const secret = "hunter2"
	b := newBin(t)
	var logged bytes.Buffer
	crawler := crawl.Crawler{
		Delay: crawl.None, Transport: opened(), Limits: crawl.Limits{Attempts: 1},
		Logger: slog.New(slog.NewTextHandler(&logged, &slog.HandlerOptions{Level: slog.LevelDebug})),
	}
	host := strings.TrimPrefix(b.URL, "http://")
	at := "http://user:" + secret + "@" + host
	pages := crawlAll(t, &crawler, at+"/basic-auth/user/passwd", at+"/redirect-to?url=http%3A%2F%2Fuser%3Ahunter2%40"+host+"%2Fhtml")
	if len(pages) != 3 || pages[0].Status != http.StatusUnauthorized {
		t.Errorf("%q, the first with status %d, want three, the first unauthorized", urls(pages), pages[0].Status)
	}
	for _, p := range pages {
		if strings.Contains(p.Redirect+p.Parent, secret+"@") || p.Err != nil && strings.Contains(p.Err.Error(), secret) {
			t.Errorf("%s redirects to %s, comes from %s, error %v: want no credentials", p.URL, p.Redirect, p.Parent, p.Err)
		}
	}
	for _, r := range b.log {
		if r.Header.Get("Authorization") != "" {
			t.Errorf("%s was asked for with %q, want no credentials", r.URL, r.Header.Get("Authorization"))
		}
	}
	if strings.Contains(logged.String(), secret+"@") || !strings.Contains(logged.String(), "failed") {
		t.Errorf("the log lacks the failure or shows credentials:\n%s", &logged)
	}
}
