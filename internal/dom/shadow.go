package dom

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Declarative shadow roots (HTML Standard, 13.2.6.4.4): the first <template
// shadowrootmode=open> or closed of an element that can have a shadow root is shown in
// its place. Other templates are not shown.

// shadowRoot reports whether a template of a tree is a shadow root. The parser leaves it
// among the children of its host. Of a host with many templates each is looked back from
// as far as to the one before, so that a walk stays linear.
func shadowRoot(n *html.Node) bool {
	if n.DataAtom != atom.Template || n.Namespace != "" || !isShadowMode(Attribute(n.Attr, "shadowrootmode")) ||
		n.Parent == nil || n.Parent.Namespace != "" || !isShadowHost(n.Parent.DataAtom, n.Parent.Data) {
		return false
	}
	for s := n.PrevSibling; s != nil; s = s.PrevSibling {
		if s.DataAtom == atom.Template && isShadowMode(Attribute(s.Attr, "shadowrootmode")) {
			return false
		}
	}
	return true
}

func isShadowMode(mode string) bool {
	return strings.EqualFold(mode, "open") || strings.EqualFold(mode, "closed")
}

// isShadowHost reports whether elements of a name may have a shadow root (DOM Standard,
// "valid shadow host name").
func isShadowHost(tag atom.Atom, name string) bool {
	switch tag {
	case atom.Article, atom.Aside, atom.Blockquote, atom.Body, atom.Div, atom.Footer, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6,
		atom.Header, atom.Main, atom.Nav, atom.P, atom.Section, atom.Span:
		return true
	case 0:
	default:
		return false
	}
	switch name { // those of other standards, which have no hyphen to custom elements
	case "annotation-xml", "color-profile", "font-face", "font-face-src", "font-face-uri", "font-face-format", "font-face-name", "missing-glyph":
		return false
	}
	return name != "" && 'a' <= name[0] && name[0] <= 'z' && strings.Contains(name, "-")
}
