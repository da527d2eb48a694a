package ontology

import (
	"cmp"
	"hash/maphash"
	"iter"
	"slices"
	"sync"

	"github.com/lokman-crawler/lokman/internal/names"
	"github.com/lokman-crawler/lokman/internal/phrase"
)

// An index finds the concepts that have a key: an identifier or a form of a
// name. It is made when it is first used, by one sort, which is several times as
// fast as a map that grows while a file is read, and as small.
type index struct {
	mu      sync.Mutex
	made    bool
	entries []indexEntry // sorted, one for each key and concept
}

// An indexEntry says that a concept has a key.
type indexEntry struct {
	digest  uint64
	concept int32  // its index in the order of Add
	rank    uint16 // the least of its names with the key, among the concepts that have it
}

var digestSeed = maphash.MakeSeed()

func digest(key string) uint64 { return maphash.String(digestSeed, key) }

func compareEntries(a, b indexEntry) int {
	return cmp.Or(cmp.Compare(a.digest, b.digest), cmp.Compare(a.concept, b.concept), cmp.Compare(a.rank, b.rank))
}

func compareRanks(a, b indexEntry) int {
	return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.concept, b.concept))
}

// ordered sorts entries by digest and rank and drops those of a concept that has a key
// already.
func ordered(entries []indexEntry) []indexEntry {
	slices.SortFunc(entries, compareEntries)
	entries = slices.CompactFunc(entries, func(a, b indexEntry) bool { return a.digest == b.digest && a.concept == b.concept })
	for from, to := 0, 0; from < len(entries); from = to {
		for to = from + 1; to < len(entries) && entries[to].digest == entries[from].digest; {
			to++
		}
		if to-from > 1 {
			slices.SortFunc(entries[from:to], compareRanks)
		}
	}
	return entries
}

// find returns the identifiers of the concepts that have a key, each once, by
// rank and then in the order of Add. Obsolete ones are in no index.
func (g *Graph) find(in *index, key string) []string {
	if key == "" {
		return nil
	}
	want := digest(key)
	entries := g.entries(in)
	at, _ := slices.BinarySearchFunc(entries, want, func(e indexEntry, d uint64) int { return cmp.Compare(e.digest, d) })
	var ids []string
	for ; at < len(entries) && entries[at].digest == want; at++ {
		c := &g.nodes[g.added[entries[at].concept]].Concept
		for k := range g.keys(in, c) {
			if k == key { // and not another one of the same digest
				ids = append(ids, c.ID)
				break
			}
		}
	}
	return ids
}

// entries returns the entries of an index, which it makes first if necessary.
func (g *Graph) entries(in *index) []indexEntry {
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.made {
		return in.entries
	}
	in.entries = in.entries[:0]
	for at, i := range g.added {
		c := &g.nodes[i].Concept
		if c.Obsolete {
			continue
		}
		for key, rank := range g.keys(in, c) {
			if key != "" {
				in.entries = append(in.entries, indexEntry{digest(key), int32(at), rank})
			}
		}
	}
	in.entries = ordered(in.entries)
	in.made = true
	return in.entries
}

// keys yields the keys of a concept in an index, each with its rank.
func (g *Graph) keys(in *index, c *Concept) iter.Seq2[string, uint16] {
	form := phrase.Normalize
	if in == &g.loose {
		form = names.Loose
	}
	return func(yield func(string, uint16) bool) {
		if in == &g.alts {
			for _, id := range c.AltIDs {
				if !yield(id, 0) {
					return
				}
			}
			return
		}
		if !yield(form(c.Name), names.Rank(c.Sense, true, false)) {
			return
		}
		for _, n := range c.Names {
			if !yield(form(n.Text), names.Rank(n.Sense, false, n.Relation == Partial)) {
				return
			}
		}
	}
}
