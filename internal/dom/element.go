package dom

import (
	"strings"

	"golang.org/x/net/html"
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

// KindIn returns the kind of an element in its tree: a template that is a declarative
// shadow root is not hidden, the description of a drawing is.
func KindIn(n *html.Node) Kind {
	k := KindOf(n.DataAtom)
	switch {
	case shadowRoot(n):
		k &^= HiddenKind
	case n.Namespace == "svg" && describes(n.DataAtom):
		k |= HiddenKind
	}
	return k
}

// Hidden reports whether nothing inside an element is shown to readers.
func Hidden(n *html.Node) bool { return KindIn(n)&HiddenKind != 0 }

// Target returns where an <a> leads: its href or, in a drawing that has none, its
// xlink:href (SVG 2, 16.1.3).
func Target(n *html.Node) string {
	href, ok := attribute(n.Attr, "", "href")
	if !ok && n.Namespace == "svg" {
		href, _ = attribute(n.Attr, "xlink", "href")
	}
	return href
}

// describes reports whether an element of a drawing describes it without being
// drawn.
func describes(tag atom.Atom) bool { return tag == atom.Title || tag == atom.Desc }

// Block reports whether an element begins and ends a block of text.
func Block(tag atom.Atom) bool { return KindOf(tag)&BlockKind != 0 }

// Attribute returns the value of an element's attribute, the first if the
// element has it more than once, "" if it has none.
func Attribute(attrs []html.Attribute, key string) string {
	value, _ := attribute(attrs, "", key)
	return value
}

func attribute(attrs []html.Attribute, namespace, key string) (value string, ok bool) {
	for i := range attrs {
		if attrs[i].Key == key && attrs[i].Namespace == namespace {
			return attrs[i].Val, true
		}
	}
	return "", false
}

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
