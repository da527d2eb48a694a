package faultsite

import (
	"errors"
	"math/rand/v2"
	"net"
	"sync"
	"sync/atomic"
	"time"
)

// A Trouble is what befalls a connection.
type Trouble uint8

const (
	// Latency delays each write by up to 5 ms.
	Latency Trouble = iota
	// Bandwidth lets 256 KiB through in a second.
	Bandwidth
	// SlowClose closes 50 ms late.
	SlowClose
	// Slices splits writes into pieces of up to 64 bytes.
	Slices
	// Timeout lets nothing more through after some bytes.
	Timeout
	// Reset resets the connection after some bytes.
	Reset
	// Limit closes the connection after some bytes.
	Limit
)

// Troubles returns all there are.
func Troubles() []Trouble {
	return []Trouble{Latency, Bandwidth, SlowClose, Slices, Timeout, Reset, Limit}
}

func (t Trouble) String() string {
	names := [...]string{"latency", "bandwidth", "slow close", "slices", "timeout", "reset", "limit"}
	return names[t]
}

// Breaks reports whether the trouble keeps a connection from going on.
func (t Trouble) Breaks() bool { return t >= Timeout }

// A Network has troubles. What befalls the nth connection to its listener
// depends on the seed alone.
type Network struct {
	net.Listener
	Seed     uint64
	Troubles []Trouble // one of which each connection has
	Bytes    int       // that a server can send at most before a trouble breaks the connection

	accepted atomic.Uint64
}

// ErrTrouble is the error of writing to a connection that a trouble has broken.
var ErrTrouble = errors.New("faultsite: the network is down")

// Accept implements [net.Listener].
func (n *Network) Accept() (net.Conn, error) {
	c, err := n.Listener.Accept()
	if err != nil {
		return nil, err
	}
	rng := rand.New(rand.NewPCG(n.Seed, n.accepted.Add(1)))
	return &troubled{
		Conn: c, trouble: n.Troubles[rng.IntN(len(n.Troubles))], rng: rng, left: rng.IntN(max(n.Bytes, 1)),
		closed: make(chan struct{}),
	}, nil
}

// troubled is a connection in trouble.
type troubled struct {
	net.Conn
	trouble Trouble
	once    sync.Once
	closed  chan struct{}

	mu   sync.Mutex // held by the one who writes
	rng  *rand.Rand
	left int // bytes until it breaks
}

func (c *troubled) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch c.trouble {
	case Latency:
		c.pause(time.Duration(c.rng.IntN(5)) * time.Millisecond)
		return c.Conn.Write(p)
	case Bandwidth:
		return c.pieces(p, func() int { c.pause(4 * time.Millisecond); return 1 << 10 })
	case Slices:
		return c.pieces(p, func() int { return 1 + c.rng.IntN(64) })
	case SlowClose:
		return c.Conn.Write(p)
	}
	if len(p) <= c.left {
		c.left -= len(p)
		return c.Conn.Write(p)
	}
	n, err := c.Conn.Write(p[:c.left])
	c.left = 0
	if err != nil {
		return n, err
	}
	c.fail()
	return n, ErrTrouble
}

// pieces writes p in pieces of the sizes that next gives.
func (c *troubled) pieces(p []byte, next func() int) (written int, err error) {
	for written < len(p) && err == nil {
		var n int
		n, err = c.Conn.Write(p[written:min(len(p), written+next())])
		written += n
	}
	return written, err
}

// fail breaks the connection.
func (c *troubled) fail() {
	switch c.trouble {
	case Timeout:
		<-c.closed
	case Reset:
		_ = c.Conn.(*net.TCPConn).SetLinger(0)
		c.Close()
	case Limit:
		c.Close()
	}
}

// pause waits unless the connection is closed meanwhile.
func (c *troubled) pause(d time.Duration) {
	select {
	case <-time.After(d):
	case <-c.closed:
	}
}

func (c *troubled) Close() error {
	c.once.Do(func() { close(c.closed) })
	if c.trouble == SlowClose {
		time.Sleep(50 * time.Millisecond)
	}
	return c.Conn.Close()
}
