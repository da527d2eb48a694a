package maintext

import (
	"slices"

	"golang.org/x/net/html"
)

// copied returns a copy of a tree.
func copied(n *html.Node) *html.Node {
	c := &html.Node{Type: n.Type, DataAtom: n.DataAtom, Data: n.Data, Namespace: n.Namespace, Attr: slices.Clone(n.Attr)}
	for child := range n.ChildNodes() {
		c.AppendChild(copied(child))
	}
	return c
}

// get returns an attribute of an element, "" if it has none.
func get(e *html.Node, key string) string {
	for _, a := range e.Attr {
		if a.Namespace == "" && a.Key == key {
			return a.Val
		}
	}
	return ""
}

func has(e *html.Node, key string) bool {
	return slices.ContainsFunc(e.Attr, func(a html.Attribute) bool { return a.Namespace == "" && a.Key == key })
}

// set gives an element an attribute, instead of those of the same name.
func set(e *html.Node, key, value string) {
	e.Attr = append(slices.DeleteFunc(e.Attr, func(a html.Attribute) bool { return a.Namespace == "" && a.Key == key }), html.Attribute{Key: key, Val: value})
}
