package testsite_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/internal/testsite"
)

// A path gives the same answer over sockets and without.
func TestSocketsAndRoundTripperAgree(t *testing.T) {
	answers := map[string]testsite.Answer{
		"/page":   testsite.Page("a <page>", "/x", "http://a.test/?a=1&b=2"),
		"/typed":  {Type: "image/png", Body: []byte("png")},
		"/bare":   {Type: testsite.NoType, Body: []byte("bare")},
		"/empty":  {Status: 204},
		"/busy":   testsite.Failure(503, "120"),
		"/moved":  testsite.Redirect(301, "/page"),
		"/packed": testsite.Page("packed").Gzip(),
		"/often":  {Body: []byte("abc"), Times: 1000},
		"/cut":    {Body: []byte("abc"), Cut: true},
		"/reset":  {Reset: true},
		"/slow":   {Body: []byte("slow"), Wait: time.Millisecond, Stall: time.Millisecond},
		"/under/": testsite.Text("a folder"),
	}
	build := func() *testsite.Web {
		web := testsite.New(testsite.Config{Seed: 1, Hosts: 2, Pages: 10, Robots: "User-agent: *\n"})
		for path, a := range answers {
			web.Set(path, a)
		}
		return web
	}
	without, over := build(), build()
	defer over.Close()
	if err := over.Listen(); err != nil {
		t.Fatal(err)
	}
	transport := &http.Transport{DisableCompression: true, DisableKeepAlives: true}
	paths := []string{"/", "/p/1", "/p/9", "/p/10", "/p/x", "/private/3", "/robots.txt", "/under/a/b", "/nowhere"}
	for path := range answers {
		paths = append(paths, path)
	}
	for _, path := range paths {
		a, b := ask(t, without, without.URL(1, path)), ask(t, transport, over.URL(1, path))
		for h := range 2 { // pages link to other hosts by their names
			b = strings.ReplaceAll(b, over.Host(h), without.Host(h))
		}
		if diff := cmp.Diff(a, b); diff != "" {
			t.Errorf("%s: answers differ (-without sockets +over sockets):\n%s", path, diff)
		}
	}
	if a, b := len(without.Log()), len(over.Log()); a != len(paths) || b != len(paths) {
		t.Errorf("the logs have %d and %d requests, want %d", a, b, len(paths))
	}
}

// ask returns the answer of a server as one string.
func ask(t *testing.T, rt http.RoundTripper, url string) string {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := rt.RoundTrip(req)
	if err != nil {
		return "no answer"
	}
	defer resp.Body.Close()
	var body bytes.Buffer
	_, err = body.ReadFrom(resp.Body)
	if err != nil && err != io.ErrUnexpectedEOF {
		t.Errorf("%s: body: %v", url, err)
	}
	h := resp.Header
	return fmt.Sprintf("%d %q %q %q %q, cut: %v, %s", resp.StatusCode, h.Get("Content-Type"), h.Get("Content-Encoding"),
		h.Get("Location"), h.Get("Retry-After"), err != nil, &body)
}

func TestAllPagesCanBeReached(t *testing.T) {
	web := testsite.New(testsite.Config{Seed: 4, Hosts: 6, Pages: 33, Links: 2})
	found := map[string]bool{web.URL(0, "/"): true}
	for todo := []string{web.URL(0, "/")}; len(todo) > 0; todo = todo[1:] {
		host := todo[0][:strings.Index(todo[0][len("http://"):], "/")+len("http://")]
		for _, part := range strings.Split(ask(t, web, todo[0]), `href="`)[1:] {
			link, _, _ := strings.Cut(part, `"`)
			if strings.HasPrefix(link, "/") {
				link = host + link
			}
			if !found[link] {
				found[link] = true
				todo = append(todo, link)
			}
		}
	}
	for _, url := range web.URLs() {
		if !found[url] {
			t.Errorf("%s cannot be reached from the first page", url)
		}
	}
}
