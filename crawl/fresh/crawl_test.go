package fresh_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/fresh"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/bolt"
)

// site is a small site of which one page changes all the time; that the other shows the time is no change.
func site(t *testing.T) *httptest.Server {
	begun := time.Now()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		switch r.URL.Path {
		case "/":
			fmt.Fprint(w, `<a href="/changing">changing</a> <a href="/still">still</a>`)
		case "/changing":
			n := int(time.Since(begun) / (20 * time.Millisecond))
			fmt.Fprintf(w, `<p>edition %d <a href="/found/%d">more</a>`, n, min(n, 3))
		case "/still":
			fmt.Fprintf(w, "<p>the same at %s", time.Now().Format("2006-01-02 15:04:05.000000000"))
		default:
			fmt.Fprint(w, "<p>found")
		}
	}))
	t.Cleanup(s.Close)
	return s
}

// crawlFresh crawls until so many pages came again, and returns how many of a path did and were changed.
func crawlFresh(t *testing.T, f frontier.Frontier, p *fresh.Policy, want int, seeds ...string) (again, changed map[string]int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	c := crawl.Crawler{Frontier: f, Fresh: p, Transport: http.DefaultTransport, IgnoreRobots: true, Delay: crawl.NoDelay}
	again, changed = map[string]int{}, map[string]int{}
	n := 0
	for page, err := range c.Crawl(ctx, seeds...) {
		if err != nil {
			t.Fatalf("after %d pages that came again: %v", n, err)
		}
		if page.Err != nil {
			t.Fatal(page.Err)
		}
		path := page.URL[strings.LastIndex(page.URL, "/"):]
		if page.Again {
			again[path]++
			n++
		}
		if page.Changed {
			changed[path]++
		}
		if n == want {
			break
		}
	}
	return again, changed
}

// policy has each page of a small site fetched some times a second.
func policy() *fresh.Policy { return &fresh.Policy{Requests: 4e6} }

func TestCrawlInMemory(t *testing.T) {
	s := site(t)
	again, changed := crawlFresh(t, nil, policy(), 30, s.URL+"/")
	if again["/still"] == 0 || again["/changing"] == 0 || changed["/changing"] == 0 || changed["/still"]+changed["/"] > 0 {
		t.Errorf("pages came again: %v, and were changed: %v", again, changed)
	}
}

// A crawl that ended and one whose process died go on with what was known of the pages.
func TestCrawlIsResumed(t *testing.T) {
	s := site(t)
	path := filepath.Join(t.TempDir(), "queue")
	o := bolt.Options{Options: frontier.Options{Refresh: 0.5, Continuous: true}}
	open := func() *bolt.Frontier {
		f, err := bolt.Open(path, o)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	f := open()
	crawlFresh(t, f, policy(), 20, s.URL+"/")
	f.Close()
	for range 2 {
		f = open()
		p := policy()
		again, changed := crawlFresh(t, f, p, 20)
		if changed["/still"]+changed["/"] > 0 || again["/still"] == 0 {
			t.Errorf("pages came again: %v, and were changed: %v", again, changed)
		}
		var visits int
		if _, err := fmt.Sscanf(p.Explain(s.URL+"/still", time.Now())[len("changes every "):], "%s %s seen %d times", new(string), new(string), &visits); err != nil || visits <= again["/still"]+1 {
			t.Errorf("%q after %d visits of this crawl", p.Explain(s.URL+"/still", time.Now()), again["/still"])
		}
		n, err := f.Stats(t.Context())
		if err != nil || n.Due+n.Overdue < 3 {
			t.Errorf("%v, %v", n, err)
		}
		f.Close()
	}
}

func TestRestoreRefuses(t *testing.T) {
	p := policy()
	state := p.Fetched(&crawl.Page{URL: "http://a.test/", Body: []byte("x")}, time.Now()).State
	for n := range len(state) - len("0\x00a.test") {
		if new(fresh.Policy).Restore(state[:n]) == nil {
			t.Errorf("%d bytes of a state are taken", n)
		}
	}
	if err := new(fresh.Policy).Restore(state); err != nil {
		t.Error(err)
	}
}
