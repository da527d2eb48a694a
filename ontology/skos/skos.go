// Package skos reads ontologies and thesauri that are written in RDF: SKOS,
// OWL and MeSH RDF, in Turtle, N-Triples or RDF/XML.
//
// A concept is what the file calls a skos:Concept, an owl:Class or rdfs:Class,
// or a descriptor or supplementary record of MeSH, and what has a name and is
// part of a skos:broader or skos:narrower, unless it is a skos:Collection or
// scheme. Blank nodes are none. Of each it keeps:
//
//   - its identifier, which is the IRI, and as further ones the form that OBO
//     has for it ("DOID:8659" for "http://purl.obolibrary.org/obo/DOID_8659"),
//     oboInOwl:id, oboInOwl:hasAlternativeId and meshv:identifier. A
//     skos:notation or oboInOwl:hasDbXref is one if no other concept has the
//     same; references to MeSH and the UMLS are kept without their prefix, which
//     lookups take off.
//   - its names with their languages. The preferred name is a skos:prefLabel,
//     of SKOS-XL too, the name of MeSH's preferred term, or else an rdfs:label;
//     [Reader] says which of several. All others are synonyms: skos:altLabel,
//     skos:hiddenLabel, the synonyms of oboInOwl, the alternative terms of IAO and
//     EFO, the synonyms of the NCI Thesaurus (P90), the synonyms and abbreviations
//     of OMG Commons, the terms of all concepts of a MeSH descriptor. A
//     hasBroadSynonym is a partial name. What has no name in the file is called by
//     the last part of its IRI, if that has no digits: "Fresh Fruit" for
//     #FreshFruit.
//   - its parents: skos:broader, the inverse of skos:narrower, their generic,
//     partitive and instantial forms in ISO 25964, rdfs:subClassOf a named
//     class other than owl:Thing, the whole that a class is part of by an
//     owl:someValuesFrom, and meshv:broaderDescriptor. skos:broaderTransitive is none, as it leads to
//     more than the nearest, nor is skos:related or a match in another
//     vocabulary.
//   - its oboInOwl:hasOBONamespace and oboInOwl:inSubset, as types.
//   - whether it is obsolete by owl:deprecated. If just one concept replaces
//     it, by dct:isReplacedBy or the "term replaced by" of IAO, its identifiers
//     are further ones of that concept.
//
// JSON-LD and OWL/XML are not read, nor is what an owl:imports names. Memory
// follows what is kept, not the file. Without a base in the file relative IRIs
// stay relative.
//
// Sources: the SKOS Reference with its appendix B on SKOS-XL; the mapping of
// OBO 1.4 to OWL; the MeSH RDF technical documentation.
package skos

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"

	"github.com/lokman-crawler/lokman/internal/excerpt"
	"github.com/lokman-crawler/lokman/internal/rdf"
	"github.com/lokman-crawler/lokman/internal/unzip"
	"github.com/lokman-crawler/lokman/internal/vocabulary"
	"github.com/lokman-crawler/lokman/ontology"
)

// A Reader says which names are kept. The zero value keeps all.
type Reader struct {
	// Languages are those wanted, as in BCP 47, the best first: "en" includes
	// "en-GB". Names in others are left out; names without a language are kept. Of several preferred names that in the first of the languages
	// becomes the concept's, and if none is given, the English one, or else
	// one without language, or else the first.
	Languages []string

	// Strict refuses what does not follow its syntax to the letter. Otherwise what
	// published files often have is mended: an IRI with a space or brace is kept as
	// it is, an attribute without a namespace is passed over (lang is taken for
	// xml:lang), markup in a text leaves its text, an ampersand need not be escaped, bytes
	// that are no UTF-8 are read as Latin-1, and where a part of a statement cannot be
	// read that part is left out. [ontology.Graph.Warnings] says each.
	Strict bool
}

// errNoConcepts says that a file is good RDF and holds no concept.
var errNoConcepts = errors.New("no concept of SKOS, OWL or MeSH: check the namespaces, and the spelling of skos:Concept or owl:Class")

// Open reads the file at path. The first bytes decide the syntax; only a file
// named .nt or .nt.gz must be N-Triples, which is otherwise read as Turtle, of
// which it is a part.
func (o Reader) Open(path string) (*ontology.Graph, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("skos: %w", err)
	}
	defer f.Close()
	g, err := o.read(f, path)
	var syntax *ontology.SyntaxError
	switch {
	case errors.As(err, &syntax):
		syntax.Name = path
	case err != nil:
		err = fmt.Errorf("skos: %s: %w", path, err)
	}
	return g, err
}

// Read reads a whole ontology, gzipped or not; the first bytes distinguish
// RDF/XML from Turtle, which includes N-Triples. With an error there is no
// ontology: it is an *[ontology.SyntaxError], that there is no concept, or that of reading.
// A file that ends too early is refused.
func (o Reader) Read(r io.Reader) (*ontology.Graph, error) { return o.read(r, "") }

func (o Reader) read(r io.Reader, path string) (*ontology.Graph, error) {
	in, err := unzip.NewReader(r)
	if err != nil {
		return nil, err
	}
	start, _ := in.Peek(4 << 10)
	if err := foreign(start); err != nil {
		return nil, err
	}
	g := new(ontology.Graph)
	var warn func(*rdf.SyntaxError)
	if !o.Strict {
		warn = func(e *rdf.SyntaxError) {
			w := translate(e)
			w.Name = path
			g.Warn(w)
		}
	}
	triples := rdf.Turtle(in, "", warn)
	switch {
	case isXML(start):
		triples = rdf.XML(in, "", warn)
	case strings.HasSuffix(strings.TrimSuffix(path, ".gz"), ".nt"):
		triples = rdf.NTriples(in, warn)
	}
	b := newBuilder(o.Languages)
	for t, err := range triples {
		if syntax, ok := err.(*rdf.SyntaxError); ok {
			translated := translate(syntax)
			return nil, &translated
		}
		if err != nil {
			return nil, err
		}
		b.add(t)
	}
	b.fill(g)
	if !isXML(start) {
		for id := range b.missing {
			g.Warn(ontology.SyntaxError{Format: "skos", Name: path, Want: vocabulary.WantMissing(vocabulary.Of(id)), Got: id})
		}
	}
	switch warnings := g.Warnings(); {
	case g.Len() > 0:
		return g, nil
	case len(warnings) > 0:
		return nil, &warnings[0]
	}
	return nil, errNoConcepts
}

// isXML recognises RDF/XML by its start: a root element has attributes and no slash in
// its name, while an IRI of Turtle has no space in it or a slash before.
func isXML(start []byte) bool {
	start = bytes.TrimSpace(bytes.TrimPrefix(start, []byte("\ufeff")))
	if len(start) < 2 || start[0] != '<' {
		return false
	}
	end := bytes.IndexAny(start, " \t\r\n>")
	return start[1] == '?' || start[1] == '!' || end > 0 && start[end] != '>' && bytes.IndexByte(start[:end], '/') < 0
}

var (
	jsonStart = regexp.MustCompile(`^\s*(\{|\[\s*\{)`)
	owlXML    = regexp.MustCompile(`\bontologyIRI\s*=`)

	// quad is a first statement with a graph behind its three terms.
	quad = regexp.MustCompile(`^\s*(?:#[^\n]*\n\s*)*(?:<[^>\s]*>|_:\S+)[ \t]+<[^>\s]*>[ \t]+` +
		`(?:<[^>\s]*>|_:\S+|"(?:[^"\\\n]|\\.)*"(?:@[\w-]+|\^\^<[^>\s]*>)?)[ \t]+(<[^>\s]*>|_:\S+)[ \t]*\.`)
)

// foreign returns an error if a file begins as one of a syntax that the same
// ontologies are written in and that is not read.
func foreign(start []byte) error {
	start = bytes.TrimPrefix(start, []byte("\ufeff"))
	if at := jsonStart.FindSubmatchIndex(start); at != nil {
		return unread(start, at[2], "Turtle, N-Triples or RDF/XML, to which JSON-LD can be converted")
	}
	if at := quad.FindSubmatchIndex(start); at != nil {
		return unread(start, at[2], "Turtle, N-Triples or RDF/XML, to which N-Quads can be converted")
	}
	if at := owlXML.FindIndex(start); at != nil && isXML(start) {
		return unread(start, at[0], "RDF/XML, Turtle or N-Triples, to which OWL/XML can be converted")
	}
	return nil
}

// unread is the error for what begins at a place of a file.
func unread(start []byte, at int, want string) error {
	line := 1 + bytes.Count(start[:at], []byte("\n"))
	return &ontology.SyntaxError{Format: "skos", Line: line, Want: want, Got: excerpt.Of(string(start[at:]), 60)}
}

func translate(e *rdf.SyntaxError) ontology.SyntaxError {
	return ontology.SyntaxError{Format: "skos", Name: e.Name, Line: e.Line, Want: e.Want, Got: e.Got}
}
