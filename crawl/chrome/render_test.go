package chrome_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/chrome"
	"github.com/lokman-crawler/lokman/crawl/robots"
)

// A small shop that is nothing without its scripts.
var shop = map[string]string{
	"/": `<!DOCTYPE html><html><head><title>Shop</title><script src="/app.js"></script></head><body><div id="root"></div></body></html>`,
	"/app.js": `addEventListener("load", async () => {
		const list = await (await fetch("/api/list.json")).json();
		requestAnimationFrame(() => { root.innerHTML = list.map((x) => '<a href="' + x + '">' + x + '</a>').join("") });
	})`,
	"/api/list.json": `["/item/1", "/item/2", "/old"]`,
	"/item/1":        `<!DOCTYPE html><title>One</title><div id="app"></div><script>app.append("the first of them")</script>`,
	"/item/2":        `<!DOCTYPE html><title>Two</title><p>A page without scripts.</p>`,
	"/old":           "redirect /item/3",
	"/item/3":        `<!DOCTYPE html><title>Three</title><body><script>history.pushState(0, "", "/deep/er/"); document.body.innerHTML = '<a href="4">next</a>'</script>`,
	"/deep/er/4":     `<!DOCTYPE html><title>Four</title><p>The last.</p>`,
	"/robots.txt":    "User-agent: *\nDisallow: /private\n",
}

// Links that only scripts make are followed, in a crawl by crawl.Crawler.
func TestCrawl(t *testing.T) {
	t.Parallel()
	w := newWeb(shop)
	r := renderer(t, &chrome.Renderer{Transport: w, Limits: chrome.Limits{Time: ample}})
	c := crawl.Crawler{Transport: r, Workers: 1, Delay: crawl.None}
	var got []string
	for p, err := range c.Crawl(t.Context(), "http://shop.test/") {
		if err != nil {
			t.Fatal(err)
		}
		rendered, reason := chrome.Rendered(p.Header)
		if p.Redirect == "" && rendered != !slices.Contains([]string{"http://shop.test/item/2", "http://shop.test/deep/er/4"}, p.URL) {
			t.Errorf("%s: rendered %v, reason %q", p.URL, rendered, reason)
		}
		if p.Err != nil {
			t.Errorf("%s: %v", p.URL, p.Err)
		}
		got = append(got, p.URL+" "+strings.Join(strings.Fields(p.Document().Text), " "))
	}
	want := []string{
		"http://shop.test/ Shop /item/1/item/2/old",
		"http://shop.test/item/1 One the first of them",
		"http://shop.test/item/2 Two A page without scripts.",
		"http://shop.test/old ",
		"http://shop.test/item/3 Three next",
		"http://shop.test/deep/er/4 Four The last.",
	}
	if !slices.Equal(got, want) {
		t.Errorf("crawled\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if n := w.count("GET http://shop.test/"); n != 1 {
		t.Errorf("the first page was asked for %d times, want once: the browser is given the plain answer", n)
	}
	if n := w.count("GET http://shop.test/robots.txt"); n != 1 {
		t.Errorf("robots.txt was asked for %d times, want once", n)
	}
}

// The rules of a crawl hold for what pages load.
func TestAllow(t *testing.T) {
	t.Parallel()
	rules := robots.Parse([]byte(shop["/robots.txt"]))
	w := newWeb(map[string]string{
		"/": `<script>
			const get = (u) => fetch(u).then((r) => document.body.append(u + " came "), () => document.body.append(u + " failed "));
			onload = () => Promise.all(["/private/x.json", "/public/x.json", "/hop.json"].map(get))</script><body>`,
		"/public/x.json": "{}", "/private/x.json": "{}", "/hop.json": "redirect /private/x.json",
	})
	r := renderer(t, &chrome.Renderer{Transport: w, Limits: chrome.Limits{Time: ample}, Allow: func(ctx context.Context, url string) error {
		if !rules.Allowed("Test", url) {
			return crawl.ErrRobots
		}
		return nil
	}})
	a := get(t, r, "http://a.test/")
	for _, want := range []string{"/private/x.json failed", "/public/x.json came", "/hop.json failed"} {
		if !strings.Contains(a.body, want) {
			t.Errorf("body %q, want %q (%s)", a.body, want, a.reason)
		}
	}
	if n := w.count("GET http://a.test/private/x.json"); n != 0 {
		t.Errorf("what is forbidden was asked for %d times", n)
	}
	if h := a.Header.Get("X-Lokman-Rendered"); !strings.HasPrefix(h, "yes; requests=2; refused=") {
		t.Errorf("header %q, want 2 requests made", h)
	}
}

// A page that is too busy to go on is not at rest.
func TestBusyPage(t *testing.T) {
	t.Parallel()
	w := newWeb(map[string]string{
		"/": `<div id="root"></div><script>onload = () => setTimeout(async () => {
			for (const end = Date.now() + 2000; Date.now() < end;);
			await fetch("/part.json");
			document.body.append("came");
		}, 100)</script>`,
		"/part.json": "{}",
	})
	r := renderer(t, &chrome.Renderer{Transport: w, Limits: chrome.Limits{Time: ample}})
	if a := get(t, r, "http://a.test/"); !strings.HasSuffix(a.body, "came</body></html>") {
		t.Errorf("reason %q, body %q", a.reason, a.body)
	}
}

// The answer keeps its status and header and names what scripts did with it.
func TestAnswer(t *testing.T) {
	t.Parallel()
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	io.WriteString(z, "<meta charset=iso-8859-1><body><script>document.body.append('\xe9 '+navigator.userAgent); location='/next?a=b'</script>")
	z.Close()
	zipped.WriteString("\n") // as some servers do, and browsers leave it out
	transport := roundTripper(func(req *http.Request) (*http.Response, error) {
		return &http.Response{
			Status: "203 Some", StatusCode: 203, Proto: "HTTP/2.0", ProtoMajor: 2, Request: req, ContentLength: int64(zipped.Len()),
			Header: http.Header{
				"Content-Type": {"text/html;; charset=iso-8859-1; charset=utf-8"}, "Content-Encoding": {"gzip"}, "Content-Length": {"1"},
				"Etag": {`"x"`}, "X-Robots-Tag": {"nofollow"}, "X-Lokman-Rendered": {"no; a lie"}, "Refresh": {"9; url=/lie"},
			},
			Body: io.NopCloser(bytes.NewReader(zipped.Bytes())),
		}, nil
	})
	r := renderer(t, &chrome.Renderer{Transport: transport, Always: true, Limits: chrome.Limits{Time: ample}})
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://a.test/", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("User-Agent", "Test/1.0")
	req.Header.Set("Accept-Encoding", "gzip, br")
	resp, err := r.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(body, []byte("é Test/1.0")) || int64(len(body)) != resp.ContentLength {
		t.Errorf("body %q, length %d", body, resp.ContentLength)
	}
	want := http.Header{
		"Content-Type": {"text/html; charset=utf-8"}, "Etag": {`"x"`}, "X-Robots-Tag": {"nofollow"},
		"X-Lokman-Rendered": {"yes; requests=0; refused=0; bytes=0"}, "Refresh": {"0; url=http://a.test/next?a=b"},
	}
	for name := range resp.Header {
		if resp.Header.Get(name) != want.Get(name) && name != "X-Lokman-Rendered" {
			t.Errorf("%s: %q, want %q", name, resp.Header.Get(name), want.Get(name))
		}
	}
	if rendered, reason := chrome.Rendered(resp.Header); !rendered || resp.StatusCode != 203 || resp.Request != req {
		t.Errorf("status %d, rendered %v, reason %q", resp.StatusCode, rendered, reason)
	}
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

// Where rendering is not possible or not wanted, the plain answer comes as it
// was, with the reason.
func TestPlainAnswers(t *testing.T) {
	w := newWeb(map[string]string{
		"/text.txt": "plain", "/static": "<p>hello", "/long": made + strings.Repeat("x", 5000), "/moved": "redirect /static", "/app": made,
	})
	r := &chrome.Renderer{Transport: w, Path: "/nowhere/chromium", Limits: chrome.Limits{Page: 4000}}
	defer r.Close()
	for path, want := range map[string]string{
		"/text.txt": "it is not HTML",
		"/static":   "it has no scripts",
		"/long":     "it is longer than 4000 bytes",
		"/moved":    "status 302",
		"/missing":  "status 404",
		"/app":      "no Chrome or Chromium found",
	} {
		a := get(t, r, "http://a.test"+path)
		if body := w.pages[path]; a.rendered || !strings.Contains(a.reason, want) || a.body != body && !strings.HasPrefix(body, "redirect") {
			t.Errorf("%s: rendered %v, reason %q, want %q; body %.50q", path, a.rendered, a.reason, want, a.body)
		}
	}
	if err := r.Start(t.Context()); !errors.Is(err, chrome.ErrNoBrowser) {
		t.Errorf("Start: %v, want ErrNoBrowser", err)
	}
	r.Close()
	if err := r.Start(t.Context()); err == nil || err.Error() != "chrome: the renderer is closed" {
		t.Errorf("Start once closed: %v", err)
	}
	if a := get(t, r, "http://a.test/app"); a.rendered || a.body != made {
		t.Errorf("once closed: rendered %v, body %q", a.rendered, a.body)
	}
}

// A browser starts however long the path of the directory for temporary files is.
func TestLongPath(t *testing.T) {
	dir := filepath.Join(t.TempDir(), strings.Repeat("x", 200))
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TMPDIR", dir)
	t.Cleanup(func() {
		if left := leftBehind(); left != "" {
			t.Error("left behind:", left)
		}
	})
	r := renderer(t, &chrome.Renderer{Transport: newWeb(map[string]string{"/": made}), Limits: chrome.Limits{Time: ample}})
	if a := get(t, r, "http://a.test/"); !a.rendered {
		t.Errorf("reason %q", a.reason)
	}
}

// A browser that is not one, and one that ends at once.
func TestNotABrowser(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	program := filepath.Join(t.TempDir(), "chromium")
	if err := os.WriteFile(program, []byte("#!/bin/sh\necho cannot start here >&2\nexit 1\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	r := &chrome.Renderer{Transport: newWeb(map[string]string{"/": made}), Path: program, NoSandbox: true}
	defer r.Close()
	if a := get(t, r, "http://a.test/"); a.rendered || a.body != made || !strings.Contains(a.reason, "cannot start here") {
		t.Errorf("rendered %v, reason %q, body %q, want what the program said", a.rendered, a.reason, a.body)
	}
}

// An end of the request or of the renderer ends what is being rendered, and a
// browser that dies is replaced.
func TestEnds(t *testing.T) {
	w := newWeb(map[string]string{"/loop": "<script>for (;;) {}</script>", "/made": made})
	r := renderer(t, &chrome.Renderer{Transport: w, Limits: chrome.Limits{Time: ample}})
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	if a, err := ask(ctx, r, "http://a.test/loop"); err != nil || a.body != w.pages["/loop"] || !strings.Contains(a.reason, "deadline") {
		t.Errorf("at its deadline: error %v, reason %q, body %q, want the plain answer", err, a.reason, a.body)
	}
	ctx, cancel = context.WithCancel(t.Context())
	defer time.AfterFunc(time.Second, cancel).Stop()
	if _, err := ask(ctx, r, "http://a.test/loop"); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: error %v", err)
	}
	for range 2 {
		if a := get(t, r, "http://a.test/made"); !a.rendered {
			t.Errorf("reason %q", a.reason)
		}
		kill(t)
	}
	closing := time.AfterFunc(time.Second, r.Close)
	defer closing.Stop()
	if a := get(t, r, "http://a.test/loop"); a.rendered || !strings.Contains(a.reason, "closed") {
		t.Errorf("rendered %v, reason %q, want it closed", a.rendered, a.reason)
	}
}

// The context that a renderer is started with closes it.
func TestStartContext(t *testing.T) {
	r := renderer(t, &chrome.Renderer{Transport: newWeb(map[string]string{"/": made})})
	ctx, cancel := context.WithCancel(t.Context())
	if err := r.Start(ctx); err != nil {
		t.Fatal(err)
	}
	cancel()
	for len(running()) > 0 {
		time.Sleep(10 * time.Millisecond)
	}
	if a := get(t, r, "http://a.test/"); a.rendered {
		t.Error("rendered after the end of the context")
	}
}

// A program that is killed takes its browser along.
func TestKilled(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("looks at /proc")
	}
	renderer(t, &chrome.Renderer{}).Close() // skips where there is no browser
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	// It leaves its files. Their path must be short: Chrome puts a socket there.
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	cmd := exec.CommandContext(t.Context(), program)
	cmd.Env = append(os.Environ(), "LOKMAN_CHROME_WAIT=1", "TMPDIR="+dir)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := out.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	if len(running()) == 0 {
		t.Fatal("no browser is running")
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // killed
	for len(running()) > 0 {
		time.Sleep(10 * time.Millisecond)
	}
}
