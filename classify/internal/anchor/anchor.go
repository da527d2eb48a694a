// Package anchor takes links apart: what stands in them, where they lead, where they stand.
package anchor

import (
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/internal/dom"
	"github.com/lokman-crawler/lokman/internal/excerpt"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// Content is what stands between <a> and </a>.
type Content struct {
	Tags       string // <B><IMG>
	Attributes string // <[face][color]><[src]>
	Values     string
	Caption    string // all text, white space collapsed
	Image      string // the first alternative text
}

// ContentOf reads no more than the first KiB of each part and some hundred nodes.
func ContentOf(l dom.Link) Content {
	if l.Node == nil {
		return Content{Caption: excerpt.Cut(l.Text, MaxComponent)}
	}
	var tags, attributes, values, text strings.Builder
	var image string
	seen := 0
	for n := dom.Following(l.Node, l.Node, false); n != nil && seen < maxNodes; n = dom.Following(n, l.Node, false) {
		seen++
		switch n.Type {
		case html.TextNode:
			Write(&text, n.Data)
		case html.ElementNode:
			Write(&tags, "<", strings.ToUpper(excerpt.Cut(n.Data, MaxComponent)), ">")
			var names, vals strings.Builder
			for _, a := range n.Attr {
				Write(&names, "[", a.Key, "]")
				Write(&vals, "[", a.Val, "]")
				if a.Key == "alt" && image == "" {
					image = strings.TrimSpace(excerpt.Cut(a.Val, MaxComponent))
				}
			}
			Write(&attributes, "<", names.String(), ">")
			Write(&values, "<", vals.String(), ">")
		}
	}
	return Content{tags.String(), attributes.String(), values.String(), Collapse(text.String()), image}
}

// CaptionOf returns a link's text, or that of the image it consists of.
func CaptionOf(l dom.Link) string {
	if l.Node == nil {
		return excerpt.Cut(l.Text, MaxComponent)
	}
	c := ContentOf(l)
	if c.Caption == "" {
		return c.Image
	}
	return c.Caption
}

// AttributesOf returns the attributes of the element; of a scanned link only
// its href is known.
func AttributesOf(l dom.Link) []html.Attribute {
	switch {
	case l.Node != nil:
		return l.Node.Attr
	case l.Href != "":
		return []html.Attribute{{Key: "href", Val: l.Href}}
	}
	return nil
}

// AttributeSet returns the names of the attributes in alphabetical order, for
// their order differs between versions of a template, and the values of all
// but href, digits masked.
func AttributeSet(l dom.Link) (names, values string) {
	attrs := slices.Clone(AttributesOf(l))
	slices.SortStableFunc(attrs, func(a, b html.Attribute) int { return strings.Compare(a.Key, b.Key) })
	var n, v strings.Builder
	for _, a := range attrs {
		Write(&n, "<", a.Key, ">")
		switch a.Key {
		case "href":
			continue
		case "class", "rel", "target":
			a.Val = strings.ToLower(excerpt.Cut(a.Val, MaxComponent))
		}
		Write(&v, "<", MaskDigits(a.Val), ">")
	}
	return n.String(), v.String()
}

// QueryNames returns the names of a query's parameters, in order, repeated
// ones too.
func QueryNames(query string) string {
	var names strings.Builder
	for p := range strings.FieldsFuncSeq(excerpt.Cut(query, MaxComponent), func(r rune) bool { return r == '&' || r == ';' }) {
		name, _, _ := strings.Cut(p, "=")
		Write(&names, "<", name, ">")
	}
	return names.String()
}

// SchemeOf returns the scheme as RFC 3986 has it: "mailto", "javascript".
func SchemeOf(href string) string {
	i := strings.IndexByte(href, ':')
	if i < 1 || strings.ContainsAny(href[:i], "/?#") {
		return ""
	}
	return strings.ToLower(href[:i])
}

// PathAndHost takes them from the resolved URL, where there is one.
func PathAndHost(l dom.Link, href string) (path, host string) {
	if u, err := weburl.Parse(excerpt.Cut(l.URL, MaxComponent)); err == nil {
		return u.Path(), u.Host()
	}
	return href, ""
}

// Extension returns what follows the last dot of a path's last segment, if it
// looks like the name of a format.
func Extension(path string) string {
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
	LabelWords = 2 // a caption of more is hardly a label such as "Full text"
	LabelBytes = 24
)

// Label returns a caption in lower case and as one word, its digits masked.
func Label(caption string) string {
	return strings.ReplaceAll(strings.ToLower(MaskDigits(caption)), " ", "_")
}

// Write appends parts up to the length of a component.
func Write(b *strings.Builder, parts ...string) {
	for _, p := range parts {
		b.WriteString(excerpt.Cut(p, max(0, MaxComponent-b.Len())))
	}
}

// Collapse makes each run of white space one space.
func Collapse(s string) string { return strings.Join(strings.Fields(s), " ") }

// A caption of so many words or characters is a title.
const (
	titleWords    = 4
	titleRunes    = 30
	titleUnspaced = 8 // words, of which two characters of a script without spaces make one
)

// IsTitle reports whether a caption is as long as a title.
func IsTitle(caption string) bool {
	return len(strings.Fields(caption)) >= titleWords || utf8.RuneCountInString(caption) >= titleRunes || WordCount(caption) >= titleUnspaced
}

// OrEmpty writes a component with nothing in it as the paper does.
func OrEmpty(s string) string {
	if s == "" {
		return "<>"
	}
	return s
}

// MaxAncestors is how many elements around a link are looked at for their names and classes.
const MaxAncestors = 6

// AncestorTags returns the pairs of tags from the link up: "a<li li<ul".
func AncestorTags(n *html.Node) string {
	var pairs []string
	for i := 0; n != nil && n.Parent != nil && i < MaxAncestors; i++ {
		if n.Parent.Type == html.ElementNode {
			pairs = append(pairs, excerpt.Cut(n.Data, 32)+"<"+excerpt.Cut(n.Parent.Data, 32))
		}
		n = n.Parent
	}
	return strings.Join(pairs, " ")
}

// Standing is how a link stands on its page: its element and the three around it.
func Standing(l dom.Link) string {
	tags := strings.Fields(AncestorTags(l.Node))
	return strings.Join(tags[:min(len(tags), 3)], " ")
}

// Directory returns where a path's page lies, numbers masked.
func Directory(path string) string {
	path = strings.TrimSuffix(excerpt.Cut(path, MaxComponent), "/")
	i := strings.LastIndexByte(path, '/')
	return MaskDigits(path[:max(i, 0)])
}

// WithoutIndex returns the directory of a path that names its index page.
func WithoutIndex(page string) string {
	if dir, name := path.Split(page); strings.HasPrefix(name, "index.") {
		return dir
	}
	return page
}
