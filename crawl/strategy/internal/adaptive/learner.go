// Package adaptive is what strategy.Adaptive learns during a crawl, and how.
package adaptive

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/strategy/internal/normalized"
	"github.com/lokman-crawler/lokman/crawl/strategy/internal/textparts"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/ablation"
	"github.com/lokman-crawler/lokman/internal/document"
)

// A Config is what a crawl is about and how to learn from it.
type Config struct {
	Scorer  classify.Scorer
	Query   string
	Texts   []string
	Judged  map[string]bool // whether pages are relevant, by URL
	Model   *Model          // nil for none
	Explore float64         // share of the pages with which exploring is considered; 0 means defaultExplore, less than 0 none
	Seed    uint64
	Without ablation.Ingredients
}

// A Learner holds what one crawl has taught.
type Learner struct {
	scores  normalized.Scores
	urls    urls
	kinds   tallies     // of what pages were worth
	words   *vocabulary // of pages, links and examples
	worth   worthModel  // of pages that were fetched
	ranking ranking     // of links that were not
	queue   *queue
	explore exploration
	visits  visits
	source  *rand.PCG
	random  *rand.Rand
	without ablation.Ingredients

	replayed int      // pages at the latest replay
	linked   []uint32 // room for the numbers of the queued URLs that a page links to
	best     []uint32 // room for those of the greatest value
	changes  []change // room for the next
}

// replayEvery is how many pages a replay comes after, and the tenth of what it looks back at.
const replayEvery = 100

// New returns a learner for one crawl.
func New(c Config) *Learner {
	l := &Learner{
		scores: normalized.Scores{Scorer: c.Scorer},
		words:  newVocabulary(), source: rand.NewPCG(c.Seed, 0), without: c.Without,
	}
	l.random = rand.New(l.source)
	l.worth = worthModel{scores: l.scores, words: l.words, judgments: c.Judged, terms: map[string]*termUse{}}
	l.worth.query = l.words.countsOf(c.Query)
	l.worth.given = [][]count{l.worth.query}
	for _, text := range c.Texts {
		l.worth.given = append(l.worth.given, l.words.countsOf(text))
	}
	l.ranking = ranking{begins: priorWeights, accuracy: predictions{0.5, 0.5}, without: c.Without}
	if m := c.Model; m != nil {
		l.words.begin(m)
		if m.weights != nil {
			l.ranking.begins = *m.weights
		}
	}
	l.ranking.model.weights = l.ranking.begins
	l.queue = newQueue(&l.urls)
	l.explore = exploration{share: cmp.Or(c.Explore, defaultExplore), random: l.random, queue: l.queue, budget: firstBudget, usual: priorWorth}
	return l
}

// Page learns from a page that was fetched and values its links, in the room of a valuation
// that is no longer used. A page that
// it has learned from before teaches nothing, and its links keep their values.
//
// The order is this: the page is read; what was predicted of it is noted before anything is
// learned from it; it is said what it is worth; its links are read, and valued by the model of
// the pages before; the model learns; other URLs are valued again, by the new model; last of
// all one may be picked to explore.
func (l *Learner) Page(p *crawl.Page, doc classify.Document, places []document.Place, room crawl.Valuation) crawl.Valuation {
	number := l.urls.add(p.URL)
	c := l.urls.at(number)
	v, part := l.worth.read(doc)
	var links *normalized.Links
	if c.is(linked) {
		links = &normalized.Links{Page: float64(c.page)}
	}
	valuation := normalized.Valuation(p, links, part)
	if c.is(visited) && !c.is(failed) {
		valuation.Links = l.valuesOf(doc)
		return valuation
	}
	valuation.LinkExplanation = l.whyTaken(number, p.LinkValue)
	v.seed = l.isSeed(c, p.Parent)
	l.take(number, v)
	l.appraise(v)
	l.readLinks(v, doc, places, valuation.Explanation.Value())
	valuation.Links = l.offer(room.Links)
	l.keepFirst(v)
	l.learn(v)
	valuation.Revalued = l.valueAgain(room.Revalued[:0])
	if e, ok := l.explore.next(); ok {
		valuation.Revalued = append(valuation.Revalued, e)
	}
	return valuation
}

// valuesOf returns the links of a page that was acknowledged before, with the
// values that they had: another frontier may not have them.
func (l *Learner) valuesOf(doc classify.Document) (links []frontier.Entry) {
	for _, link := range doc.Links {
		if number, ok := l.urls.find(link.URL); ok {
			links = append(links, frontier.Entry{URL: l.urls.at(number).url, Value: l.queue.value(number)})
		}
	}
	return links
}

// isSeed reports whether a page is a seed's, perhaps one that redirects to it.
func (l *Learner) isSeed(c *candidate, parent string) bool {
	if from, ok := l.urls.find(parent); ok {
		return l.urls.at(from).is(gone) && c.counts[ofSources] == 0
	}
	return parent == ""
}

// take takes a URL out of the queue, with what is predicted of it.
func (l *Learner) take(number uint32, v *visit) {
	l.queue.leave(number)
	c := l.urls.at(number)
	l.visits.enter(v, number)
	v.site, v.as = siteKey(c.url), l.features(number)
	v.predicted = l.ranking.predict(&v.as)
	l.unsettle(c)
	c.state = c.state&^failed | visited
	*l.urls.places.At(number) = v.number
	l.urls.forgetWords(c)
}

// picking returns what exploration needs to know of a page.
func (l *Learner) picking(v *visit) picking {
	c := l.urls.at(v.url)
	p := picking{site: l.queue.sites.of(c.url), raised: c.is(raised)}
	if c.counts[ofSources] > 0 {
		first := l.visits.facts.At(sourceAt(l.urls.list(c), 0).page &^ lateLink)
		p.found = l.urls.at(first.url).is(raised)
	}
	return p
}

// appraise says what a page is worth.
func (l *Learner) appraise(v *visit) {
	l.worth.add(v)
	l.judge(v)
	if l.ranking.pages < 3 || v.judged {
		l.worth.centre(l.visits.kept)
	}
	l.weigh(v)
	l.worth.best = max(l.worth.best, leastBest)
	l.setNear(v)
}

// readLinks reads the links of a page of a value, LokmanNormalized's.
func (l *Learner) readLinks(v *visit, doc classify.Document, places []document.Place, value float64) {
	l.linked = l.linked[:0]
	r := linkReader{Learner: l, from: v, value: float32(value), parts: textparts.Reader{Text: doc.Text, Spans: doc.Spans, Of: &l.words.read}}
	r.readAll(doc.Links, places)
}

// offer values the URLs that a page links to.
func (l *Learner) offer(room []frontier.Entry) []frontier.Entry {
	entries := slices.Grow(room[:0], len(l.linked))
	for _, number := range l.linked {
		c := l.urls.at(number)
		c.offers = uint8(min(int(c.offers)+1, 1<<8-1))
		entries = append(entries, l.value(number))
	}
	return entries
}

// value values a URL, the first time or again.
func (l *Learner) value(number uint32) frontier.Entry {
	by := l.valued(number)
	l.estimated(l.urls.at(number), by.predicted[models])
	return l.queue.set(number, by.value(), by)
}

// valueAgain values URLs again and appends those whose value has changed: the best, then what is
// the best after that, until it has been valued with this page, as what is fetched next should be, and
// some in turn.
func (l *Learner) valueAgain(entries []frontier.Entry) []frontier.Entry {
	again := func(number uint32) {
		before := l.queue.value(number)
		if e := l.value(number); e.Value != before {
			entries = append(entries, e)
		}
	}
	l.best = l.queue.best(l.best[:0], 0, bestAgain)
	for _, number := range l.best {
		again(number)
	}
	for range min(mostAgain, len(l.queue.ranked.Items)) {
		best := l.queue.ranked.Items[0].number
		if l.urls.at(best).valued == l.now() {
			break
		}
		again(best)
	}
	for range min(sweepAgain, len(l.queue.ranked.Items)) {
		if next := l.queue.next(); next != none && l.urls.at(next).valued != l.now() {
			again(next)
		}
	}
	return entries
}

// learn trains the model and the tallies with a page, and replays all when it is
// time to.
func (l *Learner) learn(v *visit) {
	l.ranking.pages++
	p := l.picking(v)
	l.explore.fetched(p, float64(v.worth), v.seed)
	l.ranking.compare(v, l.visits.kept, l.random)
	v.target = float32(l.target(v))
	l.explore.answers(p.site, float64(v.target), l.kinds.of(v.site).pages == 0)
	l.teach(v)
	if n := l.ranking.pages; n == 3 || n == 10 || n == 30 || n%replayEvery == 0 && n-l.replayed >= len(l.visits.kept)/10 {
		l.replay()
		l.replayed = n
	}
}

// target returns what is learned of a page.
func (l *Learner) target(v *visit) float64 {
	switch {
	case v.failed:
		return 0
	case l.without&ablation.Credit != 0:
		return float64(v.worth)
	}
	return l.credited(v)
}

// teach has the tallies and the model learn the target of a visit, and keeps it for replays.
func (l *Learner) teach(v *visit) {
	l.kinds.all.add(float64(v.target))
	l.tallies(v, func(key uint32) { l.kinds.add(key, float64(v.target)) })
	l.ranking.model.learn(&v.as, float64(v.target))
	l.visits.keep(v)
}

// retarget changes what a page has taught, in all tallies that it counts for.
func (l *Learner) retarget(v *visit) {
	target := float32(l.target(v))
	if by := float64(target - v.target); by != 0 {
		l.kinds.all.worth += by
		l.tallies(v, func(key uint32) { l.kinds.change(key, by) })
	}
	v.target = target
}

// replay looks back at the pages fetched: what they are worth by what is known by now,
// and what the model would have learned from that.
func (l *Learner) replay() {
	pages := l.visits.inOrder()
	l.worth.centre(pages)
	for _, v := range pages {
		l.weigh(v)
	}
	l.worth.best = bestEvidence(pages)
	for _, v := range pages {
		l.compare(v)
		l.setNear(v)
	}
	for _, v := range pages {
		l.retarget(v)
	}
	l.ranking.relearn(pages, l.random)
	l.queue.turn, l.queue.swept = nil, 0
}

// Failed learns from a URL that failed, as a page worth nothing, and returns other URLs with
// new values. If its host failed, the links to its pages are not to blame, and it counts for
// one of them.
func (l *Learner) Failed(url string, hostFailed bool) []frontier.Entry {
	number := l.urls.add(url)
	c := l.urls.at(number)
	if c.is(visited) {
		l.queue.leave(number)
		return nil
	}
	v := &visit{failed: true}
	l.take(number, v)
	c.state |= failed
	unknown := l.kinds.of(v.site).pages == 0
	l.explore.failed(l.picking(v), unknown)
	if !hostFailed || unknown {
		l.teach(v)
	}
	entries := l.valueAgain(nil)
	if c.is(raised) { // nothing was explored
		if e, ok := l.explore.again(); ok {
			entries = append(entries, e)
		}
	}
	return entries
}

// Gone takes a URL out of the queue that was redirected or not modified.
func (l *Learner) Gone(url string) {
	number := l.urls.add(url)
	l.queue.leave(number)
	l.urls.at(number).state |= gone
}

// Redirected gives a URL what is known of one that redirects to it.
func (l *Learner) Redirected(from, to string) {
	old, c := l.urls.add(from), l.urls.add(to)
	if relevant, ok := l.worth.judgments[from]; ok {
		if _, ok := l.worth.judgments[to]; !ok {
			l.Judge(to, relevant)
		}
	}
	l.urls.redirected(l.urls.at(old), l.urls.at(c))
}

// Refused forgets a URL of which each link was refused, until another page links to it.
func (l *Learner) Refused(url string) {
	if number, ok := l.urls.find(url); ok {
		if c := l.urls.at(number); !c.is(visited) {
			if c.offers = max(c.offers, 1) - 1; c.offers == 0 {
				l.queue.leave(number)
			}
		}
	}
}

// Judge says whether a page is about the topic, before or after it is fetched.
func (l *Learner) Judge(url string, relevant bool) {
	l.worth.judgments[url] = relevant
	if number, ok := l.urls.find(url); ok && l.urls.at(number).is(visited) {
		if v := l.visits.of(l.visits.facts.At(*l.urls.places.At(number))); v != nil && !v.failed {
			l.judge(v)
			l.retarget(v)
		}
	}
}

// Model returns what was learned so far.
func (l *Learner) Model() *Model {
	weights := l.ranking.model.weights
	return &Model{weights: &weights, words: l.words.meant(modelWords)}
}

// Visited reports whether it has learned from a URL, and whether as from one that failed.
func (l *Learner) Visited(url string) (ok, asFailed bool) {
	if number, found := l.urls.find(url); found {
		c := l.urls.at(number)
		return c.is(visited), c.is(failed)
	}
	return false, false
}

// LatestSource returns the page that was the latest to link to a URL, "" if none is known.
func (l *Learner) LatestSource(url string) (latest string) {
	if number, ok := l.urls.find(url); ok {
		l.urls.sources(l.urls.at(number), func(s source) { latest = l.urls.at(l.visits.facts.At(s.page).url).url })
	}
	return latest
}
