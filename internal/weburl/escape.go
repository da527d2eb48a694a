package weburl

import (
	"strings"
	"unicode/utf8"
)

// A class says in which parts of a URL a byte cannot stand as it is.
type class uint8

const (
	inFragment class = 1 << iota
	inQuery
	inPath
	inCredentials
	backslash    // a slash, in a path
	notInDomain  // forbidden domain code point (section 3.2)
	upperCase    // lower case in a domain
	decodeDomain // '%' and all beyond ASCII: the domain needs more than lower case
)

// classes holds the percent-encode sets of section 1.3 of the standard.
var classes = func() (table [256]class) {
	const everywhere = inFragment | inQuery | inPath | inCredentials
	for c := range len(table) {
		switch {
		case c <= ' ' || c == 0x7f:
			table[c] = everywhere | notInDomain
		case c >= utf8.RuneSelf:
			table[c] = everywhere | decodeDomain
		case 'A' <= c && c <= 'Z':
			table[c] = upperCase
		}
	}
	add := func(chars string, flags class) {
		for _, c := range []byte(chars) {
			table[c] |= flags
		}
	}
	add("\"<>`", inFragment)
	add("\"#<>'", inQuery)
	add("\"#<>?^`{}", inPath)
	add("\"#<>?^`{}/:;=@[\\]|", inCredentials)
	add("\\", backslash)
	add("#%/:<>?@[\\]^|", notInDomain)
	add("%", decodeDomain)
	return table
}()

// appendEscaped appends s with every byte that cannot stand in part as %XX.
// Bytes that are no UTF-8 become U+FFFD, as when a browser decodes the page.
func appendEscaped(dst []byte, s string, part class) []byte {
	kept := 0
	for i := 0; i < len(s); {
		if classes[s[i]]&part == 0 {
			i++
			continue
		}
		dst = append(dst, s[kept:i]...)
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError {
			dst = append(dst, "%EF%BF%BD"...)
		} else {
			dst = appendHex(dst, s[i:i+size])
		}
		i += size
		kept = i
	}
	return append(dst, s[kept:]...)
}

// appendBytes appends bytes of whatever encoding, those that cannot stand in part as
// %XX.
func appendBytes(dst, s []byte, part class) []byte {
	for _, c := range s {
		if classes[c]&part == 0 {
			dst = append(dst, c)
		} else {
			dst = append(dst, '%', digits[c>>4], digits[c&15])
		}
	}
	return dst
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

const digits = "0123456789ABCDEF"

func appendHex(dst []byte, s string) []byte {
	for _, c := range []byte(s) {
		dst = append(dst, '%', digits[c>>4], digits[c&15])
	}
	return dst
}

// unescape decodes every %XX in s and leaves a '%' without two hexadecimal
// digits as it is.
func unescape(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			high, low := hexValue(s[i+1]), hexValue(s[i+2])
			if high >= 0 && low >= 0 {
				b.WriteByte(byte(high<<4 | low))
				i += 2
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// hexValue returns the value of a hexadecimal digit, or -1.
func hexValue(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return -1
}
