package mesh

import (
	"bytes"

	"github.com/lokman-crawler/lokman/ontology"
)

// A record is one record of XML while it is read.
type record struct {
	ui, name  string
	trees     []string
	types     []string
	headings  []string // what a supplementary record is mapped to
	terms     []term
	relations []relation
	preferred string // the preferred concept

	concept     string // the open Concept
	isPreferred bool   // that it is the preferred one
	isPermuted  bool   // that the open Term is
}

type term struct {
	text     string
	concept  string
	permuted bool
}

// A relation of concept 1 to concept 2: NRW if 2 is narrower, BRD if it is
// broader, REL if it is related.
type relation struct{ name, one, two string }

// take stores the text of an element, by its name and those of its ancestors.
func (r *record) take(within []string, name string, text []byte) {
	parent := within[len(within)-1]
	switch name {
	case "TreeNumber":
		r.trees = append(r.trees, string(text))
	case "SemanticTypeUI", "SemanticTypeName":
		r.types = append(r.types, string(text))
	case "DescriptorUI":
		if parent == "DescriptorReferredTo" && within[len(within)-2] == "HeadingMappedTo" {
			// An asterisk marks the headings that are the main point.
			r.headings = append(r.headings, string(bytes.TrimPrefix(text, []byte("*"))))
		}
	case "ConceptUI":
		if r.concept = string(text); r.isPreferred {
			r.preferred = r.concept
		}
	case "Concept1UI", "Concept2UI":
		if parent != "ConceptRelation" {
			return
		}
		last := &r.relations[len(r.relations)-1]
		if name == "Concept1UI" {
			last.one = string(text)
		} else {
			last.two = string(text)
		}
	case "String":
		if parent == "Term" {
			r.terms = append(r.terms, term{string(text), r.concept, r.isPermuted})
		}
	}
}

// whole returns the concept of a record that has been read.
func (r *record) whole(language string, noPermuted bool) ontology.Concept {
	c := ontology.Concept{ID: r.ui, Name: r.name, Language: language, Parents: r.headings, Types: r.types}
	broader := r.broader()
	for _, t := range r.terms {
		if t.text == "" || t.text == r.name || t.permuted && noPermuted {
			continue
		}
		name := ontology.Name{Text: t.text, Relation: ontology.Synonym, Language: language}
		if broader[t.concept] {
			name.Relation = ontology.Partial
		}
		c.Names = append(c.Names, name)
	}
	return c
}

// broader returns the concepts that are broader than the preferred one.
func (r *record) broader() map[string]bool {
	var found map[string]bool
	for _, rel := range r.relations {
		broad, narrow := rel.one, rel.two
		switch rel.name {
		case "BRD":
			broad, narrow = rel.two, rel.one
		case "NRW":
		default:
			continue
		}
		if narrow != r.preferred {
			continue
		}
		if found == nil {
			found = map[string]bool{}
		}
		found[broad] = true
	}
	return found
}
