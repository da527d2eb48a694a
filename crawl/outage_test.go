package crawl_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/testsite"
)

// down is a web of which one host cannot be connected to for a while.
type down struct {
	*testsite.Web
	host  string
	from  time.Time // zero: from the beginning
	until time.Time // zero: for ever
	err   error
	dials atomic.Int64
}

func (d *down) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.URL.Host == d.host && !time.Now().Before(d.from) && (d.until.IsZero() || time.Now().Before(d.until)) {
		d.dials.Add(1)
		return nil, d.err
	}
	return d.Web.RoundTrip(req)
}

var refused = &net.OpError{Op: "dial", Net: "tcp", Err: syscall.ECONNREFUSED}

// With HostDown None a host is given up at once, and the others are crawled.
func TestLimitHostDownNone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := &down{Web: testsite.New(testsite.Config{Pages: 2}), host: "down.test", err: refused}
		c := crawl.Crawler{Transport: web, Limits: crawl.Limits{HostDown: crawl.None}}
		pages := crawlAll(t, &c, append(manyOf("down.test", 3), web.URL(0, "/"))...)
		if p := only(t, pages, web.URL(0, "/")); !p.OK() {
			t.Errorf("%s: %v", p.URL, p.Err)
		}
		if web.dials.Load() != 1 {
			t.Errorf("%d attempts to connect, want 1", web.dials.Load())
		}
	})
}

// manyOf returns the URLs of the first pages of a host.
func manyOf(host string, n int) (urls []string) {
	for i := range n {
		urls = append(urls, fmt.Sprintf("http://%s/p/%d", host, i))
	}
	return urls
}

// A host that is down for a while loses none of its URLs.
func TestOutage(t *testing.T) {
	for _, c := range []struct {
		name string
		set  func(*down, *crawl.Crawler)
	}{
		{"connection refused", func(*down, *crawl.Crawler) {}},
		{"DNS server in trouble", func(d *down, _ *crawl.Crawler) {
			d.err = &net.OpError{Op: "dial", Net: "tcp", Err: &net.DNSError{Err: "server misbehaving", Name: "h0.test", IsTemporary: true}}
		}},
		{"without robots.txt", func(_ *down, c *crawl.Crawler) { c.IgnoreRobots = true }},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				web := &down{Web: testsite.New(testsite.Config{Hosts: 2, Pages: 20}), host: "h0.test", until: time.Now().Add(2 * time.Minute), err: refused}
				crawler := crawl.Crawler{Transport: web, Limits: crawl.Limits{Depth: 1}}
				c.set(web, &crawler)
				pages := crawlAll(t, &crawler, append(manyOf("h0.test", 20), "http://h1.test/p/0")...)
				for _, url := range manyOf("h0.test", 20) {
					if p := only(t, pages, url); !p.OK() {
						t.Errorf("%s: %v", url, p.Err)
					}
				}
				if pages[0].URL != "http://h1.test/p/0" {
					t.Errorf("first page %s, want that of the host that is up", pages[0].URL)
				}
				if web.dials.Load() > 10 {
					t.Errorf("%d attempts to connect within 2 minutes, want ever fewer", web.dials.Load())
				}
			})
		})
	}
}

// A host that stays down is given up, and its other URLs fail without a request.
func TestOutageForEver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := &down{Web: testsite.New(testsite.Config{Hosts: 2}), host: "h0.test", err: refused}
		crawler := crawl.Crawler{Transport: web}
		start := time.Now()
		pages := crawlAll(t, &crawler, append(manyOf("h0.test", 20), "http://h1.test/")...)
		for _, p := range pages[1:] {
			if crawl.Cause(p.Err) != "connect" || !errors.Is(p.Err, syscall.ECONNREFUSED) {
				t.Errorf("%s: %s, %v, want connection refused", p.URL, crawl.Cause(p.Err), p.Err)
			}
		}
		if took := time.Since(start); len(pages) != 21 || took < 5*time.Minute || took > 6*time.Minute {
			t.Errorf("%d pages after %v, want 21 after five minutes", len(pages), took)
		}
		if web.dials.Load() > 12 {
			t.Errorf("%d attempts to connect, want ever fewer and none for the other URLs", web.dials.Load())
		}
	})
}

// A host that goes down once its robots.txt is known is tried ever more seldom, and given
// up as any other: that the file is at hand does not mean that the host has answered.
func TestOutageAfterRobots(t *testing.T) {
	for _, robots := range []string{"", forbidding} {
		synctest.Test(t, func(t *testing.T) {
			web := &down{Web: testsite.New(testsite.Config{Hosts: 2, Robots: robots}), host: "h0.test", from: time.Now().Add(1500 * time.Millisecond), err: refused}
			crawler := crawl.Crawler{Transport: web}
			ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
			defer cancel()
			start, failed := time.Now(), 0
			for p, err := range crawler.Crawl(ctx, manyOf("h0.test", 20)...) {
				if err != nil {
					t.Fatalf("the crawl goes on for %v: %v", time.Since(start), err)
				}
				if crawl.Cause(p.Err) == "connect" {
					failed++
				}
			}
			if took := time.Since(start); failed != 19 || took < 5*time.Minute || took > 6*time.Minute {
				t.Errorf("%d URLs failed after %v, want all but one after five minutes", failed, took)
			}
			if web.dials.Load() > 12 {
				t.Errorf("%d attempts to connect, want ever fewer and none for the other URLs", web.dials.Load())
			}
		})
	}
}

// A crawl whose seeds cannot be reached says so soon, and tries them again when
// they are given again.
func TestSeedsOutOfReach(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := &down{Web: testsite.New(testsite.Config{Pages: 5}), host: "h0.test", err: refused}
		var f frontier.Memory
		c := crawl.Crawler{Transport: web, Frontier: &f}
		for range 2 {
			start := time.Now()
			pages := crawlAll(t, &c, "http://h0.test/", "http://h0.test/p/1")
			if took := time.Since(start); len(pages) != 2 || took > 10*time.Second {
				t.Errorf("%d pages after %v, want 2 after a few seconds", len(pages), took)
			}
			for _, p := range pages {
				if crawl.Cause(p.Err) != "connect" {
					t.Errorf("%s: %v, want connection refused", p.URL, p.Err)
				}
			}
		}
		web.until = time.Now()
		for _, p := range crawlAll(t, &c, "http://h0.test/", "http://h0.test/p/1") {
			if !p.OK() {
				t.Errorf("%s: %v, want it fetched now", p.URL, p.Err)
			}
		}
	})
}

// Failures of an outage can be brought back by their cause.
func TestRequeueAfterOutage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := &down{Web: testsite.New(testsite.Config{Hosts: 2, Pages: 20}), host: "h0.test", until: time.Now().Add(time.Hour), err: refused}
		web.Set("h1.test/gone", testsite.Failure(404, ""))
		var f frontier.Memory
		c := crawl.Crawler{Transport: web, Frontier: &f, Limits: crawl.Limits{Depth: 1}}
		crawlAll(t, &c, append(manyOf("h0.test", 20), "http://h1.test/", "http://h1.test/gone")...)
		time.Sleep(time.Hour)
		n, err := f.Requeue(t.Context(), crawl.Unreached)
		if n != 20 || err != nil {
			t.Fatalf("%d URLs brought back, error %v, want 20", n, err)
		}
		for _, p := range crawlAll(t, &c) {
			if !p.OK() {
				t.Errorf("%s: %v", p.URL, p.Err)
			}
		}
		if n := stats(t, &f); n.Dead != 1 || n.Queued != 0 {
			t.Errorf("frontier %+v, want nothing dead but what is gone", n)
		}
	})
}

// A robots.txt that meets server errors for a while loses no URL either.
func TestOutageOfRobots(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := testsite.New(testsite.Config{Hosts: 2, Pages: 20})
		web.Set("h0.test/robots.txt", testsite.Failure(503, ""))
		time.AfterFunc(time.Minute, func() { web.Set("h0.test/robots.txt", testsite.Text("")) })
		c := crawl.Crawler{Transport: web, Limits: crawl.Limits{Depth: 1}}
		for _, p := range crawlAll(t, &c, append(manyOf("h0.test", 20), "http://h1.test/")...) {
			if !p.OK() {
				t.Errorf("%s: %v", p.URL, p.Err)
			}
		}
	})
}

// A name that does not exist is no outage, and the cause stands first.
func TestNoSuchHost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := &down{Web: testsite.New(testsite.Config{}), host: "nosuch.invalid", err: &net.DNSError{Err: "no such host", Name: "nosuch.invalid", IsNotFound: true}}
		c := crawl.Crawler{Transport: web}
		p := only(t, crawlAll(t, &c, "http://nosuch.invalid/"), "http://nosuch.invalid/")
		const want = "crawl: http://nosuch.invalid/: lookup nosuch.invalid: no such host (robots.txt cannot be read, so nothing may be fetched)"
		if p.Err == nil || p.Err.Error() != want || web.dials.Load() != 1 {
			t.Errorf("%v after %d attempts, want %s after 1", p.Err, web.dials.Load(), want)
		}
	})
}

// An origin that is down keeps no other of its host waiting: that of http none
// of https.
func TestOutageOfOneOrigin(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := testsite.New(testsite.Config{Pages: 10, Links: 10})
		half := roundTripFunc(func(req *http.Request) (*http.Response, error) {
			if req.URL.Scheme == "http" {
				return nil, refused
			}
			return web.RoundTrip(req)
		})
		web.Set("h0.test/", testsite.Page("start", "https://h0.test/p/1", "http://h0.test/x", "https://h0.test/p/2", "https://h0.test/p/3"))
		c := crawl.Crawler{Transport: half, Limits: crawl.Limits{Depth: 1}}
		start := time.Now()
		for p, err := range c.Crawl(t.Context(), "https://h0.test/") {
			if err != nil {
				t.Fatal(err)
			}
			if took := time.Since(start); p.OK() && took > time.Minute {
				t.Errorf("%s after %v, want it within seconds", p.URL, took)
			}
		}
	})
}

// Requests that fail at the same time are one failure of the host.
func TestOutageOfManyRequests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := &down{Web: testsite.New(testsite.Config{Hosts: 2, Pages: 20}), host: "h0.test", until: time.Now().Add(500 * time.Millisecond), err: refused}
		f := frontier.New(frontier.Options{PerHost: 8})
		c := crawl.Crawler{Transport: web, Frontier: f, Workers: 8, Delay: crawl.None, IgnoreRobots: true, Limits: crawl.Limits{Depth: 1}}
		start := time.Now()
		for _, p := range crawlAll(t, &c, append([]string{"http://h1.test/"}, manyOf("h0.test", 20)...)...) {
			if !p.OK() {
				t.Errorf("%s: %v", p.URL, p.Err)
			}
		}
		if took := time.Since(start); took > 5*time.Second {
			t.Errorf("an outage of half a second took %v", took)
		}
	})
}
