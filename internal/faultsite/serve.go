package faultsite

import (
	"bufio"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"strings"
	"time"
)

// counting counts the connections of a listener and what is written to them.
type counting struct {
	net.Listener
	server *Server
}

func (l counting) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	// What the system buffers would count as gone.
	_ = c.(*net.TCPConn).SetWriteBuffer(64 << 10)
	l.server.counts.connections.Add(1)
	return &counted{Conn: c, server: l.server}, nil
}

type counted struct {
	net.Conn
	server *Server
}

func (c *counted) Write(p []byte) (int, error) {
	n, err := c.Conn.Write(p)
	c.server.counts.bytes.Add(int64(n))
	return n, err
}

// abort has the other side read a reset.
func (c *counted) abort() {
	_ = c.Conn.(*net.TCPConn).SetLinger(0)
	c.Conn.Close()
}

func (s *Server) serve(f fault) {
	if f.page != nil {
		server := &http.Server{
			Handler:  http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.answer(f, w, r) }),
			ErrorLog: log.New(io.Discard, "", 0), // it is all on purpose
		}
		s.stop = func() { _ = server.Close() }
		s.serving.Go(func() { _ = server.Serve(s.listener) }) // ends with ErrServerClosed
		return
	}
	s.stop = func() { _ = s.listener.Close() }
	s.serving.Go(func() {
		for {
			c, err := s.listener.Accept()
			if err != nil {
				return
			}
			if s.track(c) {
				s.serving.Go(func() {
					defer s.untrack(c)
					s.converse(f, c)
				})
			}
		}
	})
}

func (s *Server) track(c net.Conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		c.Close()
		return false
	}
	s.open[c] = true
	return true
}

func (s *Server) untrack(c net.Conn) {
	c.Close()
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.open, c)
}

// A visit is a request to a page of a fault.
type visit struct {
	http.ResponseWriter
	r      *http.Request
	server *Server
	nth    int64 // request of the server, from 1
}

func (s *Server) answer(f fault, w http.ResponseWriter, r *http.Request) {
	n := s.counts.requests.Add(1)
	if r.URL.Path == "/robots.txt" && !f.robots {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	f.page(&visit{w, r, s, n})
}

// trespass notes that the page should not have been asked for.
func (v *visit) trespass() { v.server.counts.trespasses.Add(1) }

func (v *visit) set(key, value string) { v.Header().Set(key, value) }

func (v *visit) print(format string, args ...any) {
	fmt.Fprintf(v.ResponseWriter, format, args...)
}

// page writes an HTML page with links.
func (v *visit) page(title string, links ...string) {
	v.print("<!DOCTYPE html><title>%s</title>\n", title)
	for _, l := range links {
		v.print("<p><a href=\"%s\">%s</a></p>\n", strings.ReplaceAll(l, "&", "&amp;"), title)
	}
}

// redirect answers with a Location that is sent as it is.
func (v *visit) redirect(status int, to string) {
	v.Header()["Location"] = []string{to}
	v.WriteHeader(status)
}

// flush sends what was written so far.
func (v *visit) flush() { _ = http.NewResponseController(v.ResponseWriter).Flush() }

// sleep waits, and reports whether the client is still there.
func (v *visit) sleep(d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-v.r.Context().Done():
		return false
	}
}

// A wire is a connection on which a fault writes what it likes.
type wire struct {
	net.Conn
	in     *bufio.Reader
	server *Server
}

// converse reads one request of a raw fault and lets it answer.
func (s *Server) converse(f fault, c net.Conn) {
	w := &wire{c, bufio.NewReader(c), s}
	if f.conn != nil {
		f.conn(w)
		return
	}
	req, err := http.ReadRequest(w.in)
	if err != nil {
		return
	}
	s.counts.requests.Add(1)
	if req.URL.Path == "/robots.txt" && !f.robots {
		w.send("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
		return
	}
	f.raw(w, req)
}

// send writes text and reports whether it left.
func (w *wire) send(text string) bool {
	_, err := io.WriteString(w.Conn, text)
	return err == nil
}

// flood writes a text again and again until the other side has enough.
func (w *wire) flood(text string) {
	for w.send(text) {
	}
}

// stall says nothing until the other side goes away.
func (w *wire) stall() { _, _ = io.Copy(io.Discard, w.in) }

// reset breaks the connection with an error for the other side.
func (w *wire) reset() {
	if c, ok := w.Conn.(*counted); ok {
		c.abort()
	}
}

// wholeHead begins an answer of 200 and HTML, with more lines in between.
func wholeHead(lines ...string) string {
	return "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n" + strings.Join(append(lines, ""), "\r\n") + "\r\n"
}
