package warc

import (
	"cmp"
	"context"
	"crypto/sha1"
	"errors"
	"hash"
	"io"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"github.com/lokman-crawler/lokman/internal/spool"
	"github.com/lokman-crawler/lokman/internal/timedbody"
)

// A Recorder makes requests through another transport and writes them and
// their answers to a WARC file: a response record, or a revisit record for an
// answer whose body is in the file already or that says 304 to a conditional
// request, and a request record.
// Of the answers in the file the last 65,536 are remembered, also those that
// [Append] finds there.
// A request that failed, or whose answer broke off, leaves a metadata record
// with the reason, so that a [Web] fails likewise.
//
// An answer is recorded once, when its body ends or is closed. A body that is
// closed early is marked as truncated, but what is missing of the first 64 KiB
// is read on for, for 5 s at most: few crawlers read what a redirect or an error
// says. Nothing is recorded of a request that is no longer waited for, nor of
// methods other than GET. That the request's context ended before the body did,
// by a deadline or cancelled with a cause of its own, other than
// context.Canceled, is a reason why the request failed.
//
// A body may be closed beside a Read, which ends it. A body of Transport is not,
// unless its Read goes on for 5 s after its request's context has ended.
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
// every request fails with it, which ends a crawl: it is no URL's fault.
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
		r.err = unwritable{err}
	}
	return r.err
}

// unwritable is why nothing can be recorded any more.
type unwritable struct{ error }

func (e unwritable) Unwrap() error { return e.error }

// EndsCrawl tells a crawl that the error is not its URL's.
func (unwritable) EndsCrawl() bool { return true }

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
	transport := r.transport()
	if req.Method != http.MethodGet && req.Method != "" {
		return transport.RoundTrip(req)
	}
	x := newExchange(r.Writer, req, r.Credentials)
	ctx, cancel := context.WithCancelCause(x.traced())
	resp, err := transport.RoundTrip(req.WithContext(ctx))
	if err != nil {
		cancel(nil)
		if unwritten := x.failed(err); unwritten != nil {
			err = r.fail(unwritten)
		}
		return nil, err
	}
	resp.Request = req
	resp.Body = newRecording(ctx, cancel, r, x, resp)
	return resp, nil
}

func (r *Recorder) transport() http.RoundTripper {
	if r.Transport == nil {
		return http.DefaultTransport
	}
	return r.Transport
}

// CloseIdleConnections closes the connections of Transport that are not in use, if
// it can: see [http.Client.CloseIdleConnections].
func (r *Recorder) CloseIdleConnections() {
	(&http.Client{Transport: r.transport()}).CloseIdleConnections()
}

// Addresses returns those that the Transport knows of a host, so that a crawl keeps
// requests to one address apart: see AddressDelay of a crawl.Crawler.
func (r *Recorder) Addresses(ctx context.Context, host string) ([]netip.Addr, error) {
	if t, ok := r.Transport.(interface {
		Addresses(context.Context, string) ([]netip.Addr, error)
	}); ok {
		return t.Addresses(ctx, host)
	}
	return nil, nil
}

// Up to where, and for how long, a body that is closed early is read all the same.
const (
	readOn     = 64 << 10
	readOnTime = 5 * time.Second
)

var errReadOnTime = errors.New("warc: the rest of the body takes too long")

// A recording is a body that is kept as it is read.
type recording struct {
	recorder *Recorder
	x        *exchange
	expected int64 // length, -1 if unknown

	// The request's context, of which that of x is a part: cancelled by Close, to
	// end a Read, with http.ErrBodyReadAfterClose or errReadOnTime.
	ctx    context.Context
	cancel context.CancelCauseFunc

	mu      sync.Mutex // held while the body is read or closed
	answer  answer
	src     *timedbody.Body
	body    spool.Spool
	block   hash.Hash
	payload hash.Hash
	ended   bool
	err     error // of keeping it
}

func newRecording(ctx context.Context, cancel context.CancelCauseFunc, r *Recorder, x *exchange, resp *http.Response) *recording {
	b := &recording{
		recorder: r, x: x, expected: resp.ContentLength, ctx: ctx, cancel: cancel,
		src: timedbody.New(ctx, resp.Body), block: sha1.New(), payload: sha1.New(),
		answer: answer{status: resp.StatusCode, http2: resp.ProtoMajor == 2, head: responseHead(resp)},
	}
	b.block.Write(b.answer.head)
	return b
}

// Read implements io.Reader. A body that cannot be recorded ends with the
// reason.
func (b *recording) Read(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.read(p)
}

func (b *recording) read(p []byte) (int, error) {
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
		b.end(b.reason(err))
	}
	if b.err != nil {
		return n, b.err
	}
	return n, err
}

// reason is how WARC calls what broke a body off (5.13), and why the request
// failed thereby, if it did.
func (b *recording) reason(err error) (truncated string, broke error) {
	var timeout interface{ Timeout() bool }
	over := context.Cause(b.x.ctx)
	switch cause := context.Cause(b.ctx); {
	case over == nil && cause == errReadOnTime:
		return "time", nil // nobody else waited for it
	case over == nil && cause != nil:
		return "length", nil // closed beside the Read
	case b.x.ctx.Err() == context.DeadlineExceeded, errors.Is(over, context.DeadlineExceeded),
		over == nil && errors.As(err, &timeout) && timeout.Timeout():
		return "time", err
	case over != nil:
		return "unspecified", err // the cause is recorded beside it
	}
	return "disconnect", err
}

// Close implements io.Closer.
func (b *recording) Close() error {
	if !b.mu.TryLock() { // a Read is under way, or another Close
		b.cancel(http.ErrBodyReadAfterClose)
		b.mu.Lock()
	}
	defer b.mu.Unlock()
	defer b.cancel(http.ErrBodyReadAfterClose)
	over := context.Cause(b.x.ctx)
	if over == nil && b.answer.status != http.StatusSwitchingProtocols { // whose connection is not at its end
		b.readOn()
	}
	switch {
	case b.body.Len() == b.expected:
		b.end("", nil)
	case over != nil:
		b.end(b.reason(over))
	default:
		b.end("length", nil)
	}
	return cmp.Or(b.err, b.src.Close())
}

// readOn reads what is missing of the beginning, for what matters is in the
// recording.
func (b *recording) readOn() {
	if b.ended || b.body.Len() >= readOn {
		return
	}
	defer time.AfterFunc(readOnTime, func() { b.cancel(errReadOnTime) }).Stop()
	_, _ = io.CopyN(io.Discard, readerFunc(b.read), readOn-b.body.Len())
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
	if err := b.body.Remove(); err != nil {
		b.fail(err)
	}
}

// fail gives the recording up.
func (b *recording) fail(err error) {
	b.err = b.recorder.fail(err)
	b.ended = true
	_ = b.body.Remove() // there is an error already
}
