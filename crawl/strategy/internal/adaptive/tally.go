package adaptive

import (
	"math"

	"github.com/lokman-crawler/lokman/crawl/strategy/internal/slab"
)

// A tally counts the pages of a kind and sums what they were worth.
type tally struct{ pages, worth float64 }

func (t *tally) add(worth float64) {
	t.pages++
	t.worth += worth
}

// mean returns the mean worth, that of one more page being given.
func (t tally) mean(one float64) float64 { return (t.worth + one) / (t.pages + 1) }

func (t tally) and(other tally) tally { return tally{t.pages + other.pages, t.worth + other.worth} }

// priorWorth is what a page of an unknown kind is taken to be worth.
const priorWorth = 0.1

// tallies are those of all pages and of kinds of them: hosts, directories, blocks and places in
// layouts, each by a key. A kind has one once a page of it was fetched. Those that were last of
// use before 2^20 others are forgotten.
type tallies struct {
	all        tally
	young, old slab.Table[keptTally]
}

type keptTally struct{ pages, worth float32 }

const maxTallies = 1 << 20

// The kinds of tallies.
const (
	siteTally = iota + 1
	directoryTally
	pathTally
	innerTally
	outerTally
)

// keyOf returns the key of a tally of a kind.
func keyOf(kind uint32, x uint64) uint32 {
	x = (x ^ uint64(kind)<<56) * 0x9E3779B97F4A7C15
	x ^= x >> 29
	x *= 0xBF58476D1CE4E5B9
	return uint32(x>>32) | 1
}

// blocks returns the keys of the tallies of the blocks of a source's link, 0 for none.
func (s source) blocks() (inner, outer uint32) {
	page := uint64(s.page&^lateLink) << 16
	if s.inner != 0 {
		inner = keyOf(innerTally, page|uint64(s.inner))
	}
	if s.outer != 0 {
		outer = keyOf(outerTally, page|uint64(s.outer))
	}
	return inner, outer
}

// find returns a tally, nil if there is none.
func (t *tallies) find(key uint32) *keptTally {
	if e := t.young.Find(key); e != nil {
		return e
	}
	if e := t.old.Find(key); e != nil {
		return t.keep(key, *e)
	}
	return nil
}

// keep enters a tally that is not among the young.
func (t *tallies) keep(key uint32, k keptTally) *keptTally {
	if t.young.Count >= maxTallies/2 {
		t.old, t.young = t.young, slab.Table[keptTally]{}
	}
	return t.young.Enter(key, k)
}

// of returns what is known of a kind.
func (t *tallies) of(key uint32) tally {
	if key == 0 {
		return tally{}
	}
	if e := t.find(key); e != nil {
		return tally{float64(e.pages), float64(e.worth)}
	}
	return tally{}
}

// add adds a page to a kind.
func (t *tallies) add(key uint32, worth float64) {
	if key == 0 {
		return
	}
	e := t.find(key)
	if e == nil {
		e = t.keep(key, keptTally{})
	}
	e.pages++
	e.worth += float32(worth)
}

// change changes what a page of a kind was worth.
func (t *tallies) change(key uint32, by float64) {
	if key == 0 {
		return
	}
	if e := t.find(key); e != nil {
		e.worth = max(0, e.worth+float32(by))
	}
}

// rounded returns a figure of 0 to 1 in steps of 2^-bits: sums of products of such figures are
// exact, and so a value is the sum of its parts.
func rounded(x float64, bits int) float64 {
	return math.Ldexp(math.RoundToEven(math.Ldexp(x, bits)), -bits)
}
