package dial_test

import (
	"net/netip"
	"slices"
	"strings"
	"testing"

	"github.com/lokman-crawler/lokman/crawl/dial"
)

func TestPublic(t *testing.T) {
	for addr, why := range map[string]string{
		"8.8.8.8":              "",
		"172.15.0.1":           "",
		"192.31.196.1":         "", // AS112, reachable by the registry
		"192.52.193.1":         "", // AMT, likewise
		"2606:4700::1111":      "",
		"2620:4f:8000::1":      "", // AS112
		"2001:200::1":          "",
		"::ffff:8.8.8.8":       "",
		"64:ff9b::8.8.8.8":     "",
		"2002:808:808::1":      "",
		"2a00::5efe:808:808":   "",
		"2a00::1:5efe:7f00:1":  "", // not ISATAP
		"0.0.0.0":              "this network (RFC 791)",
		"10.1.2.3":             "private network (RFC 1918)",
		"100.64.0.1":           "carrier's network (RFC 6598)",
		"100.100.100.200":      "a cloud's metadata service",
		"127.0.0.53":           "loopback (RFC 1122, RFC 4291)",
		"168.63.129.16":        "a cloud's metadata service",
		"169.254.0.1":          "link-local (RFC 3927)",
		"169.254.169.254":      "a cloud's metadata service",
		"192.0.0.9":            "protocol assignments (RFC 6890)",
		"192.0.0.192":          "protocol assignments (RFC 6890)",
		"192.0.2.1":            "documentation (RFC 5737, RFC 3849, RFC 9637)",
		"192.88.99.1":          "6to4 relay (RFC 7526)",
		"198.19.0.1":           "benchmarking (RFC 2544)",
		"239.1.1.1":            "multicast (RFC 5771, RFC 4291)",
		"250.1.1.1":            "reserved (RFC 1112)",
		"255.255.255.255":      "broadcast (RFC 919)",
		"::":                   "unspecified (RFC 4291)",
		"::1":                  "loopback (RFC 1122, RFC 4291)",
		"::8.8.8.8":            "IPv4-compatible (RFC 4291)",
		"::ffff:10.0.0.1":      "private network (RFC 1918)",
		"::ffff:0:8.8.8.8":     "outside 2000::/3 (RFC 4291)",
		"64:ff9b::10.0.0.1":    "NAT64 of 10.0.0.1: private network (RFC 1918)",
		"64:ff9b::a9fe:a9fe":   "NAT64 of 169.254.169.254: a cloud's metadata service",
		"64:ff9b:1::8.8.8.8":   "local NAT64 (RFC 8215)",
		"100::1":               "discard (RFC 6666)",
		"2001::1":              "Teredo (RFC 4380)",
		"2001:2::1":            "protocol assignments (RFC 6890)",
		"2001:db8::1":          "documentation (RFC 5737, RFC 3849, RFC 9637)",
		"3fff:fff::1":          "documentation (RFC 5737, RFC 3849, RFC 9637)",
		"2002:a00:1::1":        "6to4 of 10.0.0.1: private network (RFC 1918)",
		"2a00::5efe:7f00:1":    "ISATAP of 127.0.0.1: loopback (RFC 1122, RFC 4291)",
		"2a00::200:5efe:a00:1": "ISATAP of 10.0.0.1: private network (RFC 1918)",
		"5f00::1":              "segment routing (RFC 9602)",
		"fd00::1":              "unique local (RFC 4193)",
		"fd00:ec2::254":        "a cloud's metadata service",
		"fd20:ce::254":         "a cloud's metadata service",
		"fe80::1":              "link-local (RFC 4291)",
		"fe80::1%eth0":         "an address with a zone",
		"2606:4700::1111%eth0": "an address with a zone",
		"fec0::1":              "site-local (RFC 3879)",
		"ff02::1":              "multicast (RFC 5771, RFC 4291)",
		"4000::1":              "outside 2000::/3 (RFC 4291)",
	} {
		ok, got := dial.Public(netip.MustParseAddr(addr))
		if got != why || ok != (why == "") {
			t.Errorf("Public(%s) = %v, %q, want %q", addr, ok, got, why)
		}
	}
	if ok, why := dial.Public(netip.Addr{}); ok || why != "no address" {
		t.Errorf("Public of no address = %v, %q", ok, why)
	}
}

// What is not reachable, as the registries and RFCs list it.
var (
	unreachable4 = prefixes(`0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 168.63.129.16/32 169.254.0.0/16
		172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24
		203.0.113.0/24 224.0.0.0/4 240.0.0.0/4`)
	unreachable6 = prefixes(`::/3 4000::/2 8000::/1 2001::/23 2001:db8::/32 3fff::/20`)
	nat64        = netip.MustParsePrefix("64:ff9b::/96")
	sixToFour    = netip.MustParsePrefix("2002::/16")
)

func prefixes(list string) (ps []netip.Prefix) {
	for _, p := range strings.Fields(list) {
		ps = append(ps, netip.MustParsePrefix(p))
	}
	return ps
}

// reference decides by those lists.
func reference(addr netip.Addr) bool {
	in := func(ps []netip.Prefix) bool {
		return slices.ContainsFunc(ps, func(p netip.Prefix) bool { return p.Contains(addr) })
	}
	if addr.Zone() != "" {
		return false
	}
	addr = addr.Unmap()
	if addr.Is4() {
		return !in(unreachable4)
	}
	bytes := addr.As16()
	v4 := func(at int) bool { return reference(netip.AddrFrom4([4]byte(bytes[at:]))) }
	if nat64.Contains(addr) {
		return v4(12)
	}
	if in(unreachable6) || sixToFour.Contains(addr) && !v4(2) {
		return false
	}
	groups := strings.Split(addr.StringExpanded(), ":")
	if isatap := (groups[4] == "0000" || groups[4] == "0200") && groups[5] == "5efe"; isatap && !sixToFour.Contains(addr) {
		return v4(12)
	}
	return true
}

// Both sides of every border.
func TestPublicBorders(t *testing.T) {
	for _, p := range slices.Concat(unreachable4, unreachable6, []netip.Prefix{nat64, sixToFour}) {
		last := p.Addr().AsSlice()
		for i := p.Bits(); i < len(last)*8; i++ {
			last[i/8] |= 0x80 >> (i % 8)
		}
		end, _ := netip.AddrFromSlice(last)
		for _, addr := range []netip.Addr{p.Addr().Prev(), p.Addr(), p.Addr().Next(), end.Prev(), end, end.Next()} {
			if !addr.IsValid() {
				continue
			}
			for _, addr := range []netip.Addr{addr, netip.AddrFrom16(addr.As16())} {
				if ok, why := dial.Public(addr); ok != reference(addr) {
					t.Errorf("Public(%v) = %v, %q, want %v", addr, ok, why, !ok)
				}
			}
		}
	}
}

func FuzzPublic(f *testing.F) {
	for _, a := range []string{"127.0.0.1", "8.8.8.8", "64:ff9b::7f00:1", "2002:7f00:1::", "2a00::5efe:7f00:1", "2001:db8::", "::ffff:1.2.3.4", "fe80::1"} {
		f.Add(netip.MustParseAddr(a).AsSlice(), "")
	}
	f.Fuzz(func(t *testing.T, b []byte, zone string) {
		addr, ok := netip.AddrFromSlice(b)
		if !ok {
			return
		}
		addr = addr.WithZone(zone)
		if ok, why := dial.Public(addr); ok != reference(addr) || ok != (why == "") {
			t.Errorf("Public(%v) = %v, %q, want %v", addr, ok, why, reference(addr))
		}
	})
}
