package urls

import (
	"slices"
	"strings"
)

// query applies the rules for queries; some is false if the question mark is
// to go as well. Parameters are parted by '&' alone, as in the WHATWG URL
// Standard, section 5.1.
func (r Rules) query(query string) (kept string, some bool) {
	if r.Escapes {
		query = normalEscapes(query)
	}
	kept = rewrite(query, "&", func(p string) (string, bool) { return p, !r.drops(p) })
	some = kept != "" || kept == query
	if r.EmptyQuery {
		kept = rewrite(kept, "&", withoutEmpty)
		some = kept != ""
	}
	if r.SortQuery {
		kept = sorted(kept)
	}
	return kept, some
}

func (r Rules) drops(parameter string) bool {
	name, _, _ := strings.Cut(parameter, "=")
	return r.Tracking && isOneOf(name, tracking) || r.Sessions && isSession(parameter) || isOneOf(name, r.Drop)
}

func withoutEmpty(parameter string) (kept string, ok bool) {
	name, value, _ := strings.Cut(parameter, "=")
	if value == "" {
		return name, name != ""
	}
	return parameter, name != ""
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

func sorted(query string) string {
	last, rest, more := strings.Cut(query, "&")
	for more {
		var next string
		next, rest, more = strings.Cut(rest, "&")
		if byName(last, next) > 0 {
			parameters := strings.Split(query, "&")
			slices.SortStableFunc(parameters, byName)
			return strings.Join(parameters, "&")
		}
		last = next
	}
	return query
}

func byName(a, b string) int {
	a, _, _ = strings.Cut(a, "=")
	b, _, _ = strings.Cut(b, "=")
	return strings.Compare(a, b)
}
