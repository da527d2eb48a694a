package dial

import (
	"net"
	"net/netip"
	"strconv"
	"strings"
)

// A site is a host, by its name or by its address, and perhaps a port. Two
// spellings of one site are equal.
type site struct {
	name string     // in lower case, without a final dot
	addr netip.Addr // if there is no name: IPv4 as such, without a zone
	port uint16     // 0 for none
}

func (s site) host() string {
	if s.name != "" {
		return s.name
	}
	return s.addr.String()
}

// String returns the site as Open has it.
func (s site) String() string {
	if s.port == 0 {
		return s.host()
	}
	return net.JoinHostPort(s.host(), strconv.Itoa(int(s.port)))
}

// parseSite reads "host" or "host:port", or says why it cannot.
func parseSite(text string) (s site, why string) {
	host, port, hasPort := splitPort(text)
	if hasPort {
		n, err := strconv.ParseUint(port, 10, 16)
		if err != nil || n == 0 {
			return site{}, "the port is not a number from 1 to 65535"
		}
		s.port = uint16(n)
	}
	if inner, ok := strings.CutPrefix(host, "["); ok {
		if host, ok = strings.CutSuffix(inner, "]"); !ok || !strings.Contains(host, ":") {
			return site{}, "not an IPv6 address in brackets"
		}
	}
	host = strings.TrimSuffix(host, ".")
	if addr, err := netip.ParseAddr(host); err == nil {
		if addr.Zone() != "" {
			return site{}, "an address with a zone"
		}
		s.addr = addr.Unmap()
		return s, ""
	}
	if why := notName(host); why != "" {
		return site{}, why
	}
	s.name = strings.ToLower(host)
	return s, ""
}

// splitPort cuts a port off. A bare IPv6 address has none.
func splitPort(text string) (host, port string, ok bool) {
	i := strings.LastIndexByte(text, ':')
	bare := strings.Count(text, ":") > 1 && text[0] != '['
	if i < 0 || bare || strings.HasSuffix(text, "]") {
		return text, "", false
	}
	return text[:i], text[i+1:], true
}

// notName says why DNS cannot hold a name, or "". It refuses what other readers
// might take for an address: in URLs, a host which ends in a number is an IPv4
// address (URL Standard, 3.5), and of those netip has read the usual form.
func notName(name string) string {
	if len(name) > 253 {
		return "longer than a host name can be"
	}
	label := ""
	for label = range strings.SplitSeq(name, ".") {
		if label == "" || len(label) > 63 {
			return "not a host name"
		}
		for _, c := range []byte(label) {
			if l := c | 0x20; !('a' <= l && l <= 'z' || '0' <= c && c <= '9' || c == '-' || c == '_') {
				return "not a host name"
			}
		}
	}
	if isNumber(label) {
		return "an IPv4 address in an unusual form"
	}
	return ""
}

func isNumber(label string) bool {
	label = strings.ToLower(label)
	if hex, ok := strings.CutPrefix(label, "0x"); ok {
		return strings.Trim(hex, "0123456789abcdef") == ""
	}
	return strings.Trim(label, "0123456789") == ""
}

func isLocalhost(name string) bool {
	return name == "localhost" || strings.HasSuffix(name, ".localhost")
}
