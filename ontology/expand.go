package ontology

import (
	"slices"

	"github.com/lokman-crawler/lokman/internal/phrase"
)

// An Expansion says which related concepts a Topic takes in. The zero value is
// the thesis's (3.3, 5): synonyms, the parents, and the siblings of rank 0.
type Expansion struct {
	Parents    int  // levels of broader concepts, as Partial; 0 means 1, None none
	NoSiblings bool // leaves the other children of the parents out, which are Contextual
	Children   int  // levels of narrower concepts with their synonyms, as Synonym; All for all
}

const (
	None = -1      // no level at all
	All  = 1 << 30 // as many levels as there are
)

// Expand returns the topic of a name or an identifier. Its terms are, in this
// order: the name as it was asked for, the other names of its concept, the
// narrower concepts level by level, the broader ones level by level, and the
// siblings; each phrase once, with its nearest relation. The cost follows the
// number of terms.
func (g *Graph) Expand(name string, x Expansion) (Topic, error) {
	c, byName, ok := g.find(name)
	if !ok {
		return Topic{}, &UnknownTopicError{name, g.nearest(name)}
	}
	t := topic{Topic: Topic{Name: name, ID: c.ID}, seen: map[string]int{}}
	if byName {
		t.add(name, Exact, c.ID)
	} else {
		t.Name = c.Name
		t.add(c.Name, Exact, c.ID)
	}
	t.addNames(c)
	for _, level := range g.levels(c, x.Children, g.childrenOf) {
		for _, n := range level {
			t.addNames(n)
		}
	}
	parents := x.Parents
	if parents == 0 {
		parents = 1
	}
	for _, level := range g.levels(c, parents, g.parentsOf) {
		for _, p := range level {
			t.add(p.Name, Partial, p.ID)
		}
	}
	if !x.NoSiblings {
		for _, p := range g.parentsOf(c) {
			for _, s := range g.childrenOf(p) {
				if s.ID != c.ID {
					t.add(s.Name, Contextual, s.ID)
				}
			}
		}
	}
	return t.Topic, nil
}

// topic collects terms, each once, with the nearest of its relations.
type topic struct {
	Topic
	seen map[string]int // normal form to place in Terms
}

func (t *topic) add(text string, r Relation, concept string) {
	key := phrase.Normalize(text)
	if key == "" {
		return
	}
	if i, ok := t.seen[key]; ok {
		if r < t.Terms[i].Relation {
			t.Terms[i].Relation, t.Terms[i].Concept = r, concept
		}
		return
	}
	t.seen[key] = len(t.Terms)
	t.Terms = append(t.Terms, Term{text, r, concept})
}

func (t *topic) addNames(c *Concept) {
	t.add(c.Name, Synonym, c.ID)
	for _, n := range c.Names {
		t.add(n.Text, n.Relation, c.ID)
	}
}

// levels walks from a concept by steps of next, breadth-first, and returns
// what it meets, level by level, each concept once. Cycles end it.
func (g *Graph) levels(from *Concept, depth int, next func(*Concept) []*Concept) [][]*Concept {
	var levels [][]*Concept
	seen := map[string]bool{from.ID: true}
	for at := []*Concept{from}; len(levels) < depth; {
		var level []*Concept
		for _, c := range at {
			for _, n := range next(c) {
				if !seen[n.ID] {
					seen[n.ID] = true
					level = append(level, n)
				}
			}
		}
		if len(level) == 0 {
			break
		}
		levels = append(levels, level)
		at = level
	}
	return levels
}

func (g *Graph) parentsOf(c *Concept) []*Concept {
	var parents []*Concept
	for _, id := range c.Parents {
		if i, ok := g.byID[id]; ok && !g.concepts[i].Obsolete {
			parents = append(parents, &g.concepts[i])
		}
	}
	return parents
}

func (g *Graph) childrenOf(c *Concept) []*Concept {
	var children []*Concept
	for _, i := range g.children[c.ID] {
		if !g.concepts[i].Obsolete {
			children = append(children, &g.concepts[i])
		}
	}
	return slices.Clip(children)
}
