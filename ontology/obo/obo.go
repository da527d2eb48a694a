// Package obo reads ontologies in OBO 1.2 and 1.4, the format of the Human
// Disease Ontology and most biomedical ones, and in OBO Graph JSON, in which
// the same ontologies are published too.
//
// What is kept of a [Term], or of a node that is a CLASS or has a name and no
// type:
//
//   - its identifier: "DOID:8659", which JSON writes as an IRI. The IRI is
//     kept too if the file has it.
//   - its name and synonyms: EXACT, RELATED and NARROW ones are synonyms,
//     BROAD ones partial names. JSON may give their language.
//   - its parents: is_a and part_of. An intersection_of is none: releases state
//     the nearest classes that follow from it as is_a, while the class that it
//     names is often the root.
//   - its alt_ids.
//   - its xrefs, if no other concept of the file has the same one, so that
//     "MESH:D002644" or "UMLS_CUI:C0008049" finds a disease. Those to MeSH and
//     the UMLS are kept without their prefix, which is spelt in several ways
//     and which lookups ignore.
//   - its namespace and subsets, as types.
//   - whether it is obsolete. If just one concept replaces it, its identifier
//     is another one of that concept. A consider is no replacement.
//
// Nothing else is kept, and files that an import names are not read. Memory
// follows what is kept, not the file.
//
// Sources: the OBO Flat File Format 1.4 Syntax and Semantics; the schema of
// github.com/geneontology/obographs.
package obo

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/lokman-crawler/lokman/internal/lines"
	"github.com/lokman-crawler/lokman/internal/unzip"
	"github.com/lokman-crawler/lokman/ontology"
)

// maxLine is the longest line of OBO and the longest string of JSON that is
// read, in bytes. The longest in the published ontologies are definitions of a
// few kilobytes.
const maxLine = 1 << 20

// Open reads the file at path.
func Open(path string) (*ontology.Graph, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("obo: %w", err)
	}
	defer f.Close()
	g, err := read(f, path)
	var syntax *ontology.SyntaxError
	switch {
	case errors.As(err, &syntax):
		syntax.Name = path
	case err != nil:
		err = fmt.Errorf("obo: %s: %w", path, err)
	}
	return g, err
}

// Read reads a whole ontology, gzipped or not; its first byte distinguishes OBO
// from JSON. With an error, which is an *[ontology.SyntaxError] unless reading
// failed, there is no ontology.
//
// One bad line refuses no file: a line of OBO that cannot be read is left out, as is a
// [Term], node or edge without an identifier, and bytes of OBO that are no UTF-8 are read
// as Latin-1. [ontology.Graph.Warnings] says each, and that a file of OBO may have been
// cut short, of which it does not say the end.
func Read(r io.Reader) (*ontology.Graph, error) { return read(r, "") }

func read(r io.Reader, name string) (*ontology.Graph, error) {
	in, err := unzip.NewReader(r)
	if err != nil {
		return nil, err
	}
	if mark, _ := in.Peek(3); string(mark) == "\ufeff" {
		in.Discard(len(mark))
	}
	c := newCollector(name)
	if start, _ := in.Peek(512); bytes.HasPrefix(bytes.TrimSpace(start), []byte("{")) {
		err = newGraphParser(in, c).parse()
	} else {
		err = (&textParser{in: lines.NewReader(in, maxLine), collector: c}).parse()
	}
	if warnings := c.graph.Warnings(); err == nil && c.graph.Len() == 0 && len(warnings) > 0 {
		err = &warnings[0]
	}
	if err != nil {
		return nil, err
	}
	c.finish()
	return c.graph, nil
}
