package chrome

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/lokman-crawler/lokman/crawl"
)

// scripted is a web of one page that needs its scripts.
type scripted struct{}

const needsScripts = "<p>words</p><a href=/x>x</a><script>while(1){}</script>"

func (scripted) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.URL.Path != "/" {
		return &http.Response{StatusCode: http.StatusNotFound, Body: http.NoBody, Request: req}, nil
	}
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"text/html"}}, Body: io.NopCloser(strings.NewReader(needsScripts)), Request: req}, nil
}

// A page that is not rendered in the crawl's time comes as it is, whether another has the
// tab all the time or the page itself does not end.
func TestPlainPageBeforeTheDeadline(t *testing.T) {
	for _, limit := range []time.Duration{time.Second, 5 * time.Second, 15 * time.Second, 30 * time.Second, 10 * time.Minute} {
		synctest.Test(t, func(t *testing.T) {
			r := &Renderer{Transport: scripted{}, Tabs: 1}
			r.init().tabs <- struct{}{}
			defer func() {
				<-r.state.tabs
				r.Close()
			}()
			c := crawl.Crawler{Transport: r, Limits: crawl.Limits{Attempts: 1, Time: limit, Pages: 1}}
			for p, err := range c.Crawl(t.Context(), "http://a.test/") {
				if err != nil {
					t.Fatal(err)
				}
				if ok, why := Rendered(p.Header); ok || !p.OK() || p.Incomplete != nil || string(p.Body) != needsScripts || !strings.Contains(why, "not rendered within") {
					t.Errorf("Limits.Time %v: %q, %v, %v, %q; want the plain page", limit, p.Body, p.Err, p.Incomplete, why)
				}
			}
		})
	}
}

// Nobody waits for a tab that is hard to close.
func TestNobodyWaitsForABusyTab(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a browser")
	}
	t.Parallel()
	r := &Renderer{Transport: scripted{}, NoSandbox: true, Limits: Limits{Time: time.Hour}}
	defer r.Close()
	if err := r.Start(t.Context()); errors.Is(err, ErrNoBrowser) {
		t.Skip(err)
	} else if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://a.test/", nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := r.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if body, err := io.ReadAll(resp.Body); err != nil || string(body) != needsScripts || ctx.Err() != nil {
		t.Errorf("%q, %v, %v; want the plain page in time", body, err, ctx.Err())
	}
}
