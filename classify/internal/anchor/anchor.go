// Package anchor takes links apart: what stands in them, where they lead, where they stand.
package anchor

import (
	"cmp"
	"iter"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/lokman-crawler/lokman/internal/document"
	"github.com/lokman-crawler/lokman/internal/excerpt"
	"github.com/lokman-crawler/lokman/internal/page"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// A Ref is an element of a page, of none where Page is nil.
type Ref struct {
	Page *page.Page
	Node int32
}

// A Link is a link taken apart.
type Link struct {
	URL, Href, Text string
	At              Ref // the element; of no page where it is not known
	Content
}

func read(l document.Link, at Ref) Link {
	read := Link{URL: l.URL, Href: l.Href, Text: l.Text, At: at, Content: Content{Caption: excerpt.Cut(l.Text, MaxComponent)}}
	if at.Page != nil {
		read.Content = ContentOf(at)
	}
	return read
}

// Content is what stands between <a> and </a>.
type Content struct {
	Tags       string // <B><IMG>
	Attributes string // <[face][color]><[src]>
	Values     string
	Caption    string // all text, white space collapsed
	Image      string // the first alternative text
}

// ContentOf reads no more than the first KiB of each part and some hundred nodes.
func ContentOf(at Ref) Content {
	var tags, attributes, values, text strings.Builder
	var image string
	p := at.Page
	for i := at.Node + 1; i < min(p.Nodes[at.Node].End, at.Node+1+maxNodes); i++ {
		switch n := &p.Nodes[i]; n.Type {
		case page.TextNode:
			Write(&text, n.Data)
		case page.ElementNode:
			Write(&tags, "<", strings.ToUpper(excerpt.Cut(n.Data, MaxComponent)), ">")
			var names, vals strings.Builder
			for name, value := range attributesOf(Ref{Page: p, Node: i}) {
				Write(&names, "[", name, "]")
				Write(&vals, "[", value, "]")
				if name == "alt" && image == "" {
					image = strings.TrimSpace(excerpt.Cut(value, MaxComponent))
				}
			}
			Write(&attributes, "<", names.String(), ">")
			Write(&values, "<", vals.String(), ">")
		}
	}
	return Content{tags.String(), attributes.String(), values.String(), Collapse(text.String()), image}
}

// PathAndHost takes them from the URL, where there is one, and else the href for the path.
func (l *Link) PathAndHost() (path, host string) {
	if u, err := weburl.Parse(excerpt.Cut(l.URL, MaxComponent)); err == nil {
		return u.Path(), u.Host()
	}
	return l.Href, ""
}

// Shown is the text, or that of the image it consists of.
func (c *Content) Shown() string { return cmp.Or(c.Caption, c.Image) }

// Attributes yields the attributes of the element; of a link of no page only its href is
// known.
func Attributes(l *Link) iter.Seq2[string, string] {
	if l.At.Page != nil {
		return attributesOf(l.At)
	}
	return func(yield func(name, value string) bool) {
		if l.Href != "" {
			yield("href", l.Href)
		}
	}
}

// attributesOf yields the attributes of an element, those of drawings without prefix.
func attributesOf(at Ref) iter.Seq2[string, string] {
	attributes := at.Page.Attrs(at.Node)
	if at.Page.Nodes[at.Node].Space == page.HTML {
		return attributes
	}
	return func(yield func(name, value string) bool) {
		for name, value := range attributes {
			if !yield(name[strings.IndexByte(name, ':')+1:], value) {
				return
			}
		}
	}
}

// AttributeSet returns the names of the attributes in alphabetical order, for
// their order differs between versions of a template, and the values of all
// but href, digits masked.
func AttributeSet(l *Link) (names, values string) {
	type attribute struct{ name, value string }
	attributes := make([]attribute, 0, 8)
	for name, value := range Attributes(l) {
		attributes = append(attributes, attribute{name, value})
	}
	if len(attributes) == 1 && attributes[0].name == "href" {
		return "<href>", "" // as most links have it
	}
	slices.SortStableFunc(attributes, func(a, b attribute) int { return strings.Compare(a.name, b.name) })
	var n, v strings.Builder
	for _, a := range attributes {
		Write(&n, "<", a.name, ">")
		switch a.name {
		case "href":
			continue
		case "class", "rel", "target":
			a.value = strings.ToLower(excerpt.Cut(a.value, MaxComponent))
		}
		Write(&v, "<", MaskDigits(a.value), ">")
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
	return utf8.RuneCountInString(caption) >= titleRunes || len(strings.Fields(caption)) >= titleWords || WordCount(caption) >= titleUnspaced
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

// Around yields the nodes around a link from the nearest on, no more than so many.
func Around(at Ref, most int) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		if at.Page == nil {
			return
		}
		for i := at.Page.Nodes[at.Node].Parent; i != page.None && most > 0 && yield(i); most-- {
			i = at.Page.Nodes[i].Parent
		}
	}
}

// AncestorTags returns the pairs of tags from the link up: "a<li li<ul", and those of its element
// and the three around it alone, which is how it stands on its page.
func AncestorTags(at Ref) (pairs, standing string) {
	out := make([]byte, 0, 64)
	inner, around, near := at.Node, 0, 0
	for i := range Around(at, MaxAncestors) {
		if n := &at.Page.Nodes[i]; n.Type == page.ElementNode {
			if len(out) > 0 {
				out = append(out, ' ')
			}
			out = append(out, excerpt.Cut(at.Page.Nodes[inner].Data, 32)...)
			out = append(append(out, '<'), excerpt.Cut(n.Data, 32)...)
		}
		inner = i
		if around++; around <= 3 {
			near = len(out)
		}
	}
	pairs = string(out)
	return pairs, pairs[:near]
}

// Standing is how a link stands on its page.
func Standing(l *Link) string {
	_, standing := AncestorTags(l.At)
	return standing
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
