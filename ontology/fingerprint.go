package ontology

import (
	"fmt"
	"hash/fnv"
)

// Fingerprint returns a number that differs between scorers of different terms,
// weights or choices, and is the same in each process. Of Stem and Stop it has no more
// than whether they are set. It costs time linear in the terms.
func (s *Scorer) Fingerprint() uint64 {
	h := fnv.New64a()
	c := s.scoring
	fmt.Fprintln(h, s.weights, c.Normalization, c.Counting, c.Stem != nil, c.Stop != nil, c.Turkish, c.IgnoreAccents, c.GreekNames)
	for i, t := range s.terms {
		fmt.Fprintf(h, "%q %d %g\n", t.Text, t.Relation, s.worth[i])
	}
	return h.Sum64()
}
