package dial

import (
	"errors"
	"net"
	"net/netip"
	"testing"
)

// The second line of defence: if a route led to a forbidden address, the socket
// would not connect.
func TestGuard(t *testing.T) {
	server, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	at := netip.MustParseAddrPort(server.Addr().String())
	r := route{site: site{name: "example.com", port: at.Port()}, addrs: []netip.Addr{at.Addr()}}
	for _, c := range []struct {
		block string
		open  bool
		want  bool
	}{
		{"10.0.0.0/8", false, false},
		{"10.0.0.0/8", true, true},
		{"127.0.0.0/8", false, true},
	} {
		d := Dialer{Open: []string{c.block}}
		if err := d.Validate(); err != nil {
			t.Fatal(err)
		}
		r.open = c.open
		conn, err := d.connect(t.Context(), "tcp", r)
		if err == nil {
			conn.Close()
		}
		if (err == nil) != c.want || err != nil && !errors.Is(err, ErrRefused) {
			t.Errorf("%+v: %v", c, err)
		}
	}
}
