package robots

import (
	"iter"
	"strings"
)

// match returns the rule of the key's groups which decides on the path, nil if
// none matches, and the verdict of this package's matcher.
func (f *File) match(key, path string) (best *rule, allowed bool) {
	for r := range f.rulesOf(key) {
		if r.beats(best) && matches(r.pattern, path) {
			best = r
		}
	}
	return best, best == nil || best.allow
}

// key returns the key of the runs that hold for agent: its token if the file
// names it, or else "*" (RFC 9309, 2.2.1). It is "" if the file has neither.
func (f *File) key(agent string) string {
	if f == nil {
		return ""
	}
	if token := lower(Token(agent)); f.agents[token] != nil {
		return token
	}
	if f.agents["*"] != nil {
		return "*"
	}
	return ""
}

// groupsOf goes through the groups that have the key, each once.
func (f *File) groupsOf(key string) iter.Seq[*group] {
	return func(yield func(*group) bool) {
		previous := int32(-1)
		for _, r := range f.agents[key] {
			g := f.runs[r].group
			if g == previous {
				continue // the runs of one group follow each other
			}
			previous = g
			if !yield(&f.groups[g]) {
				return
			}
		}
	}
}

// rulesOf goes through the rules of all groups that have the key.
func (f *File) rulesOf(key string) iter.Seq[*rule] {
	return func(yield func(*rule) bool) {
		for g := range f.groupsOf(key) {
			for i := g.from; i < g.to; i++ {
				if !yield(&f.rules[i]) {
					return
				}
			}
		}
	}
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
