package adaptive

import (
	"slices"

	"github.com/lokman-crawler/lokman/crawl/strategy/internal/slab"
)

// A fact is what other URLs need to know of one that was fetched or has failed. There is one of
// each, for good.
type fact struct {
	url      uint32  // number
	worth    float32 // of the page, 0 to 1
	near     float32 // worth of a page n links before it / 2^n, the greatest; its own if that is more
	evidence float32 // worth before it is compared with other pages
	target   float32 // what the model learns: its worth or what its links promise
	kept     uint32  // number of its visit among those kept, + 1; 0 if it is not
}

// A visit is what a URL has taught that was fetched or has failed.
type visit struct {
	*fact
	number    uint32 // of the fact
	site      uint32 // key of its tally
	seed      bool
	as        features    // of the URL when it was taken
	predicted predictions // of its worth, then

	failed bool
	judged bool // worth was given, not estimated
	text   []count
	words  int
	asked  []float64 // times that each word of the query occurs
	title  []termCount
	terms  []termCount // of the whole page
	score  float64     // of a scorer without terms
	links  []uint32    // numbers of those that no page before had
	promised
}

// A termCount is how often a term of a TermScorer occurs, times its weight.
type termCount struct {
	term   *termUse
	weight float64
}

// A termUse is a term of the topic with the pages that it occurs on.
type termUse struct {
	pages float64
	own   bool // has the weight of the topic's name
}

// visits are what was fetched or has failed, and of the latest what replays look back at.
type visits struct {
	facts slab.Slab[fact]
	kept  []*visit // in no particular order
	next  int      // that makes room for the next
}

// visitsKept is how many are kept at most.
const visitsKept = 4096

// enter gives a visit its fact.
func (all *visits) enter(v *visit, url uint32) {
	v.number = all.facts.Add()
	v.fact = all.facts.Change(v.number)
	v.fact.url = url
}

// keep keeps a visit, in place of the oldest one of an estimated worth if there are many.
func (all *visits) keep(v *visit) {
	if len(all.kept) < visitsKept {
		all.kept = append(all.kept, v)
		v.kept = uint32(len(all.kept))
		return
	}
	at := all.next
	for i := range visitsKept {
		if at = (all.next + i) % visitsKept; !all.kept[at].judged {
			break
		}
	}
	all.next = (at + 1) % visitsKept
	all.facts.Change(all.kept[at].number).kept = 0
	all.kept[at], v.kept = v, uint32(at+1)
}

// of returns the visit of a fact, nil if it is not kept.
func (all *visits) of(f *fact) *visit {
	if f.kept == 0 {
		return nil
	}
	return all.kept[f.kept-1]
}

// inherited returns the mean evidence of the pages that link to a page: a section of a
// site is about one thing, though not all of its pages say what.
func (l *Learner) inherited(v *visit) float64 {
	sum, n := 0.0, 0.0
	l.urls.sources(l.urls.all.At(v.url), func(s source) {
		if s.page != v.number {
			sum += float64(l.visits.facts.At(s.page).evidence)
			n++
		}
	})
	return sum / max(1, n)
}

// setNear says how near a page is to one of the topic, by the pages that link to it.
func (l *Learner) setNear(v *visit) {
	v.near = v.worth
	l.urls.sources(l.urls.all.At(v.url), func(s source) { v.near = max(v.near, l.visits.facts.At(s.page).near/2) })
}

// tallies yields the keys of those that a visit counts for.
func (l *Learner) tallies(v *visit, yield func(key uint32)) {
	c := l.urls.all.At(v.url)
	list := l.urls.list(c)
	yield(v.site)
	yield(directoryKey(c.url))
	for i := range int(c.counts[ofSources]) {
		inner, outer := sourceAt(list, i).blocks()
		yield(inner)
		yield(outer)
	}
	for _, path := range c.paths(list) {
		yield(path)
	}
}

// inOrder returns the kept visits, the oldest first.
func (all *visits) inOrder() []*visit {
	order := slices.Clone(all.kept)
	slices.SortFunc(order, func(x, y *visit) int { return int(x.number) - int(y.number) })
	return order
}
