package page

import (
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/lokman-crawler/lokman/internal/page/lex"
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
	f := flattener{builder: builder{Lexer: lex.New(src)}}
	f.node(Node{Pos: None})
	f.parent = f.put(f.put(0, atom.Html, HTML), atom.Head, HTML)
	for f.Next(false); f.Tok.Kind != lex.End; f.Next(false) {
		switch {
		case f.hidden != 0:
			f.leaveOut()
		case f.Tok.Kind == lex.Text:
			f.addText(f.Tok.Text)
		case f.Tok.Kind == lex.StartTag:
			f.start()
		case f.Tok.Kind == lex.EndTag:
			f.end()
		}
	}
	return f.inOrder()
}

// put inserts an element of the current token's attributes.
func (f *flattener) put(parent int32, tag atom.Atom, space Space) int32 {
	i := f.node(Node{Type: ElementNode, Data: tag.String(), Atom: tag, Pos: f.Tok.Pos, attrs: f.Tok.Attrs, Space: space})
	f.insert(parent, i, 0)
	return i
}

// leaveOut skips what is in an element that is not shown.
func (f *flattener) leaveOut() {
	switch {
	case f.Tok.Atom != f.hidden:
	case f.Tok.Kind == lex.StartTag:
		f.depth++
	case f.Tok.Kind == lex.EndTag:
		if f.depth--; f.depth == 0 {
			f.hidden = 0
		}
	}
}

func (f *flattener) addText(text string) {
	into := f.inside
	if into == 0 {
		if strings.TrimLeft(text, lex.Whitespace) != "" {
			f.begin()
		}
		into = f.parent
	}
	i := f.node(Node{Type: TextNode, Data: strings.ReplaceAll(text, "\x00", ""), Pos: f.Tok.Pos})
	f.insert(into, i, 0)
}

// begin begins the body.
func (f *flattener) begin() {
	if f.nodes[f.parent].Atom == atom.Head {
		f.Tok.Attrs, f.parent = lex.Span{}, f.put(1, atom.Body, HTML)
	}
}

func (f *flattener) start() {
	tag := f.Tok.Atom
	if f.drawings > 0 && breaksOut(tag) {
		f.drawings = 0
	}
	kind := KindOf(tag)
	switch {
	case tag == atom.Html || tag == atom.Head || tag == atom.Body:
	case lex.IsRaw(tag) && f.drawings == 0:
		if tag == atom.Iframe || tag == atom.Textarea || tag == atom.Xmp || tag == atom.Plaintext {
			f.begin()
		}
		f.inside = f.put(f.parent, tag, HTML)
	case tag == atom.Template && f.isShadow():
	case kind&HiddenKind != 0, f.drawings > 0 && (tag == atom.Title || tag == atom.Desc):
		f.hidden, f.depth = tag, 1
	case tag == atom.Svg:
		if f.begin(); !f.Tok.Self {
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
	mode, _ := lex.Find(f.Src, f.Tok.Attrs, "shadowrootmode")
	return isShadowMode(mode)
}

// beginWith inserts an element of the body.
func (f *flattener) beginWith(insert func()) {
	attrs := f.Tok.Attrs
	f.begin()
	f.Tok.Attrs = attrs
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
	f.Tok.Attrs = lex.Span{}
	f.put(f.within(), atom.Div, HTML)
}

func (f *flattener) end() {
	switch tag := f.Tok.Atom; {
	case f.inside != 0 && f.nodes[f.inside].Atom == tag:
		f.inside = 0
	case tag == atom.Svg:
		f.drawings = max(f.drawings-1, 0)
	case KindOf(tag)&BlockKind != 0 && f.nodes[f.parent].Atom != atom.Head:
		f.block()
	}
}
