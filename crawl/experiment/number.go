package experiment

import (
	"hash/fnv"
	"math"
)

// ratio returns a / b, NaN if b is 0.
func ratio(a, b int) float64 {
	if b == 0 {
		return math.NaN()
	}
	return float64(a) / float64(b)
}

// hashOf returns a number that depends on the text alone.
func hashOf(text string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(text))
	return h.Sum64()
}
