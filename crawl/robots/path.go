package robots

import "strings"

// pathOf returns the path of a URL with parameters and query, without fragment:
// what rules are matched against (RFC 9309, 2.2.2). It begins with a slash. The
// URL need not be valid, and is split the way Google's matcher splits it.
func pathOf(url string) string {
	url = strings.TrimPrefix(url, "//")
	start := strings.IndexAny(url, "/?;")
	// "://" belongs to the scheme only if no path, parameter or query comes
	// first.
	if scheme := strings.Index(url, "://"); scheme >= 0 && scheme < start {
		start = scheme + 3
		if i := strings.IndexAny(url[start:], "/?;"); i >= 0 {
			start += i
		} else {
			start = -1
		}
	}
	end := len(url)
	if hash := strings.IndexByte(url, '#'); hash >= 0 {
		end = hash
	}
	if start < 0 || start > end {
		return "/"
	}
	path := url[start:end]
	// Google's matcher works on C strings; the octets behind a NUL are lost.
	path, _, _ = strings.Cut(path, "\x00")
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return path
}

const upperHex = "0123456789ABCDEF"

// normalise brings a pattern, or with rfc a path, to the form in which octets
// are compared. Octets outside ASCII become percent-encoded and the digits of
// encoded ones upper case (RFC 9309, 2.2.2). With rfc, encoded octets that need
// no encoding are decoded as well, and a '$' or '*' that means itself is encoded,
// so that it equals the %24 or %2A of 2.2.3.
func normalise(pattern string, rfc bool) string {
	return normaliser{rfc: rfc}.apply(pattern)
}

// normalisePath does for a path what normalise with rfc does for a pattern.
func normalisePath(path string) string {
	return normaliser{rfc: true, path: true}.apply(path)
}

type normaliser struct {
	rfc  bool
	path bool // '*' and a final '$' are no wildcards
}

func (n normaliser) apply(s string) string {
	// Most patterns are normal. They share the text of the file.
	i := 0
	for i < len(s) && !n.changes(s, i) {
		i++
	}
	if i == len(s) {
		return s
	}
	out := append(make([]byte, 0, len(s)+8), s[:i]...)
	for ; i < len(s); i++ {
		c := s[i]
		switch {
		case encoded(s, i):
			octet := unhex(s[i+1])<<4 | unhex(s[i+2])
			i += 2
			if n.rfc && unreserved(octet) {
				out = append(out, octet)
			} else {
				out = appendEncoded(out, octet)
			}
		case c >= 0x80 || n.meansItself(s, i):
			out = appendEncoded(out, c)
		default:
			out = append(out, c)
		}
	}
	return string(out)
}

// changes reports whether normalising may change s at i.
func (n normaliser) changes(s string, i int) bool {
	return s[i] >= 0x80 || encoded(s, i) || n.meansItself(s, i)
}

// meansItself reports whether s[i] is a '$' or '*' without special meaning,
// which only the RFC reading encodes.
func (n normaliser) meansItself(s string, i int) bool {
	if !n.rfc {
		return false
	}
	return s[i] == '*' && n.path || s[i] == '$' && (n.path || i < len(s)-1)
}

// encoded reports whether a percent-encoded octet begins at s[i].
func encoded(s string, i int) bool {
	return s[i] == '%' && i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2])
}

func appendEncoded(out []byte, octet byte) []byte {
	return append(out, '%', upperHex[octet>>4], upperHex[octet&15])
}

// unreserved reports whether octet means the same encoded or not (RFC 3986, 2.3).
func unreserved(octet byte) bool {
	return isLetter(octet) || isDigit(octet) || strings.IndexByte("-._~", octet) >= 0
}

func isHex(c byte) bool { return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f' }

func unhex(c byte) byte {
	if isDigit(c) {
		return c - '0'
	}
	return c | 0x20 - 'a' + 10
}
