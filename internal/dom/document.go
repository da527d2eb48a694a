package dom

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// A Document is what a reader of a page sees.
type Document struct {
	Tags
	Title string // of the page, white space collapsed
	Text  string // title and visible text; a blank line ends each block

	// Marked are the parts of Text that the page marks, in order of their starts.
	// They may overlap. At most maxMarked are kept, anchors aside.
	Marked []Marked

	spans []span       // where the text of each anchor stands
	nodes []*html.Node // the element of each anchor; nil if the page was scanned
}

type span struct{ start, end int }

// ContextWords is how many words on either side of a link's text belong to its context.
const ContextWords = 10

// A Link is an anchor with its text.
type Link struct {
	URL      string     // canonical; "" if the href is none or too long
	Href     string     // as written
	Text     string     // the visible text of the element
	Context  string     // Text with some words on either side
	NoFollow bool       // rel has nofollow
	Kind     string     // LinkArea, LinkFrame, LinkNext, LinkAlternate or LinkFeed, of those that are read; "" for others
	Node     *html.Node // the element; nil in a scanned page
}

// Link returns anchor i with up to so many words on either side of its text.
func (d *Document) Link(i, words int) Link {
	a, s := &d.Anchors[i], d.spans[i]
	l := Link{
		URL: d.URL(a.Href), Href: a.Href, NoFollow: a.NoFollow, Kind: a.kind.name(),
		Text: d.Text[s.start:s.end], Context: around(d.Text, s, words),
	}
	if d.nodes != nil {
		l.Node = d.nodes[i]
	}
	return l
}

// Document reads a parsed page. The cost is linear in the page.
func (r Reader) Document(root *html.Node, pageURL string) Document {
	w := writer{tagReader: r.newTags(pageURL), current: -1}
	_ = Walk(root, Bounds{}, func(n *html.Node) Way {
		switch n.Type {
		case html.TextNode:
			w.write(n.Data)
			return Over
		case html.ElementNode:
			w.element(n)
			w.beside(n)
			if Hidden(n) {
				return Over
			}
			w.open(n.DataAtom)
			switch {
			case n.DataAtom == atom.Template:
				w.shadows++
			case n.DataAtom == atom.A && w.mayHaveMore():
				w.openLink(relationOf(n, w.kinds))
				w.nodes = append(w.nodes, n)
			}
		}
		return Into
	}, func(n *html.Node) {
		if n.Type == html.ElementNode {
			if n.DataAtom == atom.Template {
				w.shadows--
			}
			w.close(n.DataAtom)
		}
	})
	return w.document()
}

// Scan reads a page without parsing it into a tree. It takes any bytes, and a
// page nested too deeply for a parser too. On well-formed pages it finds what
// Document finds.
func (r Reader) Scan(src []byte, pageURL string) Document {
	w := writer{tagReader: r.newTags(pageURL), current: -1}
	for s := NewScanner(src); s.Next(); {
		w.shadows = s.Shadows
		switch {
		case scanned(s):
			if s.Tag == atom.A {
				w.open(s.Tag)
				if w.mayHaveMore() {
					w.openLink(s.relation(w.kinds))
				}
				continue
			}
			w.tag(s)
			w.beside(nil)
			if s.Hidden == 0 {
				w.open(s.Tag)
			}
		case s.Hidden != 0:
		case s.Type == html.TextToken:
			w.write(string(s.Text()))
		default:
			w.close(atom.Lookup(s.Name()))
		}
	}
	return w.document()
}

// writer puts a Document together from elements and texts in document order.
type writer struct {
	tagReader
	text    strings.Builder
	gap     string // what is due before the next character: "", " " or a blank line
	title   strings.Builder
	inTitle bool
	spans   []span
	nodes   []*html.Node
	current int // the link that is open, or -1
	marks   marks
}

func (w *writer) open(tag atom.Atom) {
	if Block(tag) {
		w.gap = "\n\n"
	}
	switch tag {
	case atom.A:
		w.closeLink()
	case atom.Br, atom.Img:
		w.space()
	case atom.Title:
		w.inTitle = w.title.Len() == 0 && w.shadows == 0
	}
	w.marks.open(tag, w.text.Len())
}

func (w *writer) close(tag atom.Atom) {
	if Block(tag) {
		w.gap = "\n\n"
	}
	switch tag {
	case atom.A:
		w.closeLink()
	case atom.Title:
		w.inTitle = false
	}
	w.marks.close(tag, w.text.Len())
}

// beside notes where a link is that has just been read and is no <a> element.
func (w *writer) beside(n *html.Node) {
	if len(w.Anchors) == len(w.spans) {
		return
	}
	w.spans = append(w.spans, span{w.text.Len(), w.text.Len()})
	if n != nil {
		w.nodes = append(w.nodes, n)
	}
}

func (w *writer) openLink(l relation) {
	w.current = len(w.Anchors)
	w.anchor(l.href, l.rel, l.kind(w.kinds))
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
	w.marks.begin(w.text.Len(), w.inTitle)
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
	return Document{
		Tags: w.Tags, Title: w.title.String(), Text: w.text.String(), Marked: w.marked(), spans: w.spans, nodes: w.nodes,
	}
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
