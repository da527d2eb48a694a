package page

import (
	"strings"

	"golang.org/x/net/html/atom"
)

// A flattener reads a page that is nested too deeply or has too many tags for a tree: it keeps the
// texts, the links and what the page says of itself, one beside the other in head or body, in a
// memory that is linear in the page.
type flattener struct {
	builder
	parent   int32     // head or body
	inside   int32     // the element that is open in it, 0 for none
	hidden   atom.Atom // an element whose content is left out, 0 for none
	depth    int       // how many of it are open
	drawings int       // <svg> elements that are open
}

// flat reads a page.
func flat(src string) []Node {
	f := flattener{builder: builder{lexer: newLexer(src)}}
	f.node(Node{Pos: None})
	f.parent = f.put(f.put(0, atom.Html, HTML), atom.Head, HTML)
	for f.next(false); f.tok.kind != endOfPage; f.next(false) {
		switch {
		case f.hidden != 0:
			f.leaveOut()
		case f.tok.kind == textToken:
			f.addText(f.tok.text)
		case f.tok.kind == startTag:
			f.start()
		case f.tok.kind == endTag:
			f.end()
		}
	}
	return f.inOrder()
}

// put inserts an element of the current token's attributes.
func (f *flattener) put(parent int32, tag atom.Atom, space Space) int32 {
	i := f.node(Node{Type: ElementNode, Data: tag.String(), Atom: tag, Pos: f.tok.pos, attrs: f.tok.attrs, Space: space})
	f.insert(parent, i, 0)
	return i
}

// leaveOut skips what is in an element that is not shown.
func (f *flattener) leaveOut() {
	switch {
	case f.tok.atom != f.hidden:
	case f.tok.kind == startTag:
		f.depth++
	case f.tok.kind == endTag:
		if f.depth--; f.depth == 0 {
			f.hidden = 0
		}
	}
}

func (f *flattener) addText(text string) {
	into := f.inside
	if into == 0 {
		if strings.TrimLeft(text, whitespace) != "" {
			f.begin()
		}
		into = f.parent
	}
	i := f.node(Node{Type: TextNode, Data: strings.ReplaceAll(text, "\x00", ""), Pos: f.tok.pos})
	f.insert(into, i, 0)
}

// begin begins the body.
func (f *flattener) begin() {
	if f.nodes[f.parent].Atom == atom.Head {
		f.tok.attrs, f.parent = span{}, f.put(1, atom.Body, HTML)
	}
}

func (f *flattener) start() {
	tag := f.tok.atom
	if f.drawings > 0 && breaksOut(tag) {
		f.drawings = 0
	}
	kind := KindOf(tag)
	switch {
	case tag == atom.Html || tag == atom.Head || tag == atom.Body:
	case isRaw(tag) && f.drawings == 0:
		if tag == atom.Iframe || tag == atom.Textarea || tag == atom.Xmp || tag == atom.Plaintext {
			f.begin()
		}
		f.inside = f.put(f.parent, tag, HTML)
	case tag == atom.Template && f.isShadow():
	case kind&HiddenKind != 0, f.drawings > 0 && (tag == atom.Title || tag == atom.Desc):
		f.hidden, f.depth = tag, 1
	case tag == atom.Svg:
		if f.begin(); !f.tok.self {
			f.drawings++
		}
	case tag == atom.A:
		space := HTML
		if f.drawings > 0 {
			space = SVG
		}
		f.beginWith(func() { f.inside = f.put(f.parent, tag, space) })
	case tag == atom.Meta || tag == atom.Link || tag == atom.Base:
		f.put(f.parent, tag, HTML)
	case kind&(BreakKind|VoidKind) != 0 || tag == atom.Frame:
		f.beginWith(func() { f.put(f.within(), tag, HTML) })
	case kind&BlockKind != 0:
		f.block()
	}
}

func (f *flattener) isShadow() bool {
	mode, _ := find(f.src, f.tok.attrs, "shadowrootmode")
	return isShadowMode(mode)
}

// beginWith inserts an element of the body.
func (f *flattener) beginWith(insert func()) {
	attrs := f.tok.attrs
	f.begin()
	f.tok.attrs = attrs
	insert()
}

func (f *flattener) within() int32 {
	if f.inside != 0 {
		return f.inside
	}
	return f.parent
}

// block inserts the border of a block, unless there is one.
func (f *flattener) block() {
	if last := &f.nodes[len(f.nodes)-1]; last.Type == ElementNode && last.Atom == atom.Div {
		return
	}
	f.begin()
	f.tok.attrs = span{}
	f.put(f.within(), atom.Div, HTML)
}

func (f *flattener) end() {
	switch tag := f.tok.atom; {
	case f.inside != 0 && f.nodes[f.inside].Atom == tag:
		f.inside = 0
	case tag == atom.Svg:
		f.drawings = max(f.drawings-1, 0)
	case KindOf(tag)&BlockKind != 0 && f.nodes[f.parent].Atom != atom.Head:
		f.block()
	}
}
