package strategy

import (
	"slices"

	"github.com/cespare/xxhash/v2"
)

// seenTexts are the hashes of the latest different texts of the links to a URL; 0 is none.
type seenTexts [2]uint64

// add adds a text of two parts, and reports whether it was there already.
func (s *seenTexts) add(first, second string) bool {
	hash := xxhash.Sum64String(first)*hashPrime ^ xxhash.Sum64String(second) | 1
	if slices.Contains(s[:], hash) {
		return true
	}
	s[0], s[1] = hash, s[0]
	return false
}

// hashPrime is that of 64-bit FNV.
const hashPrime = 1099511628211
