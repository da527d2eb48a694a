package dial_test

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl/dial"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// everywhere answers every name with a public address, localhost too.
type everywhere struct{}

func (everywhere) LookupNetIP(context.Context, string, string) ([]netip.Addr, error) {
	return []netip.Addr{netip.MustParseAddr("93.184.215.14")}, nil
}

// literal returns the address that is a URL's host.
func literal(u *weburl.URL) netip.Addr {
	return netip.MustParseAddr(strings.Trim(u.Hostname(), "[]"))
}

func port(u *weburl.URL) uint16 {
	if n, err := strconv.ParseUint(u.NetURL().Port(), 10, 16); err == nil {
		return uint16(n)
	}
	return 80
}

// The cases go through a real transport, read as the crawler reads them and as
// net/url does. No connection leaves the machine: what may be dialled is
// answered by a server on it.
func TestAddressCases(t *testing.T) {
	const name = "../../../shared/conformance/ssrf-addresses.json"
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("no conformance data: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Cases []struct {
			URL     string
			Blocked bool
			Why     string
		}
	}
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	defer server.Close()
	var dialled []string
	d := dial.Dialer{Resolver: everywhere{}, Dial: func(ctx context.Context, network, address string) (net.Conn, error) {
		dialled = append(dialled, address)
		return (&net.Dialer{}).DialContext(ctx, network, server.Listener.Addr().String())
	}}
	transport := &http.Transport{DialContext: d.DialContext, DisableKeepAlives: true}
	get := func(req *http.Request) error {
		resp, err := transport.RoundTrip(req)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	}

	blocked, allowed := 0, 0
	for _, c := range file.Cases {
		dialled = nil
		u, err := weburl.Parse(c.URL)
		if err == nil {
			err = get((&http.Request{Method: http.MethodGet, URL: u.NetURL(), Host: u.Host(), Header: http.Header{}}).WithContext(t.Context()))
		}
		var unreadable *weburl.Error
		switch {
		case c.Blocked && (errors.Is(err, dial.ErrRefused) || errors.As(err, &unreadable)) && len(dialled) == 0:
			blocked++
		case !c.Blocked && err == nil && slices.Equal(dialled, []string{netip.AddrPortFrom(literal(u), port(u)).String()}):
			allowed++
		default:
			t.Errorf("%s (%s): error %v, dialled %v, want blocked: %v", c.URL, c.Why, err, dialled, c.Blocked)
		}

		dialled = nil
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, c.URL, nil)
		if err == nil {
			err = get(req)
		}
		if (err == nil) == c.Blocked || (len(dialled) == 0) != c.Blocked {
			t.Errorf("%s (%s) without canonicalisation: error %v, dialled %v, want blocked: %v", c.URL, c.Why, err, dialled, c.Blocked)
		}
	}
	t.Logf("%d refused, %d allowed", blocked, allowed)
}
