package paper

import (
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/classify/internal/anchor"
	"github.com/lokman-crawler/lokman/classify/internal/neighbor"
	"github.com/lokman-crawler/lokman/internal/document"
	"github.com/lokman-crawler/lokman/internal/each"
	"github.com/lokman-crawler/lokman/internal/excerpt"
	"github.com/lokman-crawler/lokman/internal/page"
)

// components are those of Le and Thoma 2004 (section 2), each with the same weight.
var components = []neighbor.Component{
	{Name: "attribute-name", Weight: 1},
	{Name: "attribute-value", Weight: 1},
	{Name: "href-scheme", Weight: 1},
	{Name: "href-fragment", Weight: 1},
	{Name: "href-query-name", Weight: 1},
	{Name: "content-tag", Weight: 1},
	{Name: "content-tag-attribute", Weight: 1},
	{Name: "content-tag-attribute-value", Weight: 1},
	{Name: "content-caption", Weight: 1},
}

var method = neighbor.Method{
	Name: "paper", Components: components, Vectors: vectorsOf,
	Distances: []neighbor.Distance{neighbor.Levenshtein, neighbor.Jaccard, neighbor.Overlap},
}

// Components names the components of a Vector, in their order.
func Components() []string { return method.Names() }

// Vector returns the nine components of a link as the paper prints them: tag names in
// upper case, attribute names in lower case, values as written (Le and Thoma
// 2004, sections 2 and 4.2). A component with nothing in it is "<>". Without Link.Node
// there is no vector: nil. Attributes are in the order in which the parser
// has them: see RestoreAttributes.
func Vector(l classify.Link) []string {
	if l.Node == nil {
		return nil
	}
	link := anchor.ReadOne(document.Link(l))
	return vectorOf(&link)
}

func vectorsOf(links []anchor.Link) []neighbor.Vector {
	vectors := make([]neighbor.Vector, len(links))
	for i := range links {
		vectors[i] = vectorOf(&links[i])
	}
	return vectors
}

func vectorOf(l *anchor.Link) neighbor.Vector {
	var names, values strings.Builder
	for name, value := range anchor.Attributes(l) {
		anchor.Write(&names, "<", name, ">")
		anchor.Write(&values, "<", value, ">")
	}
	scheme, query, fragment := paperHref(l.Href)
	return neighbor.Vector{
		anchor.OrEmpty(names.String()),
		anchor.OrEmpty(values.String()),
		"<" + excerpt.Cut(scheme, anchor.MaxComponent) + ">",
		"<" + excerpt.Cut(fragment, anchor.MaxComponent) + ">",
		anchor.OrEmpty(anchor.QueryNames(query)),
		anchor.OrEmpty(l.Tags),
		anchor.OrEmpty(l.Attributes),
		anchor.OrEmpty(l.Values),
		"<" + l.Caption + ">",
	}
}

// paperHref takes an href apart from its end as section 4.2 does: at the last
// '#', the last '?' before it and the last "://" before that. RFC 3986 cuts at
// the first ones.
func paperHref(href string) (scheme, query, fragment string) {
	if i := strings.LastIndexByte(href, '#'); i >= 0 {
		href, fragment = href[:i], href[i+1:]
	}
	if i := strings.LastIndexByte(href, '?'); i >= 0 {
		href, query = href[:i], href[i+1:]
	}
	if i := strings.LastIndex(href, "://"); i >= 0 {
		scheme = href[:i]
	}
	return scheme, query, fragment
}

// RestoreAttributes puts the attributes of a parsed page's elements back into
// the order in which its source has them: the parser sorts those of <a>, <b>,
// <font> and others. A Vector has them in that order. The cost is that of
// tokenizing the source.
func RestoreAttributes(root *html.Node, src []byte) {
	orders := attributeOrders(src)
	for n := range root.Descendants() {
		if n.Type != html.ElementNode || n.Namespace != "" || len(n.Attr) < 2 {
			continue
		}
		key := attributeKey(n.Data, n.Attr)
		written := orders[key]
		if len(written) == 0 {
			continue
		}
		n.Attr = written[0]
		if len(written) > 1 { // the last one serves for what the parser repeats
			orders[key] = written[1:]
		}
	}
}

// attributeOrders returns the attributes of the source's elements, as written
// and in document order, by what is left of them when they are sorted.
func attributeOrders(src []byte) map[string][][]html.Attribute {
	orders := map[string][][]html.Attribute{}
	p, err := page.Read(src)
	if err != nil {
		return nil
	}
	for i := range p.Nodes {
		n := &p.Nodes[i]
		if n.Type != page.ElementNode || n.Space != page.HTML {
			continue
		}
		var attrs []html.Attribute
		for name, value := range p.Attrs(int32(i)) {
			attrs = append(attrs, html.Attribute{Key: name, Val: value})
		}
		key := attributeKey(n.Data, attrs)
		orders[key] = append(orders[key], attrs)
	}
	return orders
}

func attributeKey(tag string, attrs []html.Attribute) string {
	parts := each.Of(attrs, func(a html.Attribute) string { return a.Key + "\x00" + a.Val })
	slices.Sort(parts)
	return tag + "\x00" + strings.Join(parts, "\x00")
}
