package strategy

import (
	"cmp"
	"iter"
	"math"
	"slices"

	"github.com/lokman-crawler/lokman/classify"
)

// A lesson is what a URL has taught that was fetched or has failed.
type lesson struct {
	candidate *candidate
	seed      bool
	as        features // of the URL when it was taken
	said      [2]float64
	worth     float64 // of the page, 0 to 1
	near      float64 // worth of a page n links before it / 2^n, the greatest; its own if that is more
	target    float64 // what the model learns: its worth or what its links promise

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
	evident float64 // worth before it is compared with other pages
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

const (
	// A term other than the topic's name counts less the more pages it is on, and not at
	// all from this share: WordNet has "animal" for fish.
	commonTerm = 0.15

	// What the query's words on a page are worth: at most askedShare, half of that if they
	// occur once in wordsFor words.
	askedShare = 0.5
	commonWord = 0.3
	wordsFor   = 250

	// What the topic's terms in the title and in the text count beside the examples.
	titleShare = 0.25
	textShare  = 0.5

	// sourceShare of the evidence of the pages that link to a page counts for it.
	sourceShare = 0.2

	// Replays look back at the latest of so many pages.
	lessonsKept = 4096

	// Pages that examples are made of besides those given, and the least they are
	// worth.
	feedback      = 20
	feedbackWorth = 0.3

	// credit is the share of what its best links promise that counts for a page.
	credit = 0.9
)

// count reads what the topic's terms say of a page whose words have been counted. It
// returns what LokmanNormalized scores the page by.
func (a *Adaptive) count(l *lesson, doc classify.Document, text textReading) float64 {
	terms, ok := a.Scorer.(classify.TermScorer)
	if !ok {
		l.score = a.base.pageScore(doc)
		return l.score
	}
	l.title, _ = a.termCounts(terms.Occurrences(doc.Title), terms.Unit())
	all := 0.0
	l.terms, all = a.termCounts(text.occurrences, terms.Unit())
	if _, ok := a.Scorer.(classify.DocumentScorer); ok {
		return a.base.pageScore(doc)
	}
	return share(all, float64(l.words))
}

// termCounts returns the terms of a text, each once, and the sum of their weights. The
// unit is the weight of the topic's name.
func (a *Adaptive) termCounts(occurrences iter.Seq2[string, float64], unit float64) (counts []termCount, sum float64) {
	var at map[string]int
	for name, weight := range occurrences {
		if at == nil {
			at = map[string]int{}
		}
		sum += weight
		i, ok := at[name]
		if !ok {
			use := entry(a.terms, name)
			use.own = weight >= unit
			i = len(counts)
			at[name] = i
			counts = append(counts, termCount{term: use})
		}
		counts[i].weight += weight
	}
	return counts, sum
}

// sum adds up terms, common ones for less.
func (a *Adaptive) sum(counts []termCount) float64 {
	sum := 0.0
	for _, t := range counts {
		weight := t.weight
		if !t.term.own {
			weight *= max(0, 1-t.term.pages/(a.words.texts+5)/commonTerm)
		}
		sum += weight
	}
	return sum
}

// weigh says what a page is worth: by the terms in its title and text, by the
// examples it is near to, by the pages that link to it, and in comparison with the best
// pages so far.
func (a *Adaptive) weigh(l *lesson) {
	switch {
	case l.failed:
		return
	case len(l.title)+len(l.terms) > 0:
		title := share(a.sum(l.title), a.base.exact())
		text := share(a.sum(l.terms), float64(l.words))
		l.evident = either(either(titleShare*title, textShare*text), a.nearness(l))
	default:
		l.evident = either(l.score, a.nearness(l))
	}
	l.evident = either(l.evident, sourceShare*l.inherited())
	a.appraise(l)
}

// inherited returns the mean evidence of the pages that link to a page: a section of a
// site is about one thing, though not all of its pages say what.
func (l *lesson) inherited() float64 {
	sum, n := 0.0, 0.0
	for _, from := range l.candidate.sources {
		if from != l {
			sum += from.evident
			n++
		}
	}
	return sum / max(1, n)
}

// nearness says how near a page is to the examples or, for half, how many of the query's
// words it has: rare ones count more, those on commonWord of the pages not at all, and one
// that occurs n times in w words n / (n + w / wordsFor). Where the topic's terms are on no
// page so far there is no other evidence.
func (a *Adaptive) nearness(l *lesson) float64 {
	sum, all := 0.0, 0.0
	for i, q := range a.query {
		rarity := float64(a.words.words[q.word].rarity)
		all += rarity
		if n := l.asked[i]; n > 0 {
			rarity *= max(0, 1-float64(a.words.with[q.word])/(a.words.texts+5)/commonWord)
			sum += rarity * n / (n + float64(l.words)/wordsFor)
		}
	}
	near := a.words.nearness(l.text)
	if all > 0 {
		near = either(near, askedShare*sum/all)
	}
	return near
}

// appraise says what a page is worth in comparison with the best pages so far: 0.04
// without evidence, 0.45 with half of theirs and 0.94 with as much.
func (a *Adaptive) appraise(l *lesson) {
	if !l.judged && !l.failed {
		before := l.worth
		l.worth = 1 / (1 + math.Exp(3.2-6*min(1, l.evident/max(a.top, leastTop))))
		l.candidate.moved(before, l.worth)
	}
}

// setNear says how near a page is to one of the topic, by the pages that link to it.
func (l *lesson) setNear() {
	l.near = l.worth
	for _, from := range l.candidate.sources {
		l.near = max(l.near, from.near/2)
	}
}

// leastTop is the least that the evidence of the best pages is taken to be.
const leastTop = 0.25

// either returns the probability of one or the other of independent events.
func either(x, y float64) float64 { return 1 - (1-x)*(1-y) }

// bestEvidence returns the mean evidence of the tenth of the pages, ten at most, that have the most.
func (a *Adaptive) bestEvidence() float64 {
	var all []float64
	for _, l := range a.lessons {
		if !l.failed {
			all = append(all, l.evident)
		}
	}
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	n := max(1, min(10, len(all)/10))
	sum := 0.0
	for _, x := range all[len(all)-n:] {
		sum += x
	}
	return sum / float64(n)
}

// promise returns what the model learns of a page: its worth, or what its two best links
// promise or have turned out to be worth if that is more. Only links count that no page
// before had: the others would have been found without it.
func (a *Adaptive) promise(l *lesson) float64 {
	if l.failed {
		return 0
	}
	if a.Without&Credit != 0 {
		return l.worth
	}
	l.settle()
	return max(l.worth, credit*(l.best+l.second)/2)
}

// retarget changes what a page has taught, in all records that it counts for.
func (a *Adaptive) retarget(l *lesson, target float64) {
	a.under(l.candidate, func(r *record) { r.worth += target - l.target })
	l.target = target
}

// replay looks back at the pages fetched: what they are worth by what is known by now,
// and what the model would have learned from that.
func (a *Adaptive) replay() {
	a.centre()
	for _, l := range a.lessons {
		a.weigh(l)
	}
	a.top = a.bestEvidence()
	for _, l := range a.lessons {
		a.appraise(l)
		l.setNear()
	}
	for _, l := range a.lessons {
		a.retarget(l, a.promise(l))
	}
	a.model = linkModel{weights: a.first}
	order := slices.Clone(a.lessons)
	for range epochs {
		a.random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for _, l := range order {
			a.model.learn(&l.as, l.target)
		}
	}
	a.next = 0
}

// centre makes the mean of the examples: the query, the texts and pages that people
// have named, and the best pages found.
func (a *Adaptive) centre() {
	var examples []example
	for _, text := range a.texts {
		examples = append(examples, example{text, 1})
	}
	var found []*lesson
	for _, l := range a.lessons {
		switch {
		case l.judged && l.worth > 0:
			examples = append(examples, example{l.text, 1})
		case !l.judged && l.worth > feedbackWorth:
			found = append(found, l)
		}
	}
	slices.SortStableFunc(found, func(x, y *lesson) int { return cmp.Compare(y.worth, x.worth) })
	given := len(examples)
	sum := 0.0
	for _, l := range found[:min(feedback, len(found))] {
		examples = append(examples, example{l.text, l.worth})
		sum += l.worth
	}
	for i := range given {
		examples[i].weight = max(1, sum/float64(given))
	}
	a.words.centre(examples)
}

// keep adds a lesson, in place of the oldest one of an estimated worth if there are many.
func (a *Adaptive) keep(l *lesson) {
	if len(a.lessons) >= lessonsKept {
		i := max(0, slices.IndexFunc(a.lessons, func(old *lesson) bool { return !old.judged }))
		old := a.lessons[i]
		old.text, old.title, old.terms, old.links, old.settled = nil, nil, nil, nil, false
		a.lessons = slices.Delete(a.lessons, i, i+1)
	}
	a.lessons = append(a.lessons, l)
}
