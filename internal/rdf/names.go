package rdf

import "unicode/utf8"

// Classes of ASCII bytes in names (Turtle section 6.5).
const (
	letterClass = 1 << iota
	digitClass
	otherClass // "_" and "-"
)

var asciiClass = func() (class [utf8.RuneSelf]uint8) {
	for c := 'a'; c <= 'z'; c++ {
		class[c], class[c-0x20] = letterClass, letterClass
	}
	for c := '0'; c <= '9'; c++ {
		class[c] = digitClass
	}
	class['_'], class['-'] = otherClass, otherClass
	return class
}()

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func isHex(c byte) bool { return isDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'f' }

// isNameStart is PN_CHARS_BASE.
func isNameStart(r rune) bool {
	switch {
	case r < utf8.RuneSelf:
		return r >= 0 && asciiClass[r] == letterClass
	case r <= 0x2FF:
		return r >= 0xC0 && r != 0xD7 && r != 0xF7
	case r <= 0x1FFF:
		return r >= 0x370 && r != 0x37E
	case r <= 0x218F:
		return r >= 0x2070 || r == 0x200C || r == 0x200D
	case r <= 0x2FEF:
		return r >= 0x2C00
	case r <= 0xD7FF:
		return r >= 0x3001
	case r <= 0xFFFD:
		return r >= 0xF900 && r <= 0xFDCF || r >= 0xFDF0
	}
	return r >= 0x10000 && r <= 0xEFFFF
}

// isNameChar is PN_CHARS.
func isNameChar(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= 0 && asciiClass[r] != 0
	}
	return isNameStart(r) || r == 0xB7 || r >= 0x300 && r <= 0x36F || r == 0x203F || r == 0x2040
}

// isNCName reports whether s is a name of XML without a colon, which is
// spelled of the same characters and the dot.
func isNCName(s string) bool {
	for i, r := range s {
		if i == 0 && !isNameStart(r) && r != '_' || !isNameChar(r) && r != '.' {
			return false
		}
	}
	return s != ""
}
