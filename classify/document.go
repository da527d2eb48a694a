package classify

import (
	"bytes"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/lokman-crawler/lokman/internal/weburl"
)

// ContextWords is how many words on either side of a link's text belong to its
// context.
const ContextWords = 10

// A Document is what a reader of an HTML page sees.
type Document struct {
	Title string // of the page, white space collapsed
	Text  string // title and visible text; a blank line ends each block
	Links []Link // <a> elements in document order, those without href too; see Reader.MaxLinks
}

// A Link is one <a> element.
type Link struct {
	URL      string     // canonical; "" if the href is no http or https URL or one beyond Reader.MaxURL
	Href     string     // as written
	Text     string     // the visible text of the element
	Context  string     // Text with up to ContextWords words on either side
	NoFollow bool       // rel has nofollow
	Node     *html.Node // the element; nil in a scanned document
}

// Document reads a parsed page. Links are resolved against the page's URL
// and its first <base href>. Text in scripts, styles, templates and noscript
// elements is not visible. The cost is linear in the page.
func (r Reader) Document(root *html.Node, pageURL string) Document {
	w := newWriter(r, pageURL)
	for n := root; n != nil; {
		inside := true
		switch n.Type {
		case html.TextNode:
			w.write(n.Data)
		case html.ElementNode:
			inside = w.open(element{n.DataAtom, n.Attr, n})
		}
		if inside && n.FirstChild != nil {
			n = n.FirstChild
			continue
		}
		for {
			if n.Type == html.ElementNode && !hidden(n.DataAtom) {
				w.close(n.DataAtom)
			}
			if n == root {
				return w.document()
			}
			if n.NextSibling != nil {
				n = n.NextSibling
				break
			}
			n = n.Parent
		}
	}
	return w.document()
}

// Scan reads a page without parsing it into a tree. It takes any bytes, and a
// page nested too deeply for a parser too. On well-formed pages it finds what
// Document finds, Link.Node aside.
func (r Reader) Scan(src []byte, pageURL string) Document {
	w := newWriter(r, pageURL)
	z := html.NewTokenizer(bytes.NewReader(src))
	var hiddenIn atom.Atom // the hidden element that the scan is inside of
	for {
		switch z.Next() {
		case html.ErrorToken:
			return w.document()
		case html.TextToken:
			if hiddenIn == 0 {
				w.write(string(z.Text()))
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			t := z.Token()
			if hiddenIn == 0 && !w.open(element{t.DataAtom, t.Attr, nil}) {
				hiddenIn = t.DataAtom
			}
		case html.EndTagToken:
			name, _ := z.TagName()
			switch tag := atom.Lookup(name); {
			case hiddenIn == 0:
				w.close(tag)
			case hiddenIn == tag:
				hiddenIn = 0
			}
		}
	}
}

type element struct {
	tag  atom.Atom
	attr []html.Attribute
	node *html.Node
}

// writer puts a Document together from elements and texts in document order.
type writer struct {
	reader  Reader
	page    *weburl.URL
	based   bool // a <base href> has been seen
	text    strings.Builder
	gap     string // what is due before the next character: "", " " or a blank line
	title   strings.Builder
	inTitle bool
	links   []Link
	spans   []span // where the text of each link stands
	current int    // the link that is open, or -1
}

type span struct{ start, end int }

func newWriter(r Reader, pageURL string) *writer {
	w := &writer{reader: r, current: -1}
	if u, err := weburl.Parse(pageURL); err == nil {
		w.page = u
	}
	return w
}

// open enters an element and reports whether what is inside is visible.
func (w *writer) open(e element) bool {
	if hidden(e.tag) {
		return false
	}
	if block(e.tag) {
		w.gap = "\n\n"
	}
	switch e.tag {
	case atom.A:
		w.closeLink()
		w.openLink(e)
	case atom.Base:
		w.base(e)
	case atom.Br, atom.Img:
		w.space()
	case atom.Title:
		w.inTitle = w.title.Len() == 0
	}
	return true
}

func (w *writer) close(tag atom.Atom) {
	if block(tag) {
		w.gap = "\n\n"
	}
	switch tag {
	case atom.A:
		w.closeLink()
	case atom.Title:
		w.inTitle = false
	}
}

func (w *writer) base(e element) {
	href, ok := attribute(e.attr, "href")
	if !ok || w.based || w.page == nil {
		return
	}
	w.based = true
	w.page = w.reader.base(w.page, href)
}

func (w *writer) openLink(e element) {
	if !w.reader.room(len(w.links)) {
		return
	}
	href, _ := attribute(e.attr, "href")
	rel, _ := attribute(e.attr, "rel")
	w.current = len(w.links)
	w.links = append(w.links, Link{Href: href, Node: e.node, NoFollow: hasToken(rel, "nofollow")})
	w.spans = append(w.spans, span{-1, -1})
}

func (w *writer) closeLink() {
	if w.current < 0 {
		return
	}
	if s := &w.spans[w.current]; s.start < 0 {
		s.start, s.end = w.text.Len(), w.text.Len()
	} else {
		s.end = w.text.Len()
	}
	w.current = -1
}

func (w *writer) space() {
	if w.gap == "" {
		w.gap = " "
	}
}

// write appends text, its white space collapsed.
func (w *writer) write(text string) {
	start := 0 // of the run that is not written yet
	for i := 0; i < len(text); i++ {
		if !space(text[i]) {
			continue
		}
		if single := text[i] == ' ' && i > start && i+1 < len(text) && !space(text[i+1]); single {
			continue
		}
		w.run(text[start:i])
		w.space()
		start = i + 1
	}
	w.run(text[start:])
}

// run appends text without white space to collapse, after the gap that is due.
func (w *writer) run(s string) {
	if s == "" {
		return
	}
	if w.text.Len() > 0 {
		w.text.WriteString(w.gap)
	}
	if w.inTitle {
		if w.title.Len() > 0 {
			w.title.WriteString(strings.Trim(w.gap, "\n"))
		}
		w.title.WriteString(s)
	}
	w.gap = ""
	if w.current >= 0 && w.spans[w.current].start < 0 {
		w.spans[w.current].start = w.text.Len()
	}
	w.text.WriteString(s)
}

func space(c byte) bool {
	switch c {
	case ' ', '\t', '\n', '\r', '\f':
		return true
	}
	return false
}

func (w *writer) document() Document {
	w.closeLink()
	d := Document{Title: w.title.String(), Text: w.text.String(), Links: w.links}
	for i := range d.Links {
		l, s := &d.Links[i], w.spans[i]
		l.Text = d.Text[s.start:s.end]
		l.Context = around(d.Text, s, ContextWords)
		l.URL = w.reader.resolve(w.page, l.Href)
	}
	return d
}

// contextBytes bounds each side of a context: text without white space is one
// word, however long.
const contextBytes = 512

// around widens a span of the text by up to n words on either side.
func around(text string, s span, n int) string {
	start, first := s.start, max(0, s.start-contextBytes)
	for range n {
		i := start
		for i > first && space(text[i-1]) {
			i--
		}
		for i > first && !space(text[i-1]) {
			i--
		}
		if i > 0 && i == first {
			break // in the middle of a word, perhaps of a character
		}
		start = i
	}
	end, last := s.end, min(len(text), s.end+contextBytes)
	for range n {
		i := end
		for i < last && space(text[i]) {
			i++
		}
		for i < last && !space(text[i]) {
			i++
		}
		if i < len(text) && i == last {
			break
		}
		end = i
	}
	return text[start:end]
}

func attribute(attrs []html.Attribute, key string) (string, bool) {
	for _, a := range attrs {
		if a.Key == key && a.Namespace == "" {
			return a.Val, true
		}
	}
	return "", false
}

// hasToken reports whether a space-separated list has a token, case aside.
func hasToken(list, token string) bool {
	for f := range strings.FieldsSeq(list) {
		if strings.EqualFold(f, token) {
			return true
		}
	}
	return false
}

// hidden elements show no text.
func hidden(tag atom.Atom) bool {
	switch tag {
	case atom.Script, atom.Style, atom.Noscript, atom.Template, atom.Iframe, atom.Noframes:
		return true
	}
	return false
}

// block elements begin and end a block of text: no phrase goes across.
func block(tag atom.Atom) bool {
	switch tag {
	case atom.Address, atom.Article, atom.Aside, atom.Blockquote, atom.Body, atom.Caption, atom.Center,
		atom.Dd, atom.Details, atom.Dialog, atom.Div, atom.Dl, atom.Dt, atom.Fieldset, atom.Figcaption,
		atom.Figure, atom.Footer, atom.Form, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6,
		atom.Header, atom.Hr, atom.Legend, atom.Li, atom.Main, atom.Menu, atom.Nav, atom.Ol, atom.Option,
		atom.P, atom.Pre, atom.Section, atom.Select, atom.Summary, atom.Table, atom.Tbody, atom.Td,
		atom.Textarea, atom.Tfoot, atom.Th, atom.Thead, atom.Title, atom.Tr, atom.Ul:
		return true
	}
	return false
}
