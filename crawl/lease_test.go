package crawl_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/frontier/bolt"
	"github.com/lokman-crawler/lokman/internal/testsite"
)

type roundTripFunc func(*http.Request) (*http.Response, error)

func (f roundTripFunc) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// A page that takes longer than a lease is fetched once: its lease is renewed.
func TestSlowPageKeepsItsLease(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		requests := 0
		f := frontier.New(frontier.Options{LeaseTime: time.Second})
		c := crawl.Crawler{
			Frontier: f, Workers: 2, Delay: crawl.None, IgnoreRobots: true,
			Transport: roundTripFunc(func(*http.Request) (*http.Response, error) {
				requests++
				time.Sleep(5 * time.Second)
				return &http.Response{StatusCode: 200, Body: http.NoBody, Header: http.Header{}}, nil
			}),
		}
		for p, err := range c.Crawl(t.Context(), "http://a.test/") {
			if err != nil || p.Err != nil {
				t.Fatal(err, p.Err)
			}
			time.Sleep(5 * time.Second)
		}
		if requests != 1 {
			t.Errorf("%d requests, want 1", requests)
		}
		if s, _ := f.Stats(t.Context()); s.Done != 1 {
			t.Errorf("stats %+v, want one done", s)
		}
	})
}

// dying is set in a process that dies with one page.
const dying = "LOKMAN_TEST_DYING"

// A process that dies with a page has other pages in flight each time. These
// are not taken for its cause.
func TestProcessDiesWithPage(t *testing.T) {
	path := os.Getenv(dying)
	if path == "" {
		path = filepath.Join(t.TempDir(), "crawl.db")
		for starts := 0; ; starts++ {
			if starts > 20 {
				t.Fatal("the process dies again and again")
			}
			child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestProcessDiesWithPage$")
			child.Env = append(os.Environ(), dying+"="+path)
			if out, err := child.CombinedOutput(); err == nil {
				break
			} else if !errors.As(err, new(*exec.ExitError)) {
				t.Fatal(err, string(out))
			}
		}
	}
	f, err := bolt.Open(path, bolt.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if os.Getenv(dying) != "" {
		crawlAndDie(t, f)
		return
	}
	for x, err := range f.Failures(t.Context()) {
		if err != nil || x.URL != "http://h3.test/" || crawl.FailureCause(x) != "attempts" {
			t.Errorf("%+v, %v, want only the page with which the process dies", x, err)
		}
	}
	if n := stats(t, f); n.Done != 15 || n.Dead != 1 {
		t.Errorf("%+v, want all but one of 16 pages", n)
	}
}

func crawlAndDie(t *testing.T, f frontier.Frontier) {
	var seeds []string
	for i := range 16 {
		seeds = append(seeds, fmt.Sprintf("http://h%d.test/", i))
	}
	c := crawl.Crawler{Transport: testsite.New(testsite.Config{Hosts: 16}), Frontier: f, Workers: 16, Delay: crawl.None, Limits: crawl.Limits{Depth: 1}, Scope: func(string) error { return errors.New("seeds alone") }}
	err := c.Run(t.Context(), func(_ context.Context, p *crawl.Page) error {
		if p.URL == "http://h3.test/" && p.Err == nil {
			os.Exit(3)
		}
		return nil
	}, seeds...)
	if err != nil {
		t.Fatal(err)
	}
}

// forgetter is a strategy that notes what it is told of its pages.
type forgetter struct {
	crawl.BreadthFirst
	told *[]string
}

func (f forgetter) Acknowledge(url string) { *f.told = append(*f.told, "acknowledged "+url) }
func (f forgetter) Forget(url string)      { *f.told = append(*f.told, "lost "+url) }

// A strategy is not to forget a page whose lease was lost to another worker of its
// own process: that one acknowledges it, or loses its lease as well.
func TestLostToOwnWorker(t *testing.T) {
	for _, c := range []struct {
		sink []time.Duration // how long it takes, by turns
		want []string
	}{
		{[]time.Duration{1500 * time.Millisecond, 700 * time.Millisecond}, []string{"acknowledged http://a.test/"}},
		{[]time.Duration{1500 * time.Millisecond, 1500 * time.Millisecond, 0}, []string{"acknowledged http://a.test/", "lost http://a.test/"}},
	} {
		synctest.Test(t, func(t *testing.T) {
			var told []string
			queue := struct{ frontier.Frontier }{frontier.New(frontier.Options{Order: frontier.FIFO, LeaseTime: time.Second})} // without Renew
			web := roundTripFunc(func(*http.Request) (*http.Response, error) {
				return &http.Response{StatusCode: 200, Body: http.NoBody, Header: http.Header{}}, nil
			})
			turns := make(chan time.Duration, 9)
			for _, d := range c.sink {
				turns <- d
			}
			close(turns)
			crawler := crawl.Crawler{Strategy: forgetter{told: &told}, Frontier: queue, Transport: web, Workers: len(c.sink), Delay: crawl.None, IgnoreRobots: true}
			if err := crawler.Run(t.Context(), func(context.Context, *crawl.Page) error {
				time.Sleep(<-turns)
				return nil
			}, "http://a.test/"); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, told); diff != "" {
				t.Errorf("sinks that take %v (-want +got):\n%s", c.sink, diff)
			}
		})
	}
}
