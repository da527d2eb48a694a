package crawl_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/testsite"
)

// mute is a web of which one host has a robots.txt, takes connections, and answers
// some requests in a way of its own.
type mute struct {
	*testsite.Web
	host  string
	to    func(path string) bool // the requests that get no answer
	how   func(req *http.Request) (*http.Response, error)
	asked atomic.Int64 // for those
}

func (m *mute) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.URL.Host == m.host && req.URL.Path != "/robots.txt" && m.to(req.URL.Path) {
		m.asked.Add(1)
		return m.how(req)
	}
	return m.Web.RoundTrip(req)
}

func all(string) bool { return true }

func silence(req *http.Request) (*http.Response, error) {
	<-req.Context().Done()
	return nil, req.Context().Err()
}

func reset(*http.Request) (*http.Response, error) { return nil, syscall.ECONNRESET }

func closed(*http.Request) (*http.Response, error) { return nil, io.EOF }

// headOnly answers with a body that never comes.
func headOnly(req *http.Request) (*http.Response, error) {
	r, w := io.Pipe()
	context.AfterFunc(req.Context(), func() { w.CloseWithError(req.Context().Err()) })
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: r, ContentLength: -1, Request: req}, nil
}

// A host that takes connections and answers nothing is given up, and its other
// URLs fail without a request.
func TestHostThatNeverAnswers(t *testing.T) {
	for _, c := range []struct {
		name string
		how  func(*http.Request) (*http.Response, error)
		set  func(*crawl.Crawler)
	}{
		{"silence", silence, func(*crawl.Crawler) {}},
		{"silence without robots.txt", silence, func(c *crawl.Crawler) { c.IgnoreRobots = true }},
		{"silence without a delay", silence, func(c *crawl.Crawler) { c.Delay = crawl.None }},
		{"connections that break", reset, func(*crawl.Crawler) {}},
		{"connections that are closed", closed, func(*crawl.Crawler) {}},
		{"bodies that never come", headOnly, func(*crawl.Crawler) {}},
		{"silence, HostDown None", silence, func(c *crawl.Crawler) { c.Limits.HostDown = crawl.None }},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				web := &mute{Web: testsite.New(testsite.Config{Hosts: 2, Pages: 20}), host: "h0.test", to: all, how: c.how}
				var f frontier.Memory
				crawler := crawl.Crawler{Transport: web, Frontier: &f, Limits: crawl.Limits{Depth: 1}}
				c.set(&crawler)
				start := time.Now()
				pages := crawlAll(t, &crawler, append(manyOf("h0.test", 100), "http://h1.test/p/0")...)
				for _, url := range manyOf("h0.test", 100) {
					if p := only(t, pages, url); p.Err == nil {
						t.Errorf("%s: status %d, want an error", url, p.Status)
					}
				}
				if p := only(t, pages, "http://h1.test/p/0"); !p.OK() {
					t.Errorf("%s: %v", p.URL, p.Err)
				}
				if n := web.asked.Load(); n < 10 || n > 45 {
					t.Errorf("%d requests without an answer, want those for ten URLs or a few more", n)
				}
				if took := time.Since(start); took > time.Hour {
					t.Errorf("the crawl took %v, want minutes", took)
				}
				last := only(t, pages, "http://h0.test/p/99")
				if crawl.Cause(last.Err) != "unanswered" || !strings.Contains(last.Err.Error(), "unanswered: as for http://h0.test/p/") {
					t.Errorf("%s: %v", crawl.Cause(last.Err), last.Err)
				}
				_, first, _ := strings.Cut(last.Err.Error(), "as for ")
				if err := only(t, pages, first).Err; !strings.Contains(err.Error(), "requests without an answer in") {
					t.Errorf("%v: want how the host was given up", err)
				}
				s := crawler.Stats()
				if s.HostDown < 80 || s.HostDown > s.Failed || !strings.Contains(s.String(), fmt.Sprintf("host down: %d", s.HostDown)) {
					t.Errorf("%v: want 80 URLs or more given up with their host", s)
				}
				n, err := f.Requeue(t.Context(), crawl.Unreached)
				if err != nil || n < 80 {
					t.Errorf("%d URLs brought back, error %v, want those of the host", n, err)
				}
			})
		})
	}
}

// A host that breaks all connections for some minutes is asked ever more seldom
// meanwhile, and loses no URLs but those that it is asked for.
func TestHostThatAnswersAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		web := &mute{Web: testsite.New(testsite.Config{Hosts: 2, Pages: 50}), host: "h0.test", how: reset}
		web.to = func(string) bool { return time.Since(start) < 4*time.Minute }
		crawler := crawl.Crawler{Transport: web, Limits: crawl.Limits{Depth: 1}}
		failed := 0
		for _, p := range crawlAll(t, &crawler, append(manyOf("h0.test", 50), "http://h1.test/p/0")...) {
			if p.Err != nil {
				failed++
			}
		}
		if n := web.asked.Load(); failed > 12 || n > 40 {
			t.Errorf("%d URLs failed, %d requests without an answer, want a few", failed, n)
		}
	})
}

// URLs that get no answer keep no others of their host from being fetched, be they
// first in the queue, last or among them.
func TestURLsThatNeverAnswer(t *testing.T) {
	for _, c := range []struct {
		name string
		bad  func(n int) bool
	}{
		{"one", func(n int) bool { return n == 0 }},
		{"the first", func(n int) bool { return n < 6 }},
		{"the last", func(n int) bool { return n >= 45 }},
		{"every other", func(n int) bool { return n%2 == 0 }},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				web := &mute{Web: testsite.New(testsite.Config{Pages: 50}), host: "h0.test", how: silence}
				number := func(path string) (n int) {
					_, _ = fmt.Sscanf(path, "/p/%d", &n)
					return n
				}
				web.to = func(path string) bool { return c.bad(number(path)) }
				crawler := crawl.Crawler{Transport: web, Limits: crawl.Limits{Depth: crawl.None}}
				bad := 0
				for _, p := range crawlAll(t, &crawler, manyOf("h0.test", 50)...) {
					isBad := c.bad(number(strings.TrimPrefix(p.URL, "http://h0.test")))
					if isBad {
						bad++
					}
					if p.OK() == isBad || isBad && !errors.Is(p.Err, context.DeadlineExceeded) {
						t.Errorf("%s: %v", p.URL, p.Err)
					}
				}
				if got := web.asked.Load(); got > int64(3*bad) {
					t.Errorf("%d requests for %d URLs that get no answer, want at most three each", got, bad)
				}
			})
		})
	}
}
