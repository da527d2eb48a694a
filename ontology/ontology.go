// Package ontology turns a search topic into its phrases and scores texts by them.
//
// An [Ontology] finds topics by name; a [Topic] is the list of terms, each with
// its [Relation] to the topic: the search phrase itself, its synonyms, broader
// concepts and the siblings in the same context (thesis 3.3 and 3.4.3.2). A
// [Scorer] counts the terms in a text and weights them by relation (thesis
// 3.4.3.7). [Graph] is the Ontology that the readers of the file formats build.
package ontology

import (
	"context"
	"fmt"
	"strings"
)

// An Ontology finds topics. The error for an unknown name is an
// *UnknownTopicError.
type Ontology interface {
	Topic(ctx context.Context, name string) (Topic, error)
}

// A Topic is all that a crawl needs to know of its subject.
type Topic struct {
	Name  string // a label, not a term: the name that the topic was looked up by
	ID    string // the concept's identifier in its ontology, if it has one
	Terms []Term // no two of the same words
}

// A Term is one phrase and how it is related to the topic.
type Term struct {
	Text     string
	Relation Relation
	Concept  string // identifier of the concept the phrase names, if known
}

// Relation says how closely a term is related to its topic. The constants are in
// order, the closest first.
type Relation uint8

const (
	Exact      Relation = iota // the search phrase
	Synonym                    // another name of the same concept, or a narrower one
	Partial                    // a broader concept: a parent, or a whole that it is part of
	Contextual                 // a sibling: another child of a parent
	relations                  // the number of relations
)

func (r Relation) String() string {
	switch r {
	case Exact:
		return "exact"
	case Synonym:
		return "synonym"
	case Partial:
		return "partial"
	case Contextual:
		return "contextual"
	}
	return fmt.Sprintf("Relation(%d)", uint8(r))
}

// An UnknownTopicError names a topic that an ontology lacks and the ontology's most
// similar names, the most similar first.
type UnknownTopicError struct {
	Name    string
	Nearest []string
}

func (e *UnknownTopicError) Error() string {
	if len(e.Nearest) == 0 {
		return fmt.Sprintf("ontology: unknown topic %q; no name is like it", e.Name)
	}
	quoted := make([]string, len(e.Nearest))
	for i, n := range e.Nearest {
		quoted[i] = fmt.Sprintf("%q", n)
	}
	return fmt.Sprintf("ontology: unknown topic %q; the nearest names are %s", e.Name, strings.Join(quoted, ", "))
}
