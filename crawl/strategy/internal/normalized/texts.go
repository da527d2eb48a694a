package normalized

import (
	"slices"

	"github.com/cespare/xxhash/v2"
)

// Texts are the hashes of the latest different texts of the links to a URL; 0 is none.
type Texts [2]uint64

// Add adds a text of two parts, and reports whether it was there already.
func (t *Texts) Add(first, second string) bool {
	hash := xxhash.Sum64String(first)*hashPrime ^ xxhash.Sum64String(second) | 1
	if slices.Contains(t[:], hash) {
		return true
	}
	t[0], t[1] = hash, t[0]
	return false
}

// hashPrime is that of 64-bit FNV.
const hashPrime = 1099511628211
