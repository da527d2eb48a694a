package page

import (
	"iter"
	"strings"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/internal/page/lex"
)

// Attrs yields the names and values of an element's attributes, as Attr has them.
func (p *Page) Attrs(i int32) iter.Seq2[string, string] {
	return func(yield func(name, value string) bool) {
		for _, a := range p.Attributes(i) {
			if !yield(nameOf(a), a.Val) {
				return
			}
		}
	}
}

// Attributes returns an element's attributes, those of a tree as they are there. None is to be changed.
func (p *Page) Attributes(i int32) []html.Attribute {
	if p.dom != nil {
		return p.dom[i].Attr
	}
	return p.appendAttributes(nil, i)
}

// appendAttributes appends the attributes of an element that are written in the page: of those with
// one name the first.
func (p *Page) appendAttributes(all []html.Attribute, i int32) []html.Attribute {
	n := &p.Nodes[i]
	if n.attrs.From == n.attrs.To && p.merged == nil {
		return all
	}
	own := attributes{all: all, from: len(all)}
	own.add(p.src, n.attrs)
	for _, s := range p.merged[i] {
		own.add(p.src, s)
	}
	return own.all
}

// attributes are those of an element, from some place on.
type attributes struct {
	all  []html.Attribute
	from int
	seen map[string]bool // nil as long as they are few
}

const few = 16

func (as *attributes) add(src string, tag lex.Span) {
	for a := (lex.Attributes{Src: src[:tag.To], At: int(tag.From)}); a.Next(); {
		if name := lex.LowerName(src[a.Key.From:a.Key.To]); !as.has(name) {
			as.all = append(as.all, html.Attribute{Key: name, Val: a.Value()})
		}
	}
}

// has reports whether there is an attribute of a name, and otherwise notes that there will be.
func (as *attributes) has(name string) bool {
	own := as.all[as.from:]
	if len(own) < few {
		for i := range own {
			if own[i].Key == name {
				return true
			}
		}
		return false
	}
	if as.seen == nil {
		as.seen = make(map[string]bool, 2*few)
		for i := range own {
			as.seen[own[i].Key] = true
		}
	}
	has := as.seen[name]
	as.seen[name] = true
	return has
}

func attributeOf(n *html.Node, name string) (string, bool) {
	for i := range n.Attr {
		if a := &n.Attr[i]; a.Namespace == "" && a.Key == name || a.Namespace != "" && nameOf(*a) == name {
			return a.Val, true
		}
	}
	return "", false
}

// nameOf returns the name of an attribute as it is written.
func nameOf(a html.Attribute) string {
	if a.Namespace != "" {
		return a.Namespace + ":" + a.Key
	}
	return a.Key
}

// adjust gives the attributes of an element of foreign content the names that they have there (HTML
// Standard, 13.2.6.1).
func adjust(attrs []html.Attribute, space Space) {
	for i := range attrs {
		a := &attrs[i]
		switch {
		case space == SVG && svgAttributes[a.Key] != "":
			a.Key = svgAttributes[a.Key]
		case space == MathML && a.Key == "definitionurl":
			a.Key = "definitionURL"
		}
		switch a.Key {
		case "xlink:actuate", "xlink:arcrole", "xlink:href", "xlink:role", "xlink:show", "xlink:title", "xlink:type", "xml:lang", "xml:space", "xmlns:xlink":
			a.Namespace, a.Key, _ = strings.Cut(a.Key, ":")
		}
	}
}

// svgAttributes are the attributes of drawings whose names have capitals, by their names in lower case.
var svgAttributes = byLower(`attributeName attributeType baseFrequency baseProfile calcMode clipPathUnits diffuseConstant edgeMode
	filterUnits glyphRef gradientTransform gradientUnits kernelMatrix kernelUnitLength keyPoints keySplines keyTimes lengthAdjust
	limitingConeAngle markerHeight markerUnits markerWidth maskContentUnits maskUnits numOctaves pathLength patternContentUnits
	patternTransform patternUnits pointsAtX pointsAtY pointsAtZ preserveAlpha preserveAspectRatio primitiveUnits refX refY
	repeatCount repeatDur requiredExtensions requiredFeatures specularConstant specularExponent spreadMethod startOffset
	stdDeviation stitchTiles surfaceScale systemLanguage tableValues targetX targetY textLength viewBox viewTarget
	xChannelSelector yChannelSelector zoomAndPan`)

// byLower returns names by themselves in lower case.
func byLower(names string) map[string]string {
	by := map[string]string{}
	for name := range strings.FieldsSeq(names) {
		by[strings.ToLower(name)] = name
	}
	return by
}
