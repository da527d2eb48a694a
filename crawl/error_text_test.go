package crawl_test

import (
	"bufio"
	"bytes"
	"crypto/tls"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/testpki"
)

// What a server says is in the errors of its URLs once, in a hundred bytes, and can do
// nothing to the terminal that shows it.
func TestErrorTexts(t *testing.T) {
	const longest = 300 // of an error, a line of the log and a reason of the frontier, with a short URL each
	junk := "\x1b]0;title\a\x1b[2J\u202e" + strings.Repeat("x", 60_000)
	names := slices.Repeat([]string{strings.Repeat("x", 300) + "\n\x1b]0;a.test"}, 99)
	certificate := testpki.Server(t, testpki.Authority(t, "nobody", nil, nil), nil, nil, names...).TLS()
	head := func(line string) func(net.Conn) {
		return func(c net.Conn) {
			if _, err := http.ReadRequest(bufio.NewReader(c)); err == nil {
				fmt.Fprintf(c, "%s\r\n\r\n", line)
			}
		}
	}
	for name, answer := range map[string]func(net.Conn){
		"status line":       head("HTTP/1.1 20" + junk),
		"no HTTP":           head(junk),
		"header line":       head("HTTP/1.1 200 OK\r\nX\x00" + junk),
		"Transfer-Encoding": head("HTTP/1.1 200 OK\r\nTransfer-Encoding: " + junk),
		"Content-Length":    head("HTTP/1.1 200 OK\r\nContent-Length: " + junk),
		"two lengths":       head("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6" + strings.Repeat("6", 60_000)),
		"coding":            head("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Encoding: gzip, " + strings.Repeat(junk+",", 4)),
		"Location":          head("HTTP/1.1 302 Found\r\nLocation: http://" + junk + "/"),
		"chunks":            head("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + junk),
		"names of a certificate": func(c net.Conn) {
			_ = tls.Server(c, &tls.Config{Certificates: []tls.Certificate{certificate}}).Handshake()
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newRawServer(t, answer)
			server = "http://" + server
			if strings.Contains(name, "certificate") {
				server = strings.Replace(server, "http://127.0.0.1", "https://localhost", 1)
			}
			var links strings.Builder
			for i := range 50 {
				fmt.Fprintf(&links, "<a href=%s/%d>", server, i)
			}
			site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "text/html")
				fmt.Fprint(w, links.String())
			}))
			defer site.Close()
			var log bytes.Buffer
			var f frontier.Memory
			c := crawl.Crawler{
				Transport: &crawl.Transport{Open: []string{"127.0.0.1", "localhost"}}, Frontier: &f, Delay: crawl.None, Workers: 1,
				Limits: crawl.Limits{Depth: 1, Attempts: 1, HostDown: crawl.None}, Logger: slog.New(slog.NewJSONHandler(&log, nil)),
			}
			failed := 0
			for p, err := range c.Crawl(t.Context(), site.URL) {
				if err != nil {
					t.Fatal(err)
				}
				if p.Err == nil {
					continue
				}
				failed++
				text := p.Err.Error()
				if len(text) > longest || strings.Count(text, "x") > 100 || strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
					t.Errorf("%d bytes: %.400q", len(text), text)
				}
			}
			if failed != 50 {
				t.Errorf("%d URLs failed, want 50", failed)
			}
			if log.Len() > 2*failed*longest {
				t.Errorf("the log has %d bytes", log.Len())
			}
			for failure, err := range f.Failures(t.Context()) {
				if err != nil || len(failure.Reason) > longest {
					t.Errorf("the frontier's reason %.400q, %v", failure.Reason, err)
				}
			}
		})
	}
}

// newRawServer answers each connection by a function and returns its address.
func newRawServer(t *testing.T, answer func(net.Conn)) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				answer(c)
			}()
		}
	}()
	return l.Addr().String()
}
