package neighbor

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/lokman-crawler/lokman/classify/internal/anchor"
	"github.com/lokman-crawler/lokman/internal/each"
)

// A Method says what is compared of a link.
type Method struct {
	Name       string // in the files of its models
	Components []Component
	Vectors    func([]anchor.Link) []Vector // of links of one page
	Distances  []Distance                   // that its models may compare by, the first by default
}

// A Component of a vector: how much it counts, and whether it is compared by
// its words whatever the model's Distance is.
type Component struct {
	Name   string
	Weight int32
	Words  bool
}

// A Vector is what is compared of a link, a string for each of the components.
type Vector []string

// key is the vector in one string.
func (v Vector) key() string { return strings.Join(v, "\x00") }

// Same returns for each vector the index of the first that is the same.
func Same(vectors []Vector) []int {
	first := make(map[string]int, len(vectors))
	same := make([]int, len(vectors))
	var key []byte
	for i, v := range vectors {
		key = key[:0]
		for _, component := range v {
			key = append(append(key, component...), 0)
		}
		at, ok := first[string(key)]
		if !ok {
			at = i
			first[string(key)] = i
		}
		same[i] = at
	}
	return same
}

// An Example is a distinct vector with what the links that have it were.
type Example struct {
	Vector Vector
	Counts map[string]int // links by class
	Href   string         // of the first of them
	Text   string
	Own    bool // the model's own answers alone
	Page   int  // that had it last
}

// Names returns the names of the components, in their order.
func (m *Method) Names() []string {
	return each.Of(m.Components, func(c Component) string { return c.Name })
}

// scale turns parts into a mean distance of the components, 0 to 1.
func (m *Method) scale(distance int32) float64 {
	weights := int32(0)
	for _, c := range m.Components {
		weights += c.Weight
	}
	return float64(distance) / Whole / float64(weights)
}

// CheckDistance refuses one that the method's models do not compare by.
func (m *Method) CheckDistance(d Distance) error {
	if d == "" || slices.Contains(m.Distances, d) {
		return nil
	}
	want := each.Of(m.Distances, func(known Distance) string { return strconv.Quote(string(known)) })
	list := want[len(want)-1]
	if n := len(want) - 1; n > 0 {
		list = strings.Join(want[:n], ", ") + " or " + list
	}
	return fmt.Errorf("classify: distance %q: want %s", d, list)
}

// DistanceOf returns the distance that a model compares by.
func (m *Method) DistanceOf(d Distance) Distance { return cmp.Or(d, m.Distances[0]) }

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

// words appends the words of a component to split. Signs that stand alone between spaces are words
// too: text before and after a link is often nothing else.
func words(split []string, s string) []string {
	s = anchor.MaskDigits(s)
	start := -1
	for i, r := range s {
		if divides(r) {
			if start >= 0 {
				split = append(split, s[start:i])
			}
			start = -1
		} else if start < 0 {
			start = i
		}
	}
	if start >= 0 {
		split = append(split, s[start:])
	}
	if len(split) == 0 {
		return append(split, strings.Fields(s)...)
	}
	return split
}

// divides reports whether a character stands between words.
func divides(r rune) bool {
	switch r {
	case '<', '>', '[', ']', '/', '=', '&', ';', ',', '"', '\'':
		return true
	}
	return unicode.IsSpace(r)
}

func distinct(words []string) []string {
	slices.Sort(words)
	return slices.Compact(words)
}
