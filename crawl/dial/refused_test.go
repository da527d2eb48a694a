package dial_test

import (
	"context"
	"errors"
	"net/netip"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/lokman-crawler/lokman/crawl/dial"
)

func TestRefusedError(t *testing.T) {
	d := dial.Dialer{Resolver: knows(inside)}
	for _, c := range []struct {
		address string
		want    dial.RefusedError
		text    string
	}{
		{
			"Wiki.corp:80",
			dial.RefusedError{Host: "wiki.corp", Port: 80, Addr: netip.MustParseAddr("10.0.0.7"), Why: "private network (RFC 1918)"},
			`dial: wiki.corp (10.0.0.7) refused: private network (RFC 1918); to allow it, name "wiki.corp:80" in Open, of crawl.Transport in a crawl`,
		},
		{
			"[::ffff:127.0.0.1]:80",
			dial.RefusedError{Host: "127.0.0.1", Port: 80, Addr: netip.MustParseAddr("127.0.0.1"), Why: "loopback (RFC 1122, RFC 4291)"},
			`dial: 127.0.0.1 refused: loopback (RFC 1122, RFC 4291); to allow it, name "127.0.0.1:80" in Open, of crawl.Transport in a crawl`,
		},
		{
			"[fd00::7]:80",
			dial.RefusedError{Host: "fd00::7", Port: 80, Addr: netip.MustParseAddr("fd00::7"), Why: "unique local (RFC 4193)"},
			`dial: fd00::7 refused: unique local (RFC 4193); to allow it, name "[fd00::7]:80" in Open, of crawl.Transport in a crawl`,
		},
		{
			"link.corp:80",
			dial.RefusedError{Host: "link.corp", Port: 80, Addr: netip.MustParseAddr("fe80::1%eth0"), Why: "an address with a zone"},
			`dial: link.corp (fe80::1) refused: an address with a zone; to allow it, name "link.corp:80" in Open, of crawl.Transport in a crawl`,
		},
		{
			"example.com:25",
			dial.RefusedError{Host: "example.com", Port: 25, Why: "port 25 is no web server's"},
			`dial: example.com refused: port 25 is no web server's; to allow it, name "example.com:25" in Open, of crawl.Transport in a crawl`,
		},
		{
			"0x7f.1:80",
			dial.RefusedError{Host: "0x7f.1:80", Why: "an IPv4 address in an unusual form"},
			`dial: "0x7f.1:80" refused: an IPv4 address in an unusual form`,
		},
		{
			"user:secret@127.0.0.1:80",
			dial.RefusedError{Host: "xxxxx@127.0.0.1:80", Why: "not a host name"},
			`dial: "xxxxx@127.0.0.1:80" refused: not a host name`,
		},
		{
			"\x1b[2J\n" + strings.Repeat("ü", 500) + ":80",
			dial.RefusedError{Host: "\x1b[2J\n" + strings.Repeat("ü", 36) + "...", Why: "longer than a host name can be"},
			`dial: "\x1b[2J\n` + strings.Repeat(`\u00fc`, 36) + `..." refused: longer than a host name can be`,
		},
	} {
		err := connect(t, &d, c.address)
		var got *dial.RefusedError
		if !errors.As(err, &got) || !errors.Is(err, dial.ErrRefused) {
			t.Errorf("%q: error %v, want a RefusedError", c.address, err)
			continue
		}
		if diff := cmp.Diff(c.want, *got, cmpopts.EquateComparable(netip.Addr{})); diff != "" {
			t.Errorf("%q (-want +got):\n%s", c.address, diff)
		}
		if got.Error() != c.text {
			t.Errorf("%q:\n%s, want\n%s", c.address, got, c.text)
		}
	}
}

// Whatever the parts hold, the text is one short line for a log.
func FuzzRefusedError(f *testing.F) {
	f.Add("wiki.corp", uint16(80), []byte{10, 0, 0, 7}, "")
	f.Add("fe80::1%\n", uint16(0), netip.MustParseAddr("fe80::1").AsSlice(), "\n")
	f.Add("a@b\x00", uint16(22), []byte(nil), "")
	f.Fuzz(func(t *testing.T, host string, port uint16, b []byte, zone string) {
		addr, _ := netip.AddrFromSlice(b)
		err := &dial.RefusedError{Host: host, Port: port, Addr: addr.WithZone(zone), Why: "why"}
		text := err.Error()
		if len(text) > 800 || strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r > '~' }) {
			t.Errorf("%d bytes: %q", len(text), text)
		}
	})
}

// guarded is a resolver that gets no name but what DNS can hold, and knows none.
type guarded struct{ *testing.T }

func (g guarded) LookupNetIP(_ context.Context, _, host string) ([]netip.Addr, error) {
	ok := len(host) <= 253 && strings.Trim(host, "abcdefghijklmnopqrstuvwxyz0123456789-_.") == ""
	for label := range strings.SplitSeq(host, ".") {
		ok = ok && label != "" && len(label) <= 63
	}
	if _, err := netip.ParseAddr(host); !ok || err == nil {
		g.Errorf("lookup of %q", host)
	}
	return nil, errors.New("unknown")
}

// Whatever the text, it has a verdict, in either case.
func FuzzCheck(f *testing.F) {
	for _, host := range []string{"example.com", "127.0.0.1:80", "[::1]:80", "::1", "0x7f.1", "a..b", "[", "]", ":", "%31", "１.1.1.1", "x:99999"} {
		f.Add(host)
	}
	f.Fuzz(func(t *testing.T, host string) {
		d := dial.Dialer{Resolver: guarded{t}}
		err := d.Check(t.Context(), host)
		if err != nil && len(err.Error()) > 1000 {
			t.Errorf("%d bytes of error", len(err.Error()))
		}
		if !isASCII(host) {
			return
		}
		for _, same := range []string{strings.ToUpper(host), strings.ToLower(host)} {
			if again := d.Check(t.Context(), same); errors.Is(err, dial.ErrRefused) != errors.Is(again, dial.ErrRefused) {
				t.Errorf("%q: %v, but %q: %v", host, err, same, again)
			}
		}
	})
}

func isASCII(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r > '~' })
}
