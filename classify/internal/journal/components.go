package journal

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/lokman-crawler/lokman/classify/internal/anchor"
	"github.com/lokman-crawler/lokman/classify/internal/neighbor"
	"github.com/lokman-crawler/lokman/internal/excerpt"
	"github.com/lokman-crawler/lokman/internal/page"
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

// vectorsOf returns the enhanced components of the links of a page.
func vectorsOf(links []anchor.Link) []neighbor.Vector {
	vectors := make([]neighbor.Vector, len(links))
	var known neighbours
	if len(links) > 1 {
		known = neighbours{make(map[anchor.Ref]*anchor.Link, len(links)), make(map[anchor.Ref]string, len(links))}
		for i := range links {
			known.links[links[i].At] = &links[i]
		}
	}
	for i := range links {
		vectors[i] = known.vector(&links[i])
	}
	return vectors
}

// neighbours are the elements of links of a page, and what they are for the links beside them.
type neighbours struct {
	links map[anchor.Ref]*anchor.Link
	are   map[anchor.Ref]string
}

func (known neighbours) vector(l *anchor.Link) neighbor.Vector {
	caption := l.Shown()
	href := excerpt.Cut(strings.TrimSpace(l.Href), anchor.MaxComponent)
	rest, fragment, _ := strings.Cut(href, "#")
	rest, query, _ := strings.Cut(rest, "?")
	path, host := l.PathAndHost()
	if host == "" {
		path = rest
	}
	names, values := anchor.AttributeSet(l)
	before, linkBefore := known.onSide(l.At, -1, func(text string) []string {
		words := signs(lastBytes(text, sideBytes))
		slices.Reverse(words)
		return words
	})
	after, linkAfter := known.onSide(l.At, 1, func(text string) []string { return signs(excerpt.Cut(text, sideBytes)) })
	return neighbor.Vector{
		names,
		values,
		anchor.SchemeOf(href),
		anchor.MaskDigits(fragment),
		anchor.MaskDigits(anchor.QueryNames(query)),
		anchor.OrEmpty(l.Tags),
		anchor.OrEmpty(l.Attributes),
		anchor.MaskDigits(anchor.OrEmpty(l.Values)),
		caption,
		captionShape(caption),
		pathShape(path),
		strings.ReplaceAll(host, ".", " "),
		anchor.Extension(path),
		anchor.AncestorTags(l.At),
		ancestorClasses(l.At),
		before,
		after,
		linkBefore,
		linkAfter,
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
	const most = 8
	var shape strings.Builder
	segments := 0
	for s := range strings.SplitSeq(strings.Trim(excerpt.Cut(path, anchor.MaxComponent), "/"), "/") {
		if segments++; segments > most {
			break
		}
		shape.WriteString(strconv.Itoa(segments) + ":" + segmentShape(s) + " ")
	}
	return shape.String() + "of:" + strconv.Itoa(segments)
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
func ancestorClasses(at anchor.Ref) string {
	var classes strings.Builder
	found := 0
	for i := range anchor.Around(at, anchor.MaxAncestors) {
		for name, value := range at.Page.Attrs(i) {
			if name == "class" || name == "id" {
				anchor.Write(&classes, strings.ToLower(anchor.MaskDigits(value)), " ")
				found++
			}
		}
		if found >= 2 {
			break
		}
	}
	return strings.TrimSpace(classes.String())
}

const (
	sideBytes = 128 // of a text
	sideWords = 2
)

// onSide returns the words and signs on one side of a link, the nearest first, and what the next
// link there is.
func (known neighbours) onSide(at anchor.Ref, step int32, read func(text string) []string) (text, link string) {
	if at.Page == nil {
		return "", ""
	}
	var words []string
	i := at.Node - 1
	if step > 0 {
		i = at.Page.Nodes[at.Node].End
	}
	for seen := 0; seen < anchor.SideNodes && i >= 0 && int(i) < len(at.Page.Nodes); seen, i = seen+1, i+step {
		switch n := &at.Page.Nodes[i]; {
		case n.Type == page.ElementNode && n.Data == "a":
			return strings.Join(words, " "), known.neighbour(anchor.Ref{Page: at.Page, Node: i})
		case len(words) == sideWords:
		case n.Type == page.ElementNode && page.Block(n.Atom):
			words = append(words, "|")
		case n.Type == page.TextNode:
			words = append(words, read(n.Data)...)
			words = words[:min(len(words), sideWords)]
		}
	}
	return strings.Join(words, " "), ""
}

// neighbour describes a link for the links beside it: its caption, if that is a
// label, its format and the names of its attributes.
func (known neighbours) neighbour(at anchor.Ref) string {
	if is, ok := known.are[at]; ok {
		return is
	}
	l := known.links[at]
	if l == nil {
		l = &anchor.Link{At: at, Content: anchor.ContentOf(at)}
	}
	caption := "title"
	if len(l.Caption) <= anchor.LabelBytes && len(strings.Fields(l.Caption)) <= anchor.LabelWords {
		caption = anchor.Label(l.Caption)
	}
	path, _, _ := strings.Cut(excerpt.Cut(at.Page.Value(at.Node, "href"), anchor.MaxComponent), "#")
	path, _, _ = strings.Cut(path, "?")
	var is strings.Builder
	is.WriteString(caption + " ." + anchor.Extension(path) + " ")
	separator := "@"
	for name := range anchor.Attributes(l) {
		is.WriteString(separator + excerpt.Cut(name, 32))
		separator = " @"
	}
	if known.are != nil {
		known.are[at] = is.String()
	}
	return is.String()
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
