package neighbor

import (
	"slices"
	"strings"
	"unicode"

	"github.com/lokman-crawler/lokman/classify/internal/anchor"
)

// A Distance says how different two components are, as paper.NearestNeighbor.Distance has it.
type Distance string

const (
	Levenshtein Distance = "levenshtein"
	Jaccard     Distance = "jaccard"
	Overlap     Distance = "overlap"
)

// Whole is the distance 1. Distances are whole numbers of parts, so that sums
// do not depend on the order in which they are made.
const Whole = 1 << 16

// levenshtein scales the edits by the longer length.
func levenshtein(p *pattern, s string) int32 {
	return inParts(p.edits(s), max(len(p.text), len(s)))
}

func inParts(n, of int) int32 {
	switch {
	case of == 0:
		return 0
	case of < 1<<15: // a division of 32 bits takes a fraction of the time
		return int32(uint32(n) * Whole / uint32(of))
	}
	return int32(n * Whole / of)
}

// jaccard is the distance of two sets by their sizes and that of what they
// have in common.
func jaccard(common, a, b int) int32 {
	return inParts(a+b-2*common, a+b-common)
}

// words splits a component. Signs that stand alone between spaces are words
// too: text before and after a link is often nothing else.
func words(s string) []string {
	s = anchor.MaskDigits(s)
	split := strings.FieldsFunc(s, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune("<>[]/=&;,\"'", r)
	})
	if len(split) == 0 {
		return strings.Fields(s)
	}
	return split
}

func distinct(words []string) []string {
	slices.Sort(words)
	return slices.Compact(words)
}
