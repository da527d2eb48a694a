package classify

import (
	"strings"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/internal/dom"
	"github.com/lokman-crawler/lokman/internal/excerpt"
)

// nine returns the paper's components as the paper prints them: tag names in
// upper case, attribute names in lower case, values as written (spec
// links-and-pages, L4 to L16). A component with nothing in it is "<>".
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

// attributesOf returns the attributes of the element; of a scanned link only
// its href is known.
func attributesOf(l Link) []html.Attribute {
	switch {
	case l.Node != nil:
		return l.Node.Attr
	case l.Href != "":
		return []html.Attribute{{Key: "href", Val: l.Href}}
	}
	return nil
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

// queryNames returns the names of a query's parameters, in order, repeated
// ones too.
func queryNames(query string) string {
	var names strings.Builder
	for p := range strings.FieldsFuncSeq(excerpt.Cut(query, maxComponent), func(r rune) bool { return r == '&' || r == ';' }) {
		name, _, _ := strings.Cut(p, "=")
		write(&names, "<", name, ">")
	}
	return names.String()
}

// content is what stands between <a> and </a>.
type content struct {
	tags       string // <B><IMG>
	attributes string // <[face][color]><[src]>
	values     string
	caption    string // all text, white space collapsed
	image      string // the first alternative text
}

func contentOf(l Link) content {
	if l.Node == nil {
		return content{caption: excerpt.Cut(l.Text, maxComponent)}
	}
	var tags, attributes, values, text strings.Builder
	var image string
	seen := 0
	for n := dom.Following(l.Node, l.Node, false); n != nil && seen < maxNodes; n = dom.Following(n, l.Node, false) {
		seen++
		switch n.Type {
		case html.TextNode:
			write(&text, n.Data)
		case html.ElementNode:
			write(&tags, "<", strings.ToUpper(excerpt.Cut(n.Data, maxComponent)), ">")
			var names, vals strings.Builder
			for _, a := range n.Attr {
				write(&names, "[", a.Key, "]")
				write(&vals, "[", a.Val, "]")
				if a.Key == "alt" && image == "" {
					image = strings.TrimSpace(excerpt.Cut(a.Val, maxComponent))
				}
			}
			write(&attributes, "<", names.String(), ">")
			write(&values, "<", vals.String(), ">")
		}
	}
	return content{tags.String(), attributes.String(), values.String(), collapse(text.String()), image}
}

// write appends parts up to the length of a component.
func write(b *strings.Builder, parts ...string) {
	for _, p := range parts {
		b.WriteString(excerpt.Cut(p, max(0, maxComponent-b.Len())))
	}
}

func orEmpty(s string) string {
	if s == "" {
		return "<>"
	}
	return s
}

func collapse(s string) string { return strings.Join(strings.Fields(s), " ") }
