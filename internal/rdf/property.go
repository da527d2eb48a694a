package rdf

import "encoding/xml"

// property reads a property element (RDF/XML sections 7.2.14 to 7.2.21).
func (p *rdfXML) property(subject Term, e *element) error {
	if reserved(e.name) || e.name == Namespace+"Description" {
		return p.expected("a property element", e.name)
	}
	r, err := p.roles(e)
	if err != nil {
		return err
	}
	if r.about.set {
		return p.expected("a property element without rdf:about", e.name)
	}
	if r.parseType.set && (r.resource.set || r.nodeID.set || r.datatype.set || r.statements > 0) {
		if err := p.mend(p.expected("rdf:parseType with no other attribute but rdf:ID", e.name)); err != nil {
			return err
		}
	}
	var object Term
	switch {
	case !r.parseType.set:
		object, err = p.plain(e, r)
	case r.parseType.value == "Resource":
		object = p.blank()
		err = p.properties(object, e.scope)
	case r.parseType.value == "Collection":
		object, err = p.collection(e.scope)
	default:
		object, err = p.xmlLiteral()
	}
	if err != nil {
		return err
	}
	if err := p.emit(subject, e.name, object); err != nil || !r.id.set {
		return err
	}
	return p.reify(subject, e, object, r.id.value)
}

// reify says that the element's rdf:ID names its statement (section 7.3).
func (p *rdfXML) reify(subject Term, e *element, object Term, id string) error {
	statement, err := p.identified(id, e.base)
	if err != nil {
		return err
	}
	for _, t := range []struct {
		predicate string
		object    Term
	}{
		{"type", Term{Value: Namespace + "Statement"}},
		{"subject", subject},
		{"predicate", Term{Value: e.name}},
		{"object", object},
	} {
		if err := p.emit(statement, Namespace+t.predicate, t.object); err != nil {
			return err
		}
	}
	return nil
}

func (p *rdfXML) collection(s scope) (Term, error) {
	list := listWriter{sink: &p.sink}
	for {
		e, err := p.child(s)
		if err != nil {
			return Term{}, err
		}
		if e == nil {
			return list.close()
		}
		item, err := p.node(e)
		if err != nil {
			return Term{}, err
		}
		if err := list.add(item); err != nil {
			return Term{}, err
		}
	}
}

// plain reads the content of a property without rdf:parseType and returns the
// object that it and the attributes make.
func (p *rdfXML) plain(e *element, r roles) (Term, error) {
	var node *Term
	var text []byte
	for {
		t, err := p.token()
		if err != nil {
			return Term{}, err
		}
		switch t := t.(type) {
		case xml.StartElement:
			space, _ := p.ns.of(t.Name, false)
			if node != nil || !isSpace(text) || space == "" && p.warn != nil {
				if err := p.mend(p.expected(wantOne+e.name, "<"+rawName(t.Name))); err != nil {
					return Term{}, err
				}
				if text, err = p.textOf(text); err != nil {
					return Term{}, err
				}
				continue
			}
			child, err := p.element(t, e.scope)
			if err != nil {
				return Term{}, err
			}
			object, err := p.node(child)
			if err != nil {
				return Term{}, err
			}
			node, text = &object, nil
		case xml.CharData:
			if node != nil && !isSpace(t) {
				if err := p.mend(p.expected(wantOne+e.name, string(t))); err != nil {
					return Term{}, err
				}
			}
			if text = append(text, t...); len(text) > MaxToken {
				return Term{}, p.expected(atMost(MaxToken, "bytes a literal"), "")
			}
		case xml.EndElement:
			return p.object(e, r, node, text)
		}
	}
}

const wantOne = "text or one node in "

// textOf adds the text in the element that has been opened.
func (p *rdfXML) textOf(text []byte) ([]byte, error) {
	for outside := len(p.opened) - 1; len(p.opened) > outside; {
		t, err := p.token()
		if err != nil && !p.mendable(err) {
			return nil, err
		}
		if t, ok := t.(xml.CharData); ok {
			text = append(text, t...)
		}
		if len(text) > MaxToken {
			return nil, p.expected(atMost(MaxToken, "bytes a literal"), "")
		}
	}
	return text, nil
}

// object returns the object of a property with a node or a text in it. Of both a
// node and attributes it is the node, of both a text and attributes that refer to
// nothing the text.
func (p *rdfXML) object(e *element, r roles, node *Term, text []byte) (Term, error) {
	refers := r.resource.set || r.nodeID.set || r.statements > 0
	switch {
	case node != nil && (refers || r.datatype.set):
		return *node, p.mend(p.expected("a node or the attributes of one, not both", e.name))
	case node != nil:
		return *node, nil
	case refers && (r.datatype.set || !isSpace(text) || r.resource.set && r.nodeID.set):
		if err := p.mend(p.expected("one object of a property", e.name)); err != nil {
			return Term{}, err
		}
		refers = r.resource.set || r.nodeID.set
	}
	if refers {
		return p.referred(e, r)
	}
	t := Term{Kind: Literal, Value: string(text), Language: e.language}
	if r.datatype.set {
		t.Language = ""
		if datatype := p.resolve(e.base, r.datatype.value); datatype != xsdNamespace+"string" {
			t.Datatype = datatype
		}
	}
	return t, nil
}

// referred returns the node that the attributes of a property name, and emits
// what they say about it.
func (p *rdfXML) referred(e *element, r roles) (t Term, err error) {
	switch {
	case r.resource.set:
		t = Term{Value: p.resolve(e.base, r.resource.value)}
	case r.nodeID.set:
		t, err = p.labelled(r.nodeID.value)
	default:
		t = p.blank()
	}
	if err != nil {
		return t, err
	}
	return t, p.propertyAttributes(t, e)
}
