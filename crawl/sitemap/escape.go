package sitemap

import (
	"bytes"
	"strconv"
	"unicode/utf8"
)

// maxReference bounds a reference from '&' to ';'. None that is understood is
// longer, but for needless zeros.
const maxReference = 12

// unescape replaces the references in s to characters by their number and by
// the five names of XML, within s. Other references are left as they are, for
// mostly they are the "&" of a URL that should have been escaped. What it puts
// in is never longer than what it replaces.
func unescape(s []byte) []byte {
	in := bytes.IndexByte(s, '&')
	if in < 0 {
		return s
	}
	out := in
	for in < len(s) {
		if s[in] == '&' {
			if r, n := reference(s[in:]); n > 0 {
				out += utf8.EncodeRune(s[out:in+n], r)
				in += n
				continue
			}
		}
		s[out] = s[in]
		out++
		in++
	}
	return s[:out]
}

// reference returns the character that s begins with a reference to, and the
// length of that; 0 if it does not.
func reference(s []byte) (rune, int) {
	end := bytes.IndexByte(s[:min(len(s), maxReference)], ';')
	if end < 0 {
		return 0, 0
	}
	name := string(s[1:end])
	switch name {
	case "amp":
		return '&', end + 1
	case "lt":
		return '<', end + 1
	case "gt":
		return '>', end + 1
	case "quot":
		return '"', end + 1
	case "apos":
		return '\'', end + 1
	}
	if len(name) < 2 || name[0] != '#' {
		return 0, 0
	}
	digits, radix := name[1:], 10
	if digits[0] == 'x' || digits[0] == 'X' {
		digits, radix = digits[1:], 16
	}
	number, err := strconv.ParseUint(digits, radix, 32)
	if err != nil || number == 0 || number > utf8.MaxRune || !utf8.ValidRune(rune(number)) {
		return 0, 0
	}
	return rune(number), end + 1
}
