package ontology

import "github.com/lokman-crawler/lokman/internal/names"

// A Concept is one node of an ontology.
type Concept struct {
	ID       string   // as the ontology writes it
	AltIDs   []string // further identifiers that it is found by
	Name     string   // the preferred name
	Sense    int      // of Name: see Name.Sense
	Language string   // of Name as in BCP 47 ("en", "pt-BR"), "" if unknown
	Source   string   // the vocabulary that Name is from, where an ontology joins several
	Names    []Name   // other names
	Parents  []string // identifiers of broader concepts: is-a and part-of
	Children []string // identifiers of narrower concepts
	Types    []string // semantic types
	Obsolete bool     // kept out of topics
}

// A Name is another name of a concept. Its Relation is Synonym, as which Exact
// counts too, or Partial for a name that is broader than the concept.
type Name struct {
	Text     string // the name itself
	Relation Relation
	Sense    int    // which of the name's meanings this is, 1 the most common; 0 if unknown
	Language string // as in Concept
	Source   string // as in Concept
}

// hasID reports whether an identifier means the concept: its own, another one
// of it, or one of these with the ontology's prefix ("MESH:D002644").
func (c *Concept) hasID(id string) bool {
	for _, form := range [2]string{id, names.WithoutPrefix(id)} {
		if form == c.ID {
			return true
		}
		for _, alt := range c.AltIDs {
			if form == alt {
				return true
			}
		}
	}
	return false
}
