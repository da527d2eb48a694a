package page

import (
	"strings"

	"golang.org/x/net/html/atom"
)

func spaceOf(tag atom.Atom) Space {
	if tag == atom.Math {
		return MathML
	}
	return SVG
}

// inForeign reports whether the rules for foreign content hold for the current token (HTML
// Standard, 13.2.6).
func (b *builder) inForeign() bool {
	if len(b.open) == 0 || b.top().Space == HTML {
		return false
	}
	n, start, text := b.top(), b.tok.kind == startTag, b.tok.kind == textToken
	switch {
	case b.tok.kind == endOfPage:
		return false
	case isMathText(n) && (text || start && b.tok.atom != atom.Mglyph && b.tok.atom != atom.Malignmark):
		return false
	case n.Space == MathML && n.Atom == atom.AnnotationXml && start && b.tok.atom == atom.Svg:
		return false
	}
	return !(start || text) || !b.holdsHTML(n)
}

func isMathText(n *Node) bool {
	if n.Space == MathML {
		switch n.Atom {
		case atom.Mi, atom.Mo, atom.Mn, atom.Ms, atom.Mtext:
			return true
		}
	}
	return false
}

// holdsHTML reports whether what is in an element of foreign content is HTML.
func (b *builder) holdsHTML(n *Node) bool {
	if n.Space == SVG {
		return integrates(n)
	}
	if n.Space != MathML || n.Atom != atom.AnnotationXml {
		return false
	}
	encoding, _ := find(b.src, n.attrs, "encoding")
	return strings.EqualFold(encoding, "text/html") || strings.EqualFold(encoding, "application/xhtml+xml")
}

// foreign has the rules for foreign content (HTML Standard, 13.2.6.5).
func (b *builder) foreign() bool {
	switch b.tok.kind {
	case textToken:
		b.noFrameset = b.noFrameset || strings.TrimLeft(b.tok.text, whitespace+"\x00") != ""
		b.addText(strings.ReplaceAll(b.tok.text, "\x00", "\uFFFD"))
	case commentToken:
		b.addComment()
	case startTag:
		if b.breaksOut() {
			for k := len(b.open) - 1; k >= 0; k-- {
				if n := &b.nodes[b.open[k]]; n.Space == HTML || isMathText(n) || b.holdsHTML(n) {
					b.cut(k + 1)
					break
				}
			}
			return b.step()
		}
		b.addForeign(b.top().Space)
		b.raw = ""
	case endTag:
		for k := len(b.open) - 1; k >= 0; k-- {
			if strings.EqualFold(b.nodes[b.open[k]].Data, b.tok.name) {
				b.cut(k)
				return true
			}
			if k > 0 && b.nodes[b.open[k-1]].Space == HTML {
				break
			}
		}
		return b.step()
	}
	return true
}

// addForeign inserts and opens the element of the current token in a namespace.
func (b *builder) addForeign(space Space) {
	if space == SVG {
		if name, ok := svgNames[b.tok.name]; ok {
			b.tok.name, b.tok.atom = name, atom.Lookup([]byte(name))
		}
	}
	b.addElement()
	b.nodes[b.current()].Space = space
	if b.tok.self {
		b.pop()
	}
}

// breaksOut reports whether a start tag ends the foreign content that it is in.
func (b *builder) breaksOut() bool {
	if b.tok.atom == atom.Font {
		for _, name := range [3]string{"color", "face", "size"} {
			if _, ok := find(b.src, b.tok.attrs, name); ok {
				return true
			}
		}
		return false
	}
	return breaksOut(b.tok.atom)
}

func breaksOut(tag atom.Atom) bool {
	switch tag {
	case atom.B, atom.Big, atom.Blockquote, atom.Body, atom.Br, atom.Center, atom.Code, atom.Dd, atom.Div, atom.Dl, atom.Dt, atom.Em,
		atom.Embed, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Head, atom.Hr, atom.I, atom.Img, atom.Li, atom.Listing,
		atom.Menu, atom.Meta, atom.Nobr, atom.Ol, atom.P, atom.Pre, atom.Ruby, atom.S, atom.Small, atom.Span, atom.Strong, atom.Strike,
		atom.Sub, atom.Sup, atom.Table, atom.Tt, atom.U, atom.Ul, atom.Var:
		return true
	}
	return false
}

// svgNames are the elements of drawings whose names have capitals, by their names in
// lower case (HTML Standard, 13.2.6.5).
var svgNames = func() map[string]string {
	names := map[string]string{}
	for name := range strings.FieldsSeq(`altGlyph altGlyphDef altGlyphItem animateColor animateMotion animateTransform clipPath
		feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight
		feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight
		feSpecularLighting feSpotLight feTile feTurbulence foreignObject glyphRef linearGradient radialGradient textPath`) {
		names[strings.ToLower(name)] = name
	}
	return names
}()
