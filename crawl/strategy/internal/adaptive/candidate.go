package adaptive

import (
	"fmt"
	"strings"

	"github.com/lokman-crawler/lokman/crawl/strategy/internal/normalized"
	"github.com/lokman-crawler/lokman/internal/heap"
	"github.com/lokman-crawler/lokman/internal/weburl"
)

// A candidate is a URL that may be fetched, with what is known of it.
type candidate struct {
	url       string
	number    int32 // in the order in which they were found
	site      *site
	directory *tally
	links     *normalized.Links // to it, as LokmanNormalized knows them; nil if there is none
	own       normalized.Links  // what links points to, unless the URL was redirected to
	blocks    [2]tallyList      // inner and outer
	paths     tallyList
	sources   []*visit     // pages that link here
	first     *visit       // the first of them
	text      linkWords    // of its links
	context   linkWords    // and of those around
	caption   string       // of the first link, for explanations
	estimate  float64      // the model's latest
	value     float64      // in the frontier
	reason    fmt.Stringer // what that is made of, a *change or an atRandom; nil once it is fetched
	raised    bool         // picked at random
	offers    int32        // links to it that were not refused
	visit     *visit       // once it has been fetched or has failed
	gone      bool         // it redirected or was not modified
}

// A site is a host with its queued URLs.
type site struct {
	tally
	explored tally            // of its pages that were raised
	untried  heap.Heap[int32] // numbers of those queued and not raised, the one that was found first in front
	position int              // in queue.sites
	answered bool             // is in exploration.answered
}

// What is kept of the links to one URL.
const (
	maxSources = 16 // the latest replaces the one before
	maxText    = 24 // words
	maxContext = 48 // words
	maxCaption = 80 // bytes of the first link's text
)

// urls are the URLs of a crawl, with their hosts and directories.
type urls struct {
	byName      map[string]*candidate
	byNumber    []*candidate
	sites       map[string]*site // by host
	directories map[string]*tally
}

// candidate returns the candidate of a URL, a new one if necessary.
func (u *urls) candidate(url string) *candidate {
	c := u.byName[url]
	if c == nil {
		c = &candidate{
			url: url, number: int32(len(u.byNumber)),
			site: entry(u.sites, weburl.HostOf(url)), directory: entry(u.directories, directoryOf(url)),
		}
		u.byName[url] = c
		u.byNumber = append(u.byNumber, c)
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

// linkedFrom notes that a page links to a URL. It reports false if that is known.
func (c *candidate) linkedFrom(v *visit) bool {
	n := len(c.sources)
	switch {
	case n > 0 && c.sources[n-1] == v:
		return false
	case n == 0:
		c.first = v
		c.sources = append(c.sources, v)
	case n == maxSources:
		c.sources[n-1] = v
	default:
		c.sources = append(c.sources, v)
	}
	return true
}

// tallies yields those that a URL counts for.
func (c *candidate) tallies(t *tallies, yield func(*tally)) {
	yield(&t.all)
	yield(&c.site.tally)
	yield(c.directory)
	for _, list := range []*tallyList{&c.blocks[0], &c.blocks[1], &c.paths} {
		for _, number := range list.all() {
			yield(&t.list[number])
		}
	}
}

// redirected takes over what is known of a URL that redirects to this one, unless a page
// links here.
func (c *candidate) redirected(from *candidate) {
	c.raised = c.raised || from.raised
	if len(c.sources) > 0 {
		return
	}
	c.blocks, c.paths, c.sources, c.text, c.context = from.blocks, from.paths, from.sources, from.text, from.context
	c.value, c.reason = from.value, from.reason
	if c.links == nil {
		c.links = from.links
	}
}
