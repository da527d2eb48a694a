package dial

import (
	"fmt"
	"net/netip"
	"strings"
)

// openings is what Dialer.Open says.
type openings struct {
	sites  map[site]bool
	blocks []netip.Prefix
}

func readOpen(entries []string) (openings, error) {
	o := openings{sites: make(map[site]bool)}
	for i, entry := range entries {
		if why := o.add(entry); why != "" {
			return openings{}, fmt.Errorf("dial: Open[%d]: %q: %s; want a host in ASCII, host:port, an address or a CIDR", i, short(entry), why)
		}
	}
	return o, nil
}

// add reads an entry or says why it cannot.
func (o *openings) add(entry string) (why string) {
	if !strings.Contains(entry, "/") {
		s, why := parseSite(entry)
		o.sites[s] = true
		return why
	}
	block, err := netip.ParsePrefix(entry)
	switch {
	case err != nil && strings.Contains(entry, "://"):
		return "a URL, of which its host is wanted"
	case err != nil:
		return "not a CIDR"
	case block != block.Masked():
		return "addresses begin elsewhere: did you mean " + block.Masked().String()
	case block.Addr().Is4In6():
		return "IPv4 written as IPv6"
	}
	o.blocks = append(o.blocks, block)
	return ""
}

// admit reports whether a site is open whatever its addresses. If none can help
// it, for its port is blocked, it returns a *RefusedError.
func (o *openings) admit(s site) (open bool, err error) {
	if o.sites[s] {
		return true, nil
	}
	if blockedPort(s.port) {
		return false, &RefusedError{Host: s.host(), Port: s.port, Why: fmt.Sprintf("port %d is no web server's", s.port)}
	}
	return o.sites[site{name: s.name, addr: s.addr}], nil
}

// contain reports whether a CIDR opens an address.
func (o *openings) contain(addr netip.Addr) bool {
	for _, b := range o.blocks {
		if b.Contains(addr) {
			return true
		}
	}
	return false
}

// blockedPort reports whether a port is a "bad port" of the Fetch Standard
// (https://fetch.spec.whatwg.org/#port-blocking).
func blockedPort(port uint16) bool {
	switch port {
	case 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95,
		101, 102, 103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179,
		389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587,
		601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
		6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080:
		return true
	}
	return false
}
