package wire

import (
	"cmp"
	"context"
	"crypto/tls"
	"net"
	"sync"
	"syscall"
	"time"
)

// dialTimeout is how long a connection may take to be made, if the URL does not
// say.
const dialTimeout = 5 * time.Second

// conns are the open connections of a client. They can be closed at any moment:
// go-redis waits for locks that are held while a server does not answer.
type conns struct {
	ctx    context.Context // ends with close
	cancel context.CancelFunc

	mu   sync.Mutex
	open map[*conn]struct{}
}

func newConns() *conns {
	c := &conns{open: make(map[*conn]struct{})}
	c.ctx, c.cancel = context.WithCancel(context.Background())
	return c
}

// dialer returns what go-redis makes connections with.
func (c *conns) dialer(timeout time.Duration, config *tls.Config) func(ctx context.Context, network, addr string) (net.Conn, error) {
	dialer := &net.Dialer{Timeout: cmp.Or(timeout, dialTimeout)}
	dial := dialer.DialContext
	if config != nil {
		dial = (&tls.Dialer{NetDialer: dialer, Config: config}).DialContext
	}
	return func(ctx context.Context, network, addr string) (net.Conn, error) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		defer context.AfterFunc(c.ctx, cancel)()
		raw, err := dial(ctx, network, addr)
		if err != nil {
			return nil, err
		}
		return c.list(raw)
	}
}

func (c *conns) list(raw net.Conn) (net.Conn, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ctx.Err() != nil {
		raw.Close()
		return nil, net.ErrClosed
	}
	listed := &conn{Conn: raw, of: c}
	c.open[listed] = struct{}{}
	if peeked, ok := raw.(syscall.Conn); ok {
		return peekedConn{listed, peeked}, nil
	}
	return listed, nil
}

func (c *conns) close() {
	c.cancel()
	c.mu.Lock()
	defer c.mu.Unlock()
	for conn := range c.open {
		conn.Conn.Close()
	}
}

// A conn is a connection that is listed while it is open, and gives no more than
// replies of a bounded size.
type conn struct {
	net.Conn
	of      *conns
	replies Replies
	bad     error // of the replies
}

// Read reads from the connection, by one goroutine at a time. go-redis overlooks the
// first error.
func (c *conn) Read(p []byte) (int, error) {
	if c.bad != nil {
		return 0, c.bad
	}
	n, err := c.Conn.Read(p)
	if c.bad = c.replies.Read(p[:n]); c.bad != nil {
		return 0, c.bad
	}
	return n, err
}

func (c *conn) Close() error {
	c.of.mu.Lock()
	delete(c.of.open, c)
	c.of.mu.Unlock()
	return c.Conn.Close()
}

// A peekedConn is one that go-redis can look into before it uses it again: the
// server may have closed it.
type peekedConn struct {
	*conn
	syscall.Conn
}

// Close closes the connection.
func (c peekedConn) Close() error { return c.conn.Close() }
