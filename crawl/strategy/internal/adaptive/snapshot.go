package adaptive

import (
	"encoding/binary"
	"errors"
	"iter"
	"maps"
	"math"
	"slices"
)

// Snapshot yields the state of a learner, in pieces that are valid until the next.
func (l *Learner) Snapshot(yield func(piece []byte) bool) {
	c := &codec{yield: yield, piece: make([]byte, 0, pieceSize)}
	l.code(c)
	c.flush()
}

// Restore gives a new learner of the same configuration the state of which the pieces are yielded.
// After an error it is of no use.
func (l *Learner) Restore(pieces iter.Seq2[[]byte, error]) error {
	next, stop := iter.Pull2(pieces)
	defer stop()
	c := &codec{next: next}
	l.code(c)
	return c.err
}

// ErrSnapshot is the error of Restore for what no Snapshot yields.
var ErrSnapshot = errors.New("not a state of this version")

// A codec writes a state in pieces or reads it: the same calls do both.
type codec struct {
	piece []byte // so far, or what is left to be read of it
	yield func([]byte) bool
	next  func() ([]byte, error, bool) // nil if it writes
	err   error
	spare [pieceSize]byte // after an error
}

const (
	pieceSize       = 1 << 16 // bytes
	snapshotVersion = 1
	snapshotEnd     = 0x454e44
)

func (c *codec) reads() bool { return c.next != nil }

// room returns the next n bytes, to be read or written.
func (c *codec) room(n int) []byte {
	if c.reads() {
		for len(c.piece) == 0 && c.err == nil {
			piece, err, ok := c.next()
			if !ok {
				err = ErrSnapshot
			}
			c.piece, c.err = piece, err
		}
		if n > len(c.piece) {
			c.fail()
		}
	} else if len(c.piece)+n > cap(c.piece) {
		c.flush()
	}
	if c.err != nil {
		return c.spare[:n]
	}
	if !c.reads() {
		c.piece = c.piece[:len(c.piece)+n]
		return c.piece[len(c.piece)-n:]
	}
	b := c.piece[:n]
	c.piece = c.piece[n:]
	return b
}

func (c *codec) flush() {
	if c.err == nil && len(c.piece) > 0 && !c.yield(c.piece) {
		c.err = ErrSnapshot // nobody asks for more
	}
	c.piece = c.piece[:0]
}

// fail says that what was read is no state.
func (c *codec) fail() {
	if c.err == nil {
		c.err = ErrSnapshot
	}
	clear(c.spare[:])
}

func (c *codec) uint32(x *uint32) {
	if b := c.room(4); c.reads() {
		*x = binary.LittleEndian.Uint32(b)
	} else {
		binary.LittleEndian.PutUint32(b, *x)
	}
}

func (c *codec) uint16(x *uint16) {
	if b := c.room(2); c.reads() {
		*x = binary.LittleEndian.Uint16(b)
	} else {
		binary.LittleEndian.PutUint16(b, *x)
	}
}

func (c *codec) bytes(all ...*uint8) {
	for i, b := range c.room(len(all)) {
		if c.reads() {
			*all[i] = b
		}
	}
	if !c.reads() && c.err == nil {
		for i, x := range all {
			c.piece[len(c.piece)-len(all)+i] = *x
		}
	}
}

func (c *codec) int32(x *int32) {
	u := uint32(*x)
	c.uint32(&u)
	*x = int32(u)
}

func (c *codec) int(x *int) {
	u := uint32(*x)
	c.uint32(&u)
	*x = int(u)
}

func (c *codec) bool(x *bool) {
	var b uint8
	if *x {
		b = 1
	}
	c.bytes(&b)
	*x = b != 0
}

func (c *codec) float32(all ...*float32) {
	for _, x := range all {
		u := math.Float32bits(*x)
		c.uint32(&u)
		*x = math.Float32frombits(u)
	}
}

func (c *codec) float64(all ...*float64) {
	for _, x := range all {
		if b := c.room(8); c.reads() {
			*x = math.Float64frombits(binary.LittleEndian.Uint64(b))
		} else {
			binary.LittleEndian.PutUint64(b, math.Float64bits(*x))
		}
	}
}

func (c *codec) string(s *string) {
	n := len(*s)
	c.int(&n)
	var read []byte
	for done := 0; done < n && c.err == nil; {
		b := c.room(min(n-done, pieceSize/2))
		switch {
		case !c.reads():
			copy(b, (*s)[done:])
		case len(b) == n:
			*s = string(b)
			return
		default:
			read = append(read, b...)
		}
		done += len(b)
	}
	if c.reads() {
		*s = string(read)
	}
}

// each codes the items of a slice.
func each[T any](c *codec, all *[]T, item func(*T)) {
	n := len(*all)
	c.int(&n)
	if c.reads() {
		*all = nil
	}
	for i := 0; i < n && c.err == nil; i++ {
		if c.reads() {
			*all = append(*all, *new(T))
		}
		item(&(*all)[i])
	}
}

// eachOf codes those of a slab.
func eachOf[T any](c *codec, all *slab[T], item func(*T)) {
	n := all.count
	c.uint32(&n)
	for i := uint32(0); i < n && c.err == nil; i++ {
		if c.reads() {
			all.add()
		}
		item(all.at(i))
	}
}

// eachKey codes the pairs of a map, in the order of their keys.
func eachKey[T any](c *codec, all map[string]T, item func(*T)) {
	keys := slices.Sorted(maps.Keys(all))
	if c.reads() {
		clear(all)
	}
	each(c, &keys, func(key *string) {
		c.string(key)
		value := all[*key]
		item(&value)
		all[*key] = value
	})
}

// code codes the state, that is all that does not follow from the configuration and is kept from
// one page to the next.
func (l *Learner) code(c *codec) {
	version, end := uint32(snapshotVersion), uint32(snapshotEnd)
	if c.uint32(&version); version != snapshotVersion {
		c.fail()
		return
	}
	l.urls.code(c)
	l.kinds.code(c)
	l.words.code(c)
	terms := l.worth.code(c)
	l.ranking.code(c)
	l.queue.code(c)
	l.explore.code(c)
	l.visits.code(c, terms)
	c.int(&l.replayed)
	random, _ := l.source.MarshalBinary() // which returns no error
	each(c, &random, func(b *byte) { c.bytes(b) })
	if c.uint32(&end); c.reads() && c.err == nil && (end != snapshotEnd || l.source.UnmarshalBinary(random) != nil) {
		c.fail()
	}
}

func (u *urls) code(c *codec) {
	eachOf(c, &u.all, func(x *candidate) {
		c.string(&x.url)
		c.uint32(&x.next)
		c.uint32(&x.list)
		c.float32(&x.page, &x.terms, &x.estimate)
		for _, y := range []*uint16{&x.texts[0], &x.texts[1], &x.context, &x.near[0], &x.near[1], (*uint16)(&x.state)} {
			c.uint16(y)
		}
		c.bytes(&x.centre, &x.valued, &x.offers, &x.counts[0], &x.counts[1], &x.counts[2], &x.counts[3], &x.counts[4])
	})
	eachOf(c, &u.places, c.uint32)
	eachOf(c, &u.lists.memory, c.uint32)
	for n := range u.lists.free {
		c.uint32(&u.lists.free[n])
	}
	if c.reads() {
		for size := 64; ; size *= 2 {
			if 4*int(u.all.count) < 3*size {
				u.reindex(size)
				break
			}
		}
	}
}

func (t *tally) code(c *codec) { c.float64(&t.pages, &t.worth) }

func (t *tallies) code(c *codec) {
	t.all.code(c)
	for _, table := range []*tallyTable{&t.young, &t.old} {
		n := table.count
		c.int(&n)
		entry := func(e *keptTally) {
			c.uint32(&e.key)
			c.float32(&e.pages, &e.worth)
		}
		if c.reads() {
			for i := 0; i < n && c.err == nil; i++ {
				var e keptTally
				entry(&e)
				table.enter(e)
			}
			continue
		}
		for i := range table.entries {
			if e := &table.entries[i]; e.key != 0 {
				entry(e)
			}
		}
	}
}

func (v *vocabulary) code(c *codec) {
	each(c, &v.slots, c.uint32)
	each(c, &v.with, c.uint32)
	each(c, &v.weights, func(w *wordWeights) { c.float32(&w.rarity, &w.mean) })
	each(c, &v.names, c.string)
	c.float32(&v.unseen.rarity, &v.unseen.mean)
	c.float64(&v.texts, &v.length)
	c.bytes(&v.centres)
	if !c.reads() {
		return
	}
	if n := len(v.slots); n == 0 || len(v.with) != n || len(v.weights) != n || len(v.names) != n {
		c.fail()
		return
	}
	clear(v.numbers)
	for number, slot := range v.slots[1:] {
		if slot >= vocabularySize {
			c.fail()
			return
		}
		v.numbers[slot] = uint32(number + 1)
	}
}

// code returns the terms of the topic that were found.
func (m *worthModel) code(c *codec) (terms []*termUse) {
	eachKey(c, m.judgments, c.bool)
	eachKey(c, m.terms, func(use **termUse) {
		if *use == nil {
			*use = new(termUse)
		}
		c.float64(&(*use).pages)
		c.bool(&(*use).own)
	})
	c.float64(&m.best)
	for _, name := range slices.Sorted(maps.Keys(m.terms)) {
		terms = append(terms, m.terms[name])
	}
	return terms
}

func (x *features) code(c *codec) {
	for i := range x {
		c.float64(&x[i])
	}
}

func (r *ranking) code(c *codec) {
	r.model.weights.code(c)
	r.model.squares.code(c)
	c.int(&r.pages)
	c.float64(&r.accuracy[0], &r.accuracy[1])
}

func (q *queue) code(c *codec) {
	s := &q.sites
	eachOf(c, &s.all, func(x *site) {
		c.string(&x.host)
		x.explored.code(c)
		c.uint32(&x.first)
		c.uint32(&x.last)
		c.int32(&x.untried)
		c.int32(&x.position)
		c.int32(&x.answered)
	})
	each(c, &s.closed, c.uint32)
	each(c, &s.open, c.uint32)
	each(c, &s.answered, c.uint32)
	each(c, &q.ranked.Items, func(item *ranked) {
		c.float32(&item.value)
		c.uint32(&item.number)
	})
	c.int(&q.sweep)
	if c.reads() {
		for number := range s.all.count {
			s.numbers[s.at(number).host] = number
		}
	}
}

func (x *exploration) code(c *codec) {
	c.float64(&x.budget, &x.usual, &x.taken)
	x.firsts.code(c)
}

func (all *visits) code(c *codec, terms []*termUse) {
	eachOf(c, &all.facts, func(f *fact) {
		c.uint32(&f.url)
		c.float32(&f.worth, &f.near, &f.evidence, &f.target)
		c.uint32(&f.kept)
	})
	numbers := make(map[*termUse]uint32, len(terms))
	for i, use := range terms {
		numbers[use] = uint32(i)
	}
	term := func(t *termCount) {
		number := numbers[t.term]
		c.uint32(&number)
		c.float64(&t.weight)
		if c.reads() {
			if int(number) >= len(terms) {
				c.fail()
				return
			}
			t.term = terms[number]
		}
	}
	each(c, &all.kept, func(kept **visit) {
		if *kept == nil {
			*kept = new(visit)
		}
		v := *kept
		c.uint32(&v.number)
		c.uint32(&v.site)
		c.bool(&v.seed)
		c.bool(&v.failed)
		c.bool(&v.judged)
		v.as.code(c)
		c.float64(&v.predicted[0], &v.predicted[1], &v.score, &v.best, &v.second)
		c.bool(&v.settled)
		c.int(&v.words)
		each(c, &v.text, func(x *count) {
			c.uint16(&x.word)
			c.float32(&x.times)
		})
		each(c, &v.asked, func(x *float64) { c.float64(x) })
		each(c, &v.title, term)
		each(c, &v.terms, term)
		each(c, &v.links, c.uint32)
		if v.number >= all.facts.count {
			c.fail()
			return
		}
		v.fact = all.facts.at(v.number)
	})
	c.int(&all.next)
}
