package warc

import (
	"context"
	"crypto/sha1"
	"errors"
	"hash"
	"io"
	"net/http"
	"sync"
)

// A Recorder makes requests through another transport and writes them and
// their answers to a WARC file: a response record, or a revisit record for an
// answer whose body is in the file already or that says 304, and a request record.
// Of the answers in the file the last 65,536 are remembered, also those that
// [Append] finds there.
// A request that failed, or whose answer broke off, leaves a metadata record
// with the reason, so that a [Web] fails likewise.
//
// An answer is recorded when its body ends or is closed. A body that is closed
// early is marked as truncated, but what is missing of the first 64 KiB is read
// on for: few crawlers read what a redirect or an error says. Nothing is
// recorded of a request that is no longer waited for, nor of methods other
// than GET. A context that was cancelled with a cause of its own, other than
// context.Canceled, is a reason why the request failed.
//
// Recorded is what net/http gives of an answer: its transfer coding is undone,
// the order and case of header fields are lost, and HTTP/2 is written as
// HTTP/1.1. A transfer coding is noted as X-Crawl-Transfer-Encoding, a content
// coding that the transport has undone as X-Crawl-Content-Encoding, HTTP/2 as
// WARC-Protocol. Behind a proxy WARC-IP-Address is the proxy's.
//
// Set the fields before the first request. A Recorder may be used by several
// goroutines at once.
type Recorder struct {
	// Transport makes the requests. nil means http.DefaultTransport.
	Transport http.RoundTripper

	// Writer gets the records. Without one every request fails.
	Writer *Writer

	// Credentials records the request's Authorization, Cookie and
	// Proxy-Authorization too. Those in a URL are never recorded.
	Credentials bool

	mu  sync.Mutex
	err error
}

// Err returns the first error of writing. After it nothing is recorded and
// every request fails.
func (r *Recorder) Err() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.err
}

// fail keeps the first error.
func (r *Recorder) fail(err error) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err == nil {
		r.err = err
	}
	return r.err
}

var errNoWriter = errors.New("warc: the Recorder has no Writer")

// RoundTrip implements [http.RoundTripper].
func (r *Recorder) RoundTrip(req *http.Request) (*http.Response, error) {
	err := r.Err()
	if r.Writer == nil {
		err = r.fail(errNoWriter)
	}
	if err != nil {
		if req.Body != nil {
			req.Body.Close()
		}
		return nil, err
	}
	transport := r.Transport
	if transport == nil {
		transport = http.DefaultTransport
	}
	if req.Method != http.MethodGet && req.Method != "" {
		return transport.RoundTrip(req)
	}
	x := newExchange(r.Writer, req, r.Credentials)
	resp, err := transport.RoundTrip(req.WithContext(x.traced()))
	if err != nil {
		if unwritten := x.failed(err); unwritten != nil {
			r.fail(unwritten)
		}
		return nil, err
	}
	resp.Request = req
	resp.Body = newRecording(r, x, resp)
	return resp, nil
}

// readOn is up to where a body that is closed early is read all the same.
const readOn = 64 << 10

// A recording is a body that is kept as it is read.
type recording struct {
	recorder *Recorder
	x        *exchange
	answer   answer
	src      io.ReadCloser
	expected int64 // length, -1 if unknown
	body     spool
	block    hash.Hash
	payload  hash.Hash
	ended    bool
	err      error // of keeping it
}

func newRecording(r *Recorder, x *exchange, resp *http.Response) *recording {
	b := &recording{
		recorder: r, x: x, src: resp.Body, expected: resp.ContentLength, block: sha1.New(), payload: sha1.New(),
		answer: answer{status: resp.StatusCode, http2: resp.ProtoMajor == 2, head: responseHead(resp)},
	}
	b.block.Write(b.answer.head)
	return b
}

// Read implements io.Reader. A body that cannot be recorded ends with the
// reason.
func (b *recording) Read(p []byte) (int, error) {
	if b.err != nil {
		return 0, b.err
	}
	n, err := b.src.Read(p)
	if b.ended {
		return n, err
	}
	b.keep(p[:n])
	switch {
	case err == io.EOF:
		b.end("", nil)
	case err != nil:
		b.end(b.reason(err), err)
	}
	if b.err != nil {
		return n, b.err
	}
	return n, err
}

// reason is how WARC calls what broke a body off (5.13).
func (b *recording) reason(err error) string {
	var timeout interface{ Timeout() bool }
	switch {
	case b.x.ctx.Err() == context.Canceled:
		return "unspecified" // the cause is recorded beside it
	case b.x.ctx.Err() != nil, errors.As(err, &timeout) && timeout.Timeout():
		return "time"
	}
	return "disconnect"
}

// Close implements io.Closer.
func (b *recording) Close() error {
	if !b.ended && b.err == nil && !b.x.cancelled() && b.body.length < readOn {
		_, _ = io.CopyN(io.Discard, b, readOn-b.body.length) // what matters is in the recording
	}
	if !b.ended {
		truncated := "length"
		if b.body.length == b.expected {
			truncated = ""
		}
		b.end(truncated, nil)
	}
	return b.src.Close()
}

func (b *recording) keep(p []byte) {
	if len(p) == 0 {
		return
	}
	b.block.Write(p)
	b.payload.Write(p)
	if _, err := b.body.Write(p); err != nil {
		b.fail(err)
	}
}

// end writes the records.
func (b *recording) end(truncated string, broke error) {
	if b.ended {
		return
	}
	b.ended = true
	if !b.x.cancelled() {
		a := &b.answer
		a.body, a.truncated, a.broke = &b.body, truncated, broke
		a.block, a.payload = b.block.Sum(nil), b.payload.Sum(nil)
		if err := b.x.answered(*a); err != nil {
			b.fail(err)
		}
	}
	if err := b.body.remove(); err != nil {
		b.fail(err)
	}
}

// fail gives the recording up.
func (b *recording) fail(err error) {
	b.err = b.recorder.fail(err)
	b.ended = true
	_ = b.body.remove() // there is an error already
}
