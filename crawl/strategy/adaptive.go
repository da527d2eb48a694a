package strategy

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/dom"
	"github.com/lokman-crawler/lokman/internal/heap"
)

// Adaptive learns during the crawl which links lead to pages of the topic
// (Chakrabarti, Punera and Subramanyam 2002; Rennie and McCallum 1999; the
// definition is in docs/strategies.md). It begins as [LokmanNormalized]; with the
// number of fetched pages the weight w of a model of links grows:
//
//	link value = (1-w) x LokmanNormalized's + w x model's
//
// w is the greater the better the model has ranked pages, compared with
// LokmanNormalized, before they were fetched, so that it steps back where it ranks worse.
//
// A page's Value is LokmanNormalized's; what the page is worth, from which the model
// learns, is another figure. It is judged by the scorer, by how near the page's words
// are to examples and what it has of the query, by the pages that link to it, and in
// comparison with the best pages so far. Examples are what people
// have named (Relevant, Texts, Query, Judge) and the best pages found. The model
// estimates what a URL is worth from the pages that link to it and those before them, the words of its
// links and around them, and what other pages turned out to be worth whose links are
// in the same block of a page, at the same place of a layout or whose URLs are in
// the same directory. A page of links counts for what the two best of those that it
// was the first to have promise or were worth, so that the model learns paths. URLs
// that fail are worth nothing, and their block and directory is worth less for it.
//
// From time to time it replays all it has fetched, since what pages are worth is
// known better later. Some URLs are taken in the order of discovery from hosts that are
// drawn at random, the more the less the other values promise: a page of links that says
// nothing of the topic can lead to all of it, and most such pages are near to the seeds.
// Where that finds nothing, it costs about a tenth of what the pages are worth.
//
// Queued URLs were valued by the model of their time: with each page the 32 best and
// 32 others in turn are valued again, so that a page costs its text and its links,
// however large the crawl. An Adaptive holds the state of one crawl, up to a
// kilobyte a URL, up to 5 KB for each of the 4,096 pages that a replay looks at, and
// 3 MB: take a new one for each, for to a page that it knows it returns links with
// the values that they had. With one worker the order depends on the seed and
// the pages alone. A crawl that goes on from a durable frontier needs a new one with
// the same topic and parameters, and brings it to what it had learned; others are
// [crawl.ErrState].
type Adaptive struct {
	// Scorer is required, as for LokmanNormalized.
	Scorer classify.Scorer

	// Query is the topic in words, Texts are texts about it; Relevant and Irrelevant
	// are URLs of pages, seeds above all, that are known to be about it or not. All
	// may be empty.
	Query                string
	Texts                []string
	Relevant, Irrelevant []string

	// Model, if set, is what an earlier crawl for the topic has learned.
	Model *AdaptiveModel

	// Explore is the share of pages with which it is considered to take a URL of a host
	// drawn at random, 0 to 1; it is taken if it promises more than the others. 0
	// means 0.8, crawl.None none.
	Explore float64
	// Seed of the random numbers.
	Seed uint64

	// Without names what is left out, for experiments. 0 is nothing.
	Without Ingredient

	memory
	spare       crawl.Valuation // of a page that was acknowledged, in whose room the next ones' links are kept
	told        []string        // what it was told since the last observation, see adaptive_state.go
	places      []dom.Place     // of a page's links, while an observation is learned from
	base        LokmanNormalized
	words       *vocabulary
	model       linkModel
	first       features   // weights before anything is learned
	weights     *features  // as explanations of the latest values have them
	pages       int        // fetched
	replayed    int        // pages at the latest replay
	chosen      float64    // mean worth of the latest pages that were taken for their value
	top         float64    // evidence of the best pages
	taken       float64    // pages of which chosen is the mean
	allowance   float64    // pages of the worth chosen that exploration may cost
	all         record     // of all pages
	right       [2]float64 // share of the comparisons in which ontology and model were right
	lessons     []*lesson
	known       map[string]*candidate
	found       []*candidate // all, by number
	judgments   map[string]bool
	terms       map[string]*termUse
	queue       heap.Heap[queued] // those that the frontier has
	linked      []*candidate      // the queued URLs that the page at hand links to
	where       []queuePlace      // of candidates in the queue, by number
	next        int               // of the sweep through the queue
	changes     []change          // room for the next
	sites       map[string]*site  // by host
	directories map[string]*record
	paths       map[uint64]int32 // numbers of records
	records     []record         // of blocks and places in layouts
	answered    []*site          // of which a page was fetched
	firsts      record           // of the first URLs of hosts
	query       []count          // words of Query
	texts       [][]count        // of Query and Texts
	listed      []*site          // those with queued URLs, in no particular order
	random      *rand.Rand
}

const (
	defaultExplore = 0.8
	replayEvery    = 100      // pages
	recentPages    = 1.0 / 20 // weight of a page in chosen
)

// Valid reports a missing scorer, an impossible Explore and what is no URL.
func (a *Adaptive) Valid() error {
	if a.Explore != crawl.None && !(a.Explore >= 0 && a.Explore <= 1) {
		return fmt.Errorf("strategy: Adaptive.Explore is %g: want 0 to 1, or None", a.Explore)
	}
	if err := needURLs("Adaptive.Relevant", a.Relevant); err != nil {
		return err
	}
	if err := needURLs("Adaptive.Irrelevant", a.Irrelevant); err != nil {
		return err
	}
	return needScorer("Adaptive", a.Scorer)
}

// FrontierOptions asks for a frontier that replaces values.
func (a *Adaptive) FrontierOptions() frontier.Options {
	return frontier.Options{Reevaluation: frontier.ReplaceValues}
}

// Judge says whether a page is about the topic, before or after it is fetched.
func (a *Adaptive) Judge(url string, relevant bool) {
	url = canonical(url)
	a.mu.Lock()
	defer a.mu.Unlock()
	a.start()
	a.setJudgment(url, relevant)
	if relevant {
		a.told = append(a.told, "y"+url)
	} else {
		a.told = append(a.told, "n"+url)
	}
}

func (a *Adaptive) setJudgment(url string, relevant bool) {
	a.judgments[url] = relevant
	if c := a.known[url]; c != nil && c.lesson != nil && !c.lesson.failed {
		a.judge(c.lesson)
		a.retarget(c.lesson, a.promise(c.lesson))
	}
}

// judge sets what a page is worth if somebody has said it.
func (a *Adaptive) judge(l *lesson) {
	relevant, ok := a.judgments[l.candidate.url]
	if !ok {
		return
	}
	l.judged, l.worth = true, 0
	if relevant {
		l.worth = 1
	}
	l.candidate.unsettle()
}

// Value implements [crawl.Strategy].
func (a *Adaptive) Value(p *crawl.Page) crawl.Valuation {
	doc := p.Document()
	before := a.afterFailure(p.URL)
	return a.once(p.URL, func(seen *sighting) crawl.Valuation {
		seen.parent, seen.note, seen.linkValue, seen.doc = p.Parent, p.Note, p.LinkValue, doc
		v := a.valuation(p, doc)
		if len(before) > 0 {
			v.Revalued = append(before, v.Revalued...)
		}
		return v
	})
}

// Failed implements [crawl.FailureListener]. A URL that failed counts as a page worth
// nothing.
func (a *Adaptive) Failed(url string, why error) []frontier.Entry {
	return a.once(url, func(seen *sighting) crawl.Valuation {
		seen.kind = failureKind(why)
		v := crawl.Valuation{Revalued: a.failed(url, seen.kind)}
		var redirect *crawl.RedirectError
		if errors.As(why, &redirect) && redirect.To != "" {
			seen.also = append(seen.also, ">"+redirect.To)
			a.redirect(url, redirect.To)
		}
		return v
	}).Revalued
}

func (a *Adaptive) failed(url string, as kind) []frontier.Entry {
	a.start()
	c := a.candidate(url)
	a.leave(c)
	if as == kindRedirected || as == kindNotModified {
		c.gone = true
		return nil
	}
	if c.lesson != nil {
		return nil
	}
	l := &lesson{candidate: c, as: a.features(c), failed: true}
	l.said = a.says(&l.as)
	c.learned(l)
	if c.site.pages == 0 {
		a.firsts.add(0)
	}
	if c.raised {
		c.site.tried.add(0)
		a.account(c, 0)
	}
	if as != kindHostFailed || c.site.pages == 0 {
		a.under(c, func(r *record) { r.add(0) })
		a.model.learn(&l.as, 0)
		a.keep(l)
	}
	entries := a.giveAgain(nil)
	if c.raised { // nothing was explored
		if e, ok := a.exploreAgain(); ok {
			entries = append(entries, e)
		}
	}
	return entries
}

// Refused implements [crawl.FailureListener]. A URL of which each link was refused is
// forgotten until another page links to it.
func (a *Adaptive) Refused(url string, _ error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.refuse(url)
	told := "-" + url
	if n := a.linkedFrom(url); n != nil {
		n.seen.also = append(n.seen.also, told)
	} else {
		a.told = append(a.told, told)
	}
}

// linkedFrom returns what the latest page has brought that links to a URL, nil if it
// has been observed.
func (a *Adaptive) linkedFrom(url string) *news {
	c := a.known[url]
	if c == nil || len(c.sources) == 0 {
		return nil
	}
	n := a.news[c.sources[len(c.sources)-1].candidate.url]
	if n == nil || n.observed {
		return nil
	}
	return n
}

func (a *Adaptive) refuse(url string) {
	if c := a.known[url]; c != nil && c.lesson == nil {
		c.offers = max(0, c.offers-1)
		if c.offers == 0 {
			a.leave(c)
			c.given = 0
		}
	}
}

func (a *Adaptive) valuation(p *crawl.Page, doc classify.Document) crawl.Valuation {
	a.start()
	l := &lesson{}
	reading := a.readText(doc.Text)
	l.text, l.words = a.words.counts(), a.words.read.Total
	l.asked = timesOf(l.text, a.query)
	score := a.count(l, doc, reading)
	var found *finding
	if c := a.known[p.URL]; c != nil {
		found = c.found
	}
	v := pageValuation(p, found, reading.part(score))
	c := a.candidate(p.URL)
	if c.lesson != nil && !c.lesson.failed {
		v.Links = a.knownLinks(doc)
		return v
	}
	v.LinkExplanation = a.whyTaken(c, p.LinkValue)
	a.leave(c)
	l.candidate, l.seed, l.as = c, a.isSeed(c, p.Parent), a.features(c)
	l.said = a.says(&l.as)
	c.learned(l)
	a.read(l, doc, v.Explanation.Value())
	v.Links = slices.Grow(a.spare.Links[:0], len(a.linked))
	for _, to := range a.linked {
		to.offers++
		v.Links = append(v.Links, a.give(to))
	}
	l.keepFirst(a.linked)
	a.teach(l)
	v.Revalued = a.giveAgain(slices.Grow(a.spare.Revalued[:0], bestAgain+sweepAgain+1))
	a.spare = crawl.Valuation{}
	if e, ok := a.explore(); ok {
		v.Revalued = append(v.Revalued, e)
	}
	return v
}

// knownLinks returns the links of a page that was acknowledged before, with the
// values that they had: another frontier may not have them.
func (a *Adaptive) knownLinks(doc classify.Document) (links []frontier.Entry) {
	for _, l := range doc.Links {
		if c := a.known[l.URL]; c != nil {
			links = append(links, frontier.Entry{URL: c.url, Value: c.given})
		}
	}
	return links
}

func (a *Adaptive) start() {
	if a.known != nil {
		return
	}
	a.base.Scorer = a.Scorer
	a.words = newVocabulary()
	a.query = a.words.countsOf(a.Query)
	a.texts = [][]count{a.query}
	for _, text := range a.Texts {
		a.texts = append(a.texts, a.words.countsOf(text))
	}
	a.chosen, a.allowance = priorWorth, firstAllowance
	a.right = [2]float64{0.5, 0.5}
	a.first = priorWeights
	if a.Model != nil {
		a.Model.begin(a)
	}
	a.model.weights = a.first
	a.known = map[string]*candidate{}
	a.judgments = map[string]bool{}
	for _, url := range a.Relevant {
		a.judgments[canonical(url)] = true
	}
	for _, url := range a.Irrelevant {
		a.judgments[canonical(url)] = false
	}
	a.terms = map[string]*termUse{}
	a.sites = map[string]*site{}
	a.directories = map[string]*record{}
	a.paths = map[uint64]int32{}
	a.random = rand.New(rand.NewPCG(a.Seed, 0))
	a.queue.Before = queued.before
	a.queue.Moved = func(q queued, pos int32) { a.where[q.number].queue = pos }
}

// redirect gives a URL what is known of one that redirects to it.
func (a *Adaptive) redirect(from, to string) {
	old, c := a.candidate(from), a.candidate(to)
	c.raised = c.raised || old.raised
	if relevant, ok := a.judgments[from]; ok {
		if _, ok := a.judgments[to]; !ok {
			a.setJudgment(to, relevant)
		}
	}
	if len(c.sources) > 0 {
		return
	}
	c.blocks, c.paths, c.sources, c.text, c.context = old.blocks, old.paths, old.sources, old.text, old.context
	c.given, c.why = old.given, old.why
	if c.found == nil {
		c.found = old.found
	}
}

// isSeed reports whether a page is a seed's, perhaps one that redirects to it.
func (a *Adaptive) isSeed(c *candidate, parent string) bool {
	if from := a.known[parent]; from != nil {
		return from.gone && len(c.sources) == 0
	}
	return parent == ""
}

// read reads a page: what it is worth and where it leads. Its value is that of LokmanNormalized.
func (a *Adaptive) read(l *lesson, doc classify.Document, value float64) {
	a.words.add(l.text)
	for _, t := range l.terms {
		t.term.pages++
	}
	a.judge(l)
	if a.pages < 3 || l.judged {
		a.centre()
	}
	a.weigh(l)
	a.top = max(a.top, leastTop)
	l.setNear()
	r := linkReader{Adaptive: a, from: l, value: value, parts: partReader{text: doc.Text, spans: doc.Spans, of: &a.words.read}, blocks: map[int32]int32{}}
	a.linked = a.linked[:0]
	var places dom.Places
	for i, link := range doc.Links {
		r.parts.next(link)
		switch {
		case link.URL == "":
		case a.places != nil:
			r.read(link, a.places[i])
		default:
			r.read(link, places.Of(link.Node))
		}
	}
}

// teach trains the model and the records with a page, and replays all when it is
// time to.
func (a *Adaptive) teach(l *lesson) {
	a.pages++
	switch {
	case l.candidate.raised:
		a.account(l.candidate, l.worth)
		l.candidate.site.tried.add(l.worth)
	case !l.seed:
		a.account(l.candidate, l.worth)
		a.taken++
		a.chosen += (l.worth - a.chosen) * max(recentPages, 1/(a.taken+1))
	}
	a.compare(l)
	l.target = a.promise(l)
	if s := l.candidate.site; !s.answered {
		s.answered = true
		a.answered = append(a.answered, s)
		if s.pages == 0 {
			a.firsts.add(l.target)
		}
	}
	a.under(l.candidate, func(r *record) { r.add(l.target) })
	a.model.learn(&l.as, l.target)
	a.keep(l)
	if n := a.pages; n == 3 || n == 10 || n == 30 || n%replayEvery == 0 && n-a.replayed >= len(a.lessons)/10 {
		a.replay()
		a.replayed = n
	}
}
