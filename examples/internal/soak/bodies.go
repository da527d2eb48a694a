//go:build linux

package soak

import (
	"bytes"
	"compress/flate"
	"context"
	"io"
	"net/http"
	"sync"
)

// closing calls a function when a body is closed.
type closing struct {
	io.ReadCloser
	end func()
}

func (c *closing) Close() error {
	c.end()
	return c.ReadCloser.Close()
}

// endless answers with a text that is repeated without end.
func (v *visit) endless(text string) {
	v.header("Content-Type", "text/html; charset=utf-8")
	v.code, v.length = http.StatusOK, -1
	v.body = io.NopCloser(&repeated{ctx: v.ctx, block: []byte(text)})
}

// bomb answers with endless gzip that decompresses to a thousand times as much.
func (v *visit) bomb() {
	v.header("Content-Type", "text/html; charset=utf-8")
	v.header("Content-Encoding", "gzip")
	v.code, v.length = http.StatusOK, -1
	v.body = io.NopCloser(&repeated{ctx: v.ctx, first: []byte("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"), block: zeros})
}

// zeros is a megabyte of zeros as deflate blocks that end on a byte and refer
// to nothing before them, so that they can be repeated.
var zeros = func() []byte {
	var b bytes.Buffer
	z, _ := flate.NewWriter(&b, flate.BestCompression) // the level is one
	_, _ = z.Write(make([]byte, 1<<20))
	_ = z.Flush()
	return b.Bytes()
}()

// repeated reads as a block after the other until the context ends.
type repeated struct {
	ctx          context.Context
	first, block []byte
}

func (r *repeated) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	n := 0
	for n < len(p) {
		if len(r.first) == 0 {
			r.first = r.block
		}
		m := copy(p[n:], r.first)
		n, r.first = n+m, r.first[m:]
	}
	return n, nil
}

// stalled answers with the beginning of a body of which no more comes.
func (v *visit) stalled(code int, length int64, begun string) {
	v.header("Content-Type", "text/html; charset=utf-8")
	v.code, v.length = code, length
	v.body = newStuck(v.ctx, begun)
}

// upgrade answers with status 101. As with net/http, its body is the
// connection itself, which the request's context does not govern.
func (v *visit) upgrade() {
	v.header("Upgrade", "websocket")
	v.code, v.length = http.StatusSwitchingProtocols, 0
	v.body = newStuck(context.Background(), "")
}

// silent lets the asker wait.
func (v *visit) silent() {
	<-v.ctx.Done()
	v.err = v.ctx.Err()
}

// stuck is a body that stops short of its end.
type stuck struct {
	ctx    context.Context
	rest   string
	closed chan struct{}
	close  func()
}

func newStuck(ctx context.Context, begun string) *stuck {
	s := &stuck{ctx: ctx, rest: begun, closed: make(chan struct{})}
	s.close = sync.OnceFunc(func() { close(s.closed) })
	return s
}

func (s *stuck) Read(p []byte) (int, error) {
	if s.rest != "" {
		n := copy(p, s.rest)
		s.rest = s.rest[n:]
		return n, nil
	}
	select {
	case <-s.ctx.Done():
		return 0, s.ctx.Err()
	case <-s.closed:
		return 0, io.ErrClosedPipe
	}
}

func (s *stuck) Close() error {
	s.close()
	return nil
}
