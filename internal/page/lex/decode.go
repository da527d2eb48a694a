package lex

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
)

const Whitespace = " \t\r\n\f"

// meaning is how the bytes of a page are meant.
type meaning uint8

const (
	text  meaning = iota // character references are resolved
	shown                // the same, and NUL is U+FFFD: <title>, <textarea>, CDATA
	raw                  // NUL is U+FFFD: scripts and the like
	value                // as text, where fewer references are meant; and NUL is U+FFFD
)

// decode returns what a part of the page means.
func (l *Lexer) decode(s string, how meaning) string {
	if !l.Plain {
		s = normalized(s, how)
	}
	if how == raw || strings.IndexByte(s, '&') < 0 {
		return s
	}
	if how == value {
		return resolved(s)
	}
	return html.UnescapeString(s)
}

// normalized returns a text with line feeds alone at the ends of lines.
func normalized(s string, how meaning) string {
	if strings.IndexByte(s, '\r') >= 0 {
		s = strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
	}
	if how != text && strings.IndexByte(s, 0) >= 0 {
		s = strings.ReplaceAll(s, "\x00", "\uFFFD")
	}
	return s
}

// resolved returns the value of an attribute: a reference without semicolon before a
// letter, a digit or '=' is none (HTML Standard, 13.2.5.73).
func resolved(s string) string {
	var b strings.Builder
	for {
		i := strings.IndexByte(s, '&')
		if i < 0 {
			b.WriteString(s)
			return b.String()
		}
		b.WriteString(s[:i])
		s = s[i:]
		n := 1
		if n < len(s) && s[n] == '#' {
			n++
		}
		for n < len(s) && (isLetter(s[n]) || '0' <= s[n] && s[n] <= '9') {
			n++
		}
		numeric := n > 1 && s[1] == '#'
		closed := n < len(s) && s[n] == ';'
		if closed {
			n++
		}
		meant := html.UnescapeString(s[:n])
		switch runes := utf8.RuneCountInString(meant); {
		case numeric:
		case !closed && n < len(s) && s[n] == '=':
			meant = s[:n]
		case runes == 1, runes == 2 && closed && !strings.HasSuffix(meant, ";"):
		default:
			meant = s[:n]
		}
		b.WriteString(meant)
		s = s[n:]
	}
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c
}

// LowerName returns the name of a tag or an attribute.
func LowerName(s string) string {
	lowered := true
	for i := range len(s) {
		lowered = lowered && (s[i] < 'A' || s[i] > 'Z') && s[i] != 0
	}
	if lowered {
		return s
	}
	b := make([]byte, 0, len(s))
	for i := range len(s) {
		if s[i] == 0 {
			b = append(b, "\uFFFD"...)
		} else {
			b = append(b, lower(s[i]))
		}
	}
	return string(b)
}

// equalFold reports whether a is b, which is in lower case, ASCII letters folded.
func equalFold(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range len(a) {
		if lower(a[i]) != b[i] {
			return false
		}
	}
	return true
}
