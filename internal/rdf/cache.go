package rdf

import "hash/maphash"

// A cache remembers what the spellings met last mean, so that the few predicates
// and the subjects that come again and again are made once. It has
// a fixed size: a spelling drives out another of the same slot.
type cache struct {
	seed  maphash.Seed
	slots []slot
}

type slot struct {
	spelling, value string
	age             int // of the value, set by the caller
}

const (
	cacheSlots = 1 << 10
	maxCached  = 1 << 10 // bytes of a spelling that is remembered
)

func newCache() cache { return cache{maphash.MakeSeed(), make([]slot, cacheSlots)} }

// slot returns where a spelling has its place.
func (c *cache) slot(spelling []byte) *slot {
	return &c.slots[maphash.Bytes(c.seed, spelling)%cacheSlots]
}

// text returns the bytes as a string.
func (c *cache) text(b []byte) string {
	if len(b) > maxCached {
		return string(b)
	}
	at := c.slot(b)
	if at.spelling != string(b) {
		at.spelling = string(b)
	}
	return at.spelling
}
