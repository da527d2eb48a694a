package adaptive

import (
	"slices"
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/lokman-crawler/lokman/crawl/strategy/internal/normalized"
	"github.com/lokman-crawler/lokman/crawl/strategy/internal/slab"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// A candidate is a URL that may be fetched, with what is known of it. There are as many as URLs,
// so it is short: what there may be several of is in a list, in this order: sources, two numbers
// each; keys of the tallies of places in layouts; terms, by the hashes of their names; words of
// links and words around them, two in a number.
type candidate struct {
	url      string
	next     uint32    // untried URL of its site, by its number + 1
	list     uint32    // where it begins
	page     float32   // greatest value of a page that links here, LokmanNormalized's
	terms    float32   // weights of the terms in the texts of its links; of a scorer without terms the best score
	estimate float32   // the model's latest
	texts    [2]uint16 // hashes of the latest different texts of its links; 0 is none
	context  uint16    // hash of the latest context of a link
	near     [2]uint16 // how near the words of its links and those around are to the examples, 1 being nearest
	state    state
	centre   uint8 // near is of the centre of this number, its last digits; 0 if words were added since
	valued   uint8 // when it was, in pages, the last digits
	offers   uint8 // links to it that were not refused
	counts   [kinds]uint8
}

// What there may be several of, in the order of a list.
const (
	ofSources = iota
	ofPaths
	ofTerms
	ofText
	ofContext
	kinds
)

// A state is what has become of a candidate.
type state uint16

const (
	linked  state = 1 << iota // there is a link to it
	queued                    // the frontier has it
	untried                   // and it was not raised
	listed                    // it is in the list of its site's untried URLs, perhaps by mistake
	raised                    // picked at random
	visited                   // it was fetched or has failed
	failed                    // it has failed
	gone                      // it redirected or was not modified
	moved                     // what is known of it is that of a URL that redirects to it
)

func (c *candidate) is(s state) bool { return c.state&s != 0 }

// A source is a page that links to a URL, with the block of the link.
type source struct {
	page         uint32 // number of its visit; with lateLink if the URL was fetched before
	inner, outer uint16 // numbers of blocks on the page, + 1; 0 is none
}

const lateLink = 1 << 31

// What is kept of the links to one URL.
const (
	maxSources = 12 // the latest replaces the one before
	maxPaths   = 2
	maxTerms   = 64 // With the thesis's weights that many score more than 0.95, whatever they are.
	maxText    = 24 // words
	maxContext = 16 // words
)

// urls are the URLs of a crawl.
type urls struct {
	all    slab.Slab[candidate]
	places slab.Slab[uint32] // of those queued, where they are in the queue; of those visited, the number of the visit
	index  []uint32          // open addressing by the hashes of URLs: their numbers + 1
	lists  slab.Lists
	known  known // room for the one that is changed
}

// find returns the number of a URL.
func (u *urls) find(url string) (number uint32, ok bool) {
	number, _ = u.slot(url)
	return number, number != none
}

// none is no URL.
const none = 1<<32 - 1

// slot returns the number of a URL, or none and where it is to be entered in the index.
func (u *urls) slot(url string) (number uint32, at int) {
	if len(u.index) == 0 {
		return none, 0
	}
	mask := len(u.index) - 1
	for at = int(xxhash.Sum64String(url)) & mask; u.index[at] != 0; at = (at + 1) & mask {
		if number = u.index[at] - 1; u.all.At(number).url == url {
			return number, at
		}
	}
	return none, at
}

// add returns the number of a URL, a new one if necessary.
func (u *urls) add(url string) uint32 {
	number, at := u.slot(url)
	if number != none {
		return number
	}
	if 4*int(u.all.Count) >= 3*len(u.index) {
		u.reindex(max(64, 2*len(u.index)))
		_, at = u.slot(url)
	}
	number = u.all.Add()
	u.places.Add()
	u.index[at] = number + 1
	u.at(number).url = url
	return number
}

// reindex makes the index anew, of a size that is a power of 2.
func (u *urls) reindex(size int) {
	u.index = make([]uint32, size)
	for number := range u.all.Count {
		at := int(xxhash.Sum64String(u.all.At(number).url)) & (size - 1)
		for u.index[at] != 0 {
			at = (at + 1) & (size - 1)
		}
		u.index[at] = number + 1
	}
}

// at returns a candidate that may be changed: the next snapshot has it.
func (u *urls) at(number uint32) *candidate { return u.all.Change(number) }

// directoryOf returns a URL up to the last slash of its path.
func directoryOf(url string) string {
	path, _, _ := strings.Cut(url, "?")
	return path[:strings.LastIndexByte(path, '/')+1]
}

// siteKey returns the key of the tally of a URL's host.
func siteKey(url string) uint32 { return keyOf(siteTally, xxhash.Sum64String(weburl.HostOf(url))) }

// directoryKey returns the key of the tally of a URL's directory.
func directoryKey(url string) uint32 {
	return keyOf(directoryTally, xxhash.Sum64String(directoryOf(url)))
}

// known is a candidate's list, taken apart.
type known struct {
	sources       []source
	paths, terms  []uint32
	text, context []uint16
}

// length returns how many numbers a candidate's list has.
func (c *candidate) length() int {
	n := &c.counts
	return 2*int(n[ofSources]) + int(n[ofPaths]) + int(n[ofTerms]) + (int(n[ofText])+1)/2 + (int(n[ofContext])+1)/2
}

func (u *urls) list(c *candidate) []uint32 { return u.lists.List(c.list, c.length()) }

// sourceAt returns a source of a candidate's list.
func sourceAt(list []uint32, i int) source {
	return source{list[2*i], uint16(list[2*i+1]), uint16(list[2*i+1] >> 16)}
}

// sources yields the pages that link to a URL that was not fetched before.
func (u *urls) sources(c *candidate, yield func(source)) {
	list := u.list(c)
	for i := range int(c.counts[ofSources]) {
		if s := sourceAt(list, i); s.page&lateLink == 0 {
			yield(s)
		}
	}
}

// paths returns the keys of the tallies of places in layouts.
func (c *candidate) paths(list []uint32) []uint32 {
	begin := 2 * int(c.counts[ofSources])
	return list[begin : begin+int(c.counts[ofPaths])]
}

// words returns the words of links or around them, two in a number.
func (c *candidate) words(list []uint32, kind int) []uint32 {
	end := len(list)
	if kind == ofText {
		end -= (int(c.counts[ofContext]) + 1) / 2
	}
	return list[end-(int(c.counts[kind])+1)/2 : end]
}

// first returns the page that was the first to link to a URL, none if there is none.
func (u *urls) first(c *candidate) uint32 {
	if c.counts[ofSources] == 0 || c.is(moved) {
		return none
	}
	if s := sourceAt(u.list(c), 0); s.page&lateLink == 0 {
		return s.page
	}
	return none
}

// open takes a candidate's list apart. It is valid until the next is.
func (u *urls) open(c *candidate) *known {
	k, list := &u.known, u.list(c)
	k.sources = k.sources[:0]
	for i := range int(c.counts[ofSources]) {
		k.sources = append(k.sources, sourceAt(list, i))
	}
	paths := c.paths(list)
	k.paths = append(k.paths[:0], paths...)
	terms := 2*len(k.sources) + len(paths)
	k.terms = append(k.terms[:0], list[terms:terms+int(c.counts[ofTerms])]...)
	k.text = slab.Unpack(k.text[:0], c.words(list, ofText), int(c.counts[ofText]))
	k.context = slab.Unpack(k.context[:0], c.words(list, ofContext), int(c.counts[ofContext]))
	return k
}

// put gives a candidate a list.
func (u *urls) put(c *candidate, k *known) {
	before := c.length()
	c.counts = [kinds]uint8{uint8(len(k.sources)), uint8(len(k.paths)), uint8(len(k.terms)), uint8(len(k.text)), uint8(len(k.context))}
	if n := c.length(); n != before {
		u.lists.GiveBack(c.list, before)
		c.list = u.lists.Room(n)
	}
	list := u.list(c)
	for i, s := range k.sources {
		list[2*i], list[2*i+1] = s.page, uint32(s.inner)|uint32(s.outer)<<16
	}
	list = list[2*len(k.sources):]
	list = list[copy(list, k.paths):]
	list = list[copy(list, k.terms):]
	list = slab.Pack(list, k.text)
	slab.Pack(list, k.context)
}

// linkedFrom notes that a page links to a URL. It reports false if that is known.
func (k *known) linkedFrom(s source) bool {
	switch {
	case slices.ContainsFunc(k.sources, func(other source) bool { return other.page&^lateLink == s.page&^lateLink }):
		return false
	case len(k.sources) < maxSources:
		k.sources = append(k.sources, s)
	case s.page&lateLink == 0:
		k.sources[maxSources-1] = s
	default:
		return false
	}
	return true
}

// score returns the score of the links to a URL, LokmanNormalized's.
func (c *candidate) score(terms bool, unit float64) float64 {
	if terms {
		return normalized.Share(float64(c.terms), unit)
	}
	return float64(c.terms)
}

// redirected takes over what is known of a URL that redirects to this one, unless a page
// links here.
func (u *urls) redirected(from, c *candidate) {
	c.state |= from.state & raised
	if c.counts[ofSources] > 0 {
		return
	}
	k := *u.open(c)
	terms := slices.Clone(k.terms)
	k = *u.open(from)
	if c.is(linked) {
		k.terms = terms
	} else {
		c.page, c.terms, c.texts = from.page, from.terms, from.texts
		c.state |= from.state & linked
	}
	u.put(c, &k)
	c.centre = 0
	c.state |= moved
}

// forgetWords forgets what only the values of a queued URL are made of.
func (u *urls) forgetWords(c *candidate) {
	k := u.open(c)
	k.terms, k.text, k.context = k.terms[:0], k.text[:0], k.context[:0]
	u.put(c, k)
}
