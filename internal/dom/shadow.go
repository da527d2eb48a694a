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

// path is where a Scanner is on a page that may have declarative shadow roots: the
// elements that are open.
type path []opening

type opening struct {
	name   string
	tag    atom.Atom
	shadow bool // it is a shadow root
	host   bool // it has one
}

// maxClimb bounds how many elements an end tag looks through for its start tag.
const maxClimb = 512

// push opens an element, unless it is one without end. A block ends an open paragraph.
func (p *path) push(name string, tag atom.Atom) {
	switch tag {
	case atom.Basefont, atom.Bgsound, atom.Frame, atom.Hr, atom.Keygen, atom.Param, atom.Track:
		return
	}
	if KindOf(tag)&VoidKind != 0 {
		return
	}
	if n := len(*p); n > 0 && (*p)[n-1].tag == atom.P && Block(tag) {
		*p = (*p)[:n-1]
	}
	*p = append(*p, opening{name: name, tag: tag})
}

// pop closes the innermost element of a name with all in it, and returns how many
// shadow roots that ends. An element within a line closes no block, and none closes what
// is around its shadow root.
func (p *path) pop(name string, tag atom.Atom) (shadows int) {
	for i := len(*p) - 1; i >= max(0, len(*p)-maxClimb); i-- {
		o := (*p)[i]
		if o.name == name {
			if o.shadow {
				shadows = 1
			}
			*p = (*p)[:i]
			return shadows
		}
		if o.shadow || Block(o.tag) && !Block(tag) {
			break
		}
	}
	return 0
}

// attach opens a shadow root if the innermost element can have one and has none.
func (p path) attach(mode string) (path, bool) {
	if len(p) == 0 || !isShadowMode(mode) {
		return p, false
	}
	host := &p[len(p)-1]
	if host.host || host.shadow || !isShadowHost(host.tag, host.name) {
		return p, false
	}
	host.host = true
	return append(p, opening{name: "template", tag: atom.Template, shadow: true}), true
}
