package urls

import "strings"

// normalEscapes writes a path or query as Rules.Escapes says.
func normalEscapes(s string) string {
	for i := 0; i < len(s); i++ {
		if needsWork(s[i:]) {
			return appendNormal(append(make([]byte, 0, len(s)+16), s[:i]...), s[i:])
		}
	}
	return s
}

func needsWork(s string) bool {
	if !isEscape(s) {
		return !isURLByte(s[0]) || s[0] == '%'
	}
	return isUnreserved(hex(s[1])<<4|hex(s[2])) || isLowerHex(s[1]) || isLowerHex(s[2])
}

func appendNormal(b []byte, s string) string {
	for s != "" {
		c, n := s[0], 1
		bare := isURLByte(c) && c != '%'
		if isEscape(s) {
			c, n = hex(s[1])<<4|hex(s[2]), len("%XX")
			bare = isUnreserved(c)
		}
		if bare {
			b = append(b, c)
		} else {
			const digits = "0123456789ABCDEF"
			b = append(b, '%', digits[c>>4], digits[c&15])
		}
		s = s[n:]
	}
	return string(b)
}

func isEscape(s string) bool {
	return len(s) >= len("%XX") && s[0] == '%' && isHex(s[1]) && isHex(s[2])
}

// isURLByte reports whether RFC 3986, appendix A, lets c stand in a path or
// query.
func isURLByte(c byte) bool {
	switch c {
	case '%', '/', '?', ':', '@', '!', '$', '&', '\'', '(', ')', '*', '+', ',', ';', '=':
		return true
	}
	return isUnreserved(c)
}

func isUnreserved(c byte) bool {
	return isDigit(c) || isLetter(c) || c == '-' || c == '.' || c == '_' || c == '~'
}

func hex(c byte) byte {
	if isDigit(c) {
		return c - '0'
	}
	return c | 0x20 - 'a' + 10
}

// inEscape reports whether the byte at i is a digit of an escape.
func inEscape(s string, i int) bool {
	return i >= 1 && isEscape(s[i-1:]) || i >= 2 && isEscape(s[i-2:])
}

func isHex(c byte) bool      { return isDigit(c) || isLowerHex(c|0x20) }
func isLowerHex(c byte) bool { return 'a' <= c && c <= 'f' }
func isDigit(c byte) bool    { return '0' <= c && c <= '9' }
func isLetter(c byte) bool   { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func isAlnum(c byte) bool    { return isDigit(c) || isLetter(c) }

// digits returns the number of digits that s begins with.
func digits(s string) int {
	n := 0
	for n < len(s) && isDigit(s[n]) {
		n++
	}
	return n
}

// isNumber reports whether s is of digits alone, or empty.
func isNumber(s string) bool {
	for i := range len(s) {
		if !isDigit(s[i]) {
			return false
		}
	}
	return true
}

func hasPrefixFold(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}
