package markup

import (
	"strings"

	"github.com/lokman-crawler/lokman/internal/page"
)

// AttributeOf returns an attribute of an element without space round it.
func (o *Outline) AttributeOf(e int32, name string) (string, bool) {
	value, ok := o.tree.Attr(o.Elements[e].node, name)
	return strings.TrimSpace(value), ok
}

// ID returns the id of an element, "" if it has none.
func (o *Outline) ID(e int32) string { return validUTF8(o.tree.Value(o.Elements[e].node, "id")) }

// Tree returns the page's tree.
func (o *Outline) Tree() *page.Page { return o.tree }

// Node returns the number of an element in the tree.
func (o *Outline) Node(e int32) int32 { return o.Elements[e].node }
