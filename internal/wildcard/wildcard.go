// Package wildcard matches the path patterns of robots.txt files.
package wildcard

import "strings"

// Match reports whether the pattern matches path from its beginning on. A '*'
// matches any octets and a '$' in last place for the end of the path (RFC
// 9309, 2.2.3).
//
// Each piece between two stars is taken where it first occurs. If the pattern
// matches at all it matches so, because an earlier place leaves more path to the
// pieces that follow. So nothing is tried twice and no pattern is expensive.
func Match(pattern, path string) bool {
	pattern, whole := strings.CutSuffix(pattern, "$")
	piece, pattern, star := strings.Cut(pattern, "*")
	if !strings.HasPrefix(path, piece) {
		return false
	}
	path = path[len(piece):]
	for star {
		piece, pattern, star = strings.Cut(pattern, "*")
		if whole && !star {
			return strings.HasSuffix(path, piece)
		}
		i := strings.Index(path, piece)
		if i < 0 {
			return false
		}
		path = path[i+len(piece):]
	}
	return !whole || path == ""
}
