package rdf

import (
	"encoding/xml"
	"fmt"
	"hash/maphash"
	"io"
	"strings"
)

// XML reads a document of RDF/XML. Relative IRIs are resolved against base
// until the document names another; with neither they stay relative.
//
// XML entities that the document declares itself are known; external ones are
// never read. What is mended is said to warn.
func XML(r io.Reader, base string, warn func(*SyntaxError)) Triples {
	return func(yield func(Triple, error) bool) {
		p := rdfXML{
			xmlTokens: newXMLTokens(r, warn),
			sink:      sink{yield: yield},
			ns:        newNamespaces(),
			seed:      maphash.MakeSeed(),
			ids:       map[uint64]struct{}{},
			joined:    make([]joinedName, cacheSlots),
		}
		p.finish(p.document(scope{base: base}))
	}
}

type rdfXML struct {
	xmlTokens
	sink
	spread
	ns     namespaces
	opened []opened
	seed   maphash.Seed
	ids    map[uint64]struct{} // hashes of the IRIs that rdf:ID made
	joined []joinedName
}

// An opened element waits for its end tag.
type opened struct {
	name xml.Name
	mark int // of the namespaces around it
}

// A joinedName remembers the IRI that a name of XML means.
type joinedName struct{ space, local, iri string }

func (p *rdfXML) join(space, local string) string {
	if len(local) > maxCached {
		p.add(len(space))
		return space + local
	}
	at := &p.joined[maphash.String(p.seed, local)%cacheSlots]
	if at.local != local || at.space != space {
		p.add(len(space))
		*at = joinedName{space, local, space + local}
	}
	return at.iri
}

// resolve returns ref relative to base.
func (p *rdfXML) resolve(base, ref string) string {
	iri := resolve(base, ref)
	p.add(len(iri) - len(ref))
	if p.warn != nil && strings.ContainsFunc(ref, noIRI) {
		p.mend(p.expected(wantIRI, ref))
	}
	return iri
}

func (p *rdfXML) document(s scope) error {
	root, err := p.child(s)
	if err != nil {
		return err
	}
	if root == nil {
		return p.expected("an XML element", "")
	}
	if root.name == Namespace+"RDF" {
		err = p.nodes(root)
	} else {
		_, err = p.node(root)
	}
	if err != nil {
		return err
	}
	if after, err := p.child(s); err != nil {
		return err
	} else if after != nil {
		return p.expected("the end of the document", after.name)
	}
	return nil
}

// token returns the next token and keeps count of what is open.
func (p *rdfXML) token() (xml.Token, error) {
	t, err := p.next()
	if err != nil {
		return nil, err
	}
	if p.add(p.meter.entities); p.over(p.dec.InputOffset()) {
		return nil, p.expected(wantSpread(), "")
	}
	p.meter.entities = 0
	switch t := t.(type) {
	case nil:
		if n := len(p.opened); n > 0 {
			return nil, p.malformed("</"+rawName(p.opened[n-1].name)+">", "")
		}
	case xml.StartElement:
		if len(p.opened) == MaxDepth {
			return nil, p.expected(atMost(MaxDepth, "elements in each other"), "<"+rawName(t.Name))
		}
		p.opened = append(p.opened, opened{t.Name, p.ns.mark()})
		if want := p.ns.enter(t); want != "" {
			return nil, p.expected(want, "<"+rawName(t.Name))
		}
	case xml.EndElement:
		n := len(p.opened) - 1
		if n < 0 {
			return nil, p.malformed("an element", "</"+rawName(t.Name)+">")
		}
		if p.opened[n].name != t.Name {
			return nil, p.malformed("</"+rawName(p.opened[n].name)+">", "</"+rawName(t.Name)+">")
		}
		p.ns.leave(p.opened[n].mark)
		p.opened = p.opened[:n]
	}
	return t, nil
}

// child reads the start tag of the next element of the one that is open, or
// its end tag or the end of the document, and then returns nil.
func (p *rdfXML) child(s scope) (*element, error) {
	for {
		t, err := p.token()
		if err != nil || t == nil {
			return nil, err
		}
		switch t := t.(type) {
		case xml.StartElement:
			return p.element(t, s)
		case xml.EndElement:
			return nil, nil
		case xml.CharData:
			if !isSpace(t) {
				return nil, p.expected("an element", string(t))
			}
		}
	}
}

// children calls read with each element in the one that is open, up to its end.
func (p *rdfXML) children(s scope, read func(*element) error) error {
	for open := len(p.opened); ; {
		e, err := p.child(s)
		if err == nil && e == nil {
			return nil
		}
		if err == nil {
			err = read(e)
		}
		if err != nil {
			if err := p.leaveOut(err, open); err != nil {
				return err
			}
		}
	}
}

// leaveOut passes over what is left of an element that cannot be read, until so
// many are open.
func (p *rdfXML) leaveOut(err error, open int) error {
	if err := p.mend(err); err != nil {
		return err
	}
	for len(p.opened) > open {
		if _, err := p.token(); err != nil && !p.mendable(err) {
			return err
		}
	}
	return nil
}

// nodes reads the content of rdf:RDF.
func (p *rdfXML) nodes(root *element) error {
	if len(root.attrs) > 0 {
		if err := p.mend(p.expected("rdf:RDF without attributes", root.attrs[0].name)); err != nil {
			return err
		}
	}
	return p.children(root.scope, func(e *element) error {
		_, err := p.node(e)
		return err
	})
}

// node reads a node element (RDF/XML section 7.2.11) and returns its subject.
func (p *rdfXML) node(e *element) (Term, error) {
	if reserved(e.name) || e.name == Namespace+"li" {
		return Term{}, p.expected("a node element", e.name)
	}
	r, err := p.roles(e)
	if err != nil {
		return Term{}, err
	}
	if r.resource.set || r.datatype.set || r.parseType.set {
		return Term{}, p.expected("a node element without rdf:resource, rdf:datatype and rdf:parseType", e.name)
	}
	subject, err := p.subject(e, r)
	if err != nil {
		return Term{}, err
	}
	if e.name != Namespace+"Description" {
		if err := p.emit(subject, Namespace+"type", Term{Value: e.name}); err != nil {
			return Term{}, err
		}
	}
	if err := p.propertyAttributes(subject, e); err != nil {
		return Term{}, err
	}
	return subject, p.properties(subject, e.scope)
}

func (p *rdfXML) subject(e *element, r roles) (Term, error) {
	switch {
	case r.id.set && r.about.set, r.id.set && r.nodeID.set, r.about.set && r.nodeID.set:
		return Term{}, p.expected("one of rdf:ID, rdf:about and rdf:nodeID", e.name)
	case r.id.set:
		return p.identified(r.id.value, e.base)
	case r.about.set:
		return Term{Value: p.resolve(e.base, r.about.value)}, nil
	case r.nodeID.set:
		return p.labelled(r.nodeID.value)
	}
	return p.blank(), nil
}

// identified returns what an rdf:ID names. No two may be the same.
func (p *rdfXML) identified(id, base string) (Term, error) {
	if !isNCName(id) {
		if err := p.mend(p.expected("an rdf:ID that is a name", id)); err != nil {
			return Term{}, err
		}
	}
	iri := p.resolve(base, "#"+id)
	if base == "" {
		iri = "#" + id
	}
	hash := maphash.String(p.seed, iri)
	if _, again := p.ids[hash]; again {
		return Term{Value: iri}, p.mend(p.expected("each rdf:ID once", id))
	}
	if len(p.ids) == MaxIDs {
		return Term{}, p.expected(atMost(MaxIDs, "different rdf:ID"), id)
	}
	p.ids[hash] = struct{}{}
	return Term{Value: iri}, nil
}

func (p *rdfXML) labelled(label string) (Term, error) {
	if !isNCName(label) {
		return Term{}, p.expected("an rdf:nodeID that is a name", label)
	}
	return Term{Kind: Blank, Value: label}, nil
}

// propertyAttributes emits the attributes that are statements.
func (p *rdfXML) propertyAttributes(subject Term, e *element) error {
	for _, a := range e.attrs {
		object := Term{Kind: Literal, Value: a.value, Language: e.language}
		switch {
		case reserved(a.name):
			continue
		case a.name == Namespace+"type":
			object = Term{Value: p.resolve(e.base, a.value)}
		}
		if err := p.emit(subject, a.name, object); err != nil {
			return err
		}
	}
	return nil
}

// properties reads property elements up to the end of their node.
func (p *rdfXML) properties(subject Term, s scope) error {
	members := 0
	return p.children(s, func(e *element) error {
		if e.name == Namespace+"li" {
			members++
			e.name = fmt.Sprintf("%s_%d", Namespace, members)
		}
		return p.property(subject, e)
	})
}
