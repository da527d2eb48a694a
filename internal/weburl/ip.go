package weburl

import (
	"bytes"
	"net/netip"
	"strconv"
	"strings"
)

// endsInNumber is the ends-in-a-number checker (section 3.5): such a host is
// an IPv4 address or nothing.
func endsInNumber(host []byte) bool {
	host = bytes.TrimSuffix(host, []byte("."))
	last := host[bytes.LastIndexByte(host, '.')+1:]
	if len(last) == 0 || last[0] < '0' || last[0] > '9' {
		return false
	}
	if _, ok := ipv4Number(string(last)); ok {
		return true
	}
	for _, c := range last {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}

// appendIPv4 is the IPv4 parser and serializer: one to four parts, each
// decimal, octal or hexadecimal, the last filling all bytes that are left.
func appendIPv4(dst []byte, host string) ([]byte, error) {
	host = strings.TrimSuffix(host, ".")
	parts := 1 + strings.Count(host, ".")
	if parts > 4 {
		return nil, ErrHost
	}
	var address uint64
	for i := range parts {
		part, rest, _ := strings.Cut(host, ".")
		n, ok := ipv4Number(part)
		bits := 8
		if i == parts-1 {
			bits = 8 * (5 - parts)
		}
		if !ok || n >= 1<<bits {
			return nil, ErrHost
		}
		address = address<<bits | n
		host = rest
	}
	b := [4]byte{byte(address >> 24), byte(address >> 16), byte(address >> 8), byte(address)}
	return netip.AddrFrom4(b).AppendTo(dst), nil
}

// ipv4Number reads a part of an IPv4 address, which has no upper-case letters.
// A number too large for any part comes back as one that is too large.
func ipv4Number(part string) (n uint64, ok bool) {
	base := 10
	digits := part
	switch {
	case strings.HasPrefix(part, "0x"):
		base, digits = 16, part[2:]
	case len(part) > 1 && part[0] == '0':
		base, digits = 8, part[1:]
	case part == "":
		return 0, false
	}
	for _, c := range []byte(digits) {
		v := hexValue(c)
		if v < 0 || v >= base {
			return 0, false
		}
		n = min(n*uint64(base)+uint64(v), 1<<32)
	}
	return n, true
}

// appendIPv6 appends the address in brackets with its longest run of zeros
// compressed. The text forms netip reads are those of the standard, but for
// the zone, which the standard does not allow.
func appendIPv6(dst []byte, host string) ([]byte, error) {
	text, ok := strings.CutSuffix(host[1:], "]")
	if !ok {
		return nil, ErrHost
	}
	address, err := netip.ParseAddr(text)
	if err != nil || address.Is4() || address.Zone() != "" {
		return nil, ErrHost
	}
	var pieces [8]uint16
	for i, b := range address.As16() {
		pieces[i/2] = pieces[i/2]<<8 | uint16(b)
	}
	from, to := longestZeros(pieces)
	dst = append(dst, '[')
	for i := 0; i < len(pieces); i++ {
		if i == from {
			dst = append(dst, "::"...)
			i = to - 1
			continue
		}
		if i > 0 && i != to {
			dst = append(dst, ':')
		}
		dst = strconv.AppendUint(dst, uint64(pieces[i]), 16)
	}
	return append(dst, ']'), nil
}

// longestZeros returns the first longest run of two or more zero pieces, or
// -1, -1. netip's own String is no use here: it writes IPv4-mapped addresses
// with dots.
func longestZeros(pieces [8]uint16) (from, to int) {
	from, to = -1, -1
	for i := 0; i < len(pieces); i++ {
		start := i
		for i < len(pieces) && pieces[i] == 0 {
			i++
		}
		if i-start >= 2 && i-start > to-from {
			from, to = start, i
		}
	}
	return from, to
}
