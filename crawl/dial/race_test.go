package dial_test

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/crawl/dial"
)

func v6(n int) (addrs []string) {
	for i := range n {
		addrs = append(addrs, fmt.Sprintf("2606:2800:220:1::%x", i+1))
	}
	return addrs
}

func v4(n int) (addrs []string) {
	for i := range n {
		addrs = append(addrs, fmt.Sprintf("93.184.215.%d", i+1))
	}
	return addrs
}

// Addresses from which nothing comes back do not hide one that answers.
func TestDeadAddresses(t *testing.T) {
	for name, c := range map[string]struct {
		addrs   []string
		answers int // the address
		after   time.Duration
		takes   time.Duration
		timeout time.Duration
	}{
		"one of IPv6":                 {slices.Concat(v6(1), v4(1)), 1, 0, 250 * time.Millisecond, 0},
		"six of IPv6":                 {slices.Concat(v6(6), v4(1)), 6, 0, 250 * time.Millisecond, 0},
		"six of IPv4":                 {slices.Concat(v4(6), v6(1)), 6, 0, 250 * time.Millisecond, 0},
		"six of the same family":      {v4(7), 6, 0, 1500 * time.Millisecond, 0},
		"more than are tried at once": {v4(20), 19, 0, 4750 * time.Millisecond, 0},
		"as many as there may be":     {v4(64), 63, 0, 63 * (10 * time.Second / 64), 0},
		"little time":                 {v4(7), 6, 0, 6 * (700 * time.Millisecond / 7), 700 * time.Millisecond},
		"none, but slow":              {slices.Concat(v6(1), v4(1)), 0, 3 * time.Second, 3 * time.Second, 0},
		"none of many, but slow":      {v4(20), 0, 1900 * time.Millisecond, 1900 * time.Millisecond, 0},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				good := netip.AddrPortFrom(netip.MustParseAddr(c.addrs[c.answers]), 80).String()
				var running, most atomic.Int64
				d := dial.Dialer{
					Resolver: knows(map[string][]string{"example.com": c.addrs}), Timeout: c.timeout,
					Dial: func(ctx context.Context, _, address string) (net.Conn, error) {
						most.Store(max(most.Load(), running.Add(1)))
						defer running.Add(-1)
						if address == good {
							time.Sleep(c.after)
							near, far := net.Pipe()
							far.Close()
							return near, nil
						}
						<-ctx.Done()
						return nil, ctx.Err()
					},
				}
				start := time.Now()
				if err := connect(t, &d, "example.com:80"); err != nil || time.Since(start) != c.takes {
					t.Errorf("error %v after %v, want %v", err, time.Since(start), c.takes)
				}
				if running.Load() != 0 || most.Load() > 8 {
					t.Errorf("%d attempts go on, %d were made at once, want none and at most 8", running.Load(), most.Load())
				}
			})
		})
	}
}

// closable is a connection that says whether it was closed.
type closable struct {
	net.Conn
	address string
	closed  *[]string
}

func (c closable) Close() error {
	*c.closed = append(*c.closed, c.address)
	return nil
}

// An attempt that succeeds after another one is closed, before the call returns.
func TestLosersAreClosed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var closed []string
		d := dial.Dialer{
			Resolver: knows(map[string][]string{"example.com": {"2606:2800:220:1::1", "93.184.215.14"}}),
			Dial: func(ctx context.Context, _, address string) (net.Conn, error) {
				if address[0] == '[' {
					<-ctx.Done()
				}
				return closable{address: address, closed: &closed}, nil
			},
		}
		conn, err := d.DialContext(t.Context(), "tcp", "example.com:80")
		if err != nil || conn.(closable).address != "93.184.215.14:80" {
			t.Fatalf("%v, %v", conn, err)
		}
		if diff := cmp.Diff([]string{"[2606:2800:220:1::1]:80"}, closed); diff != "" {
			t.Errorf("closed (-want +got):\n%s", diff)
		}
	})
}

// The families take turns, beginning with the first; of one alone all are tried.
func TestOrderOfAddresses(t *testing.T) {
	six, four := "[2606:2800:220:1::%d]:80", "93.184.215.%d:80"
	for name, c := range map[string]struct{ addrs, want []string }{
		"IPv6 first":   {slices.Concat(v6(3), v4(2)), []string{fmt.Sprintf(six, 1), fmt.Sprintf(four, 1), fmt.Sprintf(six, 2), fmt.Sprintf(four, 2), fmt.Sprintf(six, 3)}},
		"IPv4 first":   {slices.Concat(v4(2), v6(1)), []string{fmt.Sprintf(four, 1), fmt.Sprintf(six, 1), fmt.Sprintf(four, 2)}},
		"mixed":        {slices.Concat(v4(1), v6(2)), []string{fmt.Sprintf(four, 1), fmt.Sprintf(six, 1), fmt.Sprintf(six, 2)}},
		"IPv6 alone":   {v6(2), []string{fmt.Sprintf(six, 1), fmt.Sprintf(six, 2)}},
		"IPv4 by IPv6": {append(v6(1), "::ffff:93.184.215.1"), []string{fmt.Sprintf(six, 1), fmt.Sprintf(four, 1)}},
		"one address":  {v4(1), []string{fmt.Sprintf(four, 1)}},
	} {
		w := wire{down: map[string]error{}}
		for _, address := range c.want {
			w.down[address] = errDown
		}
		d := dial.Dialer{Resolver: knows(map[string][]string{"example.com": c.addrs}), Dial: w.dial}
		if err := connect(t, &d, "example.com:80"); err == nil {
			t.Errorf("%s: no error", name)
		}
		if diff := cmp.Diff(c.want, w.dialled); diff != "" {
			t.Errorf("%s: dialled (-want +got):\n%s", name, diff)
		}
	}
}
