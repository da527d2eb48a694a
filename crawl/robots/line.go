package robots

import (
	"encoding/binary"
	"strings"
	"unicode/utf16"
)

// maxLine is how many octets of a line count, as in Google's parser: eight times
// the 2083 which some browsers allow a URL, less one. The rest of the line is
// skipped.
const maxLine = 8*2083 - 1

// space is the white space of RFC 9309's lines, as wide as Google's.
const space = " \t\n\v\f\r"

// decode returns as UTF-8 what is read of the body: [MaxSize] octets without the
// line that would end beyond them.
func decode(body []byte) string {
	cut := len(body) > MaxSize
	if cut {
		body = body[:MaxSize]
	}
	text := string(body)
	if order := utf16Order(body); order != nil {
		units := make([]uint16, 0, len(body)/2)
		for i := 2; i+1 < len(body); i += 2 {
			units = append(units, order.Uint16(body[i:]))
		}
		text = string(utf16.Decode(units))
	}
	if cut {
		text = text[:strings.LastIndexAny(text, "\r\n")+1]
	}
	return text
}

// utf16Order returns the byte order of a body in UTF-16, nil if it is in
// something else. A mark alone does not make it UTF-16, since some files have one in
// front of ASCII: the first character, which is ASCII in any file that has rules,
// must have its zero octet.
func utf16Order(body []byte) binary.ByteOrder {
	if len(body) < 4 {
		return nil
	}
	switch {
	case body[0] == 0xFE && body[1] == 0xFF && body[2] == 0:
		return binary.BigEndian
	case body[0] == 0xFF && body[1] == 0xFE && body[3] == 0:
		return binary.LittleEndian
	}
	return nil
}

// skipMark drops a UTF-8 byte order mark from the front of the text, or as much
// of one as is there, as Google does.
func skipMark(text string) string {
	for _, b := range []byte("\xEF\xBB\xBF") {
		if text == "" || text[0] != b {
			break
		}
		text = text[1:]
	}
	return text
}

// cutLine splits text after its first line, which may end with CR, LF or both
// (RFC 9309, 2.2: EOL). The line has no more than maxLine octets.
func cutLine(text string) (line, rest string) {
	end := strings.IndexAny(text, "\r\n")
	if end < 0 {
		return text[:min(len(text), maxLine)], ""
	}
	line, rest = text[:min(end, maxLine)], text[end+1:]
	if text[end] == '\r' && rest != "" && rest[0] == '\n' {
		rest = rest[1:]
	}
	return line, rest
}

// statement returns the line without its comment and the space around it. A NUL
// ends a line's text in Google's parser, and so here.
func statement(line string) string {
	if i := strings.IndexAny(line, "#\x00"); i >= 0 {
		line = line[:i]
	}
	return strings.Trim(line, space)
}

// keyValue splits a statement at its colon. People forget the colon: without one,
// a statement of two words is split at the space between them.
func keyValue(s string) (key, value string, ok bool) {
	key, value, ok = strings.Cut(s, ":")
	if !ok {
		i := strings.IndexAny(s, " \t")
		if i < 0 {
			return "", "", false
		}
		key, value = s[:i], strings.TrimLeft(s[i:], " \t")
		if strings.ContainsAny(value, " \t") {
			return "", "", false
		}
	}
	key = strings.Trim(key, space)
	return key, strings.Trim(value, space), key != ""
}

// A kind is what a line is about.
type kind int

const (
	unknown kind = iota
	userAgent
	allow
	disallow
	sitemap
	crawlDelay
	contentUsage
	contentSignal
)

// kindOf returns the kind by how the key begins, whatever its case. The misspelt
// keys are those Google accepts, and similar ones of Crawl-delay.
func kindOf(key string) kind {
	switch {
	case hasPrefixFold(key, "disallow", "dissallow", "dissalow", "disalow", "diasllow", "disallaw"):
		return disallow
	case hasPrefixFold(key, "allow"):
		return allow
	case hasPrefixFold(key, "user-agent", "useragent", "user agent"):
		return userAgent
	case hasPrefixFold(key, "sitemap", "site-map"):
		return sitemap
	case hasPrefixFold(key, "crawl-delay", "crawldelay", "crawl delay"):
		return crawlDelay
	case strings.EqualFold(key, "content-usage"):
		return contentUsage
	case strings.EqualFold(key, "content-signal"):
		return contentSignal
	}
	return unknown
}

// hasPrefixFold reports whether s begins with one of the prefixes, the case of
// its ASCII letters aside. (Other letters that fold to ASCII are longer than one
// octet, so they cannot fill the prefix.)
func hasPrefixFold(s string, prefixes ...string) bool {
	for _, p := range prefixes {
		if len(s) >= len(p) && strings.EqualFold(s[:len(p)], p) {
			return true
		}
	}
	return false
}
