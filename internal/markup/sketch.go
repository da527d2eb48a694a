package markup

import "bytes"

// A TagSketch represents a set of tag paths, of runs of tags or of words: its 64 slots
// hold the least hashes of the members (MinHash by one permutation). The zero value is
// the empty set. Likeness of two sketches estimates |A∩B|/|A∪B| of their sets with a
// standard error of at most 0.07.
type TagSketch [64]uint32

func (s *TagSketch) add(h uint64) {
	slot := &s[h>>58]
	if v := uint32(h>>26) &^ 1; v < *slot-1 { // 0 means empty: minus 1 it is more than any v
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

// SketchWords returns which words a page has.
func (o *Outline) SketchWords() (s TagSketch) {
	for word := range bytes.FieldsSeq(o.Text) {
		s.add(mix(rawHash(0, word)))
	}
	return s
}
