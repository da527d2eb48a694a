package rdf

import (
	"encoding/xml"
	"strings"
)

// A scope is what an element inherits.
type scope struct{ base, language string }

// An element is a start tag with its names resolved.
type element struct {
	scope
	name  string      // an IRI
	attrs []attribute // without those of XML itself
}

type attribute struct{ name, value string }

// element resolves a start tag (RDF/XML sections 6.1.2 and 6.1.4).
func (p *rdfXML) element(t xml.StartElement, s scope) (*element, error) {
	space, _ := p.ns.of(t.Name, false)
	if space == "" {
		return nil, p.expected("an element in a namespace", "<"+t.Name.Local)
	}
	e := &element{scope: s, name: p.join(space, t.Name.Local)}
	for _, a := range t.Attr {
		if _, ok := declared(a.Name); ok {
			continue
		}
		space, _ := p.ns.of(a.Name, true)
		switch {
		case space == xmlNamespace && a.Name.Local == "lang":
			e.language = a.Value
		case space == xmlNamespace && a.Name.Local == "base":
			base, _, _ := strings.Cut(a.Value, "#")
			if e.base = p.resolve(s.base, base); len(e.base) > MaxStem {
				return nil, p.expected(atMost(MaxStem, "bytes in an xml:base"), a.Value)
			}
		case startsWithXML(rawName(a.Name)):
		case space == "" && !unqualified(a.Name.Local):
			if err := p.mend(p.expected("attributes in a namespace", a.Name.Local)); err != nil {
				return nil, err
			}
			if a.Name.Local == "lang" {
				e.language = a.Value
			}
		case space == "":
			e.attrs = append(e.attrs, attribute{p.join(Namespace, a.Name.Local), a.Value})
		default:
			e.attrs = append(e.attrs, attribute{p.join(space, a.Name.Local), a.Value})
		}
	}
	return e, nil
}

// startsWithXML reports whether XML keeps the name for itself.
func startsWithXML(name string) bool {
	return len(name) >= 3 && strings.EqualFold(name[:3], "xml")
}

// unqualified reports whether an attribute without a namespace means that of RDF,
// which is how early documents write it.
func unqualified(local string) bool {
	switch local {
	case "ID", "about", "resource", "parseType", "type":
		return true
	}
	return false
}

// reserved reports whether a name of RDF is syntax, now or in earlier versions,
// and so neither a node nor a property.
func reserved(name string) bool {
	local, ok := strings.CutPrefix(name, Namespace)
	if !ok {
		return false
	}
	switch local {
	case "RDF", "ID", "about", "parseType", "resource", "nodeID", "datatype", "aboutEach", "aboutEachPrefix", "bagID":
		return true
	}
	return false
}

// roles are the attributes of an element that are syntax.
type roles struct {
	id, about, nodeID, resource, datatype, parseType role
	statements                                       int // how many others there are
}

type role struct {
	value string
	set   bool
}

func (p *rdfXML) roles(e *element) (r roles, err error) {
	for _, a := range e.attrs {
		local, ok := strings.CutPrefix(a.name, Namespace)
		if !ok {
			r.statements++
			continue
		}
		switch local {
		case "ID":
			r.id = role{a.value, true}
		case "about":
			r.about = role{a.value, true}
		case "nodeID":
			r.nodeID = role{a.value, true}
		case "resource":
			r.resource = role{a.value, true}
		case "datatype":
			r.datatype = role{a.value, true}
		case "parseType":
			r.parseType = role{a.value, true}
		case "RDF", "Description", "li", "aboutEach", "aboutEachPrefix", "bagID":
			return r, p.expected("a property as attribute", a.name)
		default:
			r.statements++
		}
	}
	return r, nil
}
