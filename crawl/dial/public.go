package dial

import "net/netip"

// Public reports whether an address is reachable from anywhere in the Internet,
// by the registries of special-purpose addresses (RFC 6890,
// https://www.iana.org/assignments/iana-ipv4-special-registry and
// .../iana-ipv6-special-registry), and if not, why.
//
// Of IPv6, only 2000::/3 is in public use, besides the translated IPv4
// addresses 64:ff9b::/96; whatever lies outside is refused. An IPv4 address
// embedded in an IPv6 one (mapped, NAT64, 6to4, ISATAP) must be public too.
// Teredo and IPv4-compatible addresses are refused altogether, as no server is
// there any more. So are 192.0.0.0/24 and 2001::/23 as a whole: the few
// addresses in them that the registries call reachable belong to protocols of
// routers. Multicast is refused. Of the public addresses, 168.63.129.16 is
// refused, which leads to the host of a virtual machine in one large cloud.
func Public(addr netip.Addr) (ok bool, why string) {
	why = special(addr)
	return why == "", why
}

// special says why an address is not public, or "".
func special(addr netip.Addr) string {
	switch {
	case !addr.IsValid():
		return "no address"
	case addr.Zone() != "":
		return "an address with a zone"
	case addr.Is4() || addr.Is4In6():
		return special4(addr.As4())
	}
	return special6(addr.As16())
}

func special4(a [4]byte) string {
	switch a {
	case [4]byte{169, 254, 169, 254}, [4]byte{100, 100, 100, 200}, [4]byte{168, 63, 129, 16}:
		return cloud
	case [4]byte{255, 255, 255, 255}:
		return "broadcast (RFC 919)"
	}
	switch {
	case a[0] == 0:
		return "this network (RFC 791)"
	case a[0] == 10, a[0] == 172 && a[1]&0xf0 == 16, a[0] == 192 && a[1] == 168:
		return "private network (RFC 1918)"
	case a[0] == 100 && a[1]&0xc0 == 64:
		return "carrier's network (RFC 6598)"
	case a[0] == 127:
		return loopback
	case a[0] == 169 && a[1] == 254:
		return "link-local (RFC 3927)"
	case a[0] == 192 && a[1] == 0 && a[2] == 0:
		return protocols
	case a[0] == 192 && a[1] == 0 && a[2] == 2, a[0] == 198 && a[1] == 51 && a[2] == 100, a[0] == 203 && a[1] == 0 && a[2] == 113:
		return documentation
	case a[0] == 192 && a[1] == 88 && a[2] == 99:
		return "6to4 relay (RFC 7526)"
	case a[0] == 198 && a[1]&0xfe == 18:
		return "benchmarking (RFC 2544)"
	case a[0]&0xf0 == 224:
		return multicast
	case a[0]&0xf0 == 240:
		return "reserved (RFC 1112)"
	}
	return ""
}

// Reasons that several blocks have.
const (
	cloud         = "a cloud's metadata service"
	documentation = "documentation (RFC 5737, RFC 3849, RFC 9637)"
	loopback      = "loopback (RFC 1122, RFC 4291)"
	multicast     = "multicast (RFC 5771, RFC 4291)"
	protocols     = "protocol assignments (RFC 6890)"
)

func special6(a [16]byte) string {
	last4 := [4]byte(a[12:])
	switch {
	case [12]byte(a[:]) == [12]byte{0, 0x64, 0xff, 0x9b}:
		return embedded("NAT64", last4)
	case a[0]&0xe0 != 0x20:
		return outside(a)
	case a[0] == 0x20 && a[1] == 0x02:
		return embedded("6to4", [4]byte(a[2:]))
	case [4]byte(a[:]) == [4]byte{0x20, 0x01}:
		return "Teredo (RFC 4380)"
	case a[0] == 0x20 && a[1] == 0x01 && a[2]&0xfe == 0:
		return protocols
	case [4]byte(a[:]) == [4]byte{0x20, 0x01, 0x0d, 0xb8}, a[0] == 0x3f && a[1] == 0xff && a[2]&0xf0 == 0:
		return documentation
	case a[8]&^2 == 0 && [3]byte(a[9:]) == [3]byte{0, 0x5e, 0xfe}:
		return embedded("ISATAP", last4)
	}
	return ""
}

// outside says what an address outside 2000::/3 is for.
func outside(a [16]byte) string {
	switch a {
	case [16]byte{}:
		return "unspecified (RFC 4291)"
	case [16]byte{15: 1}:
		return loopback
	case [16]byte{0: 0xfd, 2: 0x0e, 3: 0xc2, 14: 2, 15: 0x54}, [16]byte{0: 0xfd, 1: 0x20, 3: 0xce, 14: 2, 15: 0x54}:
		return cloud
	}
	switch {
	case [12]byte(a[:]) == [12]byte{}:
		return "IPv4-compatible (RFC 4291)"
	case [6]byte(a[:]) == [6]byte{0, 0x64, 0xff, 0x9b, 0, 1}:
		return "local NAT64 (RFC 8215)"
	case [8]byte(a[:]) == [8]byte{0x01}:
		return "discard (RFC 6666)"
	case a[0] == 0x5f && a[1] == 0:
		return "segment routing (RFC 9602)"
	case a[0]&0xfe == 0xfc:
		return "unique local (RFC 4193)"
	case a[0] == 0xfe && a[1]&0xc0 == 0x80:
		return "link-local (RFC 4291)"
	case a[0] == 0xfe && a[1]&0xc0 == 0xc0:
		return "site-local (RFC 3879)"
	case a[0] == 0xff:
		return multicast
	}
	return "outside 2000::/3 (RFC 4291)"
}

// embedded judges an IPv6 address by the IPv4 address in it.
func embedded(form string, a [4]byte) string {
	if why := special4(a); why != "" {
		return form + " of " + netip.AddrFrom4(a).String() + ": " + why
	}
	return ""
}
