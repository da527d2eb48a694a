package ontology

import "context"

// A Store answers what [Expand] asks of an ontology: a Graph, a compiled file,
// a UMLS release or service.
type Store interface {
	// Find returns the identifiers of the concepts that a name or an identifier
	// means, the best first; none is no error. Identifiers may have the
	// ontology's name as a prefix ("MESH:D002644"). Case and punctuation of
	// names do not matter; if no concept has the name, plurals and the order of
	// words do not either. Concepts are in the order of the name's senses where
	// these are known, otherwise those that prefer the name come first. Obsolete
	// ones are left out.
	Find(ctx context.Context, name string) ([]string, error)

	// Concepts returns the concepts of identifiers in their order, with their
	// parents and children. Unknown ones are left out.
	Concepts(ctx context.Context, ids []string) ([]Concept, error)
}

// A Suggester is a Store that suggests names similar to one that it lacks.
type Suggester interface {
	// Nearest returns a few names, the nearest first.
	Nearest(ctx context.Context, name string) ([]string, error)
}
