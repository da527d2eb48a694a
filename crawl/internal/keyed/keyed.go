// Package keyed hashes texts so that a page cannot predict the hashes: what is remembered by
// them cannot be made to collide.
package keyed

import "hash/maphash"

var seed = maphash.MakeSeed()

// Hash returns the hash of a text, another one in each process.
func Hash(text string) uint64 { return maphash.String(seed, text) }
