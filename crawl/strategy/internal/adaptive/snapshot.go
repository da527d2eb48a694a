package adaptive

import (
	"iter"
	"maps"
	"math"
	"slices"
	"sync"

	"github.com/lokman-crawler/lokman/crawl/strategy/internal/pieces"
	"github.com/lokman-crawler/lokman/crawl/strategy/internal/slab"
)

// Snapshot yields the state of a learner and a text, in pieces that are valid until the next. With more
// it yields what has changed since the last Snapshot, which must have ended: that belongs behind its pieces.
func (l *Learner) Snapshot(more bool, text string, yield func(piece []byte) bool) {
	c := pieces.NewWriter(more, yield)
	l.code(c, &text)
	c.Flush()
}

// Restore gives a new learner of the same configuration the state of which all pieces are yielded, and
// returns the latest text. After an error it is of no use: pieces.ErrForeign for what no Snapshot yields.
func (l *Learner) Restore(all iter.Seq2[[]byte, error]) (text string, err error) {
	c, stop := pieces.NewReader(all)
	defer stop()
	for first := true; first || c.More(); first = false {
		l.code(c, &text)
	}
	if c.Err == nil {
		var index sync.WaitGroup
		index.Go(l.urls.indexAll)
		l.queue.rankAll()
		index.Wait()
	}
	return text, c.Err
}

// code codes the state, that is all that does not follow from the configuration and is kept from
// one page to the next.
func (l *Learner) code(c *pieces.Codec, text *string) {
	l.queue.codeURLs(c)
	l.queue.sites.code(c)
	l.visits.codeFacts(c)
	c.Latest(func() {
		l.kinds.code(c)
		l.words.code(c)
		terms := l.worth.code(c)
		l.ranking.code(c)
		l.queue.code(c)
		l.explore.code(c)
		l.visits.code(c, terms)
		c.Int(&l.replayed)
		c.String(text)
		random, _ := l.source.MarshalBinary() // which returns no error
		pieces.Each(c, &random, func(b *byte) { c.Bytes(b) })
		if c.Reads() && c.Err == nil && l.source.UnmarshalBinary(random) != nil {
			c.Fail()
		}
	})
}

// codeURLs codes each URL with its list, and its value if it is queued.
func (q *queue) codeURLs(c *pieces.Codec) {
	u := q.urls
	pieces.EachOf(c, &u.all, func(number uint32, x *candidate) {
		if number == u.places.Count {
			u.places.Add()
		}
		c.String(&x.url)
		c.Uint32(&x.next)
		c.Float32(&x.page, &x.terms, &x.estimate)
		c.Uint16(&x.texts[0], &x.texts[1], &x.context, &x.near[0], &x.near[1], (*uint16)(&x.state))
		before := x.length()
		c.Bytes(&x.centre, &x.valued, &x.offers, &x.counts[0], &x.counts[1], &x.counts[2], &x.counts[3], &x.counts[4])
		if c.Reads() {
			if x.length() > slab.MaxList {
				c.Fail()
				return
			}
			u.lists.GiveBack(x.list, before)
			x.list = u.lists.Room(x.length())
		}
		c.Uint32s(u.list(x))
		place := u.places.At(number)
		if x.is(queued) && !c.Reads() {
			value := math.Float32bits(q.ranked.Items[*place].value)
			place = &value
		}
		c.Uint32(place)
	})
}

// rankAll ranks the queued URLs that codeURLs has read: their places are their values so far.
func (q *queue) rankAll() {
	for number := range q.urls.all.Count {
		if q.urls.all.At(number).is(queued) {
			q.ranked.Items = append(q.ranked.Items, ranked{math.Float32frombits(*q.urls.places.At(number)), number})
		}
	}
	q.ranked.Init()
}

// indexAll indexes all URLs.
func (u *urls) indexAll() {
	size := 64
	for 4*int(u.all.Count) >= 3*size {
		size *= 2
	}
	u.reindex(size)
}

func (t *tally) code(c *pieces.Codec) { c.Float64(&t.pages, &t.worth) }

func (t *tallies) code(c *pieces.Codec) {
	t.all.code(c)
	for _, table := range []*slab.Table[keptTally]{&t.young, &t.old} {
		pieces.EachEntry(c, table, func(k *keptTally) { c.Float32(&k.pages, &k.worth) })
	}
}

func (v *vocabulary) code(c *pieces.Codec) {
	pieces.Each(c, &v.slots, c.Uint32)
	pieces.Each(c, &v.with, c.Uint32)
	pieces.Each(c, &v.weights, func(w *wordWeights) { c.Float32(&w.rarity, &w.mean) })
	pieces.Each(c, &v.names, c.String)
	c.Float32(&v.unseen.rarity, &v.unseen.mean)
	c.Float64(&v.texts, &v.length)
	c.Bytes(&v.centres)
	if !c.Reads() {
		return
	}
	if n := len(v.slots); n == 0 || len(v.with) != n || len(v.weights) != n || len(v.names) != n {
		c.Fail()
		return
	}
	clear(v.numbers)
	for number, slot := range v.slots[1:] {
		if slot >= vocabularySize {
			c.Fail()
			return
		}
		v.numbers[slot] = uint32(number + 1)
	}
}

// code returns the terms of the topic that were found.
func (m *worthModel) code(c *pieces.Codec) (terms []*termUse) {
	pieces.EachKey(c, m.judgments, func(relevant *bool) { c.Bool(relevant) })
	pieces.EachKey(c, m.terms, func(use **termUse) {
		if *use == nil {
			*use = new(termUse)
		}
		c.Float64(&(*use).pages)
		c.Bool(&(*use).own)
	})
	c.Float64(&m.best)
	for _, name := range slices.Sorted(maps.Keys(m.terms)) {
		terms = append(terms, m.terms[name])
	}
	return terms
}

func (x *features) code(c *pieces.Codec) {
	for i := range x {
		c.Float64(&x[i])
	}
}

func (r *ranking) code(c *pieces.Codec) {
	r.model.weights.code(c)
	r.model.squares.code(c)
	c.Int(&r.pages)
	c.Float64(&r.accuracy[0], &r.accuracy[1])
}

func (s *sites) code(c *pieces.Codec) {
	pieces.EachOf(c, &s.all, func(_ uint32, x *site) {
		c.String(&x.host)
		x.explored.code(c)
		c.Uint32(&x.first)
		c.Uint32(&x.last)
		c.Int32(&x.untried, &x.position, &x.answered)
	})
}

func (q *queue) code(c *pieces.Codec) {
	for _, all := range []*[]uint32{&q.sites.closed, &q.sites.open, &q.sites.answered, &q.turn} {
		pieces.Each(c, all, c.Uint32)
	}
	c.Int(&q.swept)
	if c.Reads() {
		for number := range q.sites.all.Count {
			q.sites.numbers[q.sites.all.At(number).host] = number
		}
	}
}

func (x *exploration) code(c *pieces.Codec) {
	c.Float64(&x.budget, &x.usual, &x.taken)
	x.firsts.code(c)
}

func (all *visits) codeFacts(c *pieces.Codec) {
	for _, v := range all.kept { // which may be changed until they make room
		all.facts.Change(v.number)
	}
	pieces.EachOf(c, &all.facts, func(_ uint32, f *fact) {
		c.Uint32(&f.url)
		c.Float32(&f.worth, &f.near, &f.evidence, &f.target)
		c.Uint32(&f.kept)
	})
}

func (all *visits) code(c *pieces.Codec, terms []*termUse) {
	numbers := make(map[*termUse]uint32, len(terms))
	for i, use := range terms {
		numbers[use] = uint32(i)
	}
	term := func(t *termCount) {
		number := numbers[t.term]
		c.Uint32(&number)
		c.Float64(&t.weight)
		if c.Reads() {
			if int(number) >= len(terms) {
				c.Fail()
				return
			}
			t.term = terms[number]
		}
	}
	pieces.Each(c, &all.kept, func(kept **visit) {
		if *kept == nil {
			*kept = new(visit)
		}
		v := *kept
		c.Uint32(&v.number)
		c.Uint32(&v.site)
		c.Bool(&v.seed, &v.failed, &v.judged)
		v.as.code(c)
		c.Float64(&v.predicted[0], &v.predicted[1], &v.score, &v.best, &v.second)
		c.Bool(&v.settled)
		c.Int(&v.words)
		pieces.Each(c, &v.text, func(x *count) {
			c.Uint32(&x.word)
			c.Float32(&x.times)
		})
		pieces.Each(c, &v.asked, func(x *float64) { c.Float64(x) })
		pieces.Each(c, &v.title, term)
		pieces.Each(c, &v.terms, term)
		pieces.Each(c, &v.links, c.Uint32)
		if v.number >= all.facts.Count {
			c.Fail()
			return
		}
		v.fact = all.facts.At(v.number)
	})
	c.Int(&all.next)
}
