package dial_test

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl/dial"
)

var inside = map[string][]string{
	"wiki.corp":    {"10.0.0.7"},
	"db.corp":      {"10.0.0.7"},
	"a.wiki.corp":  {"10.0.0.7"},
	"dual.corp":    {"10.0.0.7", "fd00::7"},
	"example.com":  {"93.184.215.14", "2606:2800:220:1::1"},
	"half.example": {"93.184.215.14", "127.0.0.1"},
	"link.corp":    {"fe80::1%eth0"},
	"mapped.test":  {"::ffff:10.0.0.7"},
}

// Each case dials an address under what is open. Refused is what the refusal
// says, "" if there is none.
func TestOpen(t *testing.T) {
	const private = "private network (RFC 1918)"
	const loopback = "loopback (RFC 1122, RFC 4291)"
	for _, c := range []struct{ open, address, refused string }{
		{"", "example.com:80", ""},
		{"", "EXAMPLE.com.:8443", ""},
		{"", "example.com:22", "port 22 is no web server's"},
		{"", "example.com:6667", "port 6667 is no web server's"},
		{"", "wiki.corp:80", private},
		{"", "dual.corp:80", private},
		{"", "half.example:80", loopback},
		{"", "mapped.test:80", private},
		{"", "link.corp:80", "an address with a zone"},
		{"", "localhost:80", loopback},
		{"", "a.localhost:80", loopback},

		{"wiki.corp", "wiki.corp:80", ""},
		{"wiki.corp", "wiki.corp:9999", ""},
		{"WIKI.corp.", "wiki.corp:80", ""},
		{"wiki.corp", "WIKI.Corp.:80", ""},
		{"wiki.corp", "wiki.corp:22", "port 22 is no web server's"},
		{"wiki.corp", "db.corp:80", private},
		{"wiki.corp", "a.wiki.corp:80", private},
		{"wiki.corp", "10.0.0.7:80", private},
		{"link.corp", "link.corp:80", ""},
		{"half.example", "half.example:80", ""},
		{"localhost", "localhost:80", ""},
		{"localhost", "127.0.0.1:80", loopback},
		{"localhost", "a.localhost:80", loopback},

		{"wiki.corp:8080", "wiki.corp:8080", ""},
		{"wiki.corp:8080", "wiki.corp:80", private},
		{"wiki.corp:22", "wiki.corp:22", ""},
		{"example.com:22", "example.com:22", ""},
		{"example.com:22", "example.com:25", "port 25 is no web server's"},

		{"10.0.0.7", "10.0.0.7:80", ""},
		{"10.0.0.7", "10.0.0.8:80", private},
		{"10.0.0.7", "wiki.corp:80", private},
		{"10.0.0.7", "[::ffff:10.0.0.7]:80", ""},
		{"10.0.0.7:8080", "10.0.0.7:8080", ""},
		{"10.0.0.7:8080", "10.0.0.7:80", private},
		{"fd00::7", "[fd00::7]:80", ""},
		{"[fd00::7]", "[fd00::7]:80", ""},
		{"[fd00:0::7]:8080", "[fd00::7]:8080", ""},
		{"[fd00::7]:8080", "[fd00::7]:80", "unique local (RFC 4193)"},

		{"10.0.0.0/8", "wiki.corp:80", ""},
		{"10.0.0.0/8", "10.255.0.1:80", ""},
		{"10.0.0.0/8", "10.255.0.1:22", "port 22 is no web server's"},
		{"10.0.0.0/8", "[64:ff9b::10.0.0.7]:80", "NAT64 of 10.0.0.7: " + private},
		{"10.0.0.0/8", "dual.corp:80", "unique local (RFC 4193)"},
		{"10.0.0.0/8 fd00::/8", "dual.corp:80", ""},
		{"127.0.0.1/32 ::1/128", "localhost:80", ""},
	} {
		var w wire
		d := dial.Dialer{Open: strings.Fields(c.open), Resolver: knows(inside), Dial: w.dial}
		why := ""
		err := connect(t, &d, c.address)
		var refused *dial.RefusedError
		switch {
		case errors.As(err, &refused):
			why = refused.Why
		case err != nil:
			t.Errorf("open %q: %s: %v", c.open, c.address, err)
		}
		if why != c.refused {
			t.Errorf("open %q: %s refused %q, want %q", c.open, c.address, why, c.refused)
		}
		if errors.Is(err, dial.ErrRefused) != (c.refused != "") || (len(w.dialled) == 0) != (c.refused != "") {
			t.Errorf("open %q: %s: error %v, dialled %v", c.open, c.address, err, w.dialled)
		}
		if checked := d.Check(t.Context(), c.address); (checked == nil) != (err == nil) || err != nil && checked.Error() != err.Error() {
			t.Errorf("open %q: %s: Check says %v, DialContext %v", c.open, c.address, checked, err)
		}
	}
}

// The Fetch Standard's table has 82 ports besides 0.
func TestBlockedPorts(t *testing.T) {
	var d dial.Dialer
	blocked := 0
	for port := 1; port < 1<<16; port++ {
		if d.Check(t.Context(), "8.8.8.8:"+strconv.Itoa(port)) != nil {
			blocked++
		}
	}
	if blocked != 82 {
		t.Errorf("%d ports are blocked", blocked)
	}
	for _, port := range []string{"80", "81", "443", "3000", "5000", "6001", "8000", "8080", "8443", "9200"} {
		if err := d.Check(t.Context(), "8.8.8.8:"+port); err != nil {
			t.Error(err)
		}
	}
}

func TestCheckWithoutPort(t *testing.T) {
	z := knows(inside)
	d := dial.Dialer{Open: []string{"wiki.corp:8080", "proxied.corp"}, Resolver: z}
	for host, ok := range map[string]bool{
		"example.com": true, "[2606:2800:220:1::1]": true, "2606:2800:220:1::1": true, "8.8.8.8": true,
		"wiki.corp": false, "[::1]": false, "::1": false, "127.0.0.1.": false,
		"proxied.corp": true, // open, though only a proxy may know where it is
	} {
		if err := d.Check(t.Context(), host); (err == nil) != ok {
			t.Errorf("Check(%q) = %v", host, err)
		}
	}
	if err := d.Check(t.Context(), "unknown.example"); err == nil || errors.Is(err, dial.ErrRefused) {
		t.Errorf("a name that is not found is reported as %v", err)
	}
}

func TestBadOpen(t *testing.T) {
	for entry, want := range map[string]string{
		"":                      "not a host name",
		"*.corp":                "not a host name",
		"http://wiki.corp":      "a URL",
		"bücher.example":        "not a host name",
		"127.1":                 "an IPv4 address in an unusual form",
		"wiki.corp:0":           "the port is not a number from 1 to 65535",
		"wiki.corp:http":        "the port is not a number from 1 to 65535",
		"10.0.0.1/8":            "did you mean 10.0.0.0/8",
		"10.0.0.0/33":           "not a CIDR",
		"::ffff:10.0.0.0/104":   "IPv4 written as IPv6",
		"fe80::1%eth0":          "an address with a zone",
		"[10.0.0.1]:80":         "not an IPv6 address in brackets",
		"user:secret@wiki.corp": `"xxxxx@wiki.corp"`,
	} {
		d := dial.Dialer{Open: []string{"localhost", entry}}
		err := d.Validate()
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "Open[1]") {
			t.Errorf("Validate with %q open = %v, want %q", entry, err, want)
			continue
		}
		if strings.Contains(err.Error(), "secret") {
			t.Errorf("a password stands in %v", err)
		}
		if got := d.Check(t.Context(), "localhost"); got != err {
			t.Errorf("Check with %q open = %v, want %v", entry, got, err)
		}
		if got := connect(t, &d, "localhost:80"); got != err {
			t.Errorf("DialContext with %q open = %v, want %v", entry, got, err)
		}
	}
}

func FuzzOpen(f *testing.F) {
	for _, entry := range []string{"wiki.corp", "wiki.corp:8080", "10.0.0.0/8", "[::1]:80", "::1", "127.1", "a@b", "fe80::1%x"} {
		f.Add(entry)
	}
	f.Fuzz(func(t *testing.T, entry string) {
		d := dial.Dialer{Open: []string{entry}, Resolver: knows(nil)}
		err := d.Validate()
		if err != nil {
			if len(err.Error()) > 600 {
				t.Errorf("%d bytes of error", len(err.Error()))
			}
			return
		}
		if strings.Contains(entry, "/") {
			return
		}
		if err := d.Check(t.Context(), entry); err != nil {
			t.Errorf("%q is open, yet Check says %v", entry, err)
		}
	})
}
