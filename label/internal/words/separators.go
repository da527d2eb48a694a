package words

import (
	"strings"
	"unicode/utf8"
)

// SignAt returns the separator that begins at a place of a text, "" if none does. A joining word is none.
func SignAt(s string, i int) string {
	if b, n := SeparatorAt(s, i); n > 0 && b != '&' {
		return string(b)
	}
	return ""
}

// WideSign returns what sign between the entries of lists a text begins with, as one of ASCII, and
// its length in bytes: the commas and semicolons of other scripts, and a full stop for those in the
// middle of a line. It returns 0 for others.
func WideSign(s string) (sign byte, n int) {
	r, n := utf8.DecodeRuneInString(s)
	switch r {
	case '，', '،':
		return ',', n
	case '；', '؛', '、':
		return ';', n
	case '·', '•':
		return '.', n
	}
	return 0, 0
}

// Entity reports whether a text ends in a character reference but for its
// semicolon, as pages that were escaped twice show them.
func Entity(s string) bool {
	const longest = 10
	s = s[max(0, len(s)-longest):]
	i := strings.LastIndexByte(s, '&')
	name := s[i+1:]
	return i >= 0 && name != "" && strings.IndexFunc(name, func(r rune) bool { return r != '#' && (r >= utf8.RuneSelf || Outside(r)) }) < 0
}

// Joiners are the joining words that are in no name.
var Joiners = []string{"and", "&", "und", "et"}

// Separates has the bytes that a separator may begin with.
var Separates = func() (out [256]bool) {
	for _, b := range []byte(",;|()[]{}<>:-/ \n\t\xc2\xd8\xe2\xe3\xef") {
		out[b] = true
	}
	return out
}()

// SeparatorAt returns the sign of the separator at a place and its length in
// bytes, 0 if there is none.
func SeparatorAt(s string, i int) (sign byte, n int) {
	next := func(k int) byte {
		if i+k < len(s) {
			return s[i+k]
		}
		return ' '
	}
	switch b := s[i]; b {
	case ',':
		if c := next(1); c <= ' ' || c >= 0x80 || c == ',' || 'A' <= c && c <= 'Z' {
			return ',', 1
		}
	case ';':
		if !Entity(s[:i]) {
			return ';', 1
		}
	case '|', '(', ')', '[', ']', '{', '}', '<', '>':
		return b, 1
	case ':':
		if next(1) <= ' ' {
			return ':', 1
		}
	case '-', '/':
		if next(1) <= ' ' && (i == 0 || s[i-1] <= ' ') {
			return b, 1
		}
	case ' ', '\n', '\t':
		switch w := Short(s[i+1:]); w {
		case "and", "&", "und", "et", "y", "e", "en", "i", "og", "och": // joiners, and those that are in names too, as in "Ramón y Cajal"
			return '&', 1 + len(w)
		}
	case 0xc2, 0xd8, 0xe3, 0xef: // of "·", "،", "、", "，"
		return WideSign(s[i:])
	case 0xe2: // "•", "–", "—"
		if next(1) == 0x80 && (next(2) == 0x93 || next(2) == 0x94) && next(3) <= ' ' && (i == 0 || s[i-1] <= ' ') {
			return '-', 3
		}
		return WideSign(s[i:])
	}
	return 0, 0
}

// Short returns the word of up to four bytes that a text begins with, "" unless white space follows.
func Short(s string) string {
	const longest = 4
	for end := range min(len(s), longest+1) {
		if s[end] <= ' ' {
			return s[:end]
		}
	}
	return ""
}
