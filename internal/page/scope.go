package page

import (
	"slices"

	"golang.org/x/net/html/atom"
)

// scope is which elements hide what is around them (HTML Standard, 13.2.4.2).
type scope uint8

const (
	defaultScope scope = iota
	listItemScope
	buttonScope
	tableScope
)

// find returns the place of the innermost open element of some names that is in scope,
// -1 for none.
func (b *builder) find(s scope, tags ...atom.Atom) int {
	for k := len(b.open) - 1; k >= 0; k-- {
		n := &b.nodes[b.open[k]]
		if n.Space == HTML && slices.Contains(tags, n.Atom) {
			return k
		}
		if s.stops(n) {
			return -1
		}
	}
	return -1
}

func (s scope) stops(n *Node) bool {
	if n.Space != HTML {
		return s != tableScope && integrates(n)
	}
	switch n.Atom {
	case atom.Html, atom.Table, atom.Template:
		return true
	case atom.Applet, atom.Caption, atom.Td, atom.Th, atom.Marquee, atom.Object, atom.Select:
		return s != tableScope
	case atom.Ol, atom.Ul:
		return s == listItemScope
	case atom.Button:
		return s == buttonScope
	}
	return false
}

// integrates reports whether an element of foreign content is one that HTML may be in.
func integrates(n *Node) bool {
	if n.Space == SVG {
		return n.Atom == atom.Desc || n.Atom == atom.ForeignObject || n.Atom == atom.Title
	}
	return isMathText(n) || n.Atom == atom.AnnotationXml
}

func (b *builder) has(s scope, tags ...atom.Atom) bool { return b.find(s, tags...) >= 0 }

// close closes the innermost open element of some names that is in scope, with what is in
// it, and reports whether there is one.
func (b *builder) close(s scope, tags ...atom.Atom) bool {
	k := b.find(s, tags...)
	if k >= 0 {
		b.cut(k)
	}
	return k >= 0
}

// clearTo closes elements up to one of some names, <html> or <template>.
func (b *builder) clearTo(tags ...atom.Atom) {
	for k := len(b.open) - 1; k >= 0; k-- {
		if tag := b.nodes[b.open[k]].Atom; tag == atom.Html || tag == atom.Template || slices.Contains(tags, tag) {
			b.cut(k + 1)
			return
		}
	}
}

// closeImplied closes elements whose end tags may be left out, but one.
func (b *builder) closeImplied(except atom.Atom) {
	for len(b.open) > 0 {
		tag := b.top().Atom
		if !endImplied(tag) || except != 0 && tag == except {
			return
		}
		b.pop()
	}
}

func endImplied(tag atom.Atom) bool {
	switch tag {
	case atom.Dd, atom.Dt, atom.Li, atom.Optgroup, atom.Option, atom.P, atom.Rb, atom.Rp, atom.Rt, atom.Rtc:
		return true
	}
	return false
}

// isSpecial reports whether an element ends the search for the start tag of an end tag
// (HTML Standard, 13.2.4.2).
func isSpecial(n *Node) bool {
	if n.Space != HTML {
		return integrates(n)
	}
	switch n.Atom {
	case atom.Address, atom.Applet, atom.Area, atom.Article, atom.Aside, atom.Base, atom.Basefont, atom.Bgsound, atom.Blockquote,
		atom.Body, atom.Br, atom.Button, atom.Caption, atom.Center, atom.Col, atom.Colgroup, atom.Dd, atom.Details, atom.Dir, atom.Div,
		atom.Dl, atom.Dt, atom.Embed, atom.Fieldset, atom.Figcaption, atom.Figure, atom.Footer, atom.Form, atom.Frame, atom.Frameset,
		atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Head, atom.Header, atom.Hgroup, atom.Hr, atom.Html, atom.Iframe,
		atom.Img, atom.Input, atom.Keygen, atom.Li, atom.Link, atom.Listing, atom.Main, atom.Marquee, atom.Menu, atom.Meta, atom.Nav,
		atom.Noembed, atom.Noframes, atom.Noscript, atom.Object, atom.Ol, atom.P, atom.Param, atom.Plaintext, atom.Pre, atom.Script,
		atom.Section, atom.Select, atom.Source, atom.Style, atom.Summary, atom.Table, atom.Tbody, atom.Td, atom.Template, atom.Textarea,
		atom.Tfoot, atom.Th, atom.Thead, atom.Title, atom.Tr, atom.Track, atom.Ul, atom.Wbr, atom.Xmp:
		return true
	}
	return false
}
