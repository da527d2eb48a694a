package dashboard_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/dashboard"
	"github.com/lokman-crawler/lokman/frontier"
)

// chain answers each page with a link to the next, up to /3.
type chain struct{}

func (chain) RoundTrip(r *http.Request) (*http.Response, error) {
	body := `<title>Beans</title>`
	if r.URL.Path < "/3" {
		body += `<a href="/` + string(r.URL.Path[1]+1) + `">more</a>`
	}
	return &http.Response{
		StatusCode: http.StatusOK, ProtoMajor: 1, ProtoMinor: 1, Request: r,
		Header: http.Header{"Content-Type": {"text/html"}}, Body: io.NopCloser(strings.NewReader(body)),
	}, nil
}

// The page says how the crawl ended, and that it goes on when it does.
func TestEnded(t *testing.T) {
	for _, c := range []struct {
		name  string
		pages int
		sink  error
		want  string
	}{
		{"nothing left", crawl.NoLimit, nil, "<b>Ended</b>: <span dir=\"auto\">nothing is left to fetch</span>"},
		{"a limit", 2, nil, "<b>Ended</b>: <span dir=\"auto\">a limit is reached</span>"},
		{"stopped", crawl.NoLimit, context.Canceled, "<b>Ended</b>: <span dir=\"auto\">it was stopped</span>"},
		{"an error", crawl.NoLimit, errors.New("the disk is <full>"), "the disk is &lt;full&gt;</span>"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := frontier.New(frontier.Options{})
			d := &dashboard.Dashboard{Frontier: f, Control: true}
			crawler := &crawl.Crawler{Transport: chain{}, IgnoreRobots: true, Delay: crawl.None, Workers: 1, Frontier: f, Observer: d, Gate: d.Gate, Limits: crawl.Limits{Pages: c.pages}}
			d.Crawler = crawler
			err := crawler.Run(t.Context(), func(context.Context, *crawl.Page) error {
				if got := get(d, "/").Body.String(); strings.Contains(got, "<b>Ended</b>") {
					t.Error("it has ended before its end")
				}
				return c.sink
			}, "http://a.test/1")
			if !errors.Is(err, c.sink) {
				t.Fatal(err)
			}
			if got := get(d, "/").Body.String(); !strings.Contains(got, c.want) || strings.Contains(got, ">Pause<") {
				t.Errorf("the page lacks %s, or can pause:\n%s", c.want, got[strings.Index(got, `id="state"`):][:300])
			}
			d.Observe(crawl.Event{Kind: "request", URL: "http://a.test/1", Host: "a.test"})
			if got := get(d, "/").Body.String(); !strings.Contains(got, "<b>Running</b>") {
				t.Error("it does not go on")
			}
		})
	}
}
