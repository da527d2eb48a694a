package chrome_test

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl/chrome"
)

// A panic in what a Renderer is given, while a page loads, costs the page its
// rendering and no more.
func TestPanics(t *testing.T) {
	t.Parallel()
	const page = `<div id="root"></div><script>fetch("/part.json"); fetch("/part.json", { method: "DELETE" })</script>`
	w := newWeb(map[string]string{"/": page, "/made": made, "/part.json": "{}"})
	var log bytes.Buffer
	r := renderer(t, &chrome.Renderer{
		Transport: roundTripper(func(req *http.Request) (*http.Response, error) {
			if req.URL.Path == "/part.json" {
				panic("a transport's mistake")
			}
			return w.RoundTrip(req)
		}),
		Allow: func(_ context.Context, url string) error {
			if strings.Contains(url, "//rule.test/") {
				panic("a rule's mistake")
			}
			return nil
		},
		Limits: chrome.Limits{Time: ample},
		Logger: slog.New(slog.NewTextHandler(&log, nil)),
	})
	for host, want := range map[string]string{"transport.test": "a transport's mistake", "rule.test": "a rule's mistake"} {
		log.Reset()
		if a := get(t, r, "http://"+host+"/"); a.rendered || a.body != page || !strings.Contains(a.reason, want) {
			t.Errorf("%s: rendered %v, reason %q, body %q, want the plain answer", host, a.rendered, a.reason, a.body)
		}
		if text := log.String(); !strings.Contains(text, want) || !strings.Contains(text, "panic_test.go") {
			t.Errorf("%s: log %q, want the panic with its stack", host, text)
		}
		if a := get(t, r, "http://"+host+"/made"); !a.rendered {
			t.Errorf("%s: the next page: reason %q", host, a.reason)
		}
	}
}
