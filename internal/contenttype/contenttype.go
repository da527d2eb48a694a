// Package contenttype reads Content-Type headers as browsers do: a parameter that
// makes no sense costs neither the media type nor the other parameters.
package contenttype

import (
	"net/http"
	"strings"
)

// Of returns the media type of an answer in lower case and its charset as it is
// written, each "" if there is none. Of several headers, or of several types in
// one, the last that makes sense counts; the charset of one before it of the same
// type holds on (Fetch Standard, "extract a MIME type"). A type that says of itself that
// it is not known is none (MIME Sniffing Standard, 7); its charset counts.
func Of(h http.Header) (mediaType, charset string) {
	for rest := strings.Join(h.Values("Content-Type"), ","); rest != ""; {
		var one string
		one, rest = cut(rest, ',')
		t, c := parse(one)
		if t == "" || t == "*/*" {
			continue
		}
		if t != mediaType || c != "" {
			charset = c
		}
		mediaType = t
	}
	if mediaType == "unknown/unknown" || mediaType == "application/unknown" {
		mediaType = ""
	}
	return mediaType, charset
}

// parse reads one media type with its parameters (MIME Sniffing Standard, "parse a
// MIME type"). The first charset counts.
func parse(s string) (mediaType, charset string) {
	t, rest := cut(s, ';')
	mediaType = strings.ToLower(strings.Trim(t, space))
	major, minor, ok := strings.Cut(mediaType, "/")
	if !ok || !isToken(major) || !isToken(minor) {
		return "", ""
	}
	for charset == "" && rest != "" {
		var param string
		param, rest = cut(rest, ';')
		name, value, _ := strings.Cut(param, "=")
		if strings.EqualFold(strings.Trim(name, space), "charset") {
			charset = unquoted(strings.Trim(value, space))
		}
	}
	return mediaType, charset
}

const space = " \t\n\r"

// cut returns what comes before the first separator that is not within quotation
// marks, and what comes behind it. Marks that are not closed quote all the rest.
func cut(s string, separator byte) (before, after string) {
	quoted := false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"':
			quoted = !quoted
		case c == '\\' && quoted:
			i++
		case c == separator && !quoted:
			return s[:i], s[i+1:]
		}
	}
	return s, ""
}

// unquoted returns the text of a value, which may be a quoted string. What follows
// the closing mark is left out.
func unquoted(value string) string {
	rest, quoted := strings.CutPrefix(value, `"`)
	if !quoted {
		return value
	}
	var text []byte
	for i := 0; i < len(rest) && rest[i] != '"'; i++ {
		if rest[i] == '\\' && i+1 < len(rest) {
			i++
		}
		text = append(text, rest[i])
	}
	return string(text)
}

// isToken reports whether s is a token of RFC 9110, 5.6.2.
func isToken(s string) bool {
	for i := range len(s) {
		c := s[i]
		if c|0x20 < 'a' || c|0x20 > 'z' {
			if (c < '0' || c > '9') && strings.IndexByte("!#$%&'*+-.^_`|~", c) < 0 {
				return false
			}
		}
	}
	return s != ""
}
