package obo

import (
	"cmp"
	"hash/maphash"
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/internal/vocabulary"
	"github.com/lokman-crawler/lokman/ontology"
)

// A collector fills a graph. What only the whole file can decide waits for
// finish.
type collector struct {
	graph    *ontology.Graph
	name     string              // of the file
	types    map[string]string   // each semantic type once, not once a concept
	xrefs    []xref              // in the order of the file
	heirs    []string            // the keys of replaced in the order of the file
	replaced map[string][]string // concept to the obsolete ones that only it replaces
}

// An xref is a concept's identifier in another vocabulary.
type xref struct {
	concept, id string
	digest      uint64 // of id
}

var seed = maphash.MakeSeed()

func newCollector(name string) *collector {
	return &collector{
		graph:    new(ontology.Graph),
		name:     name,
		types:    map[string]string{},
		replaced: map[string][]string{},
	}
}

// add takes a concept with its references to other vocabularies and the
// concepts that replace it if it is obsolete.
func (c *collector) add(concept *ontology.Concept, xrefs, replacedBy []string) {
	concept.Name = strings.TrimSpace(concept.Name)
	for i := range concept.Names {
		concept.Names[i].Text = strings.TrimSpace(concept.Names[i].Text)
	}
	for i, t := range concept.Types {
		concept.Types[i] = c.intern(t)
	}
	c.graph.Add(*concept)
	if !concept.Obsolete {
		c.refer(concept.ID, xrefs)
		return
	}
	if len(replacedBy) == 1 {
		heir := replacedBy[0]
		if c.replaced[heir] == nil {
			c.heirs = append(c.heirs, heir)
		}
		c.replaced[heir] = append(c.replaced[heir], concept.ID)
	}
}

// mend warns of an error instead of refusing the file.
func (c *collector) mend(err error) {
	if syntax, ok := err.(*ontology.SyntaxError); ok {
		syntax.Name = c.name
		c.graph.Warn(*syntax)
	}
}

func (c *collector) intern(s string) string {
	if known, ok := c.types[s]; ok {
		return known
	}
	c.types[s] = s
	return s
}

func (c *collector) refer(concept string, xrefs []string) {
	for _, x := range xrefs {
		if id := vocabulary.Xref(x); id != "" {
			c.xrefs = append(c.xrefs, xref{concept, id, maphash.String(seed, id)})
		}
	}
}

// shared returns for each xref whether several concepts have it. A sort by digest
// is several times as fast as a map of that many strings.
func (c *collector) shared() []bool {
	order := make([]int32, len(c.xrefs))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int { return cmp.Compare(c.xrefs[a].digest, c.xrefs[b].digest) })
	shared := make([]bool, len(order))
	for from, to := 0, 0; from < len(order); from = to {
		first, several := c.xrefs[order[from]], false
		for ; to < len(order) && c.xrefs[order[to]].digest == first.digest; to++ {
			several = several || c.xrefs[order[to]].concept != first.concept
		}
		for _, i := range order[from:to] {
			shared[i] = several
		}
	}
	return shared
}

// finish adds the identifiers that mean one concept only.
func (c *collector) finish() {
	shared := c.shared()
	for from, to := 0, 0; from < len(c.xrefs); from = to {
		more := ontology.Concept{ID: c.xrefs[from].concept}
		for ; to < len(c.xrefs) && c.xrefs[to].concept == more.ID; to++ {
			if !shared[to] {
				more.AltIDs = append(more.AltIDs, c.xrefs[to].id)
			}
		}
		if len(more.AltIDs) > 0 {
			c.graph.Add(more)
		}
	}
	for _, id := range c.heirs {
		if heir, ok := c.graph.Concept(id); ok && !heir.Obsolete {
			c.graph.Add(ontology.Concept{ID: id, AltIDs: c.replaced[id]})
		}
	}
}

// broader reports whether a relation leads to a parent.
func broader(relation string) bool {
	return relation == "is_a" || relation == "part_of" || relation == "BFO:0000050"
}
