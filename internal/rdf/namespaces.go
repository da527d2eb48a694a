package rdf

import (
	"encoding/xml"

	"github.com/lokman-crawler/lokman/internal/excerpt"
)

const xmlNamespace = "http://www.w3.org/XML/1998/namespace"

// namespaces are the declarations in scope. Those of an element are undone at
// its end.
type namespaces struct {
	bound map[string]string // prefix to IRI; "" is the default
	undo  []binding
}

type binding struct {
	prefix, iri string
	had         bool
}

func newNamespaces() namespaces {
	return namespaces{bound: map[string]string{"xml": xmlNamespace}}
}

func (n *namespaces) bind(prefix, iri string) {
	old, had := n.bound[prefix]
	n.undo = append(n.undo, binding{prefix, old, had})
	n.bound[prefix] = iri
}

// mark returns the state that leave goes back to.
func (n *namespaces) mark() int { return len(n.undo) }

func (n *namespaces) leave(mark int) {
	for len(n.undo) > mark {
		last := n.undo[len(n.undo)-1]
		n.undo = n.undo[:len(n.undo)-1]
		if last.had {
			n.bound[last.prefix] = last.iri
		} else {
			delete(n.bound, last.prefix)
		}
	}
}

// declared returns the prefix that an attribute declares.
func declared(name xml.Name) (prefix string, ok bool) {
	switch {
	case name.Space == "xmlns":
		return name.Local, true
	case name.Space == "" && name.Local == "xmlns":
		return "", true
	}
	return "", false
}

// enter binds what an element declares and checks that its names are bound
// and its attributes different (Namespaces in XML 1.0 sections 3 to 6). The
// result says what was expected, if that does not hold.
func (n *namespaces) enter(e xml.StartElement) (want string) {
	if len(e.Attr) > maxAttributes {
		return atMost(maxAttributes, "attributes")
	}
	for _, a := range e.Attr {
		if prefix, ok := declared(a.Name); ok {
			if want := n.declare(prefix, a.Value); want != "" {
				return want
			}
		}
	}
	if _, ok := n.of(e.Name, false); !ok {
		return "a declared prefix"
	}
	for i, a := range e.Attr {
		space, ok := n.of(a.Name, true)
		if !ok {
			return "declared prefixes of attributes"
		}
		for _, b := range e.Attr[:i] {
			if b.Name.Local != a.Name.Local {
				continue
			}
			if other, _ := n.of(b.Name, true); other == space {
				return "each attribute once"
			}
		}
	}
	return ""
}

const (
	maxAttributes  = 256
	xmlnsNamespace = "http://www.w3.org/2000/xmlns/"
)

func (n *namespaces) declare(prefix, iri string) (want string) {
	switch {
	case prefix == "xml" && iri == xmlNamespace:
		return ""
	case prefix == "xml" || iri == xmlNamespace:
		return "the prefix xml for its own namespace only"
	case prefix == "xmlns" || iri == xmlnsNamespace:
		return "no declaration of xmlns itself"
	case prefix != "" && iri == "":
		return "a namespace for the prefix " + excerpt.Of(prefix, maxGot)
	case len(prefix) > MaxStem || len(iri) > MaxStem:
		return atMost(MaxStem, "bytes in a prefix and in its namespace")
	}
	n.bind(prefix, iri)
	if len(n.undo) > MaxPrefixes {
		return atMost(MaxPrefixes, "namespace declarations in scope")
	}
	return ""
}

// of returns the namespace of a raw name. An attribute without prefix has
// none.
func (n *namespaces) of(name xml.Name, attribute bool) (iri string, ok bool) {
	switch {
	case name.Space == "" && attribute:
		return "", true
	case name.Space == "xmlns":
		return xmlnsNamespace, attribute
	}
	iri, ok = n.bound[name.Space]
	return iri, ok || name.Space == ""
}
