package rdf

import (
	"bytes"
	"strings"
)

// A reference is an IRI cut in the parts of RFC 3986, appendix B. The parts
// keep their delimiters, so that an empty one differs from none.
type reference struct {
	scheme    string // "http:"
	authority string // "//example.org"
	path      string
	query     string // "?q"
	fragment  string // "#f"
}

func split(s string) (r reference) {
	if n := schemeLength(s); n > 0 {
		r.scheme, s = s[:n], s[n:]
	}
	if i := strings.IndexByte(s, '#'); i >= 0 {
		s, r.fragment = s[:i], s[i:]
	}
	if i := strings.IndexByte(s, '?'); i >= 0 {
		s, r.query = s[:i], s[i:]
	}
	if strings.HasPrefix(s, "//") {
		n := len(s)
		if i := strings.IndexByte(s[2:], '/'); i >= 0 {
			n = 2 + i
		}
		r.authority, s = s[:n], s[n:]
	}
	r.path = s
	return r
}

// schemeLength returns the length of the scheme of s with its colon, or 0.
func schemeLength(s string) int {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c|0x20 >= 'a' && c|0x20 <= 'z':
		case i > 0 && (c >= '0' && c <= '9' || c == '+' || c == '-' || c == '.'):
		case i > 0 && c == ':':
			return i + 1
		default:
			return 0
		}
	}
	return 0
}

// resolve returns ref relative to base (RFC 3986 section 5.2.2, strict). An
// IRI with a scheme stays as it is, and so does everything when there is no
// base.
func resolve(base, ref string) string {
	if base == "" || schemeLength(ref) > 0 {
		return ref
	}
	b, r := split(base), split(ref)
	r.scheme = b.scheme
	switch {
	case r.authority != "":
		r.path = withoutDots(r.path)
	case r.path == "":
		r.authority, r.path = b.authority, b.path
		if r.query == "" {
			r.query = b.query
		}
	case r.path[0] == '/':
		r.authority, r.path = b.authority, withoutDots(r.path)
	default:
		r.authority, r.path = b.authority, withoutDots(merge(b, r.path))
	}
	return r.scheme + r.authority + r.path + r.query + r.fragment
}

// merge is RFC 3986 section 5.2.3.
func merge(base reference, path string) string {
	if base.authority != "" && base.path == "" {
		return "/" + path
	}
	return base.path[:strings.LastIndexByte(base.path, '/')+1] + path
}

// withoutDots removes the "." and ".." segments (RFC 3986 section 5.2.4).
func withoutDots(path string) string {
	if !strings.Contains(path, ".") {
		return path
	}
	out := make([]byte, 0, len(path))
	for path != "" {
		switch {
		case strings.HasPrefix(path, "../"):
			path = path[3:]
		case strings.HasPrefix(path, "./"), strings.HasPrefix(path, "/./"):
			path = path[2:]
		case path == "/.":
			path = "/"
		case strings.HasPrefix(path, "/../"):
			path, out = path[3:], parent(out)
		case path == "/..":
			path, out = "/", parent(out)
		case path == ".", path == "..":
			path = ""
		default:
			n := strings.IndexByte(path[1:], '/') + 1
			if n == 0 {
				n = len(path)
			}
			out = append(out, path[:n]...)
			path = path[n:]
		}
	}
	return string(out)
}

// parent cuts the last segment off a path.
func parent(path []byte) []byte {
	return path[:max(0, bytes.LastIndexByte(path, '/'))]
}
