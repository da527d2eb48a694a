package warc

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"

	"github.com/lokman-crawler/lokman/internal/excerpt"
	"github.com/lokman-crawler/lokman/internal/weburl"
	"github.com/lokman-crawler/lokman/internal/zstdframe"
)

// A Web answers what was recorded, each URL under its real host name and
// without sockets; a URL that was not gets a 404. It is an
// [http.RoundTripper], and may be used by many goroutines at once.
//
// Of several answers of a URL the latest counts. A revisit record is answered
// with the body that it refers to, one that says 304 as what it refers to was.
// A request that failed when it was recorded fails with the same text. Whether
// a request was conditional does not matter. An answer to another method than GET is
// left out, if the request record before it or behind it says so.
//
// Only the position of each answer is kept in memory; the files are opened for
// each request and must not change meanwhile. In a file that is compressed as
// a whole, not record by record, a request takes time in proportion to what
// comes before its answer; in one with a zstd dictionary it reads that too.
type Web struct {
	files    []string
	captures map[string]capture
	urls     []string // in the order of the first record of each
	info     Fields
}

// A place is where a record lies.
type place struct {
	file         int
	offset, skip int64
}

// A capture is what became of a URL.
type capture struct {
	record  place
	payload place       // for a revisit: the record that has the body
	kind    captureKind // what to make of the two
	failure string      // why the body broke off, or why there is no answer
}

type captureKind uint8

const (
	kindWhole      captureKind = iota // a response or resource record
	kindRevisited                     // the header of record, the body of payload
	kindUnmodified                    // all of payload
	kindFailed                        // no answer
	kindUnresolved                    // a revisit of what is not in the files
)

// Len returns how many URLs were recorded.
func (w *Web) Len() int { return len(w.urls) }

// URLs returns what was recorded, canonical URLs in the order of the files.
// The caller must not change them.
func (w *Web) URLs() []string { return w.urls }

// Info returns what the first warcinfo record says, nil if there is none.
func (w *Web) Info() Fields { return w.info }

// A FetchError is the failure of a request as it was recorded.
type FetchError struct{ URL, Text string }

// Error returns the text alone, without the secrets in URLs.
func (e *FetchError) Error() string { return excerpt.Of(weburl.RedactText(e.Text), maxFetchError) }

// RoundTrip implements [http.RoundTripper].
func (w *Web) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Body != nil {
		req.Body.Close()
	}
	if err := req.Context().Err(); err != nil {
		return nil, err
	}
	u, err := weburl.Parse(req.URL.String())
	if err != nil {
		return nil, err
	}
	c, ok := w.captures[u.Canonical()]
	if !ok {
		return notRecorded(req), nil
	}
	resp, err := w.response(u.Canonical(), c)
	if err != nil {
		return nil, err
	}
	resp.Request = req
	return resp, nil
}

func notRecorded(req *http.Request) *http.Response {
	const body = "not in the recorded web\n"
	return &http.Response{
		Status: "404 Not Found", StatusCode: http.StatusNotFound, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{"Content-Type": {"text/plain; charset=utf-8"}},
		Body:   io.NopCloser(strings.NewReader(body)), ContentLength: int64(len(body)), Request: req,
	}
}

func (w *Web) response(url string, c capture) (*http.Response, error) {
	switch c.kind {
	case kindFailed:
		return nil, &FetchError{url, c.failure}
	case kindUnresolved:
		return nil, fmt.Errorf("warc: %s: %s was visited again, but the earlier visit is not in the files", w.files[c.record.file], excerpt.Of(weburl.Redact(url), maxQuote))
	case kindUnmodified:
		return w.read(c.payload)
	case kindWhole:
		resp, err := w.read(c.record)
		if err == nil && c.failure != "" {
			resp.Body = &brokenBody{resp.Body, &FetchError{url, c.failure}}
		}
		return resp, err
	}
	head, err := w.read(c.record)
	if err != nil {
		return nil, err
	}
	head.Body.Close()
	resp, err := w.read(c.payload)
	if err != nil {
		return nil, err
	}
	if codings := resp.Header["Content-Encoding"]; codings != nil {
		head.Header["Content-Encoding"] = codings
	} else {
		head.Header.Del("Content-Encoding")
	}
	resp.Status, resp.StatusCode, resp.Header = head.Status, head.StatusCode, head.Header
	return resp, nil
}

// brokenBody reports why the body broke off where it did.
type brokenBody struct {
	io.ReadCloser
	why error
}

func (b *brokenBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err == io.ErrUnexpectedEOF {
		err = b.why
	}
	return n, err
}

// read opens the file of a record and reads the answer that it holds.
func (w *Web) read(p place) (*http.Response, error) {
	f, err := os.Open(w.files[p.file])
	if err != nil {
		return nil, err
	}
	resp, err := readAt(f, p)
	if err != nil {
		f.Close()
		return nil, err
	}
	return resp, nil
}

func readAt(f *os.File, p place) (*http.Response, error) {
	r, err := newReaderAt(f, p.offset)
	if err != nil {
		return nil, err
	}
	if err := r.skip(p.skip); err != nil {
		return nil, err
	}
	rec, err := r.Next()
	if err != nil {
		return nil, err
	}
	resp, err := rec.Response()
	if err != nil {
		return nil, err
	}
	resp.Body = &storedBody{resp.Body, r, f}
	return resp, nil
}

// newReaderAt returns a reader of a file from a place on, which knows the dictionary
// that the file begins with. One that cannot be read is missed by the frames.
func newReaderAt(f *os.File, at int64) (*Reader, error) {
	r := NewReader(f)
	r.Name, r.file.n = f.Name(), at
	if at > 0 {
		r.dictionary, _ = zstdframe.ReadDictionary(io.NewSectionReader(f, 0, at))
	}
	_, err := f.Seek(at, io.SeekStart)
	return r, err
}

// storedBody is a body in a file. It ends well only if its record does, so
// that damage, which gzip and zstd know at the end, does not go unseen.
type storedBody struct {
	io.ReadCloser
	reader *Reader
	file   *os.File
}

func (b *storedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err == io.EOF {
		if damage := b.reader.verify(); damage != nil {
			err = damage
		}
	}
	return n, err
}

// Close implements io.Closer.
func (b *storedBody) Close() error { return b.file.Close() }
