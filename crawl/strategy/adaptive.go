package strategy

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/heap"
	"github.com/lokman-crawler/lokman/internal/weburl"
	"github.com/lokman-crawler/lokman/ontology"
)

// Adaptive learns during the crawl which links lead to pages of the topic
// (Chakrabarti, Punera and Subramanyam 2002; Rennie and McCallum 1999; the
// definition is in docs/strategies.md). It begins as [LokmanNormalized]; with the number n of fetched pages the
// weight of a model of links grows up to one half:
//
//	link value = (1-w) x LokmanNormalized's + w x model's,  w = 1/2 n/(n+200)
//
// The features are the words of all links to a URL and around them, the words of
// the URL, its host and directory, how good pages of that host and directory
// were, and the values of the pages that link to it. The target for a page is its
// score, or half of the mean estimate of its five best links if that is more, so
// that the model learns paths through pages of links. One page in twenty is the
// best of a few links on a host picked at random, good hosts with a higher
// probability (Thompson sampling), so that links of low estimate are tried too.
//
// Queued URLs were valued by the model of their time: with each page the 32 best
// are valued again. A page costs its text and its links, however large the
// crawl. An Adaptive holds the state of one crawl, up to a kilobyte a URL: take
// a new one for each. With one worker the order depends on the seed and the
// pages alone.
type Adaptive struct {
	Scorer  *ontology.Scorer // required, as for LokmanNormalized
	Explore float64          // share of pages that are picked at random; 0 means 0.05
	Seed    uint64

	memory
	base        LokmanNormalized
	model       linkModel
	pages       int // fetched
	known       map[string]*candidate
	queue       heap.Heap[*candidate] // those that the frontier has
	sites       map[string]*site      // by host
	directories map[string]*record
	listed      []*site // those with queued URLs, in no particular order
	random      *rand.Rand
	scratch     []feature                                     // reused by features
	numbers     struct{ page, links, site, directory uint32 } // features that are not words
}

// A candidate is a URL that may be fetched.
type candidate struct {
	url       string
	number    int // in the order in which they were found
	words     []uint32
	site      *site
	directory *record
	given     float64 // value in the frontier
	pos       int32   // in the queue, or -1
	place     int     // in the site's list
	fetched   bool
}

// A record counts the pages of one kind and sums how good they are.
type record struct{ pages, good float64 }

// prior is how good a page of an unknown kind is taken to be, 0 to 1.
const prior = 0.1

func (r *record) mean() float64 { return (r.good + prior) / (r.pages + 1) }

// A site is a host with its queued URLs.
type site struct {
	record
	queued []*candidate
	place  int // in Adaptive.listed
}

// Chosen by hand on generated webs; other values nearby do as well.
const (
	halfWeightPages = 200 // pages after which the model has half of its final weight
	rescoreBatch    = 32  // queued URLs that are valued again with each page
	sampleSize      = 16  // hosts, and links of one, among which a random pick chooses
	discount        = 0.5 // share of what its links promise that counts for a page
	bestLinks       = 5   // links that a page's promise is the mean of

	defaultExplore = 0.05 // Adaptive.Explore
)

// Valid reports a missing scorer.
func (a *Adaptive) Valid() error {
	if a.Scorer == nil {
		return needScorer("Adaptive", nil)
	}
	return nil
}

// FrontierOptions asks for a frontier that adds up values: links carry the
// change of a URL's value.
func (a *Adaptive) FrontierOptions() frontier.Options {
	return frontier.Options{Reevaluation: frontier.IncrementValues}
}

// Value implements [crawl.Strategy].
func (a *Adaptive) Value(p *crawl.Page) crawl.Valuation {
	doc := p.Document()
	return a.once(p.URL, func() crawl.Valuation { return a.valuation(p, doc) })
}

func (a *Adaptive) valuation(p *crawl.Page, doc classify.Document) crawl.Valuation {
	a.start()
	v := a.base.valuation(p, doc, a.base.density(doc.Text))
	links := v.Links
	v.Links = nil
	c := a.candidate(p.URL)
	if c.fetched {
		return v // acknowledged before
	}
	c.fetched = true
	a.leave(c)
	a.forget(p.LinkValue)
	for _, l := range doc.Links {
		if l.URL == "" {
			continue
		}
		if to := a.candidate(l.URL); !to.fetched {
			to.words = wordFeatures(to.words, l)
		}
	}
	var queued []*candidate
	for _, e := range links {
		if to := a.known[e.URL]; !to.fetched {
			queued = append(queued, to)
		}
	}
	a.teach(c, max(a.good(doc, v.Score), discount*a.promise(queued)))
	for _, to := range queued {
		v.Links = append(v.Links, a.give(to))
	}
	for _, to := range a.best(rescoreBatch) {
		if e := a.give(to); e.Value != 0 {
			v.Links = append(v.Links, e)
		}
	}
	if e, ok := a.explore(); ok {
		v.Links = append(v.Links, e)
	}
	return v
}

func (a *Adaptive) start() {
	if a.known != nil {
		return
	}
	a.base.Scorer = a.Scorer
	a.known = map[string]*candidate{}
	a.sites = map[string]*site{}
	a.directories = map[string]*record{}
	a.numbers.page, a.numbers.links = hashed("number", "page"), hashed("number", "links")
	a.numbers.site, a.numbers.directory = hashed("number", "site"), hashed("number", "directory")
	a.random = rand.New(rand.NewPCG(a.Seed, 0))
	a.queue.Before = func(x, y *candidate) bool {
		return x.given > y.given || x.given == y.given && x.number < y.number
	}
	a.queue.Moved = func(c *candidate, pos int32) { c.pos = pos }
}

// candidate returns the candidate of a URL, a new one if necessary.
func (a *Adaptive) candidate(url string) *candidate {
	c := a.known[url]
	if c == nil {
		c = &candidate{
			url: url, number: len(a.known), pos: -1, words: urlFeatures(url),
			site: entry(a.sites, weburl.HostOf(url)), directory: entry(a.directories, directoryOf(url)),
		}
		a.known[url] = c
	}
	return c
}

// entry returns the value of a key, a new one if necessary.
func entry[T any](m map[string]*T, key string) *T {
	x := m[key]
	if x == nil {
		x = new(T)
		m[key] = x
	}
	return x
}

// good says how good a page is, 0 to 1: by the terms in its title, else by
// their density.
func (a *Adaptive) good(doc classify.Document, density float64) float64 {
	count := 0.0
	for _, h := range a.Scorer.Hits(doc.Title) {
		count += a.Scorer.Weight(h.Term)
	}
	return 1 - (1-share(count, a.base.exact()))*(1-density)
}

// promise returns the mean estimate of the bestLinks best of some links.
func (a *Adaptive) promise(links []*candidate) float64 {
	var worth []float64
	for _, c := range links {
		worth = append(worth, a.model.estimate(a.features(c)))
	}
	slices.SortFunc(worth, func(x, y float64) int { return cmp.Compare(y, x) })
	sum := 0.0
	for _, x := range worth[:min(bestLinks, len(worth))] {
		sum += x
	}
	return sum / bestLinks
}

// teach trains the model and the records with how good a page is.
func (a *Adaptive) teach(c *candidate, good float64) {
	a.model.learn(a.features(c), good)
	a.pages++
	for _, r := range []*record{&c.site.record, c.directory} {
		r.pages++
		r.good += good
	}
}

// features returns the current features of a URL; they are valid until the next
// call. The words have length 1 together, so that links with many words do not
// train the model more.
func (a *Adaptive) features(c *candidate) []feature {
	f := a.base.found[c.url]
	if f == nil {
		f = &finding{}
	}
	a.scratch = a.scratch[:0]
	each := float32(1 / math.Sqrt(float64(len(c.words))))
	for _, at := range c.words {
		a.scratch = append(a.scratch, feature{at, each})
	}
	a.scratch = append(a.scratch,
		feature{a.numbers.page, float32(f.page)},
		feature{a.numbers.links, float32(share(f.count, a.base.exact()))},
		feature{a.numbers.site, float32(c.site.mean())},
		feature{a.numbers.directory, float32(c.directory.mean())},
	)
	return a.scratch
}

// give values a URL again and returns the change of its value.
func (a *Adaptive) give(c *candidate) frontier.Entry {
	learned := half * float64(a.pages) / float64(a.pages+halfWeightPages)
	value := crawl.Explanation{
		{Of: "ontology", Factor: 1 - learned, Score: a.base.value(a.base.found[c.url]).Value()},
		{Of: "model", Factor: learned, Score: a.model.estimate(a.features(c))},
	}
	if c.given != 0 {
		value = append(value, crawl.Part{Of: "before", Factor: -1, Score: c.given})
	}
	return a.change(c, value)
}

// change returns a change of value for the frontier and applies it to the queue.
func (a *Adaptive) change(c *candidate, by crawl.Explanation) frontier.Entry {
	e := frontier.Entry{URL: c.url, Value: by.Value(), Reason: by}
	c.given += e.Value
	if c.pos >= 0 {
		a.queue.Fix(c.pos)
		return e
	}
	a.queue.Push(c)
	c.place = len(c.site.queued)
	c.site.queued = append(c.site.queued, c)
	if c.place == 0 {
		c.site.place = len(a.listed)
		a.listed = append(a.listed, c.site)
	}
	return e
}

// leave takes a URL out of the queue.
func (a *Adaptive) leave(c *candidate) {
	if c.pos < 0 {
		return
	}
	a.queue.Remove(c.pos)
	s := c.site
	last := s.queued[len(s.queued)-1]
	s.queued[c.place], last.place = last, c.place
	s.queued = s.queued[:len(s.queued)-1]
	if len(s.queued) == 0 {
		last := a.listed[len(a.listed)-1]
		a.listed[s.place], last.place = last, s.place
		a.listed = a.listed[:len(a.listed)-1]
	}
}

// forget removes the URLs from the queue that the frontier must have returned
// before the current page: they could not be fetched.
func (a *Adaptive) forget(value float64) {
	for len(a.queue.Items) > 0 && a.queue.Items[0].given > value {
		a.leave(a.queue.Items[0])
	}
}

// best returns the first URLs of the queue.
func (a *Adaptive) best(n int) []*candidate {
	var best []*candidate
	for len(best) < n && len(a.queue.Items) > 0 {
		best = append(best, a.queue.Items[0])
		a.queue.Remove(0)
	}
	for _, c := range best {
		a.queue.Push(c)
	}
	return best
}

// explore raises a URL that is picked at random above all others, with the
// probability Explore.
func (a *Adaptive) explore() (frontier.Entry, bool) {
	often := orDefault(a.Explore, defaultExplore)
	if len(a.listed) == 0 || a.random.Float64() >= often {
		return frontier.Entry{}, false
	}
	var where *site
	hope := math.Inf(-1)
	for range min(sampleSize, len(a.listed)) {
		s := a.listed[a.random.IntN(len(a.listed))]
		spread := math.Sqrt(s.mean() * (1 - s.mean()) / (s.pages + 1))
		if x := s.mean() + spread*a.random.NormFloat64(); x > hope {
			hope, where = x, s
		}
	}
	var c *candidate
	for range min(sampleSize, len(where.queued)) {
		if x := where.queued[a.random.IntN(len(where.queued))]; c == nil || x.given > c.given {
			c = x
		}
	}
	return a.change(c, crawl.Explanation{{Of: "picked by chance", Factor: 1, Score: 1}}), true
}
