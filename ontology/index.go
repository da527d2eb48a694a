package ontology

import (
	"cmp"
	"hash/maphash"
	"slices"
	"sync"

	"github.com/lokman-crawler/lokman/internal/phrase"
)

// An index finds the concepts that have a key: an identifier or a form of a
// name. It is made when it is first asked, in one sort, which is several times
// as fast as a map that grows while a file is read, and as small.
type index struct {
	mu      sync.Mutex
	made    bool
	entries []indexEntry // sorted
}

// An indexEntry says that a concept has a key. Value is twice the place of the
// concept in the order of Add, plus 1 unless the key is its preferred name.
type indexEntry struct {
	digest uint64
	value  int32
}

var digestSeed = maphash.MakeSeed()

func digest(key string) uint64 { return maphash.String(digestSeed, key) }

func compareEntries(a, b indexEntry) int {
	return cmp.Or(cmp.Compare(a.digest, b.digest), cmp.Compare(a.value&1, b.value&1), cmp.Compare(a.value, b.value))
}

// find returns the identifiers of the concepts that have a key, each once:
// those that prefer it first, then in the order of Add. Obsolete ones are in
// no index.
func (g *Graph) find(in *index, key string) []string {
	if key == "" {
		return nil
	}
	want := digest(key)
	entries := g.entries(in)
	at, _ := slices.BinarySearchFunc(entries, want, func(e indexEntry, d uint64) int { return cmp.Compare(e.digest, d) })
	var ids []string
	for ; at < len(entries) && entries[at].digest == want; at++ {
		c := &g.nodes[g.added[entries[at].value>>1]].Concept
		for k := range g.keys(in, c) {
			if k == key { // and not another one of the same digest
				ids = append(ids, c.ID)
				break
			}
		}
	}
	return unique(ids)
}

// entries returns the entries of an index, which it makes if need be.
func (g *Graph) entries(in *index) []indexEntry {
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.made {
		return in.entries
	}
	in.entries = in.entries[:0]
	for rank, i := range g.added {
		c := &g.nodes[i].Concept
		if c.Obsolete {
			continue
		}
		for key, value := range g.keys(in, c) {
			if key != "" {
				in.entries = append(in.entries, indexEntry{digest(key), 2*int32(rank) + value})
			}
		}
	}
	slices.SortFunc(in.entries, compareEntries)
	in.made = true
	return in.entries
}

// keys yields what an index knows a concept by, with 0 for the preferred name
// and 1 for all else.
func (g *Graph) keys(in *index, c *Concept) func(yield func(string, int32) bool) {
	form := phrase.Normalize
	if in == &g.loose {
		form = Loose
	}
	return func(yield func(string, int32) bool) {
		if in == &g.alts {
			for _, id := range c.AltIDs {
				if !yield(id, 1) {
					return
				}
			}
			return
		}
		if !yield(form(c.Name), 0) {
			return
		}
		for _, n := range c.Names {
			if !yield(form(n.Text), 1) {
				return
			}
		}
	}
}
