package urls

import "strings"

// sessions are parameters that hold a session id whatever it looks like.
var sessions = []string{
	"phpsessid", "jsessionid", "aspsessionid*", "asp.net_sessionid", "sessionid", "session_id", "sessid",
	"cfid", "cftoken", "oscsid", "zenid", "xtcsid", "plsid",
}

// maybeSessions are parameters that hold a session id if it looks like one:
// sid may be the number of a story.
var maybeSessions = []string{"sid", "session", "token"}

// isSession reports whether a parameter, name=value, is a session id.
func isSession(parameter string) bool {
	name, value, _ := strings.Cut(parameter, "=")
	return isOneOf(name, sessions) || isID(value) && isOneOf(name, maybeSessions)
}

// isASPSession reports whether a path segment is the session id of ASP.NET:
// (S(id)), with further ids such as (A(id)S(id)), or (id) of its first version.
func isASPSession(segment string) bool {
	inner, ok := strings.CutPrefix(segment, "(")
	if !ok {
		return false
	}
	if inner, ok = strings.CutSuffix(inner, ")"); !ok {
		return false
	}
	if len(inner) == 24 && isID(inner) {
		return true
	}
	session := false
	for inner != "" {
		end := strings.IndexByte(inner, ')')
		if end < 3 || inner[1] != '(' || !strings.ContainsRune("AFSX", rune(inner[0]&^0x20)) {
			return false
		}
		session = session || inner[0]&^0x20 == 'S'
		inner = inner[end+1:]
	}
	return session
}

// isID reports whether s looks like an identifier that a machine drew: 16 or
// more characters in which letters and digits alternate as words and numbers
// do not. Hyphens may part hexadecimal digits, as in a UUID.
func isID(s string) bool {
	const minLength, minChanges = 16, 4
	if len(s) < minLength {
		return false
	}
	changes, hyphen, onlyHex := 0, false, true
	var last byte
	for i := range len(s) {
		c := s[i]
		switch {
		case c == '-':
			hyphen = true
			continue
		case !isDigit(c) && !isLetter(c):
			return false
		}
		onlyHex = onlyHex && isHex(c)
		if last != 0 && isDigit(c) != isDigit(last) {
			changes++
		}
		last = c
	}
	return changes >= minChanges && (onlyHex || !hyphen)
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
// (RFC 3986, section 3.3) that are session ids; ok is false if the segment is
// one, with such parameters or without. A segment that would be left as dots stays as it is.
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
		return name, !isASPSession(name)
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
