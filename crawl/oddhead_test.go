package crawl_test

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync/atomic"
	"testing"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/internal/failure"
)

// A wire answers requests with bytes as they are.
type wire struct {
	net.Listener
	connections, requests atomic.Int64
}

// serveWire answers by the path of each request, on connections that stay as long as the
// answers let them. With a configuration it speaks TLS.
func serveWire(t *testing.T, config *tls.Config, answers map[string]string) *wire {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if config != nil {
		l = tls.NewListener(l, config)
	}
	w := &wire{Listener: l}
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(func() { cancel(); l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			w.connections.Add(1)
			context.AfterFunc(ctx, func() { c.Close() })
			go w.answer(c, answers)
		}
	}()
	return w
}

func (w *wire) answer(c net.Conn, answers map[string]string) {
	defer c.Close()
	in := bufio.NewReader(c)
	for {
		req, err := http.ReadRequest(in)
		if err != nil {
			return
		}
		w.requests.Add(1)
		a, ok := answers[req.URL.Path]
		if !ok {
			a = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
		}
		if _, err := io.WriteString(c, a); err != nil {
			return
		}
	}
}

const (
	oddBody = "<html><title>T</title><a href=/x>x</a>"
	oddType = "Content-Type: text/html\r\n"
)

var (
	oddLength = fmt.Sprintf("Content-Length: %d\r\n", len(oddBody))
	oddHead   = "http/1.1 200OK\r\n" + oddType + "no colon\r\n" + oddLength + "\r\n"
	goodHead  = "HTTP/1.1 200 OK\r\n" + oddType + oddLength + "\r\n"
)

// A head that browsers read is that of a page: of any server, with TLS and without, and
// of a robots.txt, which else would close the site.
func TestOddHeads(t *testing.T) {
	certificate := tlsServer(t).TLS.Certificates
	for _, c := range []struct {
		name   string
		config *tls.Config
	}{
		{"plain", nil},
		{"TLS", &tls.Config{Certificates: certificate}},
		{"TLS with ALPN", &tls.Config{Certificates: certificate, NextProtos: []string{"http/1.1"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			robots := "HTTP/1.1 200 OK\r\nHTTP/1.1 200 OK\r\nContent-Length: 36\r\n\r\nUser-agent: *\nDisallow: /forbidden\n\n\n"
			w := serveWire(t, c.config, map[string]string{"/robots.txt": robots, "/p": oddHead + oddBody, "/forbidden": goodHead + oddBody})
			base := "http://" + w.Addr().String()
			if c.config != nil {
				base = "https" + base[len("http"):]
			}
			crawler := crawl.Crawler{Delay: crawl.None, Transport: trusting(), Limits: crawl.Limits{Attempts: 1}}
			pages := crawlAll(t, &crawler, base+"/p", base+"/forbidden")
			if p := only(t, pages, base+"/p"); p.Err != nil || string(p.Body) != oddBody || len(p.Document().Links) != 1 {
				t.Errorf("%v, body %q, want the page with its link", p.Err, p.Body)
			}
			if p := only(t, pages, base+"/forbidden"); became(p) != "robots" {
				t.Errorf("%v, want what robots.txt says", p.Err)
			}
		})
	}
}

// A connection on which a head was odd is not used again, any other is.
func TestOddHeadsLastConnections(t *testing.T) {
	for _, c := range []struct {
		head        string
		connections int64
	}{{goodHead, 1}, {oddHead, 4}} {
		w := serveWire(t, nil, map[string]string{"/": c.head + oddBody})
		transport := trusting()
		for range 4 {
			req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+w.Addr().String()+"/", nil)
			if err != nil {
				t.Fatal(err)
			}
			resp, err := transport.RoundTrip(req)
			if err != nil {
				t.Fatal(err)
			}
			if body, err := io.ReadAll(resp.Body); string(body) != oddBody || err != nil || resp.StatusCode != 200 {
				t.Errorf("status %d, body %q, error %v", resp.StatusCode, body, err)
			}
			resp.Body.Close()
		}
		transport.CloseIdleConnections()
		if n := w.connections.Load(); n != c.connections {
			t.Errorf("%q: 4 answers on %d connections, want %d", c.head, n, c.connections)
		}
	}
}

// An answer through TLS says so, whichever HTTP it is of, and through a proxy as well.
func TestTLSOfAnswers(t *testing.T) {
	h2 := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, r.Proto) }))
	h2.EnableHTTP2 = true
	h2.StartTLS()
	defer h2.Close()
	h1 := tlsServer(t)
	proxied := trusting()
	proxied.Proxy = http.ProxyURL(tunnel(t))
	for _, c := range []struct {
		transport *crawl.Transport
		url, want string
	}{
		{trusting(), h2.URL, "HTTP/2.0"},
		{trusting(), h1.URL, "HTTP/1.1"},
		{proxied, h2.URL, "HTTP/2.0"},
		{proxied, h1.URL, "HTTP/1.1"},
	} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, c.url, nil)
		if err != nil {
			t.Fatal(err)
		}
		resp, err := c.transport.RoundTrip(req)
		if err != nil {
			t.Errorf("%s: %v", c.want, err)
			continue
		}
		body, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		c.transport.CloseIdleConnections()
		if resp.TLS == nil || len(resp.TLS.PeerCertificates) == 0 || resp.Request != req || string(body) != c.want {
			t.Errorf("%s: TLS %v, request %v, want the certificate and the request", body, resp.TLS, resp.Request == req)
		}
	}
}

// A handshake that the other side leaves alone ends by itself.
func TestTLSHandshakeTime(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for 10 s")
	}
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	c := crawl.Crawler{Transport: trusting(), IgnoreRobots: true, Limits: crawl.Limits{Time: crawl.NoLimit, Attempts: 1}}
	url := "https://" + l.Addr().String() + "/"
	var tlsErr *failure.TLSError
	if p := only(t, crawlAll(t, &c, url), url); !errors.As(p.Err, &tlsErr) || tlsErr.Why != "the handshake took too long" {
		t.Errorf("%v, want a TLSError", p.Err)
	}
}

// trusting returns a transport that asks loopback and takes any certificate.
func trusting() *crawl.Transport {
	return &crawl.Transport{Open: []string{"127.0.0.1"}, TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}
}

func tlsServer(t *testing.T) *httptest.Server {
	s := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, r.Proto) }))
	t.Cleanup(s.Close)
	return s
}

// tunnel is a proxy for CONNECT alone.
func tunnel(t *testing.T) *url.URL {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		to, err := net.Dial("tcp", r.Host)
		if err != nil || r.Method != http.MethodConnect {
			http.Error(w, "no", http.StatusBadGateway)
			return
		}
		from, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			return
		}
		_, _ = io.WriteString(from, "HTTP/1.1 200 Connection established\r\n\r\n")
		context.AfterFunc(t.Context(), func() { from.Close(); to.Close() })
		go func() { _, _ = io.Copy(to, from); to.Close() }()
		go func() { _, _ = io.Copy(from, to); from.Close() }()
	}))
	t.Cleanup(s.Close)
	at, err := url.Parse(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	return at
}
