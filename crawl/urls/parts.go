package urls

import (
	"strings"

	"github.com/lokman-crawler/lokman/internal/weburl"
)

// parts is a canonical URL, cut without copying: url is prefix, path and, if
// hasQuery, a question mark and query.
type parts struct {
	url      string
	prefix   string // "https://example.com:8080"
	host     string // "example.com:8080"
	name     string // "example.com", of which all ports are one to a Guard
	path     string // with its first slash
	query    string
	hasQuery bool
}

// cut returns the parts of a URL, made canonical if it is not.
func cut(url string) (parts, error) {
	p, ok := split(url)
	if ok && p.isCanonical() {
		return p, nil
	}
	u, err := weburl.Parse(url)
	if err != nil {
		return parts{}, err
	}
	p, _ = split(u.Canonical())
	return p, nil
}

func split(url string) (p parts, ok bool) {
	scheme := len("http://")
	if !strings.HasPrefix(url, "http://") {
		scheme = len("https://")
		if !strings.HasPrefix(url, "https://") {
			return parts{}, false
		}
	}
	slash := strings.IndexByte(url[scheme:], '/')
	if slash < 0 {
		return parts{}, false
	}
	p.url = url
	p.prefix, p.host = url[:scheme+slash], url[scheme:scheme+slash]
	p.name = p.host
	if colon := strings.LastIndexByte(p.host, ':'); colon > strings.LastIndexByte(p.host, ']') {
		p.name = p.host[:colon]
	}
	p.path, p.query, p.hasQuery = strings.Cut(url[scheme+slash:], "?")
	return p, true
}

// local returns path and query.
func (p parts) local() string { return p.url[len(p.prefix):] }

// isCanonical reports whether parsing p would change nothing. It says no
// rather than look closer: to hosts that are not plain names, and to paths
// where a segment begins with a dot.
func (p parts) isCanonical() bool {
	return len(p.url) <= weburl.MaxLength && isPlainHost(p.host) &&
		stands(p.path, inPath) && !mayHaveDots(p.path) && stands(p.query, inQuery)
}

// isPlainHost reports whether host is a lower-case name and no number, for
// those are IPv4 addresses in one of many forms.
func isPlainHost(host string) bool {
	for i := range len(host) {
		c := host[i]
		if !('a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '.' || c == '-' || c == '_') {
			return false
		}
	}
	last := strings.TrimSuffix(host, ".")
	last = last[strings.LastIndexByte(last, '.')+1:]
	return last != "" && (last[0] < '0' || last[0] > '9')
}

func mayHaveDots(path string) bool {
	for i := range len(path) - 1 {
		if path[i] == '/' && (path[i+1] == '.' || path[i+1] == '%' && hasPrefixFold(path[i+1:], "%2e")) {
			return true
		}
	}
	return false
}

// A place is a part of a URL, as a bit.
type place uint8

const (
	inPath place = 1 << iota
	inQuery
)

// standing says in which places a byte may stand unescaped by the rules of
// the WHATWG URL Standard, section 1.3.
var standing = func() (table [256]place) {
	for c := '!'; c <= '~'; c++ {
		if !strings.ContainsRune("\"#<>?^`{}\\", c) {
			table[c] |= inPath
		}
		if !strings.ContainsRune("\"#<>'", c) {
			table[c] |= inQuery
		}
	}
	return table
}()

func stands(s string, where place) bool {
	for i := range len(s) {
		if standing[s[i]]&where == 0 {
			return false
		}
	}
	return true
}

// rewrite returns the pieces of s between separators as write has them, but
// for those that it does not let stand. It allocates only if one changes.
func rewrite(s, separator string, write func(string) (string, bool)) string {
	if !changes(s, separator, write) {
		return s
	}
	b := make([]byte, 0, len(s))
	for piece := range strings.SplitSeq(s, separator) {
		if kept, ok := write(piece); ok {
			b = append(append(b, kept...), separator...)
		}
	}
	return strings.TrimSuffix(string(b), separator)
}

func changes(s, separator string, write func(string) (string, bool)) bool {
	for piece := range strings.SplitSeq(s, separator) {
		if kept, ok := write(piece); !ok || kept != piece {
			return true
		}
	}
	return false
}

// anyOf reports whether is holds for one of the pieces of s between separators.
func anyOf(s, separator string, is func(string) bool) bool {
	for piece := range strings.SplitSeq(s, separator) {
		if is(piece) {
			return true
		}
	}
	return false
}

// isOneOf reports whether name is in the list, whatever its case. A '*' ends
// names of which only the beginning is given.
func isOneOf(name string, list []string) bool {
	for _, known := range list {
		if strings.HasSuffix(known, "*") {
			if hasPrefixFold(name, known[:len(known)-1]) {
				return true
			}
		} else if len(known) == len(name) && strings.EqualFold(name, known) {
			return true
		}
	}
	return false
}
