package robots

import (
	"iter"
	"strings"
)

// A rule is one Allow or Disallow line. An Allow line for an index page makes
// two of them: see addRule.
type rule struct {
	pattern string // normalised by normalise, never empty
	at      int32  // where the line begins in text
	line    int32  // its number, from 1
	allow   bool
}

// longest returns the rule which decides on the path, nil if none matches.
func longest(rules iter.Seq[*rule], path string) (best *rule) {
	for r := range rules {
		if r.beats(best) && matches(r.pattern, path) {
			best = r
		}
	}
	return best
}

// beats reports whether r decides when both match: the longer pattern does,
// counted in octets, and Allow wins a tie (RFC 9309, 2.2.2). Among equals the
// first in the file stays.
func (r *rule) beats(best *rule) bool {
	if best == nil {
		return true
	}
	if len(r.pattern) != len(best.pattern) {
		return len(r.pattern) > len(best.pattern)
	}
	return r.allow && !best.allow
}

// matches reports whether the pattern matches path from its beginning on. A '*'
// matches any octets and a '$' in last place for the end of the path (RFC
// 9309, 2.2.3).
//
// Each piece between two stars is taken where it first occurs. If the pattern
// matches at all it matches so, because an earlier place leaves more path to the
// pieces that follow. So nothing is tried twice and no pattern is expensive.
func matches(pattern, path string) bool {
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
