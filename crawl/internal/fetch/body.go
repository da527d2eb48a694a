package fetch

import (
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"slices"

	"github.com/lokman-crawler/lokman/crawl/internal/failure"
)

// encodedSlack is what a body may be longer as served than Limits.Body: codings
// add to a body that does not compress.
const encodedSlack = 64 << 10

// readBody reads a body up to a limit. It is counted as served and after each
// content coding that is undone, so that neither a small body unfolds into a
// huge one nor a huge one into nothing.
func readBody(resp *http.Response, limit int64) (read []byte, truncated bool, broken *failure.BodyError) {
	if limit < 0 {
		limit = math.MaxInt64 - encodedSlack - 1
	}
	limit = min(limit, math.MaxInt64-encodedSlack-1)
	wire := &wire{src: resp.Body}
	served := &bounded{src: wire, left: limit + encodedSlack}
	var src io.Reader = served
	stages := []*bounded{served}

	names, unknown, err := codings(resp.Header)
	if err != nil {
		return nil, false, &failure.BodyError{Err: err}
	}
	var notEncoded error
	for i := len(names) - 1; i >= 0; i-- {
		out, closed, err := decoded(src, names[i])
		defer closed()
		var wrong errNotEncoded
		switch {
		case errors.As(err, &wrong):
			notEncoded = err
		case err != nil:
			return nil, false, &failure.BodyError{Err: fmt.Errorf("%s: %w", names[i], err), Transient: wire.err != nil}
		}
		stage := &bounded{src: out, left: limit + encodedSlack}
		stages = append(stages, stage)
		src = stage
	}

	if unknown != "" {
		if src, err = plain(src, unknown); err != nil {
			return nil, false, &failure.BodyError{Err: err}
		}
	}

	room := int64(4 << 10)
	if n := resp.ContentLength; n > 0 && n <= limit {
		room = min(n+1, 1<<20) // one more, so that the end shows
	}
	read, err = readAll(io.LimitReader(src, limit+1), make([]byte, 0, room))
	if int64(len(read)) > limit {
		return read[:limit], true, nil
	}
	for _, s := range stages {
		if s.reached {
			return read, true, nil
		}
	}
	if err == nil {
		err = notEncoded
	}
	if err != nil {
		broken = &failure.BodyError{Err: err, Transient: wire.err != nil}
	}
	return read, false, broken
}

// readAll appends to buf all that there is to read.
func readAll(src io.Reader, buf []byte) ([]byte, error) {
	for {
		n, err := src.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		if err == io.EOF {
			return buf, nil
		}
		if err != nil {
			return buf, err
		}
		if len(buf) == cap(buf) {
			buf = slices.Grow(buf, 1)
		}
	}
}

// wire remembers whether reading failed at the connection or behind it.
type wire struct {
	src io.Reader
	err error
}

func (w *wire) Read(p []byte) (int, error) {
	n, err := w.src.Read(p)
	if err != nil && err != io.EOF {
		w.err = err
	}
	return n, err
}

// bounded ends a stream at a limit and remembers whether there was more.
type bounded struct {
	src     io.Reader
	left    int64
	reached bool
	more    [1]byte
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.left == 0 {
		n, err := b.src.Read(b.more[:])
		if b.reached = b.reached || n > 0; b.reached {
			err = io.EOF
		}
		return 0, err
	}
	n, err := b.src.Read(p[:min(int64(len(p)), b.left)])
	b.left -= int64(n)
	return n, err
}
