// Package journal decides whether a link leads to an article: it weighs the nearest
// examples, and how the link stands on its page beside the journal's other pages.
package journal

import (
	"github.com/lokman-crawler/lokman/classify/internal/neighbor"
	"github.com/lokman-crawler/lokman/classify/internal/verdict"
)

// A Model knows the links of a journal. The zero value knows nothing.
type Model struct {
	neighbor.Model
	memory memory
	shares *priorShares // nil for those of the package
}

// Method compares the enhanced components.
var Method = neighbor.Method{
	Name: "enhanced", Components: components, Vectors: vectorsOf, Distances: []neighbor.Distance{neighbor.Levenshtein},
}

func (m *Model) prior() *priorShares {
	if m.shares != nil {
		return m.shares
	}
	return &prior
}

// limit is the distance that most right answers about the examples keep.
func (m *Model) limit() float64 {
	return max(neighbor.Whole, min(float64(m.Trust.MaxDistance), maxLimit*neighbor.Whole))
}

// furthest is the distance to a class without examples.
const furthest = 26 * neighbor.Whole

// priorShares are what share of a journal's other links and of its articles
// have a value of a clue, by clue and value.
type priorShares [clueCount]map[string]verdict.Count
