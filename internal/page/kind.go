package page

import (
	"strings"

	"golang.org/x/net/html/atom"
)

// Kind is what an element is to a reader of the page.
type Kind uint8

const (
	// HiddenKind elements show nothing of what is inside: by the HTML Standard
	// (15.3.1, hidden elements), and noscript, iframe and annotations because
	// browsers show something else instead. What is shown in controls (button,
	// select, textarea) and drawings is not hidden.
	HiddenKind Kind = 1 << iota

	BlockKind // begins and ends a block of text: no phrase and no line goes across
	BreakKind // <br>
	VoidKind  // has no children
)

// KindOf returns the kind of elements of a name.
func KindOf(tag atom.Atom) Kind {
	switch tag {
	case atom.Script, atom.Style, atom.Template, atom.Datalist, atom.Noscript, atom.Iframe, atom.Noframes, atom.Noembed,
		atom.Annotation, atom.AnnotationXml:
		return HiddenKind
	case atom.Address, atom.Article, atom.Aside, atom.Blockquote, atom.Body, atom.Caption, atom.Center, atom.Dd, atom.Details,
		atom.Dialog, atom.Dir, atom.Div, atom.Dl, atom.Dt, atom.Fieldset, atom.Figcaption, atom.Figure, atom.Footer, atom.Form,
		atom.Frameset, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Head, atom.Header, atom.Hgroup, atom.Hr,
		atom.Html, atom.Legend, atom.Li, atom.Main, atom.Menu, atom.Nav, atom.Ol, atom.Option, atom.P, atom.Pre, atom.Section,
		atom.Select, atom.Summary, atom.Table, atom.Tbody, atom.Td, atom.Textarea, atom.Tfoot, atom.Th, atom.Thead, atom.Title,
		atom.Tr, atom.Ul:
		return BlockKind
	case atom.Br:
		return BreakKind | VoidKind
	case atom.Area, atom.Base, atom.Col, atom.Embed, atom.Img, atom.Input, atom.Link, atom.Meta, atom.Source, atom.Wbr:
		return VoidKind
	}
	return 0
}

// Kind returns the kind of an element in its tree: a template that is a declarative
// shadow root is not hidden, the description of a drawing is.
func (p *Page) Kind(i int32) Kind {
	n := &p.Nodes[i]
	k := KindOf(n.Atom)
	switch {
	case n.Atom == atom.Template && p.isShadowRoot(i):
		k &^= HiddenKind
	case n.Space == SVG && (n.Atom == atom.Title || n.Atom == atom.Desc):
		k |= HiddenKind
	}
	return k
}

// Hidden reports whether nothing inside an element is shown to readers.
func (p *Page) Hidden(i int32) bool { return p.Kind(i)&HiddenKind != 0 }

// Block reports whether an element begins and ends a block of text.
func Block(tag atom.Atom) bool { return KindOf(tag)&BlockKind != 0 }

// HasToken reports whether a list separated by white space has a token, case
// aside: rel="external NoFollow" has nofollow.
func HasToken(list, token string) bool {
	for t := range strings.FieldsSeq(list) {
		if strings.EqualFold(t, token) {
			return true
		}
	}
	return false
}

// isShadowRoot reports whether a template is shown in place of its host: the first <template
// shadowrootmode=open> or closed of an element that can have a shadow root (HTML Standard,
// 13.2.6.4.4), among whose children it stands in the tree. Of a host with many templates each is
// looked back from as far as to the one before, so that a walk stays linear.
func (p *Page) isShadowRoot(i int32) bool {
	host := p.Nodes[i].Parent
	if p.Nodes[i].Space != HTML || host == None || p.Nodes[host].Space != HTML ||
		!isShadowMode(p.Value(i, "shadowrootmode")) || !isShadowHost(&p.Nodes[host]) {
		return false
	}
	for s := p.Prev(i); s != None; s = p.Prev(s) {
		if p.Nodes[s].Atom == atom.Template && isShadowMode(p.Value(s, "shadowrootmode")) {
			return false
		}
	}
	return true
}

func isShadowMode(mode string) bool {
	return strings.EqualFold(mode, "open") || strings.EqualFold(mode, "closed")
}

// isShadowHost reports whether an element may have a shadow root (DOM Standard,
// "valid shadow host name").
func isShadowHost(n *Node) bool {
	switch n.Atom {
	case atom.Article, atom.Aside, atom.Blockquote, atom.Body, atom.Div, atom.Footer, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6,
		atom.Header, atom.Main, atom.Nav, atom.P, atom.Section, atom.Span:
		return true
	case 0:
	default:
		return false
	}
	switch n.Data { // those of other standards, which have no hyphen to custom elements
	case "annotation-xml", "color-profile", "font-face", "font-face-src", "font-face-uri", "font-face-format", "font-face-name", "missing-glyph":
		return false
	}
	return n.Data != "" && 'a' <= n.Data[0] && n.Data[0] <= 'z' && strings.Contains(n.Data, "-")
}
