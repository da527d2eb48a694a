// Package adaptive is what strategy.Adaptive learns during a crawl, and how.
package adaptive

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/strategy/internal/normalized"
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
	tallies tallies     // of what pages were worth
	words   *vocabulary // of pages, links and examples
	worth   worthModel  // of pages that were fetched
	ranking ranking     // of links that were not
	valuer  valuer
	queue   *queue
	explore exploration
	visits  visits
	random  *rand.Rand
	without ablation.Ingredients

	replayed int          // pages at the latest replay
	linked   []*candidate // room for the queued URLs that a page links to
}

// replayEvery is how many pages a replay comes after, and the tenth of what it looks back at.
const replayEvery = 100

// New returns a learner for one crawl.
func New(c Config) *Learner {
	l := &Learner{
		scores: normalized.Scores{Scorer: c.Scorer},
		urls:   urls{byName: map[string]*candidate{}, sites: map[string]*site{}, directories: map[string]*tally{}},
		words:  newVocabulary(), random: rand.New(rand.NewPCG(c.Seed, 0)), without: c.Without,
	}
	l.tallies.paths = map[uint64]int32{}
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
	l.valuer = valuer{scores: l.scores, words: l.words, tallies: &l.tallies, ranking: &l.ranking, without: c.Without}
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
	c := l.urls.candidate(p.URL)
	v, part := l.worth.read(doc)
	valuation := normalized.Valuation(p, c.links, part)
	if c.visit != nil && !c.visit.failed {
		valuation.Links = l.valuesOf(doc)
		return valuation
	}
	valuation.LinkExplanation = l.valuer.whyTaken(c, p.LinkValue)
	v.seed = l.isSeed(c, p.Parent)
	l.take(c, v)
	l.appraise(v)
	l.readLinks(v, doc, places, valuation.Explanation.Value())
	valuation.Links = l.offer(room.Links)
	v.keepFirst(l.linked)
	l.learn(v)
	valuation.Revalued = l.valueAgain(slices.Grow(room.Revalued[:0], bestAgain+sweepAgain+1))
	if e, ok := l.explore.next(); ok {
		valuation.Revalued = append(valuation.Revalued, e)
	}
	return valuation
}

// valuesOf returns the links of a page that was acknowledged before, with the
// values that they had: another frontier may not have them.
func (l *Learner) valuesOf(doc classify.Document) (links []frontier.Entry) {
	for _, link := range doc.Links {
		if c := l.urls.byName[link.URL]; c != nil {
			links = append(links, frontier.Entry{URL: c.url, Value: c.value})
		}
	}
	return links
}

// isSeed reports whether a page is a seed's, perhaps one that redirects to it.
func (l *Learner) isSeed(c *candidate, parent string) bool {
	if from := l.urls.byName[parent]; from != nil {
		return from.gone && len(c.sources) == 0
	}
	return parent == ""
}

// take takes a URL out of the queue, with what is predicted of it.
func (l *Learner) take(c *candidate, v *visit) {
	l.queue.leave(c)
	v.candidate, v.as = c, l.valuer.features(c)
	v.predicted = l.ranking.predict(&v.as)
	c.visited(v)
}

// appraise says what a page is worth.
func (l *Learner) appraise(v *visit) {
	l.worth.add(v)
	l.worth.judge(v)
	if l.ranking.pages < 3 || v.judged {
		l.worth.centre(l.visits)
	}
	l.worth.weigh(v)
	l.worth.best = max(l.worth.best, leastBest)
	v.setNear()
}

// readLinks reads the links of a page of a value, LokmanNormalized's.
func (l *Learner) readLinks(v *visit, doc classify.Document, places []document.Place, value float64) {
	r := linkReader{
		scores: l.scores, urls: &l.urls, tallies: &l.tallies, words: l.words, from: v, value: value,
		parts:  partReader{text: doc.Text, spans: doc.Spans, of: &l.words.read},
		blocks: map[int32]int32{}, linked: l.linked[:0],
	}
	r.readAll(doc.Links, places)
	l.linked = r.linked
}

// offer values the URLs that a page links to.
func (l *Learner) offer(room []frontier.Entry) []frontier.Entry {
	entries := slices.Grow(room[:0], len(l.linked))
	for _, to := range l.linked {
		to.offers++
		entries = append(entries, l.value(to))
	}
	return entries
}

// value values a URL, the first time or again.
func (l *Learner) value(c *candidate) frontier.Entry {
	by := l.valuer.value(c)
	c.estimated(by.predicted[models])
	return l.queue.set(c, by.value(), by)
}

// valueAgain values the URLs again that are due and appends those whose value has changed.
func (l *Learner) valueAgain(entries []frontier.Entry) []frontier.Entry {
	for _, c := range l.queue.again() {
		before := c.value
		if e := l.value(c); e.Value != before {
			entries = append(entries, e)
		}
	}
	return entries
}

// learn trains the model and the tallies with a page, and replays all when it is
// time to.
func (l *Learner) learn(v *visit) {
	c := v.candidate
	l.ranking.pages++
	l.explore.fetched(c, v.worth, v.seed)
	l.ranking.compare(v, l.visits, l.random)
	v.target = l.target(v)
	l.explore.answers(c.site, v.target)
	l.teach(v)
	if n := l.ranking.pages; n == 3 || n == 10 || n == 30 || n%replayEvery == 0 && n-l.replayed >= len(l.visits)/10 {
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
		return v.worth
	}
	return v.credited()
}

// teach has the tallies and the model learn the target of a visit, and keeps it for replays.
func (l *Learner) teach(v *visit) {
	v.candidate.tallies(&l.tallies, func(t *tally) { t.add(v.target) })
	l.ranking.model.learn(&v.as, v.target)
	l.visits.keep(v)
}

// retarget changes what a page has taught, in all tallies that it counts for.
func (l *Learner) retarget(v *visit) {
	target := l.target(v)
	v.candidate.tallies(&l.tallies, func(t *tally) { t.worth += target - v.target })
	v.target = target
}

// replay looks back at the pages fetched: what they are worth by what is known by now,
// and what the model would have learned from that.
func (l *Learner) replay() {
	l.worth.centre(l.visits)
	for _, v := range l.visits {
		l.worth.weigh(v)
	}
	l.worth.best = bestEvidence(l.visits)
	for _, v := range l.visits {
		l.worth.appraise(v)
		v.setNear()
	}
	for _, v := range l.visits {
		l.retarget(v)
	}
	l.ranking.relearn(slices.Clone(l.visits), l.random)
	l.queue.sweep = 0
}

// Failed learns from a URL that failed, as a page worth nothing, and returns other URLs with
// new values. If its host failed, the links to its pages are not to blame, and it counts for
// one of them.
func (l *Learner) Failed(url string, hostFailed bool) []frontier.Entry {
	c := l.urls.candidate(url)
	if c.visit != nil {
		l.queue.leave(c)
		return nil
	}
	v := &visit{failed: true}
	l.take(c, v)
	unknown := c.site.pages == 0
	l.explore.failed(c)
	if !hostFailed || unknown {
		l.teach(v)
	}
	entries := l.valueAgain(nil)
	if c.raised { // nothing was explored
		if e, ok := l.explore.again(); ok {
			entries = append(entries, e)
		}
	}
	return entries
}

// Gone takes a URL out of the queue that was redirected or not modified.
func (l *Learner) Gone(url string) {
	c := l.urls.candidate(url)
	l.queue.leave(c)
	c.gone = true
}

// Redirected gives a URL what is known of one that redirects to it.
func (l *Learner) Redirected(from, to string) {
	old, c := l.urls.candidate(from), l.urls.candidate(to)
	if relevant, ok := l.worth.judgments[from]; ok {
		if _, ok := l.worth.judgments[to]; !ok {
			l.Judge(to, relevant)
		}
	}
	c.redirected(old)
}

// Refused forgets a URL of which each link was refused, until another page links to it.
func (l *Learner) Refused(url string) {
	if c := l.urls.byName[url]; c != nil && c.visit == nil {
		c.offers = max(0, c.offers-1)
		if c.offers == 0 {
			l.queue.leave(c)
			c.value = 0
		}
	}
}

// Judge says whether a page is about the topic, before or after it is fetched.
func (l *Learner) Judge(url string, relevant bool) {
	l.worth.judgments[url] = relevant
	if c := l.urls.byName[url]; c != nil && c.visit != nil && !c.visit.failed {
		l.worth.judge(c.visit)
		l.retarget(c.visit)
	}
}

// Model returns what was learned so far.
func (l *Learner) Model() *Model {
	weights := l.ranking.model.weights
	return &Model{weights: &weights, words: l.words.meant(modelWords)}
}

// Visited reports whether it has learned from a URL, and whether as from one that failed.
func (l *Learner) Visited(url string) (ok, failed bool) {
	if c := l.urls.byName[url]; c != nil && c.visit != nil {
		return true, c.visit.failed
	}
	return false, false
}

// LatestSource returns the page that was the latest to link to a URL, "" if none is known.
func (l *Learner) LatestSource(url string) string {
	c := l.urls.byName[url]
	if c == nil || len(c.sources) == 0 {
		return ""
	}
	return c.sources[len(c.sources)-1].candidate.url
}
