package obo

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/ontology"
)

// maxDepth bounds how deep JSON nests. OBO Graphs need 9.
const maxDepth = 100

// A graphParser reads OBO Graph JSON token by token.
type graphParser struct {
	src       *source
	dec       *json.Decoder
	depth     int
	seen      bool // "graphs"
	collector *collector
	classes   map[string]struct{}
	edges     []edge
}

// An edge waits until it is known whether its ends are classes.
type edge struct{ child, relation, parent string }

func newGraphParser(in *bufio.Reader, c *collector) *graphParser {
	src := &source{in: in, line: 1}
	p := &graphParser{src: src, dec: json.NewDecoder(src), collector: c, classes: map[string]struct{}{}}
	p.dec.UseNumber()
	return p
}

func (p *graphParser) parse() error {
	var others []string // the first keys
	err := p.object(func(key string) error {
		if key != "graphs" {
			if len(others) < 3 {
				others = append(others, key)
			}
			return p.skip()
		}
		p.seen = true
		return p.array(p.graph)
	})
	if err != nil {
		return err
	}
	if !p.seen {
		return p.withoutGraphs(others)
	}
	if t, err := p.dec.Token(); err != io.EOF {
		if err != nil {
			return p.failed(err)
		}
		return p.expected("the end of the file", fmt.Sprint(t))
	}
	for _, e := range p.edges {
		if _, ok := p.classes[e.child]; ok {
			p.collector.graph.Add(ontology.Concept{ID: e.child, Parents: []string{e.parent}})
		}
	}
	return nil
}

// withoutGraphs is the error for JSON that has other keys.
func (p *graphParser) withoutGraphs(keys []string) error {
	want := `"graphs" as OBO Graph JSON has it`
	if slices.ContainsFunc(keys, func(key string) bool { return key == "@context" || key == "@graph" || key == "@id" }) {
		want += "; JSON-LD can be converted to Turtle, which ontology/skos reads"
	}
	return p.expected(want, cmp.Or(strings.Join(keys, ", "), "none"))
}

func (p *graphParser) graph() error {
	return p.object(func(key string) error {
		switch key {
		case "nodes":
			return p.array(p.node)
		case "edges":
			return p.array(p.edge)
		}
		return p.skip()
	})
}

func (p *graphParser) edge() error {
	var e edge
	err := p.object(func(key string) (err error) {
		switch key {
		case "sub":
			e.child, err = p.text()
		case "pred":
			e.relation, err = p.text()
		case "obj":
			e.parent, err = p.text()
		default:
			err = p.skip()
		}
		return err
	})
	if err != nil {
		return err
	}
	if e.child == "" || e.relation == "" || e.parent == "" {
		p.collector.mend(p.expected(`an edge with "sub", "pred" and "obj"`, ""))
		return nil
	}
	if broader(compact(e.relation)) {
		e.child, e.parent = compact(e.child), compact(e.parent)
		p.edges = append(p.edges, e)
	}
	return nil
}

// A node is a concept while it is read.
type node struct {
	concept    ontology.Concept
	kind       string // "CLASS", "PROPERTY", "INDIVIDUAL" or ""
	xrefs      []string
	replacedBy []string
}

func (p *graphParser) node() error {
	var n node
	var iri string
	err := p.object(func(key string) (err error) {
		switch key {
		case "id":
			iri, err = p.text()
		case "lbl":
			n.concept.Name, err = p.text()
		case "type":
			n.kind, err = p.text()
		case "meta":
			err = p.object(func(key string) error { return p.meta(&n, key) })
		default:
			err = p.skip()
		}
		return err
	})
	if err != nil {
		return err
	}
	c := &n.concept
	if c.ID = compact(iri); c.ID == "" {
		p.collector.mend(p.expected(`an "id" in the node that ends here`, ""))
		return nil
	}
	if n.kind != "CLASS" && (n.kind != "" || c.Name == "") {
		return nil
	}
	p.classes[c.ID] = struct{}{}
	if iri != c.ID {
		c.AltIDs = append(c.AltIDs, iri)
	}
	p.collector.add(c, n.xrefs, n.replacedBy)
	return nil
}

// meta reads one field of a node's meta.
func (p *graphParser) meta(n *node, key string) error {
	switch key {
	case "deprecated":
		t, err := p.token()
		n.concept.Obsolete = t == true
		return err
	case "subsets":
		return p.array(func() error {
			subset, err := p.text()
			n.concept.Types = append(n.concept.Types, lastPart(subset))
			return err
		})
	case "synonyms":
		return p.values(func(v value) {
			name := ontology.Name{Text: v.text, Relation: ontology.Synonym, Language: v.language}
			if lastPart(v.predicate) == "hasBroadSynonym" {
				name.Relation = ontology.Partial
			}
			n.concept.Names = append(n.concept.Names, name)
		})
	case "xrefs":
		return p.values(func(v value) { n.xrefs = append(n.xrefs, v.text) })
	case "basicPropertyValues":
		return p.values(func(v value) {
			switch lastPart(v.predicate) {
			case "hasAlternativeId":
				n.concept.AltIDs = append(n.concept.AltIDs, v.text)
			case "hasOBONamespace":
				n.concept.Types = append(n.concept.Types, v.text)
			case "IAO_0100001": // term replaced by
				n.replacedBy = append(n.replacedBy, compact(v.text))
			}
		})
	}
	return p.skip()
}

// A value is a property value, synonym or xref.
type value struct{ predicate, text, language string }

// values reads a list of property values. One without text is passed over.
func (p *graphParser) values(visit func(value)) error {
	return p.array(func() error {
		var v value
		err := p.object(func(key string) (err error) {
			switch key {
			case "pred":
				v.predicate, err = p.text()
			case "val":
				v.text, err = p.text()
			case "lang":
				v.language, err = p.text()
			default:
				err = p.skip()
			}
			return err
		})
		if err == nil && v.text != "" {
			visit(v)
		}
		return err
	})
}

// compact returns the identifier that OBO has for an IRI (OBO 1.4, Translation
// of Identifiers): "DOID:8659" for "http://purl.obolibrary.org/obo/DOID_8659",
// "X:a" for ".../obo/X#_a" and "part_of" for ".../obo/symp#part_of". Others stay
// as they are.
func compact(iri string) string {
	rest, ok := strings.CutPrefix(iri, "http://purl.obolibrary.org/obo/")
	if !ok {
		return iri
	}
	prefix, local, ok := strings.Cut(rest, "#")
	if ok {
		if local, ok = strings.CutPrefix(local, "_"); !ok {
			return local
		}
	} else if i := strings.LastIndexByte(rest, '_'); i >= 0 {
		prefix, local = rest[:i], rest[i+1:]
	}
	if prefix == "" || local == "" {
		return iri
	}
	return prefix + ":" + local
}

// lastPart returns what an IRI names, without the place of it.
func lastPart(iri string) string {
	return iri[strings.LastIndexAny(iri, "#/")+1:]
}
