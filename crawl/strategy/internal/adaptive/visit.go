package adaptive

import "slices"

// A visit is what a URL has taught that was fetched or has failed.
type visit struct {
	candidate *candidate
	seed      bool
	as        features    // of the URL when it was taken
	predicted predictions // of its worth, then
	worth     float64     // of the page, 0 to 1
	near      float64     // worth of a page n links before it / 2^n, the greatest; its own if that is more
	target    float64     // what the model learns: its worth or what its links promise

	failed bool
	judged bool // worth was given, not estimated
	text   []count
	words  int
	asked  []float64 // times that each word of the query occurs
	title  []termCount
	terms  []termCount  // of the whole page
	score  float64      // of a scorer without terms
	links  []*candidate // that no page before had
	promised
	evidence float64 // worth before it is compared with other pages
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

// inherited returns the mean evidence of the pages that link to a page: a section of a
// site is about one thing, though not all of its pages say what.
func (v *visit) inherited() float64 {
	sum, n := 0.0, 0.0
	for _, from := range v.candidate.sources {
		if from != v {
			sum += from.evidence
			n++
		}
	}
	return sum / max(1, n)
}

// setNear says how near a page is to one of the topic, by the pages that link to it.
func (v *visit) setNear() {
	v.near = v.worth
	for _, from := range v.candidate.sources {
		v.near = max(v.near, from.near/2)
	}
}

// visits are those that replays look back at.
type visits []*visit

// visitsKept is how many they are at most.
const visitsKept = 4096

// keep adds a visit, in place of the oldest one of an estimated worth if there are many.
func (all *visits) keep(v *visit) {
	if len(*all) >= visitsKept {
		i := max(0, slices.IndexFunc(*all, func(old *visit) bool { return !old.judged }))
		old := (*all)[i]
		old.text, old.title, old.terms, old.links, old.settled = nil, nil, nil, nil, false
		*all = slices.Delete(*all, i, i+1)
	}
	*all = append(*all, v)
}
