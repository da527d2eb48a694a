package ontology

import (
	"context"
	"iter"
	"slices"
	"sync"

	"github.com/lokman-crawler/lokman/internal/phrase"
)

// A Graph is an ontology in memory. The zero value is empty; Add fills it.
// Once filled it may be used by many goroutines at once.
type Graph struct {
	nodes  []node
	byID   map[string]int32 // every identifier, of parents that are missing too
	byName map[string][]int32
	known  int // concepts that were added
	terms  int

	makeLoose sync.Once
	byLoose   map[string][]int32 // made when first needed
}

// A node is a concept and its edges, with repetitions if it was told them
// twice. The concept's own Parents and Children are empty.
type node struct {
	Concept
	parents, children []int32
	known             bool // not only named as a parent or child
}

// Add adds a concept. A second concept of the same identifier adds its names,
// parents and all else to the first, as OBO wants of split stanzas. Parents and
// children may be added later or never.
func (g *Graph) Add(c Concept) {
	i := g.place(c.ID)
	have := &g.nodes[i]
	if !have.known {
		have.known = true
		g.known++
	}
	have.Obsolete = have.Obsolete || c.Obsolete
	if have.Name == "" {
		have.Name, have.Language, have.Source = c.Name, c.Language, c.Source
	}
	have.Names = append(have.Names, c.Names...)
	have.AltIDs = append(have.AltIDs, c.AltIDs...)
	have.Types = append(have.Types, c.Types...)
	for _, id := range c.AltIDs {
		if _, taken := g.byID[id]; !taken {
			g.byID[id] = i
		}
	}
	for _, id := range c.Parents {
		g.link(g.place(id), i)
	}
	for _, id := range c.Children {
		g.link(i, g.place(id))
	}
	if c.Obsolete {
		return
	}
	g.index(c.Name, i, true)
	for _, n := range c.Names {
		g.index(n.Text, i, false)
	}
}

// place returns the node of an identifier, a new one if need be.
func (g *Graph) place(id string) int32 {
	if g.byID == nil {
		g.byID, g.byName = map[string]int32{}, map[string][]int32{}
	}
	i, ok := g.byID[id]
	if !ok || g.nodes[i].ID != id {
		i = int32(len(g.nodes))
		g.byID[id] = i
		g.nodes = append(g.nodes, node{Concept: Concept{ID: id}})
	}
	return i
}

func (g *Graph) link(parent, child int32) {
	g.nodes[parent].children = append(g.nodes[parent].children, child)
	g.nodes[child].parents = append(g.nodes[child].parents, parent)
}

// index notes that a name means a concept: twice its number, plus 1 unless it
// is the preferred name.
func (g *Graph) index(name string, i int32, preferred bool) {
	key := phrase.Normalize(name)
	if key == "" {
		return
	}
	g.terms++
	entry := 2 * i
	if !preferred {
		entry++
	}
	g.byName[key] = append(g.byName[key], entry)
}

// meant returns the concepts that entries of an index mean, each once: those
// that prefer the name first, then in the order of Add.
func meant(entries []int32) []int32 {
	nodes := make([]int32, 0, len(entries))
	for odd := range int32(2) {
		for _, e := range entries {
			if e&1 == odd {
				nodes = append(nodes, e>>1)
			}
		}
	}
	return unique(nodes)
}

// unique drops all but the first of equal values.
func unique[T comparable](all []T) []T {
	if len(all) < 2 {
		return all
	}
	seen := make(map[T]struct{}, len(all))
	return slices.DeleteFunc(all, func(v T) bool {
		_, again := seen[v]
		seen[v] = struct{}{}
		return again
	})
}

// Len returns the number of concepts, obsolete ones included.
func (g *Graph) Len() int { return g.known }

// Terms returns the number of names of concepts that are not obsolete.
func (g *Graph) Terms() int { return g.terms }

// Relations returns the number of pairs of a parent and a child.
func (g *Graph) Relations() int {
	n := 0
	for i := range g.nodes {
		n += len(unique(slices.Clone(g.nodes[i].parents)))
	}
	return n
}

// Concept returns the concept of an identifier.
func (g *Graph) Concept(id string) (Concept, bool) {
	i, ok := g.byID[id]
	if !ok || !g.nodes[i].known {
		return Concept{}, false
	}
	return g.concept(i), true
}

// All yields the concepts in the order of Add.
func (g *Graph) All() iter.Seq[Concept] {
	return func(yield func(Concept) bool) {
		for i := range g.nodes {
			if g.nodes[i].known && !yield(g.concept(int32(i))) {
				return
			}
		}
	}
}

func (g *Graph) concept(i int32) Concept {
	n := &g.nodes[i]
	c := n.Concept
	c.AltIDs = unique(slices.Clone(c.AltIDs))
	c.Types = unique(slices.Clone(c.Types))
	c.Parents = g.ids(n.parents)
	c.Children = g.ids(n.children)
	return c
}

func (g *Graph) ids(nodes []int32) []string {
	var ids []string
	for _, i := range unique(slices.Clone(nodes)) {
		ids = append(ids, g.nodes[i].ID)
	}
	return ids
}

// Find implements [Store]. A name that nothing has is looked for again with its
// words stemmed and sorted; that takes a pass over all names the first time.
func (g *Graph) Find(_ context.Context, name string) ([]string, error) {
	for _, id := range [2]string{name, withoutPrefix(name)} {
		if i, ok := g.byID[id]; ok && g.nodes[i].known && !g.nodes[i].Obsolete {
			return []string{g.nodes[i].ID}, nil
		}
	}
	entries := g.byName[phrase.Normalize(name)]
	if len(entries) == 0 {
		entries = g.loose()[Loose(name)]
	}
	return g.ids(meant(entries)), nil
}

func (g *Graph) loose() map[string][]int32 {
	g.makeLoose.Do(func() {
		g.byLoose = map[string][]int32{}
		for i := range g.nodes {
			n := &g.nodes[i]
			if n.Obsolete {
				continue
			}
			g.indexLoose(n.Name, 2*int32(i))
			for _, name := range n.Names {
				g.indexLoose(name.Text, 2*int32(i)+1)
			}
		}
	})
	return g.byLoose
}

func (g *Graph) indexLoose(name string, entry int32) {
	if key := Loose(name); key != "" {
		g.byLoose[key] = append(g.byLoose[key], entry)
	}
}

// Concepts implements [Store].
func (g *Graph) Concepts(_ context.Context, ids []string) ([]Concept, error) {
	var found []Concept
	for _, id := range ids {
		if c, ok := g.Concept(id); ok {
			found = append(found, c)
		}
	}
	return found, nil
}

// Topic implements [Ontology] with the thesis's expansion, the zero
// [Expansion].
func (g *Graph) Topic(ctx context.Context, name string) (Topic, error) {
	return Expand(ctx, g, name, Expansion{})
}

// Expand is [Expand] of the graph.
func (g *Graph) Expand(name string, x Expansion) (Topic, error) {
	return Expand(context.Background(), g, name, x)
}
