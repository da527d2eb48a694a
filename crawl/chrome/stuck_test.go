package chrome_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/chrome"
)

// serveRaw answers each connection's first request with bytes, by path, and
// then leaves the connection open until the test ends.
func serveRaw(t *testing.T, answers map[string]string) (address string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	accepted := make(chan struct{})
	go func() {
		defer close(accepted)
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			t.Cleanup(func() { c.Close() })
			go func() {
				req, err := http.ReadRequest(bufio.NewReader(c))
				if err != nil {
					return
				}
				answer, ok := answers[req.URL.Path]
				if !ok {
					answer = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
				}
				_, _ = io.WriteString(c, answer)
			}()
		}
	}()
	t.Cleanup(func() {
		l.Close()
		<-accepted
	})
	return l.Addr().String()
}

func html(header, body string) string {
	return fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n%sContent-Length: %d\r\nConnection: close\r\n\r\n%s", header, len(body), body)
}

// What a page loads may never come, or be a connection that nothing bounds.
func TestAnswersThatDoNotEnd(t *testing.T) {
	t.Parallel()
	const page = `<p>plain</p><script>fetch("/part%s").then((r) => r.text()).finally(() => document.body.append("ended"))</script>`
	answers := map[string]string{
		"/part/101":    "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n",
		"/part/404":    "HTTP/1.1 404 Not Found\r\nContent-Length: 5\r\n\r\n",
		"/part/body":   "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhal",
		"/part/header": "HTTP/1.1 200 OK\r\n",
		"/made":        html("", made),
	}
	for _, part := range []string{"/101", "/404", "/body", "/header"} {
		answers[part] = html("", fmt.Sprintf(page, part))
	}
	site := "http://" + serveRaw(t, answers)
	transport := &crawl.Transport{Open: []string{"127.0.0.1"}}
	defer transport.CloseIdleConnections()
	r := renderer(t, &chrome.Renderer{Transport: transport, Tabs: 4, Limits: chrome.Limits{Time: 8 * time.Second}})
	for url, a := range getAll(t, r, site+"/101", site+"/404", site+"/body", site+"/header") {
		if a.StatusCode != http.StatusOK || !strings.Contains(a.body, "<p>plain</p>") {
			t.Errorf("%s: status %d, reason %q, body %q, want the page", url, a.StatusCode, a.reason, a.body)
		}
	}
	if a := getInTime(t, r, site+"/made"); !a.rendered {
		t.Errorf("the next page: reason %q", a.reason)
	}
}

// stuck is a body that heeds nothing but Close.
type stuck struct {
	once   sync.Once
	closed chan struct{}
}

func (b *stuck) Read([]byte) (int, error) {
	<-b.closed
	return 0, io.ErrClosedPipe
}

func (b *stuck) Close() error {
	b.once.Do(func() { close(b.closed) })
	return nil
}

// The end of the crawl's time for a page ends the reading of its plain answer.
func TestPlainAnswerThatDoesNotEnd(t *testing.T) {
	transport := roundTripper(func(req *http.Request) (*http.Response, error) {
		resp := &http.Response{StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"text/html"}}, Body: &stuck{closed: make(chan struct{})}, Request: req}
		if req.URL.Path == "/robots.txt" {
			resp.StatusCode, resp.Body = http.StatusNotFound, http.NoBody
		}
		return resp, nil
	})
	r := &chrome.Renderer{Transport: transport}
	defer r.Close()
	c := crawl.Crawler{Transport: r, Delay: crawl.None, Limits: crawl.Limits{Time: 100 * time.Millisecond, Attempts: 1}}
	for p, err := range c.Crawl(t.Context(), "http://a.test/") {
		if err != nil {
			t.Fatal(err)
		}
		if p.Err == nil {
			t.Errorf("%s: no error", p.URL)
		}
	}
}

// A crawl closes the body of an answer that comes at the end of its time. A
// plain answer that came before is whole all the same.
func TestPlainAnswerOutlivesItsBody(t *testing.T) {
	body := &untilClosed{Reader: strings.NewReader(made)}
	r := &chrome.Renderer{Path: "/nowhere/chromium", Transport: roundTripper(func(req *http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"text/html"}}, Body: body, Request: req}, nil
	})}
	defer r.Close()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://a.test/", nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := r.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	if err := resp.Body.Close(); err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(resp.Body); err != nil || string(got) != made {
		t.Errorf("body %q, error %v, want the page", got, err)
	}
}

// untilClosed cannot be read once it is closed, as a body of net/http.
type untilClosed struct {
	io.Reader
	closed bool
}

func (b *untilClosed) Read(p []byte) (int, error) {
	if b.closed {
		return 0, http.ErrBodyReadAfterClose
	}
	return b.Reader.Read(p)
}

func (b *untilClosed) Close() error {
	b.closed = true
	return nil
}

// What a server may send in a header must not cost a page its rendering.
func TestOddHeaders(t *testing.T) {
	t.Parallel()
	address := serveRaw(t, map[string]string{
		"/space": html("X A: b\r\n", made),
		"/latin": html("X-A: caf\xe9\r\n", made),
		"/hints": html("Accept-CH: Sec-CH-UA-Model\r\nCritical-CH: Sec-CH-UA-Model\r\n", made),
	})
	// Recorded webs hold what no server can send.
	odd := http.Header{"Content-Type": {"text/html"}, "X-A": {"a\x00b", "a\r\nb: c"}, "": {"x"}, "\xff": {"x"}}
	transport := &crawl.Transport{Open: []string{"127.0.0.1"}}
	defer transport.CloseIdleConnections()
	r := renderer(t, &chrome.Renderer{Limits: chrome.Limits{Time: ample}, Transport: roundTripper(func(req *http.Request) (*http.Response, error) {
		if req.URL.Host == address {
			return transport.RoundTrip(req)
		}
		return &http.Response{StatusCode: http.StatusOK, Header: odd.Clone(), Body: io.NopCloser(strings.NewReader(made)), Request: req}, nil
	})})
	for _, url := range []string{"http://" + address + "/space", "http://" + address + "/latin", "http://" + address + "/hints", "http://recorded.test/"} {
		if a := get(t, r, url); !a.rendered {
			t.Errorf("%s: reason %q", url, a.reason)
		}
	}
}
