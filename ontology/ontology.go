// Package ontology turns a search topic into its phrases and scores texts by them.
//
// An [Ontology] finds topics by name; a [Topic] is the list of terms, each with
// its [Relation] to the topic: the search phrase itself, its synonyms, broader
// concepts and the siblings in the same context (thesis 3.3 and 3.4.3.2). A
// [Scorer] counts the terms in a text and weights them by relation (thesis
// 3.4.3.7). [Graph] is the Ontology that the readers of the file formats build. The
// thesis is Kayisoglu's on the Lokman crawler, see docs/sources.md.
package ontology

import (
	"context"
	"fmt"
	"strings"

	"github.com/lokman-crawler/lokman/internal/phrase"
)

// An Ontology finds topics. The error for an unknown name is an
// *UnknownTopicError.
type Ontology interface {
	// Topic returns the topic of a name or an identifier.
	Topic(ctx context.Context, name string) (Topic, error)
}

// A Topic is all that a crawl needs to know about its subject.
type Topic struct {
	Name  string // a label, not a term: the name that the topic was looked up by
	ID    string // the concept's identifier in its ontology, if it has one
	Terms []Term // no two of the same words
}

// A Term is one phrase and how it is related to the topic.
type Term struct {
	Text     string   // the phrase, as it is written
	Relation Relation // of the phrase to the topic
	Concept  string   // identifier of the concept the phrase names, if known

	// Weight is the value of one occurrence; 0, or less, means that of the
	// relation in Scoring.Weights. With it people bring their own weights (thesis
	// 5.2).
	Weight float64
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

// String returns the relation in a word.
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
	Name    string   // that was asked for
	Nearest []string // names that the ontology has
}

// Error names the topic and the nearest names.
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

// A Store answers what [Expand] asks of an ontology: a Graph, a compiled file,
// a UMLS release or service. One that also has a method
//
//	Nearest(ctx context.Context, name string) ([]string, error)
//
// suggests a few names similar to one that it lacks, the nearest first.
type Store interface {
	// Find returns the identifiers of the concepts that a name or an identifier
	// means, the best first; none is no error. Identifiers may have the
	// ontology's name as a prefix ("MESH:D002644"). Case and punctuation of
	// names do not matter; if no concept has the name, plurals and the order of
	// words do not either. Concepts are in the order of the name's senses where
	// these are known, otherwise those that prefer the name come first, and those
	// that it is broader than last. Obsolete ones are left out.
	Find(ctx context.Context, name string) ([]string, error)

	// Concepts returns the concepts of identifiers in their order, with their
	// parents and children. Unknown ones are left out.
	Concepts(ctx context.Context, ids []string) ([]Concept, error)
}

// A suggester is a Store that suggests names.
type suggester interface {
	Nearest(ctx context.Context, name string) ([]string, error)
}

// Merge returns one topic of several, which may come from several ontologies:
// the name and identifier of the first and the terms of all, each phrase once,
// with the nearest of its relations.
func Merge(topics ...Topic) Topic {
	var merged Topic
	seen := map[string]int{}
	for i, t := range topics {
		if i == 0 {
			merged.Name, merged.ID = t.Name, t.ID
		}
		for _, term := range t.Terms {
			merged.Terms = addTerm(merged.Terms, seen, term)
		}
	}
	return merged
}

// addTerm adds a term unless its phrase is there, which keeps the nearer of
// both relations, with the concept and the weight that belong to it. seen maps a normal form to its index in terms.
func addTerm(terms []Term, seen map[string]int, t Term) []Term {
	key := phrase.Normalize(t.Text)
	if key == "" {
		return terms
	}
	if i, ok := seen[key]; ok {
		if t.Relation < terms[i].Relation {
			terms[i].Relation, terms[i].Concept, terms[i].Weight = t.Relation, t.Concept, t.Weight
		}
		return terms
	}
	seen[key] = len(terms)
	return append(terms, t)
}
