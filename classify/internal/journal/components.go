package journal

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/classify/internal/anchor"
	"github.com/lokman-crawler/lokman/classify/internal/neighbor"
	"github.com/lokman-crawler/lokman/internal/dom"
	"github.com/lokman-crawler/lokman/internal/each"
	"github.com/lokman-crawler/lokman/internal/excerpt"
)

// components are the paper's nine, made steadier, and what stands
// around a link (docs/links.md has them with their weights).
var components = []neighbor.Component{
	{Name: "attribute-name", Weight: 1},
	{Name: "attribute-value", Weight: 2},
	{Name: "href-scheme", Weight: 1},
	{Name: "href-fragment", Weight: 1},
	{Name: "href-query-name", Weight: 1},
	{Name: "content-tag", Weight: 1},
	{Name: "content-tag-attribute", Weight: 1},
	{Name: "content-tag-attribute-value", Weight: 1},
	{Name: "content-caption", Weight: 2, Words: true},
	{Name: "caption-shape", Weight: 3, Words: true},
	{Name: "path-shape", Weight: 1, Words: true},
	{Name: "host", Weight: 1, Words: true},
	{Name: "extension", Weight: 1, Words: true},
	{Name: "ancestor-tags", Weight: 1, Words: true},
	{Name: "ancestor-classes", Weight: 1, Words: true},
	{Name: "text-before", Weight: 1, Words: true},
	{Name: "text-after", Weight: 1, Words: true},
	{Name: "link-before", Weight: 2, Words: true},
	{Name: "link-after", Weight: 2, Words: true},
}

// vectorOf returns the enhanced components.
func vectorOf(l dom.Link) neighbor.Vector {
	c := anchor.ContentOf(l)
	caption := c.Caption
	if caption == "" {
		caption = c.Image
	}
	href := excerpt.Cut(strings.TrimSpace(l.Href), anchor.MaxComponent)
	rest, fragment, _ := strings.Cut(href, "#")
	rest, query, _ := strings.Cut(rest, "?")
	path, host := anchor.PathAndHost(l, rest)
	names, values := anchor.AttributeSet(l)
	r := surroundingsOf(l.Node)
	return neighbor.Vector{
		names,
		values,
		anchor.SchemeOf(href),
		anchor.MaskDigits(fragment),
		anchor.MaskDigits(anchor.QueryNames(query)),
		anchor.OrEmpty(c.Tags),
		anchor.OrEmpty(c.Attributes),
		anchor.MaskDigits(anchor.OrEmpty(c.Values)),
		caption,
		captionShape(caption),
		pathShape(path),
		strings.ReplaceAll(host, ".", " "),
		anchor.Extension(path),
		anchor.AncestorTags(l.Node),
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
	if len(words) <= anchor.LabelWords {
		shape = append(shape, anchor.Label(caption))
	}
	return strings.Join(shape, " ")
}

// pathShape returns the segments of a path with their places. Segments of
// letters alone are kept, others are replaced by the kinds of their characters:
// "/papers/v10/lee09a.html" is "1:papers 2:v0 3:a0a.html".
func pathShape(path string) string {
	segments := strings.Split(strings.Trim(excerpt.Cut(path, anchor.MaxComponent), "/"), "/")
	var shape []string
	for i, s := range segments[:min(len(segments), 8)] {
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
	if i := strings.LastIndexByte(s, '.'); i > 0 && anchor.Extension(s) != "" {
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

// ancestorClasses returns the classes and ids of the nearest ancestors that
// have any, digits masked.
func ancestorClasses(n *html.Node) string {
	var classes strings.Builder
	found := 0
	for depth := 0; n != nil && n.Parent != nil && depth < anchor.MaxAncestors && found < 2; depth++ {
		n = n.Parent
		for _, a := range n.Attr {
			if a.Key == "class" || a.Key == "id" {
				anchor.Write(&classes, strings.ToLower(anchor.MaskDigits(a.Val)), " ")
				found++
			}
		}
	}
	return strings.TrimSpace(classes.String())
}

// surroundings is what stands before and after a link on its page.
type surroundings struct {
	before, after         string // the last and the first words and signs of the text
	linkBefore, linkAfter string // caption, format and attributes of the neighbours
}

const (
	sideNodes = 48  // nodes that are looked at on either side
	sideBytes = 128 // of a text
	sideWords = 2
)

func surroundingsOf(a *html.Node) surroundings {
	if a == nil {
		return surroundings{}
	}
	var r surroundings
	r.before, r.linkBefore = onSide(dom.Preceding(a), dom.Preceding, func(text string) []string {
		words := signs(lastBytes(text, sideBytes))
		slices.Reverse(words)
		return words
	})
	r.after, r.linkAfter = onSide(dom.Following(a, nil, true), func(n *html.Node) *html.Node { return dom.Following(n, nil, false) },
		func(text string) []string { return signs(excerpt.Cut(text, sideBytes)) })
	return r
}

// onSide returns the words and signs on one side of a link, the nearest first, and the next link: what
// stands from n on in the order of next.
func onSide(n *html.Node, next func(*html.Node) *html.Node, read func(text string) []string) (text, link string) {
	var words []string
	for i := 0; n != nil && i < sideNodes; i++ {
		switch {
		case n.Type == html.ElementNode && n.Data == "a":
			return strings.Join(words, " "), neighbour(n)
		case len(words) == sideWords:
		case n.Type == html.ElementNode && dom.Block(n.DataAtom):
			words = append(words, "|")
		case n.Type == html.TextNode:
			words = append(words, read(n.Data)...)
			words = words[:min(len(words), sideWords)]
		}
		n = next(n)
	}
	return strings.Join(words, " "), ""
}

// neighbour describes a link for the links beside it: its caption, if that is a
// label, its format and the names of its attributes.
func neighbour(a *html.Node) string {
	c := anchor.ContentOf(dom.Link{Node: a})
	href := dom.Attribute(a.Attr, "href")
	path, _, _ := strings.Cut(excerpt.Cut(href, anchor.MaxComponent), "#")
	path, _, _ = strings.Cut(path, "?")
	names := each.Of(a.Attr, func(at html.Attribute) string { return "@" + excerpt.Cut(at.Key, 32) })
	caption := "title"
	if len(strings.Fields(c.Caption)) <= anchor.LabelWords && len(c.Caption) <= anchor.LabelBytes {
		caption = anchor.Label(c.Caption)
	}
	return caption + " ." + anchor.Extension(path) + " " + strings.Join(names, " ")
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
