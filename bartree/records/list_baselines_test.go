package records_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// Simple readers of lists, written for comparison. All are taught the same record
// as the package: its title, its authors and its link.

var errBaseline = errors.New("the taught record is not on the page")

// trees are pages as html.Parse has them, each parsed once, by their first byte.
type trees map[*byte]*html.Node

func (t trees) of(page []byte) (*html.Node, error) {
	if doc := t[&page[0]]; doc != nil {
		return doc, nil
	}
	doc, err := html.Parse(bytes.NewReader(page))
	if err == nil {
		t[&page[0]] = doc
	}
	return doc, err
}

// A pathReader takes every element at the title's path, as a pager that repeats
// what looks like one link does: tags alone, or tags and classes. Authors are at
// the same steps from the nearest element that both are in.
type pathReader struct {
	trees   trees
	classes bool
	title   string
	up      int      // from the title to the element that holds the record
	link    []string // steps from there
	authors []string
}

func (p *pathReader) learn(page []byte, a tocArticle) error {
	doc, err := p.trees.of(page)
	if err != nil {
		return err
	}
	title, link, authors := taughtNodes(doc, a)
	if title == nil || link == nil {
		return errBaseline
	}
	p.title = p.path(title)
	around := nearestCommon(title, link)
	if authors != nil {
		around = nearestCommon(around, authors)
	}
	p.up = distance(around, title)
	p.link = p.steps(around, link)
	p.authors = nil
	if authors != nil {
		p.authors = p.steps(around, authors)
	}
	return nil
}

func (p *pathReader) read(page []byte) []tocArticle {
	doc, err := p.trees.of(page)
	if err != nil {
		return nil
	}
	var out []tocArticle
	for n := range doc.Descendants() {
		if n.Type != html.ElementNode || p.path(n) != p.title {
			continue
		}
		around := n
		for range p.up {
			around = around.Parent
		}
		link := goDown(around, p.link)
		if link == nil {
			continue
		}
		got := tocArticle{href: strings.TrimSpace(attr(link, "href")), title: nodeText(n)}
		if authors := goDown(around, p.authors); authors != nil && p.authors != nil {
			got.authors = nodeText(authors)
		}
		out = append(out, got)
	}
	return out
}

func (p *pathReader) name(n *html.Node) string {
	if c := attr(n, "class"); p.classes && c != "" && n.Data != "body" && n.Data != "html" {
		return n.Data + "." + strings.Join(strings.Fields(c), ".")
	}
	return n.Data
}

func (p *pathReader) path(n *html.Node) string {
	var names []string
	for ; n != nil && n.Type == html.ElementNode; n = n.Parent {
		names = append(names, p.name(n))
	}
	slices.Reverse(names)
	return strings.Join(names, ">")
}

// steps are "tag" and how many siblings with it come before, in letters.
func (p *pathReader) steps(from, to *html.Node) []string {
	steps := []string{}
	for ; to != from; to = to.Parent {
		n := 0
		for s := to.PrevSibling; s != nil; s = s.PrevSibling {
			if s.Data == to.Data && s.Type == to.Type {
				n++
			}
		}
		steps = append(steps, to.Data+strings.Repeat(" ", n))
	}
	slices.Reverse(steps)
	return steps
}

func goDown(n *html.Node, steps []string) *html.Node {
	for _, s := range steps {
		tag := strings.TrimRight(s, " ")
		left := len(s) - len(tag)
		var next *html.Node
		for c := range n.ChildNodes() {
			if c.Data == tag && c.Type == html.ElementNode {
				if left == 0 {
					next = c
					break
				}
				left--
			}
		}
		if next == nil {
			return nil
		}
		n = next
	}
	return n
}

// An exactReader is a wrapper of exact paths: the record's path with the index on
// each level, but for the one level where most elements have what is below it.
type exactReader struct {
	pathReader
	steps []string
	free  int
}

func (x *exactReader) learn(page []byte, a tocArticle) error {
	if err := x.pathReader.learn(page, a); err != nil {
		return err
	}
	doc, err := x.trees.of(page)
	if err != nil {
		return err
	}
	title, _, _ := taughtNodes(doc, a)
	x.steps = x.pathReader.steps(doc, title)
	most, best := 0, 0
	for x.free = range x.steps {
		if n := len(x.titles(doc)); n > most {
			most, best = n, x.free
		}
	}
	x.free = best
	return nil
}

func (x *exactReader) titles(doc *html.Node) []*html.Node {
	above := goDown(doc, x.steps[:x.free])
	if above == nil {
		return nil
	}
	var out []*html.Node
	tag := strings.TrimRight(x.steps[x.free], " ")
	for c := range above.ChildNodes() {
		if c.Type == html.ElementNode && c.Data == tag {
			if n := goDown(c, x.steps[x.free+1:]); n != nil {
				out = append(out, n)
			}
		}
	}
	return out
}

func (x *exactReader) read(page []byte) []tocArticle {
	doc, err := x.trees.of(page)
	if err != nil {
		return nil
	}
	var out []tocArticle
	for _, n := range x.titles(doc) {
		around := n
		for range x.up {
			around = around.Parent
		}
		link := goDown(around, x.link)
		if link == nil {
			continue
		}
		got := tocArticle{href: strings.TrimSpace(attr(link, "href")), title: nodeText(n)}
		if x.authors != nil {
			if authors := goDown(around, x.authors); authors != nil {
				got.authors = nodeText(authors)
			}
		}
		out = append(out, got)
	}
	return out
}

// A tokenReader is a wrapper of left and right delimiters (Kushmerick 1997; scrapely
// aligns the same): the names of the three tags before a part and of the one after
// it. A record begins with a title, and its other parts are the next ones.
type tokenReader struct {
	title, authors [2]string
}

type token struct {
	tag, text, href string
}

func tokens(page []byte) []token {
	z := html.NewTokenizer(bytes.NewReader(page))
	var out []token
	for {
		switch z.Next() {
		case html.ErrorToken:
			return out
		case html.TextToken:
			if s := strings.Join(strings.Fields(string(z.Text())), " "); s != "" {
				out = append(out, token{text: s})
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			t := z.Token()
			k := token{tag: t.Data}
			for _, a := range t.Attr {
				if a.Key == "href" {
					k.href = a.Val
				}
			}
			out = append(out, k)
		case html.EndTagToken:
			name, _ := z.TagName()
			out = append(out, token{tag: "/" + string(name)})
		}
	}
}

// round returns the tags before and after token i.
func round(ts []token, i int) [2]string {
	var before []string
	for k := i - 1; k >= 0 && len(before) < 3; k-- {
		if ts[k].tag != "" {
			before = append(before, ts[k].tag)
		}
	}
	after := ""
	for k := i + 1; k < len(ts) && after == ""; k++ {
		after = ts[k].tag
	}
	return [2]string{strings.Join(before, " "), after}
}

func (x *tokenReader) learn(page []byte, a tocArticle) error {
	ts := tokens(page)
	for i, t := range ts {
		if t.text == "" || !sameWords(t.text, a.title) {
			continue
		}
		x.title = round(ts, i)
		x.authors = [2]string{}
		for k := max(0, i-20); k < min(len(ts), i+20) && a.authors != ""; k++ {
			if ts[k].text != "" && sameWords(ts[k].text, a.authors) {
				x.authors = round(ts, k)
			}
		}
		return nil
	}
	return errBaseline
}

func (x *tokenReader) read(page []byte) []tocArticle {
	var out []tocArticle
	ts := tokens(page)
	href := ""
	for i, t := range ts {
		if t.href != "" {
			href = t.href
			if n := len(out); n > 0 && out[n-1].href == "" {
				out[n-1].href = strings.TrimSpace(href)
			}
		}
		if t.text == "" {
			continue
		}
		switch r := round(ts, i); {
		case r == x.title:
			got := tocArticle{title: t.text}
			if strings.HasPrefix(r[0], "a") {
				got.href = strings.TrimSpace(href)
			}
			out = append(out, got)
		case r == x.authors && len(out) > 0 && out[len(out)-1].authors == "":
			out[len(out)-1].authors = t.text
		}
	}
	return out
}

// taughtNodes finds the elements that a record's parts are the text of: the
// deepest, the link by its address.
func taughtNodes(doc *html.Node, a tocArticle) (title, link, authors *html.Node) {
	for n := range doc.Descendants() {
		if n.Type == html.ElementNode && n.Data == "a" && strings.TrimSpace(attr(n, "href")) == a.href && link == nil {
			link = n
		}
	}
	if link == nil {
		return nil, nil, nil
	}
	for up, n := link, 0; up != nil && n < 6 && (title == nil || authors == nil && a.authors != ""); up, n = up.Parent, n+1 {
		for c := range up.Descendants() {
			if c.Type != html.ElementNode {
				continue
			}
			if title == nil || isInside(c, title) {
				if sameWords(nodeText(c), a.title) {
					title = c
				}
			}
			if a.authors != "" && (authors == nil || isInside(c, authors)) && sameWords(nodeText(c), a.authors) {
				authors = c
			}
		}
		if title == nil && sameWords(nodeText(up), a.title) {
			title = up
		}
	}
	return title, link, authors
}

func isInside(n, outer *html.Node) bool {
	for ; n != nil; n = n.Parent {
		if n == outer {
			return true
		}
	}
	return false
}

func nearestCommon(a, b *html.Node) *html.Node {
	for ; a != nil; a = a.Parent {
		if isInside(b, a) {
			return a
		}
	}
	return nil
}

func distance(outer, n *html.Node) int {
	d := 0
	for ; n != outer; n = n.Parent {
		d++
	}
	return d
}

func attr(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func nodeText(n *html.Node) string {
	var b strings.Builder
	for c := range n.Descendants() {
		if c.Type == html.TextNode {
			b.WriteString(c.Data)
			b.WriteByte(' ')
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}
