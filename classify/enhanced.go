package classify

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/internal/dom"
	"github.com/lokman-crawler/lokman/internal/excerpt"
)

// enhancedComponents are the paper's nine, made steadier, and what stands
// around a link (docs/links.md has them with their weights).
var enhancedComponents = []component{
	{"attribute-name", 1, false},
	{"attribute-value", 2, false},
	{"href-scheme", 1, false},
	{"href-fragment", 1, false},
	{"href-query-name", 1, false},
	{"content-tag", 1, false},
	{"content-tag-attribute", 1, false},
	{"content-tag-attribute-value", 1, false},
	{"content-caption", 2, true},
	{"caption-shape", 3, true},
	{"path-shape", 1, true},
	{"host", 1, true},
	{"extension", 1, true},
	{"ancestor-tags", 1, true},
	{"ancestor-classes", 1, true},
	{"text-before", 1, true},
	{"text-after", 1, true},
	{"link-before", 2, true},
	{"link-after", 2, true},
}

// enhanced returns the enhanced components.
func enhanced(l Link) Vector {
	c := contentOf(l)
	caption := c.caption
	if caption == "" {
		caption = c.image
	}
	href := excerpt.Cut(strings.TrimSpace(l.Href), maxComponent)
	rest, fragment, _ := strings.Cut(href, "#")
	rest, query, _ := strings.Cut(rest, "?")
	path, host := pathAndHost(l, rest)
	names, values := attributeSet(l)
	r := rowOf(l.Node)
	return Vector{
		names,
		values,
		schemeOf(href),
		maskDigits(fragment),
		maskDigits(queryNames(query)),
		orEmpty(c.tags),
		orEmpty(c.attributes),
		maskDigits(orEmpty(c.values)),
		caption,
		captionShape(caption),
		pathShape(path),
		strings.ReplaceAll(host, ".", " "),
		extension(path),
		ancestorTags(l.Node),
		ancestorClasses(l.Node),
		r.before,
		r.after,
		r.linkBefore,
		r.linkAfter,
	}
}

// captionShape distinguishes titles, names and labels in any language: by how
// many words there are, whether all begin with a capital, whether there are
// digits, and the words themselves if they are a label's.
func captionShape(caption string) string {
	words := strings.Fields(caption)
	if len(words) == 0 {
		return "none"
	}
	var shape []string
	for _, n := range []int{1, 2, 4, 7} {
		if len(words) >= n {
			shape = append(shape, "≥"+strconv.Itoa(n))
		}
	}
	if !slices.ContainsFunc(words, func(w string) bool { return unicode.IsLower([]rune(w)[0]) }) {
		shape = append(shape, "capitals")
	}
	if strings.IndexFunc(caption, unicode.IsDigit) >= 0 {
		shape = append(shape, "digits")
	}
	if len(words) <= labelWords {
		shape = append(shape, label(caption))
	}
	return strings.Join(shape, " ")
}

// pathShape returns the segments of a path with their places. Segments of
// letters alone are kept, others are replaced by the kinds of their characters:
// "/papers/v10/lee09a.html" is "1:papers 2:v0 3:a0a.html".
func pathShape(path string) string {
	segments := strings.Split(strings.Trim(excerpt.Cut(path, maxComponent), "/"), "/")
	var shape []string
	for i, s := range segments {
		if i == 8 {
			break
		}
		shape = append(shape, strconv.Itoa(i+1)+":"+segmentShape(s))
	}
	return strings.Join(append(shape, "of:"+strconv.Itoa(min(len(segments), 9))), " ")
}

func segmentShape(s string) string {
	s = strings.ReplaceAll(s, " ", "_")
	if onlyLetters(s) {
		return strings.ToLower(s)
	}
	ext := ""
	if i := strings.LastIndexByte(s, '.'); i > 0 && extension(s) != "" {
		s, ext = s[:i], strings.ToLower(s[i:])
	}
	if short := strings.TrimRightFunc(s, unicode.IsDigit); len(short) > 0 && len(short) <= 4 && onlyLetters(short) {
		return strings.ToLower(short) + "0" + ext // v10, vol3
	}
	var b strings.Builder
	last := rune(0)
	for _, r := range s {
		switch {
		case unicode.IsDigit(r):
			r = '0'
		case unicode.IsLetter(r):
			r = 'a'
		}
		if r != last {
			b.WriteRune(r)
		}
		last = r
	}
	return b.String() + ext
}

func onlyLetters(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) })
}

const maxAncestors = 6

// ancestorTags returns the pairs of tags from the link up: "a<li li<ul".
func ancestorTags(n *html.Node) string {
	var pairs []string
	for i := 0; n != nil && n.Parent != nil && i < maxAncestors; i++ {
		if n.Parent.Type == html.ElementNode {
			pairs = append(pairs, excerpt.Cut(n.Data, 32)+"<"+excerpt.Cut(n.Parent.Data, 32))
		}
		n = n.Parent
	}
	return strings.Join(pairs, " ")
}

// ancestorClasses returns the classes and ids of the nearest ancestors that
// have any, digits masked.
func ancestorClasses(n *html.Node) string {
	var classes strings.Builder
	found := 0
	for depth := 0; n != nil && n.Parent != nil && depth < maxAncestors && found < 2; depth++ {
		n = n.Parent
		for _, a := range n.Attr {
			if a.Key == "class" || a.Key == "id" {
				write(&classes, strings.ToLower(maskDigits(a.Val)), " ")
				found++
			}
		}
	}
	return strings.TrimSpace(classes.String())
}

// row is what stands before and after a link on its page.
type row struct {
	before, after         string // the last and the first words and signs of the text
	linkBefore, linkAfter string // caption, format and attributes of the neighbours
}

const (
	rowNodes = 48  // nodes that are looked at on either side
	rowBytes = 128 // of a text
	rowWords = 2
)

func rowOf(a *html.Node) row {
	if a == nil {
		return row{}
	}
	var r row
	r.before, r.linkBefore = onSide(dom.Preceding(a), dom.Preceding, func(text string) []string {
		words := signs(lastBytes(text, rowBytes))
		slices.Reverse(words)
		return words
	})
	r.after, r.linkAfter = onSide(dom.Following(a, nil, true), func(n *html.Node) *html.Node { return dom.Following(n, nil, false) },
		func(text string) []string { return signs(excerpt.Cut(text, rowBytes)) })
	return r
}

// onSide returns the words and signs on one side of a link, the nearest first, and the next link: what
// stands from n on in the order of next.
func onSide(n *html.Node, next func(*html.Node) *html.Node, read func(text string) []string) (text, link string) {
	var words []string
	for i := 0; n != nil && i < rowNodes; i++ {
		switch {
		case n.Type == html.ElementNode && n.Data == "a":
			return strings.Join(words, " "), neighbour(n)
		case len(words) == rowWords:
		case n.Type == html.ElementNode && dom.Block(n.DataAtom):
			words = append(words, "|")
		case n.Type == html.TextNode:
			words = append(words, read(n.Data)...)
			words = words[:min(len(words), rowWords)]
		}
		n = next(n)
	}
	return strings.Join(words, " "), ""
}

// neighbour describes a link for the links beside it: its caption, if that is a
// label, its format and the names of its attributes.
func neighbour(a *html.Node) string {
	c := contentOf(Link{Node: a})
	href := dom.Attribute(a.Attr, "href")
	path, _, _ := strings.Cut(excerpt.Cut(href, maxComponent), "#")
	path, _, _ = strings.Cut(path, "?")
	var names []string
	for _, at := range a.Attr {
		names = append(names, "@"+excerpt.Cut(at.Key, 32))
	}
	caption := "title"
	if len(strings.Fields(c.caption)) <= labelWords && len(c.caption) <= labelBytes {
		caption = label(c.caption)
	}
	return caption + " ." + extension(path) + " " + strings.Join(names, " ")
}

func lastBytes(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[len(s)-n:], "")
}

// signs returns the form of a text: "w" for a word, "0" for a number, and
// single signs.
func signs(text string) []string {
	var out []string
	last := ' '
	for _, r := range text {
		switch {
		case unicode.IsLetter(r):
			r = 'w'
		case unicode.IsDigit(r):
			r = '0'
		case unicode.IsSpace(r):
			r = ' '
		}
		if r != ' ' && (r != last || r != 'w' && r != '0') {
			out = append(out, string(r))
		}
		last = r
	}
	return out
}
