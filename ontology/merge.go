package ontology

import "github.com/lokman-crawler/lokman/internal/phrase"

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
// both relations. seen maps a normal form to its index in terms.
func addTerm(terms []Term, seen map[string]int, t Term) []Term {
	key := phrase.Normalize(t.Text)
	if key == "" {
		return terms
	}
	if i, ok := seen[key]; ok {
		if t.Relation < terms[i].Relation {
			terms[i].Relation, terms[i].Concept = t.Relation, t.Concept
		}
		return terms
	}
	seen[key] = len(terms)
	return append(terms, t)
}
