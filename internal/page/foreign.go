package page

import (
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/lokman-crawler/lokman/internal/page/lex"
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
	n, start, text := b.top(), b.Tok.Kind == lex.StartTag, b.Tok.Kind == lex.Text
	switch {
	case b.Tok.Kind == lex.End:
		return false
	case isMathText(n) && (text || start && b.Tok.Atom != atom.Mglyph && b.Tok.Atom != atom.Malignmark):
		return false
	case n.Space == MathML && n.Atom == atom.AnnotationXml && start && b.Tok.Atom == atom.Svg:
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
	encoding, _ := lex.Find(b.Src, n.attrs, "encoding")
	return strings.EqualFold(encoding, "text/html") || strings.EqualFold(encoding, "application/xhtml+xml")
}

// foreign has the rules for foreign content (HTML Standard, 13.2.6.5).
func (b *builder) foreign() bool {
	switch b.Tok.Kind {
	case lex.Text:
		b.noFrameset = b.noFrameset || strings.TrimLeft(b.Tok.Text, lex.Whitespace+"\x00") != ""
		b.addText(strings.ReplaceAll(b.Tok.Text, "\x00", "\uFFFD"))
	case lex.Comment:
		b.addComment()
	case lex.StartTag:
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
		b.Raw = ""
	case lex.EndTag:
		for k := len(b.open) - 1; k >= 0; k-- {
			if strings.EqualFold(b.nodes[b.open[k]].Data, b.Tok.Name) {
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
		if name, ok := svgNames[b.Tok.Name]; ok {
			b.Tok.Name, b.Tok.Atom = name, atom.Lookup([]byte(name))
		}
	}
	b.addElement()
	b.nodes[b.current()].Space = space
	if b.Tok.Self {
		b.pop()
	}
}

// breaksOut reports whether a start tag ends the foreign content that it is in.
func (b *builder) breaksOut() bool {
	if b.Tok.Atom == atom.Font {
		for _, name := range [3]string{"color", "face", "size"} {
			if _, ok := lex.Find(b.Src, b.Tok.Attrs, name); ok {
				return true
			}
		}
		return false
	}
	return breaksOut(b.Tok.Atom)
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
var svgNames = byLower(`altGlyph altGlyphDef altGlyphItem animateColor animateMotion animateTransform clipPath
	feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight
	feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight
	feSpecularLighting feSpotLight feTile feTurbulence foreignObject glyphRef linearGradient radialGradient textPath`)
