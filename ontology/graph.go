package ontology

import (
	"context"
	"iter"
	"slices"

	"github.com/lokman-crawler/lokman/internal/names"
	"github.com/lokman-crawler/lokman/internal/phrase"
)

// A Graph is an ontology in memory. The zero value is empty; Add fills it.
// Once filled it may be used by many goroutines at once.
type Graph struct {
	nodes []*node
	spare []node  // allocated for further nodes, which never move
	added []int32 // the nodes that were added, in order
	byID  map[string]int32

	alts, names, loose index

	warnings []SyntaxError
}

// A node is a concept and its edges, with repetitions if they were added
// twice. The concept's own Parents and Children are empty.
type node struct {
	Concept
	parents, children []int32
	rank              int32 // its place in added, or -1: only named as a parent or child
}

// Add adds a concept. A second concept of the same identifier adds its names,
// parents and all else to the first, as OBO requires of split stanzas. Parents and
// children may be added later or never. A concept without an identifier has its name
// as one; without a name either it is left out, and so are empty identifiers of parents
// and children.
func (g *Graph) Add(c Concept) {
	if c.ID == "" {
		c.ID = c.Name
	}
	if c.ID == "" {
		return
	}
	i := g.place(c.ID)
	have := g.nodes[i]
	if have.rank < 0 {
		have.rank = int32(len(g.added))
		g.added = append(g.added, i)
	}
	have.Obsolete = have.Obsolete || c.Obsolete
	if have.Name == "" {
		have.Name, have.Sense, have.Language, have.Source = c.Name, c.Sense, c.Language, c.Source
	} else if c.Name != "" && c.Name != have.Name {
		have.Names = append(have.Names, Name{c.Name, Synonym, c.Sense, c.Language, c.Source})
	}
	have.Names = append(have.Names, c.Names...)
	have.AltIDs = append(have.AltIDs, c.AltIDs...)
	have.Types = append(have.Types, c.Types...)
	for _, id := range c.Parents {
		if id != "" {
			g.link(g.place(id), i)
		}
	}
	for _, id := range c.Children {
		if id != "" {
			g.link(i, g.place(id))
		}
	}
	g.alts.made, g.names.made, g.loose.made = false, false, false
}

// place returns the node of an identifier, a new one if necessary.
func (g *Graph) place(id string) int32 {
	if g.byID == nil {
		g.byID = map[string]int32{}
	}
	i, ok := g.byID[id]
	if !ok {
		i = int32(len(g.nodes))
		g.byID[id] = i
		if len(g.spare) == 0 {
			g.spare = make([]node, min(max(16, len(g.nodes)), 1024))
		}
		n := &g.spare[0]
		g.spare = g.spare[1:]
		n.ID, n.rank = id, -1
		g.nodes = append(g.nodes, n)
	}
	return i
}

func (g *Graph) link(parent, child int32) {
	g.nodes[parent].children = append(g.nodes[parent].children, child)
	g.nodes[child].parents = append(g.nodes[child].parents, parent)
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
func (g *Graph) Len() int { return len(g.added) }

// Terms returns the number of names of concepts that are not obsolete.
func (g *Graph) Terms() int {
	n := 0
	for i := range g.nodes {
		c := &g.nodes[i].Concept
		if c.Obsolete {
			continue
		}
		if phrase.Normalize(c.Name) != "" {
			n++
		}
		for _, name := range c.Names {
			if phrase.Normalize(name.Text) != "" {
				n++
			}
		}
	}
	return n
}

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
	if !ok || g.nodes[i].rank < 0 {
		return Concept{}, false
	}
	return g.concept(i), true
}

// All yields the concepts in the order of Add.
func (g *Graph) All() iter.Seq[Concept] {
	return func(yield func(Concept) bool) {
		for _, i := range g.added {
			if !yield(g.concept(i)) {
				return
			}
		}
	}
}

func (g *Graph) concept(i int32) Concept {
	n := g.nodes[i]
	c := n.Concept
	c.Names = slices.Clone(c.Names)
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

// Find implements [Store]. The first call after Add takes a pass over all names,
// and so does the first with a name that no concept has exactly.
func (g *Graph) Find(_ context.Context, name string) ([]string, error) {
	for _, id := range [2]string{name, names.WithoutPrefix(name)} {
		if id == "" {
			continue
		}
		if i, ok := g.byID[id]; ok && g.nodes[i].rank >= 0 && !g.nodes[i].Obsolete {
			return []string{id}, nil
		}
		if found := g.find(&g.alts, id); len(found) > 0 {
			return found[:1], nil
		}
	}
	if found := g.find(&g.names, phrase.Normalize(name)); len(found) > 0 {
		return found, nil
	}
	return g.find(&g.loose, names.Loose(name)), nil
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

// Nearest returns names similar to one that the graph lacks; see [Store].
func (g *Graph) Nearest(_ context.Context, name string) ([]string, error) {
	return names.Nearest(name, func(yield func(string, string) bool) {
		for _, i := range g.added {
			n := g.nodes[i]
			if n.Obsolete {
				continue
			}
			if !yield(n.Name, n.Name) {
				return
			}
			for _, other := range n.Names {
				if !yield(other.Text, n.Name) {
					return
				}
			}
		}
	}), nil
}
