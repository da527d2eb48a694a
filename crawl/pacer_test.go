package crawl_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/internal/testsite"
)

// timed is a web that notes when it is asked.
type timed struct {
	answer func(url string) (status int, location string)
	takes  time.Duration

	// respond, if set, answers with a Retry-After and a body instead, unless it returns false.
	respond func(u *url.URL) (status int, retryAfter, body string, ok bool)

	mu   sync.Mutex
	asks []ask
}

type ask struct {
	url        string
	start, end time.Time
}

func (w *timed) RoundTrip(req *http.Request) (*http.Response, error) {
	w.mu.Lock()
	i := len(w.asks)
	w.asks = append(w.asks, ask{url: req.URL.String(), start: time.Now()})
	w.mu.Unlock()
	select {
	case <-time.After(w.takes):
	case <-req.Context().Done():
		return nil, req.Context().Err()
	}
	w.mu.Lock()
	w.asks[i].end = time.Now()
	w.mu.Unlock()
	header := http.Header{"Content-Type": {"text/html"}}
	if w.respond != nil {
		if status, retryAfter, body, ok := w.respond(req.URL); ok {
			header.Set("Retry-After", retryAfter)
			return &http.Response{StatusCode: status, Header: header, Body: io.NopCloser(strings.NewReader(body)), ContentLength: -1, Request: req}, nil
		}
	}
	status, location := w.answer(req.URL.String())
	if location != "" {
		header.Set("Location", location)
	}
	return &http.Response{StatusCode: status, Header: header, Body: io.NopCloser(strings.NewReader("<title>page</title>")), ContentLength: -1, Request: req}, nil
}

// checkApart checks that the requests to URLs with a prefix are one after the
// other, with a delay between.
func (w *timed) checkApart(t *testing.T, prefix string, delay time.Duration) (n int) {
	t.Helper()
	var last ask
	for _, a := range w.asks {
		if !strings.HasPrefix(strings.TrimPrefix(strings.TrimPrefix(a.url, "https://"), "http://"), prefix) {
			continue
		}
		if n++; n > 1 && a.start.Sub(last.end) < delay {
			t.Errorf("%s was asked for %v after the end of %s, want at least %v", a.url, a.start.Sub(last.end), last.url, delay)
		}
		last = a
	}
	return n
}

// The robots.txt of a host redirects from http to https, as most do.
func TestPaceOverRobotsRedirect(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := &timed{takes: 70 * time.Millisecond, answer: func(url string) (int, string) {
			if rest, ok := strings.CutPrefix(url, "http://"); ok {
				return 301, "https://" + rest
			}
			if strings.HasSuffix(url, "/robots.txt") {
				return 404, ""
			}
			return 200, ""
		}}
		c := crawl.Crawler{Transport: web}
		crawlAll(t, &c, "http://h.test/", "http://h.test/a", "https://h.test/b")
		// Both robots.txt files, the first by its redirect too, and five pages.
		if n := web.checkApart(t, "h.test/", time.Second); n != 8 {
			t.Errorf("%d requests, want 8", n)
		}
	})
}

// A host wants to be left alone for longer than a worker waits, also between
// the redirects of its robots.txt.
func TestPaceOverRobotsRedirectWithLongDelay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := &timed{answer: func(url string) (int, string) {
			switch url {
			case "https://h.test/robots.txt":
				return 302, "https://h.test/1"
			case "https://h.test/1":
				return 302, "https://h.test/2"
			case "https://h.test/2":
				return 404, ""
			}
			return 200, ""
		}}
		c := crawl.Crawler{Transport: web, Delay: time.Minute}
		if p := only(t, crawlAll(t, &c, "https://h.test/"), "https://h.test/"); !p.OK() {
			t.Errorf("%v", p.Err)
		}
		if n := web.checkApart(t, "h.test/", time.Minute); n != 4 {
			t.Errorf("%d requests, want 4", n)
		}
	})
}

// A worker does not wait between a host's robots.txt and its first page.
func TestPaceOfManyNewHosts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := testsite.New(testsite.Config{Hosts: 200, Pages: 1})
		c := crawl.Crawler{Transport: web, Workers: 2, Delay: 5 * time.Second}
		var seeds []string
		for i := range 200 {
			seeds = append(seeds, web.URL(i, "/"))
		}
		start := time.Now()
		if pages := crawlAll(t, &c, seeds...); len(pages) != 200 {
			t.Errorf("%d pages, want 200", len(pages))
		}
		if took := time.Since(start); took > 8*time.Second {
			t.Errorf("the crawl took %v, want little more than one delay", took)
		}
	})
}

// The robots.txt files of many hosts redirect to one that is slow, to an address of which
// the crawl does not know the file.
func TestPaceOfRobotsVictim(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := &timed{takes: 5 * time.Second, answer: func(url string) (int, string) {
			switch {
			case strings.HasPrefix(url, "http://victim.test/"):
				return 404, ""
			case strings.HasSuffix(url, "/robots.txt"):
				return 302, "http://victim.test/robots.txt?of=all"
			}
			return 200, ""
		}}
		seeds := []string{"http://victim.test/"}
		for i := range 8 {
			seeds = append(seeds, fmt.Sprintf("http://h%d.test/", i))
		}
		c := crawl.Crawler{Transport: web}
		pages := crawlAll(t, &c, seeds...)
		if n := web.checkApart(t, "victim.test/", 5*time.Second); n != 10 {
			t.Errorf("%d requests to the victim, want 10: its page, its robots.txt, and once for each of eight hosts", n)
		}
		for i := range 8 {
			if p := only(t, pages, fmt.Sprintf("http://h%d.test/", i)); !p.OK() {
				t.Errorf("%s: %v", p.URL, p.Err)
			}
		}
	})
}

// HostKey says what is one host to the pacer too: robots.txt files included.
func TestPaceByHostKey(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := &timed{answer: func(url string) (int, string) {
			if strings.HasSuffix(url, "/robots.txt") {
				return 404, ""
			}
			return 200, ""
		}}
		c := crawl.Crawler{Transport: web, HostKey: func(string) string { return "one" }}
		crawlAll(t, &c, "http://a.test/", "http://b.test/", "https://c.test/")
		if n := web.checkApart(t, "", time.Second); n != 6 {
			t.Errorf("%d requests, want 6", n)
		}
	})
}

// Many hosts whose robots.txt redirects to one that is slow, or that wants to be
// left alone for an hour, do not keep the workers from the others.
func TestPaceSparesTheWorkers(t *testing.T) {
	for name, answer := range map[string]func() (int, string, time.Duration){
		"slow":           func() (int, string, time.Duration) { return 404, "", 25 * time.Second },
		"asks for delay": func() (int, string, time.Duration) { return 503, "3600", 0 },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				web := testsite.New(testsite.Config{Pages: 30, Links: 30})
				status, retry, takes := answer()
				victim := testsite.Failure(status, retry)
				victim.Wait = takes
				web.Set("victim.test/robots.txt", victim)
				seeds := []string{"http://h0.test/"}
				for i := range 100 {
					host := fmt.Sprintf("e%d.test", i)
					web.Set(host+"/robots.txt", testsite.Redirect(302, "http://victim.test/robots.txt"))
					web.Set(host+"/", testsite.Page("page"))
					seeds = append(seeds, "http://"+host+"/")
				}
				c := crawl.Crawler{Transport: web}
				start := time.Now()
				var last time.Duration
				for p, err := range c.Crawl(t.Context(), seeds...) {
					if err != nil {
						t.Fatal(err)
					}
					if strings.HasPrefix(p.URL, "http://h0.test/") {
						last = time.Since(start)
					}
				}
				if last > 2*time.Minute {
					t.Errorf("the pages of the host beside them took %v, want half a minute", last)
				}
			})
		})
	}
}

// A turn that nobody took, since the crawl ended while a worker waited for it,
// delays no later request.
func TestPaceAfterTurnGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := &timed{answer: func(string) (int, string) { return 200, "" }}
		c := crawl.Crawler{Transport: web, Delay: 2 * time.Second, Workers: 1}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		for p := range c.Crawl(ctx, "http://h.test/") {
			if p != nil {
				t.Errorf("%s was fetched, want the crawl to end before its turn", p.URL)
			}
		}
		crawlAll(t, &c, "http://h.test/")
		if len(web.asks) != 2 {
			t.Fatalf("%d requests, want 2: robots.txt and the page", len(web.asks))
		}
		if pause := web.asks[1].start.Sub(web.asks[0].end); pause != 2*time.Second {
			t.Errorf("the page was asked for %v after robots.txt, want 2s", pause)
		}
	})
}
