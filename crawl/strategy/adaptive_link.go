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
	blocks    [2][]*record
	paths     []*record
	sources   []*lesson    // pages that link here
	first     *lesson      // the first of them
	found     *finding     // LokmanNormalized's
	text      linkWords    // of its links
	context   linkWords    // and of those around
	caption   string       // of the first link, for explanations
	estimate  float64      // the model's latest
	given     float64      // value in the frontier
	why       fmt.Stringer // what that is made of, a *change or an atRandom; nil once it is fetched
	raised    bool         // picked at random
	lesson    *lesson      // once it has been fetched or has failed
}

// A record counts the pages of a kind and sums what they were worth.
type record struct{ pages, worth float64 }

func (r *record) add(worth float64) {
	r.pages++
	r.worth += worth
}

// mean returns the mean worth, that of one more page being given.
func (r record) mean(one float64) float64 { return (r.worth + one) / (r.pages + 1) }

// sumOf returns several records together.
func sumOf(records []*record) (sum record) {
	for _, r := range records {
		sum.pages += r.pages
		sum.worth += r.worth
	}
	return sum
}

// What is kept of the links to one URL.
const (
	maxSources = 16 // the latest replaces the one before
	maxBlocks  = 6
	maxPaths   = 4
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
	blocks map[[2]int32]*record

	// The latest link's place, which is mostly that of the next, and its records.
	at   dom.Place
	in   [2]*record // of its blocks, nil for none
	path *record
}

// read adds a link. What was fetched before and is linked to now says at once what
// the block is worth.
func (r *linkReader) read(l classify.Link, at dom.Place) *candidate {
	to := r.candidate(l.URL)
	if to.found == nil {
		to.found = &finding{}
	}
	to.found.add(&r.base, l, r.value)
	if to == r.from.candidate {
		return to
	}
	r.locate(at)
	for level, block := range r.in {
		if block != nil {
			r.join(to, &to.blocks[level], block, maxBlocks)
		}
	}
	r.join(to, &to.paths, r.path, maxPaths)
	if to.lesson != nil {
		return to
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
		return to
	}
	r.parts.enter(l)
	if text {
		if to.caption == "" {
			to.caption = strings.Clone(excerpt.Cut(l.Text, maxCaption))
		}
		to.text.add(l.Text, &r.parts, maxText)
	}
	if context {
		to.context.add(l.Context, &r.parts, maxContext)
	}
	return to
}

// locate finds the records of a place.
func (r *linkReader) locate(at dom.Place) {
	if r.path != nil && at == r.at {
		return
	}
	r.at, r.in, r.path = at, [2]*record{}, entry(r.paths, at.Path)
	for level, number := range at.Blocks {
		if number >= 0 {
			r.in[level] = entry(r.blocks, [2]int32{int32(level), number})
		}
	}
}

// join puts a URL under a record.
func (r *linkReader) join(to *candidate, list *[]*record, under *record, most int) {
	if len(*list) >= most || slices.Contains(*list, under) {
		return
	}
	*list = append(*list, under)
	if to.lesson != nil {
		under.add(to.lesson.target)
	}
}

// under yields the records that a URL counts for.
func (a *Adaptive) under(c *candidate, yield func(*record)) {
	yield(&a.all)
	yield(&c.site.record)
	yield(c.directory)
	for _, list := range [][]*record{c.blocks[0], c.blocks[1], c.paths} {
		for _, r := range list {
			yield(r)
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
	x[featureBlock] = sumOf(c.blocks[0]).mean(mean)
	x[featureOuterBlock] = sumOf(c.blocks[1]).mean(mean)
	x[featurePath] = sumOf(c.paths).mean(a.all.mean(priorWorth))
	x[featureText] = c.text.nearness(a.words)
	x[featureContext] = c.context.nearness(a.words)
	if a.Without != 0 {
		a.Without.leaveOut(&x)
	}
	return x
}

// priorWorth is what a page of an unknown kind is taken to be worth.
const priorWorth = 0.1
