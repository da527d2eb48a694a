package testsite

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"html"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// An Answer is what a host says to a request, faults included. It means the
// same over sockets and without.
type Answer struct {
	Status int         // 0 means 200
	Type   string      // the Content-Type; "" means HTML in UTF-8, NoType none
	Header http.Header // more header fields
	Body   []byte
	Times  int           // how many bodies are sent in a row; 0 means 1
	Wait   time.Duration // before the status line
	Stall  time.Duration // between the header and the body
	Cut    bool          // the connection breaks at the end of the body, which was announced as longer
	Reset  bool          // the connection breaks instead of an answer
}

// NoType as an Answer's Type leaves the Content-Type out.
const NoType = "-"

// Page returns an HTML page with a title and links.
func Page(title string, links ...string) Answer {
	var b strings.Builder
	fmt.Fprintf(&b, "<!DOCTYPE html><html><head><title>%[1]s</title></head><body><h1>%[1]s</h1>\n", html.EscapeString(title))
	for _, l := range links {
		fmt.Fprintf(&b, "<p><a href=\"%s\">a link</a></p>\n", html.EscapeString(l))
	}
	b.WriteString("</body></html>\n")
	return Answer{Body: []byte(b.String())}
}

// Redirect returns an answer that sends the asker elsewhere.
func Redirect(status int, to string) Answer {
	return Answer{Status: status, Header: http.Header{"Location": {to}}}
}

// Text returns a plain text, such as a robots.txt.
func Text(body string) Answer { return Answer{Type: "text/plain", Body: []byte(body)} }

// Failure returns an answer that is nothing but a status, with a Retry-After
// unless that is "".
func Failure(status int, retryAfter string) Answer {
	a := Answer{Status: status}
	if retryAfter != "" {
		a.Header = http.Header{"Retry-After": {retryAfter}}
	}
	return a
}

// Gzip returns the answer with its body compressed and marked as such.
func (a Answer) Gzip() Answer {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write(a.Body) // a Buffer takes all
	_ = z.Close()
	a.Body = b.Bytes()
	a.Header = a.Header.Clone()
	if a.Header == nil {
		a.Header = http.Header{}
	}
	a.Header.Set("Content-Encoding", "gzip")
	return a
}

func (a Answer) status() int {
	if a.Status == 0 {
		return http.StatusOK
	}
	return a.Status
}

// size is how many bytes are announced.
func (a Answer) size() int64 {
	n := int64(len(a.Body)) * int64(max(1, a.Times))
	if a.Cut {
		n++
	}
	return n
}

func (a Answer) header() http.Header {
	h := a.Header.Clone()
	if h == nil {
		h = http.Header{}
	}
	switch {
	case a.Type == NoType:
		h["Content-Type"] = nil // keeps net/http from guessing
	case a.Type != "":
		h.Set("Content-Type", a.Type)
	case len(a.Body) > 0:
		h.Set("Content-Type", "text/html; charset=utf-8")
	}
	h.Set("Content-Length", strconv.FormatInt(a.size(), 10))
	return h
}

// reader reads the body as often as it is to be sent.
type reader struct {
	answer Answer
	ctx    context.Context
	sent   int // whole bodies
	at     int // in the next
	closed func()
	stall  bool
}

func (a Answer) reader(ctx context.Context, closed func()) *reader {
	return &reader{answer: a, ctx: ctx, closed: closed, stall: a.Stall > 0}
}

func (r *reader) Read(p []byte) (int, error) {
	if r.stall {
		r.stall = false
		if err := sleep(r.ctx, r.answer.Stall); err != nil {
			return 0, err
		}
	}
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	body := r.answer.Body
	n := 0
	for n < len(p) && len(body) > 0 && r.sent < max(1, r.answer.Times) {
		k := copy(p[n:], body[r.at:])
		n, r.at = n+k, r.at+k
		if r.at == len(body) {
			r.sent, r.at = r.sent+1, 0
		}
	}
	switch {
	case n > 0:
		return n, nil
	case r.answer.Cut:
		return 0, io.ErrUnexpectedEOF
	}
	return 0, io.EOF
}

func (r *reader) Close() error {
	r.closed()
	return nil
}

func sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// RoundTrip implements [http.RoundTripper].
func (w *Web) RoundTrip(req *http.Request) (*http.Response, error) {
	ctx, host := req.Context(), req.URL.Host
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	end := w.begin(req, host)
	a, ok := w.answer(req, host)
	switch {
	case !ok:
		end()
		return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
	case a.Reset:
		end()
		return nil, &net.OpError{Op: "read", Net: "tcp", Err: syscall.ECONNRESET}
	}
	if err := sleep(ctx, a.Wait); err != nil {
		end()
		return nil, err
	}
	return &http.Response{
		Status:     fmt.Sprintf("%d %s", a.status(), http.StatusText(a.status())),
		StatusCode: a.status(), Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: a.header(), ContentLength: a.size(), Body: a.reader(ctx, end), Request: req,
	}, nil
}

// ServeHTTP implements [http.Handler].
func (w *Web) ServeHTTP(rw http.ResponseWriter, req *http.Request) {
	end := w.begin(req, req.Host)
	defer end()
	a, ok := w.answer(req, req.Host)
	switch {
	case !ok:
		http.Error(rw, "not a host of this web", http.StatusMisdirectedRequest)
		return
	case a.Reset:
		reset(rw)
	}
	if sleep(req.Context(), a.Wait) != nil {
		return
	}
	for k, v := range a.header() {
		rw.Header()[k] = v
	}
	rw.WriteHeader(a.status())
	if a.Stall > 0 {
		_ = http.NewResponseController(rw).Flush()
	}
	_, err := io.Copy(rw, struct{ io.Reader }{a.reader(req.Context(), end)})
	if errors.Is(err, io.ErrUnexpectedEOF) {
		_ = http.NewResponseController(rw).Flush() // else a small body would not leave the house
		panic(http.ErrAbortHandler)
	}
}

// reset breaks the connection so that the other side reads an error.
func reset(rw http.ResponseWriter) {
	conn, _, err := http.NewResponseController(rw).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	conn.Close()
	panic(http.ErrAbortHandler)
}
