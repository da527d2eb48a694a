package crawl_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/testsite"
)

// A door is a gate that a test opens and closes.
type door struct {
	mu     sync.Mutex
	opened chan struct{} // closed while the door is open
}

func (d *door) set(open bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if open {
		close(d.opened)
	} else {
		d.opened = make(chan struct{})
	}
}

func (d *door) gate(ctx context.Context) error {
	d.mu.Lock()
	opened := d.opened
	d.mu.Unlock()
	select {
	case <-opened:
		return nil
	default:
	}
	select {
	case <-opened:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// While the gate is closed no request is made, by workers that wait for their
// host neither, and nothing is lost.
func TestGate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := testsite.New(testsite.Config{Hosts: 3, Pages: 10, Links: 4})
		var d door
		d.set(false)
		d.set(true)
		var f frontier.Memory
		c := crawl.Crawler{Transport: web, Frontier: &f, Gate: d.gate, Workers: 5, Delay: 2 * time.Second}
		go func() {
			time.Sleep(5500 * time.Millisecond) // workers wait for their hosts
			d.set(false)
			synctest.Wait()
			before := len(web.Log())
			time.Sleep(time.Hour)
			if n := len(web.Log()); n != before {
				t.Errorf("%d requests while the gate was closed", n-before)
			}
			if s := stats(t, &f); s.Leased != 0 {
				t.Errorf("%+v, want no lease held while the gate is closed", s)
			}
			d.set(true)
		}()
		begun := time.Now()
		crawlAll(t, &c, web.URL(0, "/"), web.URL(1, "/"), web.URL(2, "/"))
		if s := stats(t, &f); s.Done != 33 || s.Queued != 0 {
			t.Errorf("%+v, want 33 done", s)
		}
		if time.Since(begun) < time.Hour {
			t.Error("the crawl ended while the gate was closed")
		}
	})
}

// A closed gate keeps no crawl from ending with its context.
func TestGateEndsWithTheContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := testsite.New(testsite.Config{})
		var d door
		d.set(false)
		c := crawl.Crawler{Transport: web, Gate: d.gate}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		err := c.Run(ctx, func(context.Context, *crawl.Page) error { return nil }, web.URL(0, "/"))
		if !errors.Is(err, context.DeadlineExceeded) || len(web.Log()) > 0 {
			t.Errorf("Run = %v after %d requests", err, len(web.Log()))
		}
	})
}

func TestGateError(t *testing.T) {
	web := testsite.New(testsite.Config{})
	broken := errors.New("broken")
	c := crawl.Crawler{Transport: web, Gate: func(context.Context) error { return broken }}
	err := c.Run(t.Context(), func(context.Context, *crawl.Page) error { return nil }, web.URL(0, "/"))
	if !errors.Is(err, broken) || !strings.Contains(err.Error(), "Gate") {
		t.Errorf("Run = %v, want the gate's error, named", err)
	}
}

func TestHosts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		web := testsite.New(testsite.Config{Hosts: 2, Pages: 2, Links: 1})
		web.Set(web.Host(1)+"/robots.txt", testsite.Text("User-agent: *\nCrawl-delay: 30\n"))
		c := crawl.Crawler{Transport: web, Workers: 1}
		if h := c.Hosts(10); len(h) > 0 {
			t.Errorf("before the crawl: %v", h)
		}
		var during []crawl.HostState
		for p, err := range c.Crawl(t.Context(), web.URL(0, "/"), web.URL(1, "/")) {
			if err != nil {
				t.Fatal(err)
			}
			if p.URL == web.URL(1, "/") {
				during = c.Hosts(10)
			}
		}
		want := map[string]time.Duration{web.Host(0): time.Second, web.Host(1): 30 * time.Second}
		if len(during) != 2 || during[0].Host != web.Host(1) || during[0].Wait != 30*time.Second {
			t.Errorf("Hosts = %+v, want %s first, which waits", during, web.Host(1))
		}
		for _, h := range during {
			if h.Delay != want[h.Host] || h.Down {
				t.Errorf("Hosts = %+v, want delays %v", h, want)
			}
		}
		if h := c.Hosts(1); len(h) != 1 {
			t.Errorf("Hosts(1) = %v", h)
		}
	})
}
