package strategy

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/internal/dom"
	"github.com/lokman-crawler/lokman/internal/excerpt"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// A candidate is a URL that may be fetched, with what is known of it.
type candidate struct {
	url       string
	number    int32 // in the order in which they were found
	site      *site
	directory *record
	found     *finding      // LokmanNormalized's
	own       finding       // what found points to, unless the URL was redirected to
	blocks    [2]recordList // inner and outer
	paths     recordList
	sources   []*lesson    // pages that link here
	first     *lesson      // the first of them
	text      linkWords    // of its links
	context   linkWords    // and of those around
	caption   string       // of the first link, for explanations
	estimate  float64      // the model's latest
	given     float64      // value in the frontier
	why       fmt.Stringer // what that is made of, a *change or an atRandom; nil once it is fetched
	raised    bool         // picked at random
	offers    int32        // links to it that were not refused
	lesson    *lesson      // once it has been fetched or has failed
	gone      bool         // it redirected or was not modified
}

// A record counts the pages of a kind and sums what they were worth.
type record struct{ pages, worth float64 }

func (r *record) add(worth float64) {
	r.pages++
	r.worth += worth
}

// mean returns the mean worth, that of one more page being given.
func (r record) mean(one float64) float64 { return (r.worth + one) / (r.pages + 1) }

// A recordList is a few records by their numbers in Adaptive.records.
type recordList struct {
	count   int32
	numbers [maxBlocks]int32
}

func (l *recordList) all() []int32 { return l.numbers[:l.count] }

// sumOf returns several records together.
func (a *Adaptive) sumOf(l *recordList) (sum record) {
	for _, number := range l.all() {
		r := &a.records[number]
		sum.pages += r.pages
		sum.worth += r.worth
	}
	return sum
}

// What is kept of the links to one URL.
const (
	maxSources = 16 // the latest replaces the one before
	maxBlocks  = 6
	maxPaths   = 4  // not more than maxBlocks
	maxText    = 24 // words
	maxContext = 48 // words
	maxCaption = 80 // bytes of the first link's text
)

// candidate returns the candidate of a URL, a new one if necessary.
func (a *Adaptive) candidate(url string) *candidate {
	c := a.known[url]
	if c == nil {
		directory := directoryOf(url)
		c = &candidate{
			url: url, number: int32(len(a.found)),
			site: entry(a.sites, weburl.HostOf(url)), directory: entry(a.directories, directory),
		}
		a.known[url] = c
		a.found, a.where = append(a.found, c), append(a.where, queuePlace{-1, -1})
	}
	return c
}

// directoryOf returns a URL up to the last slash of its path.
func directoryOf(url string) string {
	path, _, _ := strings.Cut(url, "?")
	return path[:strings.LastIndexByte(path, '/')+1]
}

// entry returns the value of a key, a new one if necessary.
func entry[K comparable, T any](m map[K]*T, key K) *T {
	x := m[key]
	if x == nil {
		x = new(T)
		m[key] = x
	}
	return x
}

// A linkReader adds the links of one page to what is known of their URLs.
type linkReader struct {
	*Adaptive
	from   *lesson
	value  float64 // of the page, LokmanNormalized's
	parts  partReader
	blocks map[int32]int32 // numbers of records by that of the block, times two and its level

	// The latest link's place, which is mostly that of the next, and its records.
	at      dom.Place
	located bool
	in      [2]int32 // of its blocks, -1 for none
	path    int32
}

// read adds a link. What was fetched before and is linked to now says at once what
// the block is worth.
func (r *linkReader) read(l classify.Link, at dom.Place) {
	to := r.candidate(l.URL)
	if to.found == nil {
		to.found = &to.own
	}
	to.found.add(&r.base, l, r.value)
	if to == r.from.candidate {
		return
	}
	r.locate(at)
	for level, block := range r.in {
		if block >= 0 {
			r.join(to, &to.blocks[level], block, maxBlocks)
		}
	}
	r.join(to, &to.paths, r.path, maxPaths)
	if to.lesson != nil || to.gone {
		return
	}
	if n := len(to.sources); n == 0 || to.sources[n-1] != r.from {
		if n == 0 {
			to.first = r.from
		}
		if n == maxSources {
			to.sources[n-1] = r.from
		} else {
			to.sources = append(to.sources, r.from)
		}
		r.linked = append(r.linked, to)
	}
	text, context := to.text.wants(l.Text, maxText), to.context.wants(l.Context, maxContext)
	if !text && !context {
		return
	}
	r.parts.enter(l)
	if text {
		if to.caption == "" {
			to.caption = strings.Clone(excerpt.Cut(l.Text, maxCaption))
		}
		to.text.add(r.words, l.Text, &r.parts, maxText)
	}
	if context {
		to.context.add(r.words, l.Context, &r.parts, maxContext)
	}
}

// locate finds the records of a place.
func (r *linkReader) locate(at dom.Place) {
	if r.located && at == r.at {
		return
	}
	r.at, r.located = at, true
	r.path = recordOf(r.Adaptive, r.paths, at.Path)
	for level, number := range at.Blocks {
		r.in[level] = -1
		if number >= 0 {
			r.in[level] = recordOf(r.Adaptive, r.blocks, number*2+int32(level))
		}
	}
}

// recordOf returns the number of the record of a key, a new one if necessary.
func recordOf[K comparable](a *Adaptive, numbers map[K]int32, key K) int32 {
	number, ok := numbers[key]
	if !ok {
		number = int32(len(a.records))
		numbers[key] = number
		a.records = append(a.records, record{})
	}
	return number
}

// join puts a URL under a record.
func (r *linkReader) join(to *candidate, list *recordList, under int32, most int) {
	if len(list.all()) >= most || slices.Contains(list.all(), under) {
		return
	}
	list.numbers[list.count] = under
	list.count++
	if to.lesson != nil {
		r.records[under].add(to.lesson.target)
	}
}

// under yields the records that a URL counts for.
func (a *Adaptive) under(c *candidate, yield func(*record)) {
	yield(&a.all)
	yield(&c.site.record)
	yield(c.directory)
	for _, list := range []*recordList{&c.blocks[0], &c.blocks[1], &c.paths} {
		for _, number := range list.all() {
			yield(&a.records[number])
		}
	}
}

// features returns what the model knows of a URL now.
func (a *Adaptive) features(c *candidate) (x features) {
	x[featureAlways] = 1
	if f := c.found; f != nil {
		x[featureInherited] = f.page
		x[featureTerms] = max(f.best, share(f.count, a.base.exact()))
	}
	mean := 0.0
	for _, source := range c.sources {
		x[featureBestSource] = max(x[featureBestSource], source.worth)
		x[featureNear] = max(x[featureNear], source.near/2)
		mean += source.worth / float64(len(c.sources))
	}
	x[featureSources] = mean
	site := c.site.mean(a.all.mean(priorWorth))
	x[featureDirectory] = c.directory.mean(site)
	x[featureBlock] = a.sumOf(&c.blocks[0]).mean(mean)
	x[featureOuterBlock] = a.sumOf(&c.blocks[1]).mean(mean)
	x[featurePath] = a.sumOf(&c.paths).mean(a.all.mean(priorWorth))
	x[featureText] = c.text.nearness(a.words)
	x[featureContext] = c.context.nearness(a.words)
	if a.Without != 0 {
		a.Without.leaveOut(&x)
	}
	return x
}

// priorWorth is what a page of an unknown kind is taken to be worth.
const priorWorth = 0.1
