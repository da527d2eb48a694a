package paper

import (
	"bytes"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/lokman-crawler/lokman/internal/dom"
)

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
	var parts []string
	for _, a := range attrs {
		parts = append(parts, a.Key+"\x00"+a.Val)
	}
	slices.Sort(parts)
	return tag + "\x00" + strings.Join(parts, "\x00")
}
