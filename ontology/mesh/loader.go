package mesh

import (
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/ontology"
)

// A loader fills a graph with records and remembers which of them holds which
// tree number, for a parent may come after its child.
type loader struct {
	Reader
	name    string // of the file that is read
	graph   *ontology.Graph
	places  []place
	holders map[string]string // tree number to identifier
}

// A place is a tree number of a record.
type place struct{ tree, id string }

func newLoader(r Reader) *loader {
	return &loader{Reader: r, graph: new(ontology.Graph), holders: map[string]string{}}
}

// add takes a record or, of a record that comes in several rows, a part.
func (l *loader) add(c *ontology.Concept, trees []string) {
	for _, tree := range trees {
		l.hold(tree, c.ID)
	}
	c.AltIDs = append(c.AltIDs, trees...)
	l.graph.Add(*c)
}

// hold notes that a record holds a tree number, the first that does.
func (l *loader) hold(tree, id string) {
	l.places = append(l.places, place{tree, id})
	if _, taken := l.holders[tree]; !taken {
		l.holders[tree] = id
	}
}

// finish resolves the parents.
func (l *loader) finish() *ontology.Graph {
	for at := l.places; len(at) > 0; {
		c := ontology.Concept{ID: at[0].id}
		for len(at) > 0 && at[0].id == c.ID {
			if parent := l.parent(at[0].tree); parent != "" && parent != c.ID {
				c.Parents = append(c.Parents, parent)
			}
			at = at[1:]
		}
		if len(c.Parents) > 0 {
			l.graph.Add(c)
		}
	}
	return l.graph
}

// parent returns the holder of a tree number without its last part, "" if there
// is none.
func (l *loader) parent(tree string) string {
	dot := strings.LastIndexByte(tree, '.')
	if dot < 0 {
		return ""
	}
	return l.holders[tree[:dot]]
}

// isTree reports whether a text has the form of a tree number: "C04" or
// "C01.925.256".
func isTree(s string) bool {
	if len(s) < 3 || s[0] < 'A' || s[0] > 'Z' {
		return false
	}
	parts := strings.Split(s[1:], ".")
	return !slices.ContainsFunc(parts, func(p string) bool {
		return p == "" || strings.Trim(p, "0123456789") != ""
	})
}
