package robots

import (
	"iter"
	"strings"

	"github.com/lokman-crawler/lokman/internal/wildcard"
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
func longest(rules iter.Seq[*rule], path string, matches func(r *rule, path string) bool) (best *rule) {
	for r := range rules {
		if r.beats(best) && matches(r, path) {
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

// near returns those of the key's rules whose octets, without the stars, stand in the path
// at all. No other can match it, whoever is asked.
func (f *File) near(key, path string) (near []*rule) {
	for r := range f.rulesOf(key) {
		if isNear(r.pattern, path) {
			near = append(near, r)
		}
	}
	return near
}

// isNear reports whether path begins with what the pattern has before its first star, and has
// each piece between its stars somewhere.
func isNear(pattern, path string) bool {
	pattern = strings.TrimSuffix(pattern, "$")
	piece, pattern, star := strings.Cut(pattern, "*")
	if !strings.HasPrefix(path, piece) {
		return false
	}
	for star {
		piece, pattern, star = strings.Cut(pattern, "*")
		if !strings.Contains(path, piece) {
			return false
		}
	}
	return true
}

// matches is what this package's matcher says of the rule.
func (r *rule) matches(path string) bool { return wildcard.Match(r.pattern, path) }
