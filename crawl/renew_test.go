package crawl_test

import (
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
)

type roundTripFunc func(*http.Request) (*http.Response, error)

func (f roundTripFunc) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// A page that takes longer than a lease is fetched once: its lease is renewed.
func TestSlowPageKeepsItsLease(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		requests := 0
		f := frontier.New(frontier.Options{LeaseTime: time.Second})
		c := crawl.Crawler{
			Frontier: f, Workers: 2, Delay: crawl.NoDelay, IgnoreRobots: true,
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
