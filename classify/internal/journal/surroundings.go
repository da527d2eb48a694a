package journal

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/classify/internal/anchor"
	"github.com/lokman-crawler/lokman/internal/dom"
	"github.com/lokman-crawler/lokman/internal/excerpt"
)

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
	var names []string
	for _, at := range a.Attr {
		names = append(names, "@"+excerpt.Cut(at.Key, 32))
	}
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
