package adaptive

import (
	"slices"
	"strings"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl/strategy/internal/normalized"
	"github.com/lokman-crawler/lokman/internal/document"
	"github.com/lokman-crawler/lokman/internal/excerpt"
)

// A linkReader adds the links of one page to what is known of their URLs.
type linkReader struct {
	scores  normalized.Scores
	urls    *urls
	tallies *tallies
	words   *vocabulary
	from    *visit
	value   float64 // of the page, LokmanNormalized's
	parts   partReader
	blocks  map[int32]int32 // numbers of tallies by that of the block, times two and its level
	linked  []*candidate    // those that are not fetched

	// The latest link's place, which is mostly that of the next, and its tallies.
	at      document.Place
	located bool
	in      [2]int32 // of its blocks, -1 for none
	path    int32
}

// readAll adds the links of a page.
func (r *linkReader) readAll(links []classify.Link, places []document.Place) {
	for i, link := range links {
		r.parts.next(link)
		if link.URL != "" {
			r.read(link, places[i])
		}
	}
}

// read adds a link. What was fetched before and is linked to now says at once what
// the block is worth.
func (r *linkReader) read(l classify.Link, at document.Place) {
	to := r.urls.candidate(l.URL)
	if to.links == nil {
		to.links = &to.own
	}
	to.links.Add(r.scores, l, r.value)
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
	if to.visit != nil || to.gone {
		return
	}
	if to.linkedFrom(r.from) {
		r.linked = append(r.linked, to)
	}
	r.readText(to, l)
}

// readText adds the words of a link and those around it.
func (r *linkReader) readText(to *candidate, l classify.Link) {
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

// locate finds the tallies of a place.
func (r *linkReader) locate(at document.Place) {
	if r.located && at == r.at {
		return
	}
	r.at, r.located = at, true
	r.path = numberOf(r.tallies, r.tallies.paths, at.Path)
	for level, number := range at.Blocks {
		r.in[level] = -1
		if number >= 0 {
			r.in[level] = numberOf(r.tallies, r.blocks, number*2+int32(level))
		}
	}
}

// join has a URL count for a tally.
func (r *linkReader) join(to *candidate, list *tallyList, number int32, most int) {
	if len(list.all()) >= most || slices.Contains(list.all(), number) {
		return
	}
	list.add(number)
	if to.visit != nil {
		r.tallies.list[number].add(to.visit.target)
	}
}
