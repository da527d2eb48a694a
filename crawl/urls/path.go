package urls

import "strings"

// documents are the names under which servers look for the page of a
// directory.
var documents = []string{
	"index.html", "index.htm", "index.shtml", "index.xhtml", "index.php", "index.jsp", "index.asp", "index.aspx",
	"index.cgi", "index.cfm", "default.html", "default.htm", "default.asp", "default.aspx",
}

// path applies the rules for paths. The order matters: each step may leave
// what a later one takes.
func (r Rules) path(path string) string {
	if r.Escapes {
		path = normalEscapes(path)
	}
	if r.Sessions {
		path = withoutPathSessions(path)
	}
	if r.Slashes {
		path = withSingleSlashes(path)
	}
	if r.LowerPath {
		path = lower(path)
	}
	for {
		length := len(path)
		if r.Documents {
			path = withoutDocument(path)
		}
		if r.TrailingSlash {
			path = path[:max(1, len(strings.TrimRight(path, "/")))]
		}
		if len(path) == length {
			return path
		}
	}
}

// withoutPathSessions drops session ids from the segments of path, and
// segments that are nothing else.
func withoutPathSessions(path string) string {
	segments := path[1:]
	if kept := rewrite(segments, "/", withoutSegmentSession); kept != segments {
		return "/" + kept
	}
	return path
}

// withoutSegmentSession drops from a segment the parameters behind semicolons
// (RFC 3986, section 3.3) that are session ids; ok is false if the whole
// segment is one. A segment that would be left as dots stays as it is.
func withoutSegmentSession(segment string) (kept string, ok bool) {
	if isASPSession(segment) {
		return "", false
	}
	name, parameters, more := strings.Cut(segment, ";")
	if !more {
		return segment, true
	}
	kept = rewrite(parameters, ";", func(p string) (string, bool) { return p, !isSession(p) })
	switch {
	case kept == parameters || isDots(name):
		return segment, true
	case kept == "":
		return name, true
	}
	return name + ";" + kept, true
}

// isDots reports whether a segment is a single- or double-dot segment.
func isDots(segment string) bool {
	n := 0
	for ; segment != ""; n++ {
		switch {
		case segment[0] == '.':
			segment = segment[1:]
		case hasPrefixFold(segment, "%2e"):
			segment = segment[len("%2e"):]
		default:
			return false
		}
	}
	return n == 1 || n == 2
}

func withSingleSlashes(path string) string {
	if !strings.Contains(path, "//") {
		return path
	}
	b := make([]byte, 0, len(path))
	for i := range len(path) {
		if path[i] != '/' || i == 0 || path[i-1] != '/' {
			b = append(b, path[i])
		}
	}
	return string(b)
}

// lower returns path in lower case, but for the digits of its escapes.
func lower(path string) string {
	for i := range len(path) {
		if 'A' <= path[i] && path[i] <= 'Z' && !inEscape(path, i) {
			return lowerFrom(path, i)
		}
	}
	return path
}

func lowerFrom(path string, start int) string {
	b := []byte(path)
	for i := start; i < len(b); i++ {
		if 'A' <= b[i] && b[i] <= 'Z' && !inEscape(path, i) {
			b[i] |= 0x20
		}
	}
	return string(b)
}

// inEscape reports whether the byte at i is a digit of an escape.
func inEscape(s string, i int) bool {
	return i >= 1 && isEscape(s[i-1:]) || i >= 2 && isEscape(s[i-2:])
}

func withoutDocument(path string) string {
	slash := strings.LastIndexByte(path, '/')
	for _, document := range documents {
		if strings.EqualFold(path[slash+1:], document) {
			return path[:slash+1]
		}
	}
	return path
}
