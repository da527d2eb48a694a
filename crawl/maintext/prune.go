package maintext

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	readability "codeberg.org/readeck/go-readability/v2"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

const (
	fewWords   = 20            // of a paragraph that is kept whatever readability says
	number     = "data-lokman" // the attribute by which an element is known in readability's copy
	mostRanked = 20_000        // elements of a page that readability is asked about: it takes more than linear time
)

// A pruner takes from a tree what is not the main part.
type pruner struct {
	base *url.URL
	main []bool // by the number of an element: readability kept it
}

// pruned returns a copy of a page's tree with its main part alone.
func pruned(root *html.Node, pageURL string) *html.Node {
	root = copied(root)
	p := pruner{base: baseOf(root, pageURL)}
	n := 0
	for e := range root.Descendants() {
		if e.Type == html.ElementNode {
			set(e, number, strconv.Itoa(n))
			n++
		}
	}
	p.main = make([]bool, n)
	if n <= mostRanked {
		p.rank(root)
	}
	p.prune(root)
	return root
}

// rank has readability say which elements are the main part. It knows the web's habits
// and changes with them: a page on which it fails is one without an answer.
func (p *pruner) rank(root *html.Node) {
	defer func() { recover() }()
	parser := readability.NewParser()
	parser.DisableJSONLD = true
	page := copied(root)
	for e := range page.Descendants() {
		if e.DataAtom == atom.Div && plain(e) { // readability puts a new element in its place, without a number
			e.DataAtom, e.Data = atom.P, "p"
		}
	}
	article, err := parser.ParseAndMutate(page, p.base)
	if err != nil || article.Node == nil {
		return
	}
	for e := range article.Node.Descendants() {
		if i, err := strconv.Atoi(get(e, number)); err == nil && i >= 0 && i < len(p.main) {
			p.main[i] = true
		}
	}
}

// prune removes from an element what is not the main part, and reports whether anything
// is left.
func (p *pruner) prune(e *html.Node) bool {
	main := false
	if e.Type == html.ElementNode {
		i, _ := strconv.Atoi(get(e, number))
		main = p.main[i]
		if invisible(e) || furniture(e) && !main {
			return false
		}
		main = main || blocks[e.DataAtom] && paragraph(e)
		p.clean(e)
	}
	return p.children(e, main) || main && (e.DataAtom == atom.Br || e.DataAtom == atom.Hr || e.DataAtom == atom.Img)
}

// children prunes those of an element. Of one in the main part the text and what is inline
// is kept. So is a heading of what is kept: readability leaves out the one that is the page's title.
func (p *pruner) children(e *html.Node, main bool) (left bool) {
	for c, before := e.LastChild, (*html.Node)(nil); c != nil; c = before {
		before = c.PrevSibling
		kept := main && c.Type == html.TextNode
		switch {
		case c.Type != html.ElementNode:
		case main && inline(c) || left && heading(c):
			p.clean(c)
			p.children(c, true)
			kept = true
		default:
			kept = p.prune(c)
		}
		if !kept {
			e.RemoveChild(c)
		}
		left = left || kept
	}
	return left
}

// plain reports whether a block has text of its own, and no block inside.
func plain(e *html.Node) bool {
	for d := range e.Descendants() {
		if blocks[d.DataAtom] {
			return false
		}
	}
	for c := range e.ChildNodes() {
		if c.Type == html.TextNode && strings.TrimSpace(c.Data) != "" {
			return true
		}
	}
	return false
}

func heading(e *html.Node) bool {
	switch e.DataAtom {
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		return !invisible(e)
	}
	return false
}

// dropped are the attributes that no text needs, and those with URLs that would run or fetch something.
var dropped = []string{number, "style", "srcset", "data", "action", "formaction", "ping", "background", "poster"}

// clean makes the URLs of an element absolute, and takes away what would run scripts.
func (p *pruner) clean(e *html.Node) {
	e.Attr = slices.DeleteFunc(e.Attr, func(a html.Attribute) bool {
		return strings.HasPrefix(a.Key, "on") || slices.Contains(dropped, a.Key)
	})
	for _, key := range []string{"href", "src", "cite"} {
		value := get(e, key)
		if value == "" {
			continue
		}
		u, err := p.base.Parse(strings.TrimSpace(value))
		if err == nil && (u.Scheme == "http" || u.Scheme == "https" || u.Scheme == "mailto") {
			set(e, key, u.String())
		} else {
			e.Attr = slices.DeleteFunc(e.Attr, func(a html.Attribute) bool { return a.Key == key })
		}
	}
}

// paragraph reports whether a block has enough words of its own, a third of them in links
// at most.
func paragraph(block *html.Node) bool {
	words, linked := count(block, false)
	return words >= fewWords && linked*3 <= words
}

// count returns how many words an element has, and in links, not counting the blocks inside.
func count(e *html.Node, link bool) (words, linked int) {
	for c := range e.ChildNodes() {
		switch {
		case c.Type == html.TextNode:
			n := len(strings.Fields(c.Data))
			words += n
			if link {
				linked += n
			}
		case c.Type == html.ElementNode && inline(c):
			w, l := count(c, link || c.DataAtom == atom.A)
			words, linked = words+w, linked+l
		}
	}
	return words, linked
}

// blocks are the elements whose text is one of its own.
var blocks = map[atom.Atom]bool{
	atom.Address: true, atom.Article: true, atom.Aside: true, atom.Blockquote: true, atom.Body: true, atom.Center: true, atom.Dd: true, atom.Details: true,
	atom.Div: true, atom.Dl: true, atom.Dt: true, atom.Fieldset: true, atom.Figcaption: true, atom.Figure: true, atom.Footer: true, atom.H1: true, atom.H2: true,
	atom.H3: true, atom.H4: true, atom.H5: true, atom.H6: true, atom.Header: true, atom.Html: true, atom.Li: true, atom.Main: true, atom.Nav: true, atom.Ol: true,
	atom.P: true, atom.Pre: true, atom.Section: true, atom.Summary: true, atom.Table: true, atom.Tbody: true, atom.Td: true, atom.Th: true, atom.Thead: true,
	atom.Tr: true, atom.Ul: true,
}

// inline reports whether an element is part of the text around it.
func inline(e *html.Node) bool { return !blocks[e.DataAtom] && !furniture(e) && !invisible(e) }

// furniture reports whether an element is by its name what pages have in common.
func furniture(e *html.Node) bool {
	switch e.DataAtom {
	case atom.Nav, atom.Footer, atom.Form, atom.Button, atom.Select, atom.Textarea:
		return true
	}
	switch get(e, "role") {
	case "navigation", "banner", "contentinfo", "search", "complementary":
		return true
	}
	return false
}

// invisible reports whether an element is not shown, or shows what is no text.
func invisible(e *html.Node) bool {
	switch e.DataAtom {
	case atom.Head, atom.Script, atom.Style, atom.Template, atom.Noscript, atom.Iframe, atom.Svg:
		return true
	}
	return has(e, "hidden") || strings.Contains(strings.ReplaceAll(get(e, "style"), " ", ""), "display:none")
}

// baseOf returns what the links of a page are relative to.
func baseOf(root *html.Node, pageURL string) *url.URL {
	base, err := url.Parse(pageURL)
	if err != nil {
		base = new(url.URL)
	}
	for e := range root.Descendants() {
		if e.DataAtom == atom.Base && get(e, "href") != "" {
			if u, err := base.Parse(get(e, "href")); err == nil {
				return u
			}
			break
		}
	}
	return base
}
