package paper

import (
	"bytes"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/classify/internal/anchor"
	"github.com/lokman-crawler/lokman/classify/internal/neighbor"
	"github.com/lokman-crawler/lokman/internal/dom"
	"github.com/lokman-crawler/lokman/internal/each"
	"github.com/lokman-crawler/lokman/internal/excerpt"
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
	Name: "paper", Components: components, Vector: vectorOf,
	Distances: []neighbor.Distance{neighbor.Levenshtein, neighbor.Jaccard, neighbor.Overlap},
}

// Components names the components of a Vector, in their order.
func Components() []string { return method.Names() }

// Vector returns the nine components of a link as the paper prints them: tag names in
// upper case, attribute names in lower case, values as written (Le and Thoma
// 2004, sections 2 and 4.2). A component with nothing in it is "<>". Without Link.Node
// only those of its URL and text are known. Attributes are in the order in which the parser
// has them: see RestoreAttributes.
func Vector(l classify.Link) []string { return vectorOf(dom.Link(l)) }

func vectorOf(l dom.Link) neighbor.Vector {
	var names, values strings.Builder
	for _, a := range anchor.AttributesOf(l) {
		anchor.Write(&names, "<", a.Key, ">")
		anchor.Write(&values, "<", a.Val, ">")
	}
	scheme, query, fragment := paperHref(l.Href)
	c := anchor.ContentOf(l)
	return neighbor.Vector{
		anchor.OrEmpty(names.String()),
		anchor.OrEmpty(values.String()),
		"<" + excerpt.Cut(scheme, anchor.MaxComponent) + ">",
		"<" + excerpt.Cut(fragment, anchor.MaxComponent) + ">",
		anchor.OrEmpty(anchor.QueryNames(query)),
		anchor.OrEmpty(c.Tags),
		anchor.OrEmpty(c.Attributes),
		anchor.OrEmpty(c.Values),
		"<" + c.Caption + ">",
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
	for n := root; n != nil; n = dom.Following(n, root, false) {
		if n.Type != html.ElementNode || len(n.Attr) < 2 {
			continue
		}
		key := attributeKey(n.Data, n.Attr)
		written := orders[key]
		if len(written) == 0 {
			continue // made by the parser
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
	z := html.NewTokenizer(bytes.NewReader(src))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return orders
		case html.StartTagToken, html.SelfClosingTagToken:
			t := z.Token()
			if len(t.Attr) < 2 {
				continue
			}
			attrs := firstOfEach(t.Attr)
			key := attributeKey(t.Data, attrs)
			if known := orders[key]; len(known) == 0 || !slices.Equal(known[len(known)-1], attrs) || len(known) > 1 {
				orders[key] = append(known, attrs)
			}
		}
	}
}

// firstOfEach leaves out attributes that an element has already, as the parser
// does.
func firstOfEach(attrs []html.Attribute) []html.Attribute {
	seen := make(map[string]bool, len(attrs))
	return slices.DeleteFunc(attrs, func(a html.Attribute) bool {
		again := seen[a.Key]
		seen[a.Key] = true
		return again
	})
}

func attributeKey(tag string, attrs []html.Attribute) string {
	parts := each.Of(attrs, func(a html.Attribute) string { return a.Key + "\x00" + a.Val })
	slices.Sort(parts)
	return tag + "\x00" + strings.Join(parts, "\x00")
}
