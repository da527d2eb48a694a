package crawl_test

import (
	"bufio"
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync/atomic"
	"testing"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"

	"github.com/lokman-crawler/lokman/crawl"
)

// A reluctant server speaks HTTP/2, in which it has a robots.txt and refuses to answer
// for anything else, and HTTP/1.1.
type reluctant struct {
	net.Listener
	refuse            func(f *http2.Framer, stream uint32) error
	refused, answered atomic.Int64
}

func serveReluctantly(t *testing.T, refuse func(*http2.Framer, uint32) error) *reluctant {
	t.Helper()
	config := &tls.Config{Certificates: tlsServer(t).TLS.Certificates, NextProtos: []string{"h2", "http/1.1"}}
	l, err := tls.Listen("tcp", "127.0.0.1:0", config)
	if err != nil {
		t.Fatal(err)
	}
	s := &reluctant{Listener: l, refuse: refuse}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			context.AfterFunc(t.Context(), func() { c.Close() })
			go s.serve(c.(*tls.Conn))
		}
	}()
	return s
}

func (s *reluctant) serve(c *tls.Conn) {
	defer c.Close()
	if c.Handshake() != nil {
		return
	}
	in := bufio.NewReader(c)
	if c.ConnectionState().NegotiatedProtocol == "h2" {
		s.serve2(c, in)
		return
	}
	for {
		if _, err := http.ReadRequest(in); err != nil {
			return
		}
		s.answered.Add(1)
		fmt.Fprint(c, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 4\r\n\r\npage")
	}
}

func (s *reluctant) serve2(c net.Conn, in io.Reader) {
	if _, err := io.ReadFull(in, make([]byte, len(http2.ClientPreface))); err != nil {
		return
	}
	f := http2.NewFramer(c, in)
	f.ReadMetaHeaders = hpack.NewDecoder(4096, nil)
	_ = f.WriteSettings()
	for {
		frame, err := f.ReadFrame()
		if err != nil {
			return
		}
		h, ok := frame.(*http2.MetaHeadersFrame)
		switch {
		case !ok:
		case h.PseudoValue("path") == "/robots.txt":
			_ = f.WriteHeaders(http2.HeadersFrameParam{StreamID: h.StreamID, EndHeaders: true, EndStream: true, BlockFragment: []byte{0x8d}}) // :status 404
		default:
			s.refused.Add(1)
			if s.refuse(f, h.StreamID) != nil {
				return
			}
		}
	}
}

// A server that wants HTTP/1.1 is asked in it, in the same attempt and from then on.
func TestHTTP11Required(t *testing.T) {
	for name, refuse := range map[string]func(f *http2.Framer, stream uint32) error{
		"RST_STREAM": func(f *http2.Framer, stream uint32) error {
			return f.WriteRSTStream(stream, http2.ErrCodeHTTP11Required)
		},
		"GOAWAY": func(f *http2.Framer, _ uint32) error {
			_ = f.WriteGoAway(0, http2.ErrCodeHTTP11Required, nil)
			return io.EOF
		},
		"GOAWAY that counts the stream": func(f *http2.Framer, stream uint32) error {
			_ = f.WriteGoAway(stream, http2.ErrCodeHTTP11Required, nil)
			return io.EOF
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := serveReluctantly(t, refuse)
			c := crawl.Crawler{Delay: crawl.None, Transport: trusting(), Workers: 1, Limits: crawl.Limits{Attempts: 1}}
			base := "https://" + s.Addr().String()
			pages := crawlAll(t, &c, base+"/1", base+"/2", base+"/3")
			for _, p := range pages {
				if p.Err != nil || string(p.Body) != "page" {
					t.Errorf("%s: %v, want the page", p.URL, p.Err)
				}
			}
			if refused, answered := s.refused.Load(), s.answered.Load(); refused > 2 || answered != 3 {
				t.Errorf("%d requests by HTTP/2 and %d by HTTP/1.1, want one or two that were refused, and three", refused, answered)
			}
		})
	}
}

// Another error of HTTP/2 is one.
func TestHTTP2Errors(t *testing.T) {
	s := serveReluctantly(t, func(f *http2.Framer, stream uint32) error {
		return f.WriteRSTStream(stream, http2.ErrCodeInadequateSecurity)
	})
	c := crawl.Crawler{Delay: crawl.None, Transport: trusting(), Limits: crawl.Limits{Attempts: 1}}
	url := "https://" + s.Addr().String() + "/"
	if p := only(t, crawlAll(t, &c, url), url); became(p) != "broken answer" || s.answered.Load() != 0 {
		t.Errorf("%s, %d answers by HTTP/1.1, want the error of HTTP/2", became(p), s.answered.Load())
	}
}
