package crawl_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/internal/failure"
	"github.com/lokman-crawler/lokman/frontier"
)

// outages is a web of one host whose paths fail with 503 a number of times.
type outages struct {
	pages map[string]string
	fails map[string]int
	asked map[string]int
}

func (f *outages) RoundTrip(r *http.Request) (*http.Response, error) {
	path := r.URL.Path
	f.asked[path]++
	status, body := http.StatusOK, f.pages[path]
	if f.asked[path] <= f.fails[path] {
		status, body = http.StatusServiceUnavailable, ""
	}
	return &http.Response{
		StatusCode: status, Header: http.Header{"Content-Type": {"text/html"}},
		Body: io.NopCloser(strings.NewReader(body)), Request: r,
	}, nil
}

// The trace of Tran et al. 2001, section 2.1: S7 and S9 fail when they are first
// asked for.
func TestRevisitTrace(t *testing.T) {
	tree := map[int][]int{0: {1, 2}, 1: {3, 4}, 2: {5, 6}, 3: {7, 8}, 4: {9, 10}, 5: {11}, 6: {12}, 9: {13, 14}}
	web := &outages{pages: map[string]string{"/robots.txt": ""}, fails: map[string]int{"/S7": 1, "/S9": 1}, asked: map[string]int{}}
	for n := range 15 {
		var links strings.Builder
		for _, child := range tree[n] {
			fmt.Fprintf(&links, "<a href=/S%d>x</a>", child)
		}
		web.pages[fmt.Sprintf("/S%d", n)] = links.String()
	}
	c := crawl.Crawler{Transport: web, Workers: 1, Delay: crawl.None, Revisit: true}
	var order []string
	for p, err := range c.Crawl(context.Background(), "http://j.test/S0") {
		if err != nil {
			t.Fatal(err)
		}
		order = append(order, strings.TrimPrefix(p.URL, "http://j.test/"))
	}
	want := "S0 S1 S2 S3 S4 S5 S6 S8 S10 S11 S12 S9 S13 S14 S7"
	if got := strings.Join(order, " "); got != want {
		t.Errorf("downloaded\n     %s\nwant %s", got, want)
	}
}

// A page that fails again is handed over with its error and listed for the
// operator; one whose robots.txt failed has not had its chance yet.
func TestRevisitOnce(t *testing.T) {
	web := &outages{
		pages: map[string]string{"/": "<a href=/bad>x</a><a href=/good>x</a>"},
		fails: map[string]int{"/bad": 9, "/robots.txt": 1, "/": 1}, asked: map[string]int{},
	}
	f := frontier.New(frontier.Options{Order: frontier.FIFO})
	c := crawl.Crawler{Transport: web, Frontier: f, Workers: 1, Delay: crawl.None, Revisit: true}
	var order []string
	for p, err := range c.Crawl(context.Background(), "http://j.test/") {
		if err != nil {
			t.Fatal(err)
		}
		var status *failure.StatusError
		order = append(order, fmt.Sprint(p.URL, errors.As(p.Err, &status)))
	}
	if got, want := strings.Join(order, " "), "http://j.test/false http://j.test/goodfalse http://j.test/badtrue"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if web.asked["/bad"] != 2 || web.asked["/good"] != 1 {
		t.Errorf("asked %v", web.asked)
	}
	failures := 0
	for failed := range f.Failures(context.Background()) {
		failures++
		if failed.URL != "http://j.test/bad" || !strings.Contains(failed.Reason, "503") {
			t.Errorf("failed: %+v", failed)
		}
	}
	if failures != 1 {
		t.Errorf("%d failures, want 1", failures)
	}
}
