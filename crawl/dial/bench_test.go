package dial_test

import (
	"fmt"
	"net"
	"net/netip"
	"testing"
	"time"

	"github.com/lokman-crawler/lokman/crawl/dial"
)

// BenchmarkCheck measures what a connection costs besides connecting, once its
// name has been looked up, and how many times as long a connection within the
// machine takes.
func BenchmarkCheck(b *testing.B) {
	names := map[string][]string{"www.example.com": {"93.184.215.14", "2606:2800:220:1::1"}}
	var open []string
	for i := range 1000 {
		open = append(open, fmt.Sprintf("host%d.corp:8080", i))
	}
	for _, c := range []struct {
		name, host string
		open       []string
	}{
		{"name", "www.example.com:443", nil},
		{"name, 1000 open", "www.example.com:443", open},
		{"address", "93.184.215.14:443", nil},
		{"refused", "10.0.0.7:443", nil},
	} {
		b.Run(c.name, func(b *testing.B) {
			d := dial.Dialer{Open: c.open, Resolver: knows(names)}
			d.Check(b.Context(), c.host)
			b.ReportAllocs()
			for b.Loop() {
				d.Check(b.Context(), c.host)
			}
			each := b.Elapsed() / time.Duration(b.N)
			b.ReportMetric(float64(connecting(b))/float64(each), "connect/check")
		})
	}
}

// connecting returns how long a plain connection to a local server takes.
func connecting(b *testing.B) time.Duration {
	server, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	defer server.Close()
	const times = 50
	start := time.Now()
	for range times {
		conn, err := net.Dial("tcp", server.Addr().String())
		if err != nil {
			b.Fatal(err)
		}
		conn.Close()
	}
	return time.Since(start) / times
}

func BenchmarkPublic(b *testing.B) {
	for _, text := range []string{"93.184.215.14", "2606:2800:220:1::1", "64:ff9b::5db8:d70e"} {
		addr := netip.MustParseAddr(text)
		b.Run(text, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				dial.Public(addr)
			}
		})
	}
}
