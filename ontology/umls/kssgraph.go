package umls

import (
	"cmp"
	"errors"
	"fmt"
	"os"

	"github.com/lokman-crawler/lokman/internal/unzip"
	"github.com/lokman-crawler/lokman/ontology"
)

// OpenKSS reads the file at path, gzipped or not, with what the Knowledge Source
// Server answered for one topic: see [ReadKSS]. The ontology knows that topic
// alone, and the zero [ontology.Expansion] of it has ReadKSS's terms: partial
// ones are its parents, contextual ones the other children of these.
func OpenKSS(path string) (*ontology.Graph, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("umls: %w", err)
	}
	defer f.Close()
	in, err := unzip.NewReader(f)
	if err != nil {
		return nil, fmt.Errorf("umls: %s: %w", path, err)
	}
	topic, err := ReadKSS(in)
	var syntax *ontology.SyntaxError
	switch {
	case errors.As(err, &syntax):
		syntax.Name = path
		return nil, err
	case err != nil:
		return nil, fmt.Errorf("umls: %s: %w", path, err)
	}
	return graphOf(topic), nil
}

// nowhere is the identifier of the parent, without a name, of contextual terms
// if there is no other.
const nowhere = "context"

// graphOf makes an ontology of a topic.
func graphOf(t ontology.Topic) *ontology.Graph {
	c := ontology.Concept{ID: cmp.Or(t.ID, t.Name), Name: t.Name}
	used := map[string]bool{c.ID: true, nowhere: true}
	// identify returns the CUI of a term, or the term if another one has it: a
	// name that is added to a concept would become its synonym.
	identify := func(term ontology.Term) string {
		id := term.Concept
		if id == "" || used[id] {
			id = term.Text
		}
		used[id] = true
		return id
	}
	var related []ontology.Concept
	var context []string
	for _, term := range t.Terms[1:] { // after the exact one
		if term.Relation == ontology.Synonym {
			c.Names = append(c.Names, ontology.Name{Text: term.Text, Relation: ontology.Synonym})
			continue
		}
		id := identify(term)
		related = append(related, ontology.Concept{ID: id, Name: term.Text})
		if term.Relation == ontology.Partial {
			c.Parents = append(c.Parents, id)
		} else {
			context = append(context, id)
		}
	}
	if len(c.Parents) == 0 && len(context) > 0 {
		c.Parents = []string{nowhere}
		related = append(related, ontology.Concept{ID: nowhere})
	}
	if len(context) > 0 {
		related = append(related, ontology.Concept{ID: c.Parents[0], Children: context})
	}
	g := new(ontology.Graph)
	g.Add(c)
	for _, r := range related {
		g.Add(r)
	}
	return g
}
