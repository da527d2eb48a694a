package chrome_test

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/crawl/chrome"
)

// A panic in what a Renderer is given, while a page loads, costs the page its
// rendering and no more.
func TestPanics(t *testing.T) {
	const page = `<div id="root"></div><script>fetch("/part.json"); fetch("/part.json", { method: "DELETE" })</script>`
	w := newWeb(map[string]string{"/": page, "/made": made, "/part.json": "{}"})
	parts := roundTripper(func(req *http.Request) (*http.Response, error) {
		if req.URL.Path == "/part.json" {
			panic("a transport's mistake")
		}
		return w.RoundTrip(req)
	})
	for name, c := range map[string]struct {
		r    *chrome.Renderer
		want string
	}{
		"Transport": {&chrome.Renderer{Transport: parts}, "a transport's mistake"},
		"Allow":     {&chrome.Renderer{Transport: w, Allow: func(context.Context, string) error { panic("a rule's mistake") }}, "a rule's mistake"},
	} {
		t.Run(name, func(t *testing.T) {
			var log bytes.Buffer
			c.r.Limits.Time = 25 * time.Second
			c.r.Logger = slog.New(slog.NewTextHandler(&log, nil))
			r := renderer(t, c.r)
			if a := get(t, r, "http://a.test/"); a.rendered || a.body != page || !strings.Contains(a.reason, c.want) {
				t.Errorf("rendered %v, reason %q, body %q, want the plain answer", a.rendered, a.reason, a.body)
			}
			if text := log.String(); !strings.Contains(text, c.want) || !strings.Contains(text, "panic_test.go") {
				t.Errorf("log %q, want the panic with its stack", text)
			}
			if a := get(t, r, "http://a.test/made"); !a.rendered {
				t.Errorf("the next page: reason %q", a.reason)
			}
		})
	}
}
