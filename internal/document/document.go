// Package document reads pages: their text with its marked parts, their links and what
// they say to crawlers.
package document

import (
	"strings"
	"sync"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/lokman-crawler/lokman/internal/page"
)

// A Document is what a reader of a page sees.
type Document struct {
	Tags
	Title string // of the page, white space collapsed
	Text  string // title and visible text; a blank line ends each block

	// Marked are the parts of Text that the page marks, in order of their starts.
	// They may overlap. At most maxMarked are kept, anchors aside.
	Marked []Marked

	spans []textSpan // where the text of each anchor stands
	nodes int        // of the page
}

type textSpan struct{ start, end int }

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
	Node     *html.Node // the element, if the page has a tree of golang.org/x/net/html
}

// Link returns anchor i with up to so many words on either side of its text.
func (d *Document) Link(i, words int) Link {
	a, s := &d.Anchors[i], d.spans[i]
	return Link{
		URL: d.URL(a.Href), Href: a.Href, NoFollow: a.NoFollow, Kind: a.kind.name(),
		Text: d.Text[s.start:s.end], Context: around(d.Text, s, words),
		Node: d.Node(i),
	}
}

// Node returns the element of anchor i in the page's tree of golang.org/x/net/html, nil if there is none.
func (d *Document) Node(i int) *html.Node {
	if d.page == nil {
		return nil
	}
	return d.page.DOMNode(d.Anchors[i].node)
}

// In gives a document of DocumentOf its page.
func (d *Document) In(p *page.Page) {
	if d.page == nil && len(p.Nodes) == d.nodes { // else the page has changed
		d.page = p
	}
}

// Only returns the document with some of its anchors alone.
func (d *Document) Only(keep func(i int) bool) *Document {
	only := *d
	only.Anchors, only.spans = nil, nil
	for i := range d.Anchors {
		if keep(i) {
			only.Anchors, only.spans = append(only.Anchors, d.Anchors[i]), append(only.spans, d.spans[i])
		}
	}
	return &only
}

// Places returns where the anchors are, as far as the document has its page.
func (d *Document) Places() []Place {
	places := Places{page: d.page}
	all := make([]Place, len(d.Anchors))
	if d.page == nil {
		return all
	}
	for i := range all {
		all[i] = places.Of(d.Anchors[i].node)
	}
	return all
}

// DocumentOf reads what a page in UTF-8 says, and keeps no more of the page: the document has none until In
// gives it one.
func (r Reader) DocumentOf(src []byte, pageURL string) (d Document) {
	page.Look(src, false, func(p *page.Page) {
		d = r.Document(p, pageURL)
		d.keep()
	})
	return d
}

// Document reads what a page says. The cost is linear in the page.
func (r Reader) Document(p *page.Page, pageURL string) Document {
	kept := texts.Get().(*[]byte)
	w := writer{tagReader: r.newTags(p, pageURL), current: -1, text: (*kept)[:0]}
	defer func() {
		if cap(w.text) <= maxKept {
			*kept = w.text
			texts.Put(kept)
		}
	}()
	var open []int32 // elements and links that end before the end of the page
	nodes := p.Nodes
	for i := int32(0); int(i) < len(nodes); {
		for len(open) > 0 && nodes[open[len(open)-1]].End <= i {
			w.close(open[len(open)-1])
			open = open[:len(open)-1]
		}
		n := &nodes[i]
		switch n.Type {
		case page.TextNode:
			w.write(n.Data)
		case page.ElementNode:
			kind := p.Kind(i)
			w.element(i)
			w.beside()
			if kind&page.HiddenKind != 0 {
				i = n.End
				continue
			}
			w.begin(i, kind)
			if w.ends(n, kind) {
				open = append(open, i)
			}
		}
		i++
	}
	for k := len(open) - 1; k >= 0; k-- {
		w.close(open[k])
	}
	return w.document()
}

// texts are buffers for the texts of pages; those of more than maxKept bytes are not kept.
var texts = sync.Pool{New: func() any { return new([]byte) }}

const maxKept = 1 << 18

// writer puts a Document together from elements and texts in document order.
type writer struct {
	tagReader
	text    []byte
	gap     string // what is due before the next character: "", " " or a blank line
	title   strings.Builder
	inTitle bool
	spans   []textSpan
	current int // the link that is open, or -1
	marks   marks
}

// begin reads the start of an element that is shown.
func (w *writer) begin(i int32, kind page.Kind) {
	tag := w.page.Nodes[i].Atom
	if kind&page.BlockKind != 0 {
		w.gap = "\n\n"
	}
	switch tag {
	case atom.A:
		w.closeLink()
		if w.mayHaveMore() {
			w.openLink(i)
		}
	case atom.Br, atom.Img:
		w.space()
	case atom.Title:
		w.inTitle = w.title.Len() == 0 && w.shadows == 0
	case atom.Template:
		w.shadows++
	}
	w.marks.open(tag, len(w.text))
}

// ends reports whether something is to be done where an element ends.
func (w *writer) ends(n *page.Node, kind page.Kind) bool {
	return kind&page.BlockKind != 0 || n.Atom == atom.A || n.Atom == atom.Template || isBold(n.Atom)
}

func (w *writer) close(i int32) {
	tag := w.page.Nodes[i].Atom
	if page.Block(tag) {
		w.gap = "\n\n"
	}
	switch tag {
	case atom.A:
		w.closeLink()
	case atom.Title:
		w.inTitle = false
	case atom.Template:
		w.shadows--
	}
	w.marks.close(tag, len(w.text))
}

// beside notes where a link is that has just been read and is no <a> element.
func (w *writer) beside() {
	if len(w.Anchors) > len(w.spans) {
		w.spans = append(w.spans, textSpan{len(w.text), len(w.text)})
	}
}

func (w *writer) openLink(i int32) {
	w.current = len(w.Anchors)
	l := w.relationOf(i)
	w.anchor(i, l.href, l.rel, l.kind(w.kinds))
	w.spans = append(w.spans, textSpan{-1, -1})
}
func (w *writer) closeLink() {
	if w.current < 0 {
		return
	}
	if s := &w.spans[w.current]; s.start < 0 {
		s.start, s.end = len(w.text), len(w.text)
	} else {
		s.end = len(w.text)
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
	if len(w.text) > 0 {
		w.text = append(w.text, w.gap...)
	}
	if w.inTitle {
		if w.title.Len() > 0 {
			w.title.WriteString(strings.Trim(w.gap, "\n"))
		}
		w.title.WriteString(s)
	}
	w.gap = ""
	if w.current >= 0 && w.spans[w.current].start < 0 {
		w.spans[w.current].start = len(w.text)
	}
	w.marks.begin(len(w.text), w.inTitle)
	w.text = append(w.text, s...)
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
		Tags: w.Tags, Title: w.title.String(), Text: string(w.text), Marked: w.marked(), spans: w.spans, nodes: len(w.page.Nodes),
	}
}

// contextBytes bounds each side of a context: text without white space is one
// word, however long.
const contextBytes = 512

// around widens a span of the text by up to n words on either side.
func around(text string, s textSpan, n int) string {
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
