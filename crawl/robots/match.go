package robots

import (
	"iter"
	"strings"
)

// decide returns the rule which decides on the URL, nil if none matches, and
// the verdict.
func (f *File) decide(agent, url string) (best *rule, allowed bool) {
	if f == nil {
		return nil, true
	}
	path, exempt := f.path(url)
	if exempt {
		return nil, true
	}
	for r := range f.rulesFor(agent) {
		if r.beats(best) && matches(r.pattern, path) {
			best = r
		}
	}
	return best, best == nil || best.allow
}

// path returns what rules are matched against for a URL, and whether no rule can
// forbid it: by the RFC, /robots.txt is always allowed (RFC 9309, 2.2.2).
func (f *File) path(url string) (path string, exempt bool) {
	path = pathOf(url)
	if f.rfc {
		path = normalisePath(path)
	}
	return path, f.rfc && path == "/robots.txt"
}

// rulesFor goes through the rules of all groups that hold for agent.
func (f *File) rulesFor(agent string) iter.Seq[*rule] {
	return func(yield func(*rule) bool) {
		previous := int32(-1)
		for _, r := range f.runsFor(agent) {
			g := f.runs[r].group
			if g == previous {
				continue // the runs of one group follow each other
			}
			previous = g
			for i := f.groups[g].from; i < f.groups[g].to; i++ {
				if !yield(&f.rules[i]) {
					return
				}
			}
		}
	}
}

// runsFor returns the runs that hold for agent: those that name it or else those
// that name "*".
func (f *File) runsFor(agent string) []int32 {
	if f == nil {
		return nil
	}
	if token := Token(agent); token != "" {
		if runs := f.agents[lower(token)]; runs != nil {
			return runs
		}
	}
	return f.agents["*"]
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
// stands for any octets and a '$' in last place for the end of the path (RFC
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
