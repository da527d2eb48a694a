package chrome_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/chrome"
)

// A crawl bounds the connections of its own request, not those of what the
// page loads, and its rules hold for that.
func TestManyRequests(t *testing.T) {
	t.Parallel()
	const many = 50
	var parts, private atomic.Int64
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/robots.txt":
			fmt.Fprint(w, "User-agent: *\nDisallow: /private\n")
		case r.URL.Path == "/":
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprintf(w, `<div id="root"></div><script>
				const part = (i) => fetch("/part/" + i).then((r) => r.text());
				const all = [...Array(%d).keys()].map(part);
				onload = async () => {
					root.append((await Promise.all(all)).join(""), " ");
					root.append(await fetch("/private").then(() => "came", () => "refused"));
				}</script>`, many)
		case strings.HasPrefix(r.URL.Path, "/part/"):
			parts.Add(1)
			w.Header().Set("Connection", "close") // a connection for each
			fmt.Fprint(w, "x")
		default:
			private.Add(1)
		}
	}))
	defer s.Close()
	transport := &crawl.Transport{Open: []string{"127.0.0.1"}}
	defer transport.CloseIdleConnections()
	var c crawl.Crawler
	c.Transport = renderer(t, &chrome.Renderer{Transport: transport, Allow: c.Allowed, Limits: chrome.Limits{Time: ample}})
	for p, err := range c.Crawl(t.Context(), s.URL+"/") {
		if err != nil {
			t.Fatal(err)
		}
		rendered, reason := chrome.Rendered(p.Header)
		if text, want := p.Document().Text, strings.Repeat("x", many)+" refused"; !rendered || p.Err != nil || strings.TrimSpace(text) != want {
			t.Errorf("error %v, rendered %v, reason %q, text %q, want %q", p.Err, rendered, reason, text, want)
		}
	}
	if parts.Load() != many || private.Load() != 0 {
		t.Errorf("%d parts and %d forbidden ones were asked for, want %d and none", parts.Load(), private.Load(), many)
	}
	if n := c.Stats().Requests; n != 2+many {
		t.Errorf("the crawl counts %d requests, want the page, robots.txt and %d parts", n, many)
	}
}

// A page may post to its own site, and to no other by way of this machine.
func TestPost(t *testing.T) {
	t.Parallel()
	w := newWeb(map[string]string{
		"/": `<script>
			const post = (u) => fetch(u, { method: "POST", mode: "no-cors", body: "x" }).then(() => document.body.append(u + " came "), () => document.body.append(u + " failed "));
			onload = () => Promise.all(["/api.json", "http://b.test/other", "https://a.test/other", "http://a.test:8080/other", "/hop.json"].map(post))</script><body>`,
		"/api.json": "{}", "/other": "{}", "/hop.json": "redirect http://b.test/other",
	})
	w.status = map[string]int{"/hop.json": http.StatusTemporaryRedirect} // keeps the method
	r := renderer(t, &chrome.Renderer{Transport: w, Limits: chrome.Limits{Time: ample}})
	a := get(t, r, "http://a.test/")
	for _, want := range []string{"/api.json came", "http://b.test/other failed", "https://a.test/other failed", "http://a.test:8080/other failed", "/hop.json failed"} {
		if !strings.Contains(a.body, want) {
			t.Errorf("body %q, want %q (%s)", a.body, want, a.reason)
		}
	}
	for _, asked := range w.asked {
		if strings.Contains(asked, "/other") {
			t.Errorf("asked for %s", asked)
		}
	}
	if w.count("POST http://a.test/api.json") != 1 || w.count("POST http://a.test/hop.json") != 1 {
		t.Errorf("asked for %q, want the page's own posts", w.asked)
	}
}
