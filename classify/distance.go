package classify

import (
	"fmt"
	"slices"
)

// A Distance says how different two components are. The papers do not define
// it; a model stores which one it uses.
type Distance string

const (
	// DistanceLevenshtein is the least number of bytes to insert, delete or replace,
	// divided by the length of the longer string. It is the default.
	DistanceLevenshtein Distance = "levenshtein"

	// DistanceJaccard is 1 minus the share of common words in all words of the two;
	// words are what is between spaces, brackets and punctuation, with each
	// run of digits as 0.
	DistanceJaccard Distance = "jaccard"

	// DistanceOverlap is 0 for equal strings and 1 for others.
	DistanceOverlap Distance = "overlap"
)

func (d Distance) valid() error {
	switch d {
	case "", DistanceLevenshtein, DistanceJaccard, DistanceOverlap:
		return nil
	}
	return fmt.Errorf("classify: distance %q: want %q, %q or %q", d, DistanceLevenshtein, DistanceJaccard, DistanceOverlap)
}

// Between returns the distance of two strings, from 0 for equal ones to 1.
func (d Distance) Between(a, b string) float64 {
	return float64(d.parts(a, b)) / whole
}

// whole is the distance 1. Distances are whole numbers of parts, so that sums
// do not depend on the order in which they are made.
const whole = 1 << 16

func (d Distance) parts(a, b string) int32 {
	switch {
	case a == b:
		return 0
	case d == DistanceOverlap:
		return whole
	case d == DistanceJaccard:
		x, y := distinct(words(a)), distinct(words(b))
		common := 0
		for _, w := range x {
			if _, ok := slices.BinarySearch(y, w); ok {
				common++
			}
		}
		return jaccard(common, len(x), len(y))
	}
	var p pattern
	p.set(a)
	return levenshtein(&p, b)
}

// levenshtein scales the edits by the longer length.
func levenshtein(p *pattern, s string) int32 {
	return inParts(p.edits(s), max(len(p.text), len(s)))
}

func inParts(n, of int) int32 {
	switch {
	case of == 0:
		return 0
	case of < 1<<15: // a division of 32 bits takes a fraction of the time
		return int32(uint32(n) * whole / uint32(of))
	}
	return int32(n * whole / of)
}

// jaccard is the distance of two sets by their sizes and that of what they
// have in common.
func jaccard(common, a, b int) int32 {
	return inParts(a+b-2*common, a+b-common)
}
