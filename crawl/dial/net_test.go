package dial_test

import (
	"context"
	"net"
	"net/netip"
	"sync"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/crawl/dial"
)

// A zone is a resolver that knows some names. The answers of a name follow one
// another, the last one for good.
type zone struct {
	names map[string][][]string
	takes time.Duration // a lookup

	mu      sync.Mutex
	lookups []string
}

// knows returns a zone in which each name has one answer.
func knows(names map[string][]string) *zone {
	z := &zone{names: make(map[string][][]string)}
	for name, addrs := range names {
		z.names[name] = [][]string{addrs}
	}
	return z
}

func (z *zone) LookupNetIP(ctx context.Context, network, host string) ([]netip.Addr, error) {
	z.mu.Lock()
	z.lookups = append(z.lookups, host)
	answers := z.names[host]
	if len(answers) > 1 {
		z.names[host] = answers[1:]
	}
	z.mu.Unlock()
	if z.takes > 0 {
		select {
		case <-time.After(z.takes):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	if host == "servfail.test" {
		return nil, &net.DNSError{Err: "server misbehaving", Name: host, IsTemporary: true}
	}
	if network != "ip" || len(answers) == 0 {
		return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
	}
	var addrs []netip.Addr
	for _, a := range answers[0] {
		addrs = append(addrs, netip.MustParseAddr(a))
	}
	return addrs, nil
}

func (z *zone) asked() int {
	z.mu.Lock()
	defer z.mu.Unlock()
	return len(z.lookups)
}

// A wire takes the place of the network: it notes which addresses are dialled
// and lets the connection come about unless the address is down.
type wire struct {
	down  map[string]error
	hangs map[string]bool

	mu      sync.Mutex
	dialled []string
}

func (w *wire) dial(ctx context.Context, _, address string) (net.Conn, error) {
	w.mu.Lock()
	w.dialled = append(w.dialled, address)
	w.mu.Unlock()
	if w.hangs[address] {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	if err := w.down[address]; err != nil {
		return nil, err
	}
	near, far := net.Pipe()
	far.Close()
	return near, nil
}

// connect dials and hangs up.
func connect(t testing.TB, d *dial.Dialer, address string) error {
	t.Helper()
	conn, err := d.DialContext(t.Context(), "tcp", address)
	if (conn == nil) == (err == nil) {
		t.Fatalf("DialContext(%q) = %v, %v", address, conn, err)
	}
	if err == nil {
		conn.Close()
	}
	return err
}
