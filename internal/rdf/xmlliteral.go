package rdf

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"slices"
	"strings"
)

// xmlLiteral reads the content of the open element as an rdf:XMLLiteral, in
// the form of Exclusive XML Canonicalization 1.0 with comments.
func (p *rdfXML) xmlLiteral() (Term, error) {
	w := canonical{shown: newNamespaces()}
	for outside := len(p.opened); ; {
		t, err := p.token()
		if err != nil {
			return Term{}, err
		}
		switch t := t.(type) {
		case xml.StartElement:
			w.start(t, &p.ns)
		case xml.EndElement:
			if len(p.opened) < outside {
				p.add(w.Len())
				return Term{Kind: Literal, Value: w.String(), Datatype: Namespace + "XMLLiteral"}, nil
			}
			w.end(t)
		case xml.CharData:
			textEscapes.WriteString(&w, string(t))
		case xml.Comment:
			w.WriteString("<!--" + string(t) + "-->")
		case xml.ProcInst:
			w.WriteString("<?" + t.Target)
			if len(t.Inst) > 0 {
				w.WriteString(" " + string(t.Inst))
			}
			w.WriteString("?>")
		}
		if w.Len() > MaxToken {
			return Term{}, p.expected(atMost(MaxToken, "bytes a literal"), "")
		}
	}
}

// canonical writes canonical XML.
type canonical struct {
	bytes.Buffer
	shown namespaces // those that the written elements in scope declare
	marks []int
}

var (
	textEscapes      = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\r", "&#xD;")
	attributeEscapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", `"`, "&quot;", "\t", "&#x9;", "\n", "&#xA;", "\r", "&#xD;")
)

func (w *canonical) start(t xml.StartElement, ns *namespaces) {
	w.marks = append(w.marks, w.shown.mark())
	w.WriteString("<" + rawName(t.Name))
	attrs := slices.DeleteFunc(slices.Clone(t.Attr), func(a xml.Attr) bool {
		_, ok := declared(a.Name)
		return ok
	})
	prefixes := []string{t.Name.Space}
	for _, a := range attrs {
		if a.Name.Space != "" {
			prefixes = append(prefixes, a.Name.Space)
		}
	}
	slices.Sort(prefixes)
	for _, prefix := range slices.Compact(prefixes) {
		w.declare(prefix, ns.bound[prefix])
	}
	slices.SortFunc(attrs, func(a, b xml.Attr) int {
		x, _ := ns.of(a.Name, true)
		y, _ := ns.of(b.Name, true)
		return cmp.Or(cmp.Compare(x, y), cmp.Compare(a.Name.Local, b.Name.Local))
	})
	for _, a := range attrs {
		w.attribute(rawName(a.Name), a.Value)
	}
	w.WriteByte('>')
}

// declare writes a namespace unless an element around has it.
func (w *canonical) declare(prefix, iri string) {
	if w.shown.bound[prefix] == iri {
		return
	}
	w.shown.bind(prefix, iri)
	name := "xmlns"
	if prefix != "" {
		name += ":" + prefix
	}
	w.attribute(name, iri)
}

func (w *canonical) attribute(name, value string) {
	w.WriteString(" " + name + `="`)
	attributeEscapes.WriteString(w, value)
	w.WriteByte('"')
}

func (w *canonical) end(t xml.EndElement) {
	w.WriteString("</" + rawName(t.Name) + ">")
	last := len(w.marks) - 1
	w.shown.leave(w.marks[last])
	w.marks = w.marks[:last]
}
