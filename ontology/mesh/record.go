package mesh

import (
	"bytes"
	"slices"

	"github.com/lokman-crawler/lokman/ontology"
)

// A record is one record of XML while it is read.
type record struct {
	ui        string
	heads     []term // its name, in each language
	trees     []string
	types     []string
	headings  []string // what a supplementary record is mapped to
	terms     []term
	relations []relation
	preferred string // the preferred concept

	concept     string // the open Concept
	termUI      string // of the open Term
	isPreferred bool   // that it is the preferred one
	isPermuted  bool   // that the open Term is
}

type term struct {
	text     string
	language string
	concept  string
	permuted bool
}

// A relation of concept 1 to concept 2: NRW if 2 is narrower, BRD if it is
// broader, REL if it is related.
type relation struct{ name, one, two string }

// head stores a heading, of a translation with the English one.
func (r *record) head(text, language string) {
	own, original := splitHeading(text, language)
	if own != "" {
		r.heads = append(r.heads, term{text: own, language: language})
	}
	if original != "" {
		r.heads = append(r.heads, term{text: original, language: english})
	}
}

// heading returns the heading that is the name: the first that is not English, or
// else the first.
func (r *record) heading() term {
	i := slices.IndexFunc(r.heads, func(t term) bool { return t.language != english })
	return r.heads[max(0, i)]
}

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
	case "TermUI":
		r.termUI = string(text)
	}
}

// whole returns the concept of a record that has been read.
func (r *record) whole(noPermuted bool) ontology.Concept {
	head := r.heading()
	c := ontology.Concept{ID: r.ui, Name: head.text, Language: head.language, Parents: r.headings, Types: r.types}
	broader := r.broader()
	for _, t := range r.terms {
		if t.text == "" || t.text == head.text || t.permuted && noPermuted {
			continue
		}
		name := ontology.Name{Text: t.text, Relation: ontology.Synonym, Language: t.language}
		if broader[t.concept] {
			name.Relation = ontology.Partial
		}
		c.Names = append(c.Names, name)
	}
	if len(r.heads) > 1 {
		c.Names = append(c.Names, r.otherHeads(head)...)
	}
	return c
}

// otherHeads returns the headings besides the name that are no terms.
func (r *record) otherHeads(name term) []ontology.Name {
	known := map[string]bool{name.text: true}
	for _, t := range r.terms {
		known[t.text] = true
	}
	var others []ontology.Name
	for _, t := range r.heads {
		if !known[t.text] {
			known[t.text] = true
			others = append(others, ontology.Name{Text: t.text, Relation: ontology.Synonym, Language: t.language})
		}
	}
	return others
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
