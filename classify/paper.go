package classify

import (
	"strings"

	"github.com/lokman-crawler/lokman/internal/excerpt"
)

// nine returns the paper's components as the paper prints them: tag names in
// upper case, attribute names in lower case, values as written (Le and Thoma
// 2004, sections 2 and 4.2). A component with nothing in it is "<>".
func nine(l Link) Vector {
	var names, values strings.Builder
	for _, a := range attributesOf(l) {
		write(&names, "<", a.Key, ">")
		write(&values, "<", a.Val, ">")
	}
	scheme, query, fragment := paperHref(l.Href)
	c := contentOf(l)
	return Vector{
		orEmpty(names.String()),
		orEmpty(values.String()),
		"<" + excerpt.Cut(scheme, maxComponent) + ">",
		"<" + excerpt.Cut(fragment, maxComponent) + ">",
		orEmpty(queryNames(query)),
		orEmpty(c.tags),
		orEmpty(c.attributes),
		orEmpty(c.values),
		"<" + c.caption + ">",
	}
}

// paperHref takes an href apart from its end as section 4.2 does: at the last
// '#', the last '?' before it and the last "://" before that. RFC 3986 cuts at
// the first ones.
func paperHref(href string) (scheme, query, fragment string) {
	if i := strings.LastIndexByte(href, '#'); i >= 0 {
		href, fragment = href[:i], href[i+1:]
	}
	if i := strings.LastIndexByte(href, '?'); i >= 0 {
		href, query = href[:i], href[i+1:]
	}
	if i := strings.LastIndex(href, "://"); i >= 0 {
		scheme = href[:i]
	}
	return scheme, query, fragment
}

func orEmpty(s string) string {
	if s == "" {
		return "<>"
	}
	return s
}

// A Vector is what is compared of a link, a string for each of
// Mode.Components.
type Vector []string

// A component of a vector: how much it counts, and whether it is compared by
// its words whatever the model's Distance is.
type component struct {
	name   string
	weight int32
	words  bool
}

var paperComponents = []component{
	{"attribute-name", 1, false},
	{"attribute-value", 1, false},
	{"href-scheme", 1, false},
	{"href-fragment", 1, false},
	{"href-query-name", 1, false},
	{"content-tag", 1, false},
	{"content-tag-attribute", 1, false},
	{"content-tag-attribute-value", 1, false},
	{"content-caption", 1, false},
}
