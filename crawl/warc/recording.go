package warc

import (
	"context"
	"crypto/sha1"
	"errors"
	"hash"
	"io"
	"net/http"
)

// readOn is up to where a body that is closed early is read all the same.
const readOn = 64 << 10

// A recording is a body that is kept as it is read.
type recording struct {
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

func newRecording(x *exchange, resp *http.Response) *recording {
	b := &recording{
		x: x, src: resp.Body, expected: resp.ContentLength, block: sha1.New(), payload: sha1.New(),
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
		return "unspecified" // the cause is told beside it
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
	b.err = b.x.recorder.fail(err)
	b.ended = true
	_ = b.body.remove() // there is an error already
}
