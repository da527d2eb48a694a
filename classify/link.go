package classify

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/internal/dom"
	"github.com/lokman-crawler/lokman/internal/excerpt"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

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

// captionOf returns a link's text, or that of the image it consists of.
func captionOf(l Link) string {
	if l.Node == nil {
		return excerpt.Cut(l.Text, maxComponent)
	}
	c := contentOf(l)
	if c.caption == "" {
		return c.image
	}
	return c.caption
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

// attributeSet returns the names of the attributes in alphabetical order, for
// their order differs between versions of a template, and the values of all
// but href, digits masked.
func attributeSet(l Link) (names, values string) {
	attrs := slices.Clone(attributesOf(l))
	slices.SortStableFunc(attrs, func(a, b html.Attribute) int { return strings.Compare(a.Key, b.Key) })
	var n, v strings.Builder
	for _, a := range attrs {
		write(&n, "<", a.Key, ">")
		switch a.Key {
		case "href":
			continue
		case "class", "rel", "target":
			a.Val = strings.ToLower(excerpt.Cut(a.Val, maxComponent))
		}
		write(&v, "<", maskDigits(a.Val), ">")
	}
	return n.String(), v.String()
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

// schemeOf returns the scheme as RFC 3986 has it: "mailto", "javascript".
func schemeOf(href string) string {
	i := strings.IndexByte(href, ':')
	if i < 1 || strings.ContainsAny(href[:i], "/?#") {
		return ""
	}
	return strings.ToLower(href[:i])
}

// pathAndHost takes them from the resolved URL, where there is one.
func pathAndHost(l Link, href string) (path, host string) {
	if u, err := weburl.Parse(excerpt.Cut(l.URL, maxComponent)); err == nil {
		return u.Path(), u.Host()
	}
	return href, ""
}

// extension returns what follows the last dot of a path's last segment, if it
// looks like the name of a format.
func extension(path string) string {
	i := strings.LastIndexAny(path, "./")
	if i < 0 || path[i] == '/' {
		return ""
	}
	ext := strings.ToLower(path[i+1:])
	if len(ext) == 0 || len(ext) > 5 || strings.IndexFunc(ext, func(r rune) bool { return !unicode.IsLetter(r) }) == 0 {
		return ""
	}
	return ext
}

const (
	labelWords = 2 // a caption of more is hardly a label such as "Full text"
	labelBytes = 24
)

func label(caption string) string {
	return strings.ReplaceAll(strings.ToLower(maskDigits(caption)), " ", "_")
}

// write appends parts up to the length of a component.
func write(b *strings.Builder, parts ...string) {
	for _, p := range parts {
		b.WriteString(excerpt.Cut(p, max(0, maxComponent-b.Len())))
	}
}

func collapse(s string) string { return strings.Join(strings.Fields(s), " ") }

// A caption of so many words or characters is a title.
const (
	titleWords    = 4
	titleRunes    = 30
	titleUnspaced = 8 // words, of which two characters of a script without spaces make one
)

func isTitle(caption string) bool {
	return len(strings.Fields(caption)) >= titleWords || utf8.RuneCountInString(caption) >= titleRunes || wordCount(caption) >= titleUnspaced
}
