package adaptive

import (
	"cmp"
	"iter"
	"math"
	"slices"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/strategy/internal/normalized"
)

// A worthModel says what pages are worth: by the topic's terms in them, by how near their words
// are to examples and what they have of the query, by the pages that link to them, and in
// comparison with the best pages so far.
type worthModel struct {
	scores    normalized.Scores
	words     *vocabulary
	query     []count
	given     [][]count       // query and texts about the topic
	judgments map[string]bool // by URL
	terms     map[string]*termUse
	best      float64 // evidence of the best pages
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

	// Pages that examples are made of besides those given, and the least they are
	// worth.
	examplesFound = 20
	exampleWorth  = 0.3

	// leastBest is the least that the evidence of the best pages is taken to be.
	leastBest = 0.25
)

// read reads a page. It returns the page's part in its value too, which is LokmanNormalized's.
func (m *worthModel) read(doc classify.Document) (*visit, crawl.Part) {
	v := &visit{}
	read := m.scores.Read(doc.Text, m.words.empty())
	v.text, v.words = m.words.counts(), m.words.read.Total
	v.asked = timesOf(v.text, m.query)
	return v, read.Part(m.count(v, doc, read))
}

// add counts a page among those of the crawl.
func (m *worthModel) add(v *visit) {
	m.words.add(v.text)
	for _, t := range v.terms {
		t.term.pages++
	}
}

// judge sets what the page of a URL is worth if somebody has said it.
func (l *Learner) judge(v *visit) {
	c := l.urls.at(v.url)
	relevant, ok := l.worth.judgments[c.url]
	if !ok {
		return
	}
	v.judged, v.worth = true, 0
	if relevant {
		v.worth = 1
	}
	l.unsettle(c)
}

// count reads what the topic's terms say of a page whose words have been counted. It
// returns what LokmanNormalized scores the page by.
func (m *worthModel) count(v *visit, doc classify.Document, text normalized.Reading) float64 {
	terms, ok := m.scores.Scorer.(classify.TermScorer)
	if !ok {
		v.score = m.scores.Page(doc)
		return v.score
	}
	v.title, _ = m.termCounts(terms.Occurrences(doc.Title), terms.Unit())
	all := 0.0
	v.terms, all = m.termCounts(text.Occurrences, terms.Unit())
	if _, ok := m.scores.Scorer.(interface {
		ScoreDocument(classify.Document) float64
	}); ok {
		return m.scores.Page(doc)
	}
	return normalized.Share(all, float64(v.words))
}

// termCounts returns the terms of a text, each once, and the sum of their weights. The
// unit is the weight of the topic's name.
func (m *worthModel) termCounts(occurrences iter.Seq2[string, float64], unit float64) (counts []termCount, sum float64) {
	var at map[string]int
	for name, weight := range occurrences {
		if at == nil {
			at = map[string]int{}
		}
		sum += weight
		i, ok := at[name]
		if !ok {
			use := m.terms[name]
			if use == nil {
				use = new(termUse)
				m.terms[name] = use
			}
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
func (m *worthModel) sum(counts []termCount) float64 {
	sum := 0.0
	for _, t := range counts {
		weight := t.weight
		if !t.term.own {
			weight *= max(0, 1-t.term.pages/(m.words.texts+5)/commonTerm)
		}
		sum += weight
	}
	return sum
}

// weigh says what a page is worth: by the terms in its title and text, by the
// examples it is near to, by the pages that link to it, and in comparison with the best
// pages so far.
func (l *Learner) weigh(v *visit) {
	if !v.failed {
		v.evidence = float32(noisyOr(l.worth.evidence(v), sourceShare*l.inherited(v)))
		l.compare(v)
	}
}

// evidence says what a page is worth by itself.
func (m *worthModel) evidence(v *visit) float64 {
	switch {
	case len(v.title)+len(v.terms) > 0:
		title := normalized.Share(m.sum(v.title), m.scores.Unit())
		text := normalized.Share(m.sum(v.terms), float64(v.words))
		return noisyOr(noisyOr(titleShare*title, textShare*text), m.nearness(v))
	}
	return noisyOr(v.score, m.nearness(v))
}

// nearness says how near a page is to the examples or, for half, how many of the query's
// words it has: rare ones count more, those on commonWord of the pages not at all, and one
// that occurs n times in w words n / (n + w / wordsFor). Where the topic's terms are on no
// page so far there is no other evidence.
func (m *worthModel) nearness(v *visit) float64 {
	sum, all := 0.0, 0.0
	for i, q := range m.query {
		rarity := float64(m.words.weights[q.word].rarity)
		all += rarity
		if n := v.asked[i]; n > 0 {
			rarity *= max(0, 1-float64(m.words.with[q.word])/(m.words.texts+5)/commonWord)
			sum += rarity * n / (n + float64(v.words)/wordsFor)
		}
	}
	near := m.words.nearness(v.text)
	if all > 0 {
		near = noisyOr(near, askedShare*sum/all)
	}
	return near
}

// compare compares a page with the best pages so far.
func (l *Learner) compare(v *visit) {
	if !v.judged && !v.failed {
		before := v.worth
		v.worth = float32(l.worth.worth(float64(v.evidence)))
		l.moved(l.urls.all.At(v.url), float64(before), float64(v.worth))
	}
}

// worth says what a page is worth in comparison with the best pages so far: 0.04
// without evidence, 0.45 with half of theirs and 0.94 with as much.
func (m *worthModel) worth(evidence float64) float64 {
	return 1 / (1 + math.Exp(3.2-6*min(1, evidence/max(m.best, leastBest))))
}

// noisyOr returns the probability of one or the other of independent events.
func noisyOr(x, y float64) float64 { return 1 - (1-x)*(1-y) }

// bestEvidence returns the mean evidence of the tenth of the pages, ten at most, that have the most.
func bestEvidence(pages []*visit) float64 {
	var all []float64
	for _, v := range pages {
		if !v.failed {
			all = append(all, float64(v.evidence))
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

// centre makes the mean of the examples: the query, the texts and pages that people
// have named, and the best pages found.
func (m *worthModel) centre(pages []*visit) {
	var examples []example
	for _, text := range m.given {
		examples = append(examples, example{text, 1})
	}
	var found []*visit
	for _, v := range pages {
		switch {
		case v.judged && v.worth > 0:
			examples = append(examples, example{v.text, 1})
		case !v.judged && v.worth > exampleWorth:
			found = append(found, v)
		}
	}
	slices.SortStableFunc(found, func(x, y *visit) int { return cmp.Compare(y.worth, x.worth) })
	given := len(examples)
	sum := 0.0
	for _, v := range found[:min(examplesFound, len(found))] {
		examples = append(examples, example{v.text, float64(v.worth)})
		sum += float64(v.worth)
	}
	for i := range given {
		examples[i].weight = max(1, sum/float64(given))
	}
	m.words.centre(examples)
}
