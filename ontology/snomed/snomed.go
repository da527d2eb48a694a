// Package snomed reads releases of SNOMED CT in Release Format 2: snapshots,
// full releases and deltas, as directories or as the zip archives that they are
// published in.
//
// It reads the files sct2_Concept_*, sct2_Description_*, sct2_Relationship_* and
// der2_cRefset_Language*, and no others. Of every component the row of the
// latest effectiveTime holds, whatever file it is in; of equal ones the later
// read, and a row without a time is the latest. Components that are inactive are
// left out, and so is what belongs to them.
//
// The parents of a concept are the inferred ones: is a (116680003) and part of
// (123005000). The semantic tag at the end of its fully specified names, such as
// "disorder", is its type and is no part of the names. Definitions are not kept.
package snomed

import (
	"errors"
	"fmt"

	"github.com/lokman-crawler/lokman/ontology"
)

// A Reader reads releases. The zero value prefers the names of US English.
type Reader struct {
	// Refsets are the identifiers of the language reference sets that say which
	// name of a concept is preferred, the most trusted first. Empty means
	// US English (900000000000509007), then GB English (900000000000508004). A
	// concept of which they prefer no name is called by its fully specified name,
	// an English one if there is one.
	Refsets []string
}

// Open reads a release and the deltas or extensions that go with it, each a
// directory, with all under it, or a zip archive. Where there are snapshot
// files, the full ones beside them aren't read. A concept, a description and a
// relationship file are needed. With an error, which is an *[ontology.SyntaxError] if a
// file is not as it should be, there is no ontology.
func (r Reader) Open(release string, more ...string) (*ontology.Graph, error) {
	var all []file
	for _, path := range append([]string{release}, more...) {
		files, closer, err := list(path)
		if err != nil {
			return nil, fmt.Errorf("snomed: %w", err)
		}
		defer closer.Close()
		all = append(all, files...)
	}
	g, err := r.read(all)
	if syntax := new(*ontology.SyntaxError); err != nil && !errors.As(err, syntax) {
		err = fmt.Errorf("snomed: %w", err)
	}
	return g, err
}
