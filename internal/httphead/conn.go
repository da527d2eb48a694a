// Package httphead reads the heads of HTTP/1 answers as browsers do, for net/http,
// which refuses an answer for one odd line of its head. Where an answer ends is not
// guessed: a head that leaves it open is refused.
package httphead

import (
	"bytes"
	"net"
	"sync/atomic"
)

// A Conn is a connection to an HTTP/1 server, for an [net/http.Transport]. A head
// that net/http accepts passes as it is, without a copy. One that it would refuse
// and that browsers accept is written anew, with "Connection: close", so that the
// connection is not used for another request. Any other passes as it is, for net/http
// to refuse. Only answers to GET requests are looked at: behind any other request
// the connection passes on what it reads.
type Conn struct {
	net.Conn
	limit int64
	state atomic.Uint32

	unfinished bool // the request that is being written; for Write alone

	// For Read alone.
	held     []byte // read, but of a head that is not complete
	searched int    // bytes of it that do not begin its end
	ready    []byte // to be passed on before anything else
	err      error  // of the connection, behind these
	mended   bool   // a head was written anew
}

// States of a connection.
const (
	between = iota // two heads: what comes is a body, or nothing was asked for
	waiting        // for the head of an answer
	opaque         // for good
)

// maxHeld bounds the bytes of a head that are held until it is complete. A longer one
// is left to net/http.
const maxHeld = 1 << 20

// New returns a connection whose heads have at most limit bytes: a longer one is
// left to net/http, which has a limit of its own, and so is one of more than 1 MiB.
func New(c net.Conn, limit int64) *Conn {
	return &Conn{Conn: c, limit: min(limit, maxHeld)}
}

var endOfHead = []byte("\r\n\r\n")

// Write implements [net.Conn]. What net/http writes begins with a request and, as it
// does not pipeline, goes on with another one when it has read the answer.
func (c *Conn) Write(p []byte) (int, error) {
	switch {
	case c.unfinished || c.state.Load() == opaque:
	case bytes.HasPrefix(p, []byte("GET ")):
		c.unfinished = true
		c.state.Store(waiting)
	case len(p) > 0 && 'A' <= p[0] && p[0] <= 'Z':
		c.state.Store(opaque) // its body, or a tunnel, can look like anything
	}
	if bytes.HasSuffix(p, endOfHead) || bytes.HasSuffix(endOfHead, p) {
		c.unfinished = false
	}
	return c.Conn.Write(p)
}

// Read implements [net.Conn].
func (c *Conn) Read(p []byte) (int, error) {
	if len(c.ready)+len(c.held) == 0 && c.err == nil {
		n, err := c.Conn.Read(p)
		if n == 0 || c.state.Load() != waiting || !c.mended && c.isWhole(p[:n]) {
			return n, err
		}
		c.held, c.err = append(c.held, p[:n]...), err
	}
	for len(c.ready) == 0 && len(c.held) > 0 {
		c.advance(p)
	}
	n := copy(p, c.ready)
	if c.ready = c.ready[n:]; n == 0 {
		return 0, c.err
	}
	return n, nil
}

// isWhole reports whether an answer begins with a whole head that needs no mending.
func (c *Conn) isWhole(answer []byte) bool {
	h := scan(answer)
	if h.kind != clean || h.status/100 == 1 {
		return false
	}
	c.state.Store(between)
	return true
}

// advance passes on a head of what is held, or reads more of it by way of a buffer.
func (c *Conn) advance(buf []byte) {
	if end := headEnd(c.held, c.searched); end > 0 {
		c.pass(end)
	} else if c.err != nil || int64(len(c.held)) > c.limit {
		c.giveUp()
	} else {
		c.searched = max(0, len(c.held)-len(endOfHead))
		var n int
		n, c.err = c.Conn.Read(buf)
		c.held = append(c.held, buf[:n]...)
	}
}

// pass passes on the first bytes held, which are a head.
func (c *Conn) pass(end int) {
	head := c.held[:end:end]
	h := scan(head)
	switch {
	case h.kind == odd:
		var err error
		if head, h.status, err = mend(head); err != nil {
			c.held, c.err = c.held[:1], err // net/http asks again for an answer of no byte
		}
		if head == nil {
			c.giveUp()
			return
		}
		c.mended = true
	case h.kind == doubtful || c.mended:
		head = closing(head)
	}
	c.ready, c.held, c.searched = head, c.held[end:], 0
	if h.status/100 == 1 && h.status != switching { // another head follows (RFC 9110, 15.2)
		return
	}
	c.ready, c.held = append(c.ready, c.held...), nil
	if h.status == switching {
		c.state.Store(opaque)
	} else {
		c.state.Store(between)
	}
}

// giveUp passes on what is held, and from now on everything, as it is.
func (c *Conn) giveUp() {
	c.ready, c.held = c.held, nil
	c.state.Store(opaque)
}
