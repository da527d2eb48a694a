package adaptive

import "github.com/lokman-crawler/lokman/classify"

// value values a URL, the first time or again.
func (l *Learner) valued(number uint32) *change {
	if len(l.changes) == 0 {
		l.changes = make([]change, changesAtOnce)
	}
	by := &l.changes[0]
	l.changes = l.changes[1:]
	c := l.urls.at(number)
	c.valued = l.now()
	by.of, by.trust = l.features(number), l.ranking.trust()
	by.predicted = l.ranking.predict(&by.of)
	by.model = l.ranking.weights()
	return by
}

// changesAtOnce is how many changes share a piece of memory, which is as long as one is of use.
const changesAtOnce = 8

// now is the time in pages, as candidates have it.
func (l *Learner) now() uint8 { return uint8(l.ranking.pages) }

// features returns what the model knows of a URL.
func (l *Learner) features(number uint32) (x features) {
	c := l.urls.at(number)
	x[featureAlways] = 1
	if c.is(linked) {
		_, terms := l.scores.Scorer.(classify.TermScorer)
		x[featureInherited] = float64(c.page)
		x[featureTerms] = c.score(terms, l.scores.Unit())
	}
	list := l.urls.list(c)
	sum, pages := 0.0, 0.0
	var inBlocks, around tally
	for i := range int(c.counts[ofSources]) {
		s := sourceAt(list, i)
		inner, outer := s.blocks()
		inBlocks, around = inBlocks.and(l.kinds.of(inner)), around.and(l.kinds.of(outer))
		if s.page&lateLink != 0 {
			continue
		}
		f := l.visits.facts.At(s.page)
		x[featureBestSource] = max(x[featureBestSource], float64(f.worth))
		x[featureNear] = max(x[featureNear], float64(f.near)/2)
		sum += float64(f.worth)
		pages++
	}
	mean := sum / max(1, pages)
	x[featureSources] = mean
	usual := l.kinds.all.mean(priorWorth)
	x[featureDirectory] = l.kinds.of(directoryKey(c.url)).mean(l.kinds.of(siteKey(c.url)).mean(usual))
	x[featureBlock] = inBlocks.mean(mean)
	x[featureOuterBlock] = around.mean(mean)
	x[featurePath] = l.inPlaces(c, list).mean(usual)
	if c.centre != l.words.centres {
		for kind := range c.near {
			c.near[kind] = uint16(l.words.nearnessOf(c.words(list, ofText+kind)) * nearest)
		}
		c.centre = l.words.centres
	}
	x[featureText] = float64(c.near[0]) / nearest
	x[featureContext] = float64(c.near[1]) / nearest
	if l.without != 0 {
		x.leaveOut(l.without)
	}
	return x
}

// nearest is the nearness 1 of a candidate's words.
const nearest = 1<<16 - 1

// inPlaces returns the tally of the places in layouts of the links to a URL.
func (l *Learner) inPlaces(c *candidate, list []uint32) (sum tally) {
	for _, path := range c.paths(list) {
		sum = sum.and(l.kinds.of(path))
	}
	return sum
}

// inBlocks returns those of its blocks.
func (l *Learner) inBlocks(c *candidate) (inner, outer tally) {
	list := l.urls.list(c)
	for i := range int(c.counts[ofSources]) {
		in, out := sourceAt(list, i).blocks()
		inner, outer = inner.and(l.kinds.of(in)), outer.and(l.kinds.of(out))
	}
	return inner, outer
}
