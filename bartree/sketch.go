package bartree

// A Sketch stands for a set: its 64 slots hold the least hashes of its members
// (MinHash by one permutation). The zero Sketch is the empty set. Likeness of
// two sketches estimates |A∩B|/|A∪B| of their sets with a standard error of
// at most 0.07.
type TagSketch [64]uint32

func (s *TagSketch) add(h uint64) {
	slot := &s[h>>58]
	if v := uint32(h>>26) &^ 1; v < *slot-1 { // 0 means empty, and less 1 is more than any v
		*slot = v + 1
	}
}

// Likeness returns how like two sets are, 0 to 1; two empty ones are alike.
func (s *TagSketch) Likeness(t *TagSketch) float64 {
	same, used := 0, 0
	for i := range s {
		switch {
		case s[i] == 0 && t[i] == 0:
			continue
		case s[i] == t[i]:
			same++
		}
		used++
	}
	if used == 0 {
		return 1
	}
	return float64(same) / float64(used)
}
