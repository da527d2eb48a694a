package ontology

import (
	"context"
	"slices"

	"github.com/lokman-crawler/lokman/internal/phrase"
)

// A Concept is one node of a Graph.
type Concept struct {
	ID       string
	Name     string   // the preferred name
	Names    []Name   // other names
	Parents  []string // identifiers of broader concepts: is-a and part-of
	Obsolete bool     // kept out of topics
}

// A Name is another name of a concept. Its Relation is Synonym, or Partial for
// a name that is broader than the concept.
type Name struct {
	Text     string
	Relation Relation
}

// A Graph is an ontology in memory. The zero value is empty; Add fills it.
// Once filled it may be used by many goroutines at once.
type Graph struct {
	concepts []Concept
	byID     map[string]int
	byName   map[string][]int // normal form of every name to concepts, preferred names first
	children map[string][]int // identifier of a parent to its children
	terms    int
}

// Add adds a concept. A second concept of the same identifier adds its names
// and parents to the first, as OBO wants of split stanzas.
func (g *Graph) Add(c Concept) {
	if g.byID == nil {
		g.byID, g.byName, g.children = map[string]int{}, map[string][]int{}, map[string][]int{}
	}
	i, known := g.byID[c.ID]
	if !known {
		i = len(g.concepts)
		g.byID[c.ID] = i
		g.concepts = append(g.concepts, Concept{ID: c.ID})
	}
	have := &g.concepts[i]
	have.Obsolete = have.Obsolete || c.Obsolete
	if have.Name == "" {
		have.Name = c.Name
	}
	have.Names = append(have.Names, c.Names...)
	for _, p := range c.Parents {
		if !slices.Contains(have.Parents, p) {
			have.Parents = append(have.Parents, p)
			g.children[p] = append(g.children[p], i)
		}
	}
	if c.Obsolete {
		return
	}
	g.index(c.Name, i, true)
	for _, n := range c.Names {
		g.index(n.Text, i, false)
	}
}

func (g *Graph) index(name string, i int, preferred bool) {
	key := phrase.Normalize(name)
	if key == "" {
		return
	}
	g.terms++
	at := g.byName[key]
	if slices.Contains(at, i) {
		return
	}
	if preferred {
		// Before the concepts that only have the name as a synonym, after
		// those that prefer it as well.
		for n, other := range at {
			if phrase.Normalize(g.concepts[other].Name) != key {
				g.byName[key] = slices.Insert(at, n, i)
				return
			}
		}
	}
	g.byName[key] = append(at, i)
}

// Len returns the number of concepts, obsolete ones included.
func (g *Graph) Len() int { return len(g.concepts) }

// Terms returns the number of names of concepts that are not obsolete.
func (g *Graph) Terms() int { return g.terms }

// Concept returns the concept of an identifier.
func (g *Graph) Concept(id string) (Concept, bool) {
	i, ok := g.byID[id]
	if !ok {
		return Concept{}, false
	}
	return g.concepts[i], true
}

// Topic implements [Ontology] with the thesis's expansion, the zero
// [Expansion]. The name is a concept's identifier or one of its names; upper
// and lower case and punctuation do not matter. Of several concepts with the
// name, one that prefers it wins, then the one that was added first.
func (g *Graph) Topic(_ context.Context, name string) (Topic, error) {
	return g.Expand(name, Expansion{})
}

// find returns the concept that a topic's name or identifier means, and
// whether it was found by its name.
func (g *Graph) find(name string) (c *Concept, byName, ok bool) {
	if i, ok := g.byID[name]; ok && !g.concepts[i].Obsolete {
		return &g.concepts[i], false, true
	}
	if at := g.byName[phrase.Normalize(name)]; len(at) > 0 {
		return &g.concepts[at[0]], true, true
	}
	return nil, false, false
}
