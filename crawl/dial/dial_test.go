package dial_test

import (
	"context"
	"errors"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/lokman-crawler/lokman/crawl/dial"
)

var errDown = errors.New("connection reset")

func TestFallback(t *testing.T) {
	const a, b, c = "93.184.215.14:80", "[2606:2800:220:1::1]:80", "93.184.215.15:80"
	names := map[string][]string{"example.com": {"93.184.215.14", "2606:2800:220:1::1", "93.184.215.15"}}
	for name, c := range map[string]struct {
		network string
		down    []string
		hangs   []string
		want    []string // dialled
		takes   time.Duration
		err     error
	}{
		"first":              {"tcp", nil, nil, []string{a}, 0, nil},
		"first down":         {"tcp", []string{a}, nil, []string{a, b}, 0, nil},
		"two down":           {"tcp", []string{a, b}, nil, []string{a, b, c}, 0, nil},
		"all down":           {"tcp", []string{a, b, c}, nil, []string{a, b, c}, 0, errDown},
		"first hangs":        {"tcp", nil, []string{a}, []string{a, b}, 250 * time.Millisecond, nil},
		"two hang":           {"tcp", nil, []string{a, b}, []string{a, b, c}, 500 * time.Millisecond, nil},
		"all hang":           {"tcp", nil, []string{a, b, c}, []string{a, b, c}, 12 * time.Second, context.DeadlineExceeded},
		"down, then hanging": {"tcp", []string{a}, []string{b}, []string{a, b, c}, 250 * time.Millisecond, nil},
		"hanging, then down": {"tcp", []string{b}, []string{a}, []string{a, b, c}, 250 * time.Millisecond, nil},
		"IPv4":               {"tcp4", []string{a}, nil, []string{a, c}, 0, nil},
		"IPv6":               {"tcp6", nil, nil, []string{b}, 0, nil},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := wire{down: make(map[string]error), hangs: make(map[string]bool)}
				for _, address := range c.down {
					w.down[address] = errDown
				}
				for _, address := range c.hangs {
					w.hangs[address] = true
				}
				d := dial.Dialer{Resolver: knows(names), Dial: w.dial, Timeout: 12 * time.Second}
				start := time.Now()
				conn, err := d.DialContext(t.Context(), c.network, "example.com:80")
				if !errors.Is(err, c.err) || (conn == nil) != (c.err != nil) {
					t.Errorf("connection %v, error %v, want %v", conn, err, c.err)
				}
				if diff := cmp.Diff(c.want, w.dialled); diff != "" {
					t.Errorf("dialled (-want +got):\n%s", diff)
				}
				if took := time.Since(start); took != c.takes {
					t.Errorf("took %v, want %v", took, c.takes)
				}
			})
		})
	}
}

func TestNoAddressOfTheFamily(t *testing.T) {
	var w wire
	d := dial.Dialer{Resolver: knows(map[string][]string{"four.test": {"93.184.215.14"}}), Dial: w.dial}
	_, err := d.DialContext(t.Context(), "tcp6", "four.test:80")
	if want := "dial: four.test: no address for tcp6"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

// The address that answered is tried first the next time: one that does not answer,
// such as those of IPv6 where it leads nowhere, costs its delay once.
func TestAnsweringAddressFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const a, b, c = "[2606:2800:220:1::1]:80", "93.184.215.14:80", "93.184.215.15:80"
		z := knows(map[string][]string{"example.com": {"2606:2800:220:1::1", "93.184.215.14", "93.184.215.15"}})
		w := wire{down: map[string]error{}, hangs: map[string]bool{a: true}}
		d := dial.Dialer{Resolver: z, Dial: w.dial}
		dialled := func(want ...string) {
			t.Helper()
			w.dialled = nil
			if err := connect(t, &d, "example.com:80"); err != nil {
				t.Error(err)
			}
			if diff := cmp.Diff(want, w.dialled); diff != "" {
				t.Errorf("dialled (-want +got):\n%s", diff)
			}
		}
		dialled(a, b)
		dialled(b)
		w.down[b] = errDown
		dialled(b, a, c)
		dialled(c)
		if z.asked() != 1 {
			t.Errorf("%d lookups, want one", z.asked())
		}
		delete(w.down, b)
		time.Sleep(5 * time.Minute) // the resolver's order holds again
		dialled(a, b)
	})
}

// A site that moved is found again before its answer is too old.
func TestAnswerDroppedWhenDown(t *testing.T) {
	z := &zone{names: map[string][][]string{"moved.test": {{"93.184.215.14"}, {"93.184.215.15"}}}}
	w := wire{down: map[string]error{"93.184.215.14:80": errDown}}
	d := dial.Dialer{Resolver: z, Dial: w.dial}
	if err := connect(t, &d, "moved.test:80"); !errors.Is(err, errDown) {
		t.Errorf("error %v, want %v", err, errDown)
	}
	if err := connect(t, &d, "moved.test:80"); err != nil {
		t.Error(err)
	}
	if err := connect(t, &d, "moved.test:80"); err != nil || z.asked() != 2 {
		t.Errorf("error %v after %d lookups", err, z.asked())
	}
}

func TestCancelledDial(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		z := knows(inside)
		w := wire{hangs: map[string]bool{"93.184.215.14:80": true}}
		d := dial.Dialer{Resolver: z, Dial: w.dial}
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(100*time.Millisecond, cancel)
		start := time.Now()
		_, err := d.DialContext(ctx, "tcp", "example.com:80")
		if !errors.Is(err, context.Canceled) || time.Since(start) != 100*time.Millisecond || len(w.dialled) != 1 {
			t.Errorf("error %v after %v, dialled %v", err, time.Since(start), w.dialled)
		}
		d.Check(t.Context(), "example.com")
		if z.asked() != 1 {
			t.Error("giving up dropped the answer")
		}
	})
}

func TestMisuse(t *testing.T) {
	var w wire
	d := dial.Dialer{Resolver: knows(inside), Dial: w.dial}
	for _, network := range []string{"", "udp", "unix", "ip4:icmp"} {
		var unknown net.UnknownNetworkError
		if _, err := d.DialContext(t.Context(), network, "example.com:80"); !errors.As(err, &unknown) {
			t.Errorf("network %q: %v", network, err)
		}
	}
	for _, address := range []string{"example.com", "[::1]", "8.8.8.8", "2606:2800:220:1::1"} {
		var bad *net.AddrError
		if err := connect(t, &d, address); !errors.As(err, &bad) {
			t.Errorf("address %q: %v", address, err)
		}
	}
	for _, address := range []string{
		"", ":80", ".:80", "example.com:", "example.com:0", "example.com:-1", "example.com:65536", "example.com:http",
		"a..b:80", "a b:80", "[example.com]:80", "[127.0.0.1]:80", "[::1:80", "::1]:80", "fe80::1%eth0:80", "[fe80::1%eth0]:80",
		"1.2.3:80", "0x7f000001:80", "a.0X7F:80", "0177.0.0.1:80", "127.1:80", "2130706433:80", "1.2.3.4.5:80", "a.0x:80",
		"１２７.0.0.1:80", "\u212a.test:80", "%31.test:80", "user@example.com:80", "example.com/:80",
		strings.Repeat("a", 64) + ".test:80", strings.Repeat("a.", 127) + "test:80",
	} {
		if err := connect(t, &d, address); !errors.Is(err, dial.ErrRefused) {
			t.Errorf("address %q: %v", address, err)
		}
	}
	if len(w.dialled) != 0 {
		t.Errorf("dialled %v", w.dialled)
	}
}
