package dial_test

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/lokman-crawler/lokman/crawl/dial"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// However a URL writes an address, a transport connects to public ones only,
// whether the URL was made canonical, as the crawler does, or not. Names lead to
// a public address here. What may be dialled is answered by a server on this
// machine; no connection leaves it.
func TestSpellingsOfAddresses(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	defer server.Close()
	dialled := 0
	d := dial.Dialer{Resolver: everywhere{}, Dial: func(ctx context.Context, network, _ string) (net.Conn, error) {
		dialled++
		return (&net.Dialer{}).DialContext(ctx, network, server.Listener.Addr().String())
	}}
	transport := &http.Transport{DialContext: d.DialContext, DisableKeepAlives: true}
	for _, c := range []struct {
		url  string
		open bool
	}{
		{"http://93.184.215.14/", true},
		{"http://93.184.215.14:8080/", true},
		{"http://[2606:4700::1111]/", true},
		{"http://bread.example/", true},

		{"http://127.0.0.1/", false},
		{"http://2130706433/", false},   // as one number
		{"http://0x7f000001/", false},   // in hexadecimal
		{"http://017700000001/", false}, // in octal
		{"http://0x7f.0.0.1/", false},   // in parts of both
		{"http://0177.0.0.01/", false},
		{"http://127.1/", false}, // shortened
		{"http://127.0.1/", false},
		{"http://127.0.0.1./", false},      // with a dot at the end
		{"http://%31%32%37.0.0.1/", false}, // percent-encoded
		{"http://１２７.０.０.１/", false},       // in wide digits
		{"http://127。0。0。1/", false},       // with other dots
		{"http://user@127.0.0.1/", false},  // behind a name
		{"http://bread.example@127.0.0.1/", false},
		{"http://0/", false},
		{"http://0.0.0.0:80/", false},
		{"http://169.254.169.254/latest/meta-data/", false},
		{"http://10.0.0.1/", false},
		{"http://192.168.1.1/", false},
		{"http://[::1]/", false},
		{"http://[::]/", false},
		{"http://[0:0:0:0:0:0:0:1]/", false},
		{"http://[::ffff:127.0.0.1]/", false}, // IPv4 in IPv6
		{"http://[::ffff:7f00:1]/", false},
		{"http://[::127.0.0.1]/", false},     // as of old
		{"http://[64:ff9b::7f00:1]/", false}, // through NAT64
		{"http://[2002:7f00:1::]/", false},   // through 6to4
		{"http://[fe80::1%25eth0]/", false},  // with a zone
		{"http://[fd00::1]/", false},
		{"http://[ff02::1]/", false},
		{"http://93.184.215.14:22/", false}, // a port of another service
	} {
		t.Run(c.url, func(t *testing.T) {
			ask := func(how string, req *http.Request) {
				dialled = 0
				resp, err := transport.RoundTrip(req.WithContext(t.Context()))
				if err == nil {
					resp.Body.Close()
				}
				if (err == nil) != c.open || (dialled > 0) != c.open {
					t.Errorf("%s: error %v, %d connections, want open: %v", how, err, dialled, c.open)
				}
			}
			if u, err := weburl.Parse(c.url); err == nil {
				ask("canonical", &http.Request{Method: http.MethodGet, URL: u.NetURL(), Host: u.Host(), Header: http.Header{}})
			} else if c.open {
				t.Error(err)
			}
			if req, err := http.NewRequest(http.MethodGet, c.url, nil); err == nil {
				ask("as written", req)
			} else if c.open {
				t.Error(err)
			}
		})
	}
}
