package httphead_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/lokman-crawler/lokman/internal/httphead"
)

const (
	page  = "<title>small</title>"
	start = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
	sized = "Content-Length: 20\r\n"
)

var chunks = fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", len(page), page)

// conn is a connection that an answer comes on.
type conn struct {
	net.Conn
	in io.Reader
}

func (c conn) Read(p []byte) (int, error)  { return c.in.Read(p) }
func (c conn) Write(p []byte) (int, error) { return len(p), nil }

// An answer is what net/http reads.
type answer struct {
	Err     string
	Status  string
	Proto   string
	Header  http.Header
	Length  int64
	Close   bool
	Body    string
	BodyErr string
}

// read reads an answer to GET as a Transport does.
func read(r io.Reader) (a answer) {
	in := bufio.NewReader(r)
	for {
		resp, err := http.ReadResponse(in, nil)
		if err != nil {
			return answer{Err: err.Error()}
		}
		if resp.StatusCode/100 == 1 && resp.StatusCode != 101 {
			continue
		}
		body, err := io.ReadAll(resp.Body)
		if err != nil {
			a.BodyErr = err.Error()
		}
		a.Status, a.Proto, a.Header, a.Length, a.Close, a.Body = resp.Status, resp.Proto, resp.Header, resp.ContentLength, resp.Close, string(body)
		return a
	}
}

// asked returns a connection that an answer comes on and that was asked for it.
func asked(in io.Reader) *httphead.Conn {
	c := httphead.New(conn{in: in}, math.MaxInt64)
	_, _ = io.WriteString(c, "GET / HTTP/1.1\r\nHost: h.test\r\n\r\n")
	return c
}

// readers returns an answer whole and in pieces.
func readers(raw string) map[string]io.Reader {
	return map[string]io.Reader{
		"whole":           strings.NewReader(raw),
		"byte by byte":    iotest.OneByteReader(strings.NewReader(raw)),
		"ended with data": iotest.DataErrReader(strings.NewReader(raw)),
	}
}

// An oddAnswer is one that Chromium 156 shows and net/http refuses, or reads otherwise.
type oddAnswer struct {
	name, raw string
	length    int64
}

func oddAnswers() []oddAnswer {
	status := func(line string) string {
		return line + strings.TrimPrefix(start, "HTTP/1.1 200 OK") + sized + "\r\n" + page
	}
	with := func(lines ...string) string {
		return start + strings.Join(lines, "\r\n") + "\r\n" + sized + "\r\n" + page
	}
	framed := func(body string, lines ...string) string {
		return start + strings.Join(lines, "\r\n") + "\r\n\r\n" + body
	}
	const unknown = -1
	return []oddAnswer{
		{"line without a colon", with("Broken line"), 20},
		{"lines that go on with such one", with("Broken line", " more: of it", "\tand more"), 20},
		{"equals sign for a colon", with("Content-Disposition = attachment"), 20},
		{"space before the first name", status("HTTP/1.1 200 OK\r\n X-First: 1"), 20},
		{"first line of spaces", status("HTTP/1.1 200 OK\r\n  "), 20},
		{"space before colons", "HTTP/1.1 200 OK\r\nContent-Type : text/html\r\nContent-Length\t: 20\r\n\r\n" + page, 20},
		{"space before the colon of chunks", framed(chunks, "Transfer-Encoding : chunked"), unknown},
		{"name empty", with(": 1"), 20},
		{"name beyond ASCII", with("Strict\u2010Transport\u2010Security: max-age=1"), 20},
		{"name in Latin 1", with("X-Gr\xf6\xdfe: 1"), 20},
		{"name with parentheses", with("Date(GMT): 1"), 20},
		{"control characters", with("X-Odd: a\x01b\x7f"), 20},
		{"bare CR", with("X-Odd: a\rSet-Cookie: b=c"), 20},
		{"two carriage returns a line", strings.ReplaceAll(start+sized, "\r\n", "\r\r\n") + "\r\n" + page, 20},

		{"status line twice", status("HTTP/1.1 200 OK\r\nHTTP/1.1 200 OK"), 20},
		{"another status line behind", status("HTTP/1.1 200 OK\r\nHTTP/1.0 404 Not Found"), 20},
		{"lower case", status("http/1.1 200 OK"), 20},
		{"mixed case", status("Http/1.0 200 OK"), 20},
		{"version 1", status("HTTP/1 200 OK"), 20},
		{"version 2", status("HTTP/2 200 OK"), 20},
		{"version of two digits", "HTTP/1.10 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks, unknown},
		{"no version", status("HTTP 200 OK"), 20},
		{"a version alone", status("HTTP/1.1"), 20},
		{"no status", status("HTTP/1.1 OK"), 20},
		{"status and words in one", status("HTTP/1.1 200OK"), 20},
		{"tabs around the status", status("HTTP/1.1\t200\tOK"), 20},
		{"radio station", status("ICY 200 OK"), 20},
		{"empty line before", "\r\n" + with("X: 1"), 20},
		{"two empty lines before", "\r\n\r\n" + with("X: 1"), 20},
		{"byte order mark before", "\xef\xbb\xbf" + with("X: 1"), 20},
		{"after an interim one", "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + status("HTTP/1.1 200OK"), 20},
		{"interim one", "http/1.1 100 Continue\r\nnonsense\r\n\r\n" + with("X: 1"), 20},

		{"length listed twice", framed(page, "Content-Length: 20, 20"), 20},
		{"length listed, and again", framed(page, "Content-Length: 20,20", "Content-Length: 20"), 20},
		{"length below 0", framed(page, "Content-Length: -1"), unknown},
		{"length empty", framed(page, "Content-Length:"), unknown},
		{"length that is a word", framed(page, "Content-Length: undefined"), unknown},
		{"length below 0, and chunks", framed(chunks, "Content-Length: -1", "Transfer-Encoding: chunked"), unknown},
		{"identity", with("Transfer-Encoding: identity"), 20},
		{"identity without a length", framed(page, "Transfer-Encoding: Identity"), unknown},
		{"no coding", with("Transfer-Encoding:"), 20},
		{"chunks twice", framed(chunks, "Transfer-Encoding: chunked", "transfer-encoding: chunked"), unknown},
		{"chunks listed twice", framed(chunks, "Transfer-Encoding: chunked, Chunked"), unknown},
		{"identity and chunks", framed(chunks, "Transfer-Encoding: identity, chunked"), unknown},
	}
}

// Such an answer is the page, and its connection is not used again.
func TestMended(t *testing.T) {
	for _, c := range oddAnswers() {
		t.Run(c.name, func(t *testing.T) {
			for in, r := range readers(c.raw) {
				a := read(asked(r))
				if a.Err != "" || a.BodyErr != "" || a.Status[:3] != "200" || a.Body != page || a.Length != c.length || !a.Close ||
					a.Header.Get("Content-Type") != "text/html" || a.Header.Get("Set-Cookie") != "" {
					t.Errorf("%s: %+v, want the page, its length %d, and no other answer behind it", in, a, c.length)
				}
			}
			if a := read(strings.NewReader(c.raw)); a.Err == "" && a.Header.Get("Content-Type") == "text/html" && a.Body == page && a.Length == c.length {
				t.Errorf("net/http reads it by itself: %+v", a)
			}
		})
	}
}

// refusedAnswers are those that leave it open where they end, and what browsers do not
// show.
func refusedAnswers() []string {
	return []string{
		start + "Content-Length: 20, 7\r\n\r\n" + page,
		start + "Content-Length: 20\r\nContent-Length: 7\r\n\r\n" + page,
		start + "Content-Length: 20\r\nContent-Length : 7\r\n\r\n" + page,
		start + "Content-Length: 20\r\nContent-Length:\r\n\r\n" + page,
		start + "Content-Length: -1\r\nContent-Length: 20\r\n\r\n" + page,
		start + "Content-Length: 20,\r\n\r\n" + page,
		start + "Content-Length: 020, 20\r\n\r\n" + page,
		start + "Content-Length: +20\r\n\r\n" + page,
		start + "Content-Length: 2 0\r\n\r\n" + page,
		start + "Content-Length: 0x14\r\n\r\n" + page,
		start + "Content-Length: 20;\r\n\r\n" + page,
		start + "Content-Length: 20\u00a0\r\n\r\n" + page,
		start + "Content-Length: -+20\r\n\r\n" + page,
		start + "Content-Length: 20, none\r\n\r\n" + page,
		start + "Content-Length: 9223372036854775808\r\n\r\n" + page,
		start + "Content-Length: 2\r\n 0\r\n\r\n" + page,
		start + "Broken line\r\nContent-Length:\r\n 20\r\n\r\n" + page,
		start + "Broken line\r\nX: a\r\n Content-Length: 7\r\n" + sized + "\r\n" + page,
		start + "X: a\rContent-Length: 7\r\n" + sized + "\r\n" + page,
		start + "Content-Length 20\r\n\r\n" + page,
		start + "(Content-Length: 20\r\n\r\n" + page,
		start + "Content-Length\x01: 20\r\n\r\n" + page,
		"HTTP/1.1 200 OK\r\n Content-Length: 7\r\n" + sized + "\r\n" + page,
		start + "Transfer-Encoding: gzip, chunked\r\n\r\n" + chunks,
		start + "Transfer-Encoding: chunked;x=y\r\n\r\n" + chunks,
		start + "Transfer-Encoding: \x0bchunked\r\n\r\n" + chunks,
		start + "Transfer-Encoding: xchunked\r\n\r\n" + chunks,
		start + "Broken line\r\nTransfer-Encoding:\r\n chunked\r\n\r\n" + chunks,
		start + "Broken line\r\n" + sized + "Transfer-Encoding: chunked\r\n\r\n" + chunks,
		start + sized + "Transfer-Encoding: chunked, chunked\r\n\r\n" + chunks,
		start + "X-Odd: a\x00b\r\n" + sized + "\r\n" + page,
		"HTTP/1.1 2000 OK\r\n" + sized + "\r\n" + page,
		"HTTP/1.1 20 OK\r\n" + sized + "\r\n" + page,
		"junk!HTTP/1.1 200 OK\r\n" + sized + "\r\n" + page,
		"https://h.test/ a list\r\n\r\n" + page,
		"RTSP/1.0 200 OK\r\n" + sized + "\r\n" + page,
		"SSH-2.0-OpenSSH_9.2\r\n",
		page,
		"",
		"HTTP/1.1 200 OK\r\nBroken line\r\n",
	}
}

func TestRefused(t *testing.T) {
	for _, raw := range refusedAnswers() {
		for in, r := range readers(raw) {
			if a := read(asked(r)); a.Err == "" {
				t.Errorf("%q, %s: %+v, want an error", raw, in, a)
			} else if alone := read(strings.NewReader(raw)); alone.Err != a.Err && !strings.Contains(raw, "Content-Length :") {
				t.Errorf("%q, %s: %s, want what net/http says: %s", raw, in, a.Err, alone.Err)
			}
		}
	}
}

// A length together with chunks is what net/http makes of it, and the last answer.
func TestDoubtful(t *testing.T) {
	raw := start + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks
	for in, r := range readers(raw) {
		if a := read(asked(r)); a.Body != page || !a.Close {
			t.Errorf("%s: %+v, want the page, and the connection closed", in, a)
		}
	}
}

// Several answers come on a connection, each with a head, and what looks like a head
// within a body is none.
func TestSeveralAnswers(t *testing.T) {
	const odd = "http/1.1 200OK\r\nX\r\n\r\n"
	in, out := io.Pipe()
	c := httphead.New(conn{in: in}, math.MaxInt64)
	r := bufio.NewReader(c)
	for _, body := range []string{page, odd, "", odd + odd, ""} {
		for _, part := range []string{"GET / HTTP/1.1\r\nHost: h.", "test\r\n", "\r\n"} {
			_, _ = io.WriteString(c, part)
		}
		go fmt.Fprintf(out, "HTTP/1.1 103 Hints\r\n\r\n%sContent-Length: %d\r\n\r\n%s", start, len(body), body)
		var resp *http.Response
		for resp == nil || resp.StatusCode == 103 {
			var err error
			if resp, err = http.ReadResponse(r, nil); err != nil {
				t.Fatal(err)
			}
		}
		got, err := io.ReadAll(resp.Body)
		if string(got) != body || err != nil || resp.Close {
			t.Errorf("%q, error %v, closed %v, want %q on a connection that stays", got, err, resp.Close, body)
		}
	}
	_, _ = io.WriteString(c, "GET / HTTP/1.1\r\n\r\n")
	go io.WriteString(out, odd)
	if resp, err := http.ReadResponse(r, nil); err != nil || !resp.Close {
		t.Errorf("%v, error %v, want an answer that is the last", resp, err)
	}
}

// What is read passes as it is before a request, behind one that is no GET, and behind
// a change of protocols.
func TestOpaque(t *testing.T) {
	const odd = "http/1.1 200OK\r\n\r\n"
	for _, c := range []struct {
		requests []string
		raw      string
	}{
		{nil, odd},
		{[]string{"\x05\x01\x00"}, odd},
		{[]string{"CONNECT h.test:443 HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\n\r\n"}, odd},
		{[]string{"POST / HTTP/1.1\r\n\r\n", "GET "}, odd},
		{[]string{"GET / HTTP/1.1\r\n\r\n"}, "HTTP/1.1 101 Switching Protocols\r\n\r\n" + odd},
		{[]string{"GET / HTTP/1.1\r\n\r\n"}, "HTTP/1.1 204 No Content\r\n\r\n" + odd},
		{[]string{"GET / HTTP/1.1\r\n\r\n"}, "\x15\x03\x01\x00\x02\x02\x28" + odd},
	} {
		for in, r := range readers(c.raw) {
			conn := httphead.New(conn{in: r}, math.MaxInt64)
			for _, request := range c.requests {
				_, _ = io.WriteString(conn, request)
			}
			if got, err := io.ReadAll(conn); string(got) != c.raw || err != nil {
				t.Errorf("%q, %q, %s: %q, error %v, want it as it is", c.requests, c.raw, in, got, err)
			}
		}
	}
}

// A head is held up to the limit, and net/http sees all of a longer one.
func TestLimit(t *testing.T) {
	head := "HTTP/1.1 200OK\r\nX: " + strings.Repeat("x", 1000) + "\r\n\r\n"
	for _, limit := range []int64{100, 10_000} {
		c := httphead.New(conn{in: iotest.HalfReader(strings.NewReader(head))}, limit)
		_, _ = io.WriteString(c, "GET / HTTP/1.1\r\n\r\n")
		got, err := io.ReadAll(c)
		if mended := string(got) != head; err != nil || mended != (limit > int64(len(head))) {
			t.Errorf("limit %d: mended %v, error %v", limit, mended, err)
		}
	}
	endless := io.MultiReader(strings.NewReader("HTTP/1.1 200 OK\r\nX: "), iotest.ErrReader(net.ErrClosed))
	if got, err := io.ReadAll(asked(endless)); err != net.ErrClosed || !bytes.HasPrefix(got, []byte("HTTP/1.1 200 OK\r\nX: ")) {
		t.Errorf("%q, error %v, want what came and why no more did", got, err)
	}
}

func BenchmarkRead(b *testing.B) {
	raw := []byte(start + "Server: nginx\r\nDate: Sat, 28 Nov 2026 08:00:00 GMT\r\nCache-Control: max-age=60\r\nVary: Accept-Encoding\r\n" +
		"Strict-Transport-Security: max-age=31536000; includeSubDomains\r\nX-Content-Type-Options: nosniff\r\n" + sized + "\r\n" + page)
	in := bytes.NewReader(raw)
	c := httphead.New(conn{in: in}, math.MaxInt64)
	request, buf := []byte("GET / HTTP/1.1\r\n\r\n"), make([]byte, 4096)
	b.ReportAllocs()
	b.SetBytes(int64(len(raw)))
	for b.Loop() {
		in.Reset(raw)
		_, _ = c.Write(request)
		if n, err := c.Read(buf); n != len(raw) || err != nil {
			b.Fatal(n, err)
		}
	}
}
