package rdf

import (
	"strings"
	"unicode/utf8"
)

// unescape appends src to dst with its backslash escapes undone. In IRIs only
// \u and \U are escapes, and the characters that they encode must be allowed in an IRI.
func unescape(dst, src []byte, iri bool) (text []byte, ok bool) {
	for i := 0; i < len(src); i++ {
		if src[i] != '\\' {
			dst = append(dst, src[i])
			continue
		}
		i++
		if i == len(src) {
			return nil, false
		}
		switch c := src[i]; {
		case c == 'u' || c == 'U':
			n := 4
			if c == 'U' {
				n = 8
			}
			r, ok := codePoint(src[i+1:], n)
			if !ok || iri && r < utf8.RuneSelf && iriStops[r] {
				return nil, false
			}
			dst = utf8.AppendRune(dst, r)
			i += n
		case iri:
			return nil, false
		default:
			n := strings.IndexByte(`tbnrf"'\`, c)
			if n < 0 {
				return nil, false
			}
			dst = append(dst, "\t\b\n\r\f\"'\\"[n])
		}
	}
	return dst, true
}

// codePoint reads n hexadecimal digits. Surrogates are no code points.
func codePoint(src []byte, n int) (rune, bool) {
	if len(src) < n {
		return 0, false
	}
	var r uint32
	for _, c := range src[:n] {
		switch {
		case isDigit(c):
			r = r<<4 | uint32(c-'0')
		case isHex(c):
			r = r<<4 | uint32(c|0x20-'a'+10)
		default:
			return 0, false
		}
	}
	return rune(r), r <= utf8.MaxRune && utf8.ValidRune(rune(r))
}
