package skos

import (
	"slices"

	"github.com/lokman-crawler/lokman/internal/vocabulary"
	"github.com/lokman-crawler/lokman/ontology"
)

// allNames returns the names of a node and of those that it has its names
// from.
func (b *builder) allNames(i int32) []name {
	n := &b.nodes[i]
	names := slices.Clone(n.names)
	for _, e := range n.edges {
		switch e.role {
		case preferredNodeRole, synonymNodeRole:
			names = append(names, b.linked(e.to, e.role)...)
		case synonymRole, broadNameRole:
			names = append(names, b.labels(e.to, e.role)...)
		}
	}
	for _, e := range n.edges {
		if e.role == meshConceptRole {
			names = append(names, b.meshNames(e.to)...)
		}
	}
	return names
}

// meshNames returns the terms of a concept of MeSH. They are other names of
// its descriptor, which has a preferred term of its own.
func (b *builder) meshNames(i int32) []name {
	var names []name
	if b.take(i) {
		for _, e := range b.nodes[i].edges {
			if e.role == preferredNodeRole || e.role == synonymNodeRole {
				names = append(names, b.linked(e.to, synonymNodeRole)...)
			}
		}
	}
	return names
}

// linked returns the names of a label of SKOS-XL, which has one, or of a term
// of MeSH.
func (b *builder) linked(i int32, r role) []name {
	n := &b.nodes[i]
	var names []name
	switch {
	case n.form > 0:
		form := n.names[n.form-1]
		names = []name{{form.text, form.language, preferredRole}}
	case b.take(i):
		names = slices.DeleteFunc(slices.Clone(n.names), func(x name) bool { return x.role == labelRole })
	}
	if r == synonymNodeRole {
		for i := range names {
			names[i].role = synonymRole
		}
	}
	return names
}

// labels returns the labels of a synonym of oboInOwl that is a node.
func (b *builder) labels(i int32, r role) []name {
	var names []name
	if b.take(i) {
		for _, n := range b.nodes[i].names {
			if n.role == labelRole {
				names = append(names, name{n.text, n.language, r})
			}
		}
	}
	return names
}

// take reports whether a concept or term of MeSH, or a synonym, is free yet. Each is of
// one concept, so that a file cannot make many names of few triples.
func (b *builder) take(i int32) bool {
	n := &b.nodes[i]
	free := !n.taken
	n.taken = true
	return free
}

// name gives a concept its names, each once in a language.
func (b *builder) name(c *ontology.Concept, names []name) {
	best := b.preferred(names)
	seen := map[[2]string]bool{}
	if best >= 0 {
		c.Name, c.Language = names[best].text, names[best].language
		seen[[2]string{c.Name, c.Language}] = true
	}
	for _, n := range names {
		key := [2]string{n.text, n.language}
		if seen[key] {
			continue
		}
		seen[key] = true
		relation := ontology.Synonym
		if n.role == broadNameRole {
			relation = ontology.Partial
		}
		c.Names = append(c.Names, ontology.Name{Text: n.text, Relation: relation, Language: n.language})
	}
}

// preferred returns the index of a concept's preferred name, or -1.
func (b *builder) preferred(names []name) int {
	best, least := -1, 0
	for i, n := range names {
		if n.role != preferredRole && n.role != labelRole {
			continue
		}
		rank := 2 * b.preference(n.language)
		if n.role == labelRole {
			rank++
		}
		if best < 0 || rank < least {
			best, least = i, rank
		}
	}
	return best
}

// preference orders the languages of preferred names, the best first.
func (b *builder) preference(language string) int {
	switch {
	case len(b.languages) > 0:
		return b.rank(language)
	case vocabulary.InLanguage(language, "en"):
		return 0
	case language == "":
		return 1
	}
	return 2
}
