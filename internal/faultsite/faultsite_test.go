package faultsite_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/lokman-crawler/lokman/internal/faultsite"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// Every fault listens, counts who comes, and is gone once closed, even while
// a client hangs on it.
func TestEveryFaultEnds(t *testing.T) {
	seen := make(map[string]bool)
	for _, name := range faultsite.Names() {
		if seen[name] {
			t.Errorf("two faults are called %q", name)
		}
		seen[name] = true
		s, err := faultsite.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		c, err := net.Dial("tcp", s.Addr())
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if strings.HasPrefix(s.URL("/"), "http://") {
			if _, err := io.WriteString(c, "GET / HTTP/1.1\r\nHost: fault.test\r\n\r\n"); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		_ = c.SetReadDeadline(time.Now().Add(50 * time.Millisecond))
		_, _ = c.Read(make([]byte, 1)) // whatever it says, if anything
		s.Close()
		c.Close()
		if got := s.Count().Connections; got != 1 {
			t.Errorf("%s: %d connections, want 1", name, got)
		}
		if _, err := net.Dial("tcp", s.Addr()); err == nil {
			t.Errorf("%s: the closed server still listens", name)
		}
	}
	if _, err := faultsite.Open("no such fault"); err == nil {
		t.Error("Open of no fault: no error")
	}
}

func TestCount(t *testing.T) {
	s, err := faultsite.Open("honeypot")
	if err != nil {
		t.Fatal(err)
	}
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	for _, path := range []string{"/robots.txt", "/", "/hidden/x"} {
		resp, err := client.Get(s.URL(path))
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
	}
	s.Close() // what a client has read may not be counted yet
	got := s.Count()
	if got.Bytes < 500 || got.Bytes > 5000 {
		t.Errorf("%d bytes, want those of three small pages", got.Bytes)
	}
	got.Bytes = 0
	if diff := cmp.Diff(faultsite.Count{Connections: 3, Requests: 3, Trespasses: 1}, got); diff != "" {
		t.Errorf("Count (-want +got):\n%s", diff)
	}
}

// What a client reads over a connection in trouble.
func TestTroubles(t *testing.T) {
	const size = 10_000
	for _, trouble := range faultsite.Troubles() {
		t.Run(trouble.String(), func(t *testing.T) {
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			network := &faultsite.Network{Listener: l, Seed: 3, Troubles: []faultsite.Trouble{trouble}, Bytes: size / 2}
			written := make(chan error, 1)
			go func() {
				c, err := network.Accept()
				if err != nil {
					written <- err
					return
				}
				stop := context.AfterFunc(t.Context(), func() { c.Close() })
				defer stop()
				_, _ = c.Read(make([]byte, 1)) // a reset may be there before the connection is
				_, err = io.WriteString(c, strings.Repeat("x", size))
				c.Close()
				written <- err
			}()
			c, err := net.Dial("tcp", l.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			if _, err := io.WriteString(c, "?"); err != nil {
				t.Fatal(err)
			}
			if trouble == faultsite.Timeout {
				_ = c.SetReadDeadline(time.Now().Add(200 * time.Millisecond))
			}
			got, err := io.ReadAll(c)
			want := map[faultsite.Trouble]error{faultsite.Timeout: context.DeadlineExceeded, faultsite.Reset: syscall.ECONNRESET}[trouble]
			var timeout net.Error
			switch {
			case trouble == faultsite.Timeout && errors.As(err, &timeout) && timeout.Timeout():
			case !errors.Is(err, want):
				t.Errorf("read error %v, want %v", err, want)
			}
			if (len(got) == size) == trouble.Breaks() {
				t.Errorf("%d bytes of %d, want them all: %v", len(got), size, !trouble.Breaks())
			}
			c.Close()
			l.Close()
			if trouble == faultsite.Timeout {
				return // the writer ends with the test
			}
			if err := <-written; errors.Is(err, faultsite.ErrTrouble) != trouble.Breaks() {
				t.Errorf("write error %v, want ErrTrouble: %v", err, trouble.Breaks())
			}
		})
	}
}
