package adaptive

import (
	"slices"

	"github.com/cespare/xxhash/v2"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl/strategy/internal/scored"
	"github.com/lokman-crawler/lokman/crawl/strategy/internal/textparts"
	"github.com/lokman-crawler/lokman/internal/document"
	"github.com/lokman-crawler/lokman/internal/phrase"
)

// A linkReader adds the links of one page to what is known of their URLs.
type linkReader struct {
	*Learner
	from  *visit
	value float32 // of the page, LokmanNormalized's
	parts textparts.Reader
}

// readAll adds the links of a page.
func (r *linkReader) readAll(links []classify.Link, places []document.Place) {
	for i, link := range links {
		r.parts.Next(link)
		if link.URL != "" {
			r.read(link, places[i])
		}
	}
}

// read adds a link. What was fetched before and is linked to now says at once what
// the block is worth.
func (r *linkReader) read(l classify.Link, at document.Place) {
	number := r.urls.add(l.URL)
	c := r.urls.at(number)
	c.state |= linked
	c.page = max(c.page, r.value)
	k := r.urls.open(c)
	changed := false
	hash := hash16(l.Href, l.Text)
	fresh := !c.is(visited) && !slices.Contains(c.texts[:], hash)
	if fresh {
		c.texts[0], c.texts[1] = hash, c.texts[0]
		changed = r.score(c, k, l)
	}
	if number != r.from.url {
		s := source{page: r.from.number, inner: blockNumber(at.Blocks[0]), outer: blockNumber(at.Blocks[1])}
		late := c.is(visited) || c.is(gone)
		if late {
			s.page |= lateLink
		}
		if k.linkedFrom(s) {
			changed = true
			switch inner, outer := s.blocks(); {
			case !late:
				r.linked = append(r.linked, number)
			case c.is(visited):
				r.late(number, inner)
				r.late(number, outer)
			}
		}
		if path := keyOf(pathTally, at.Path); len(k.paths) < maxPaths && !slices.Contains(k.paths, path) {
			k.paths = append(k.paths, path)
			changed = true
			if c.is(visited) {
				r.late(number, path)
			}
		}
		if !late {
			changed = r.readText(c, k, l, fresh) || changed
		}
	}
	if changed {
		r.urls.put(c, k)
	}
}

// late has a page that was fetched before count for a tally.
func (r *linkReader) late(number, key uint32) {
	r.kinds.add(key, float64(r.visits.facts.At(*r.urls.places.At(number)).target))
}

// blockNumber returns the number of a block as sources have it.
func blockNumber(n int32) uint16 { return uint16(min(n+1, 1<<16-1)) }

// hash16 returns a hash of a text of two parts that is not 0.
func hash16(first, second string) uint16 {
	return uint16((xxhash.Sum64String(first)*3^xxhash.Sum64String(second))>>48) | 1
}

// score scores the text of a link as normalized.Links does. It reports whether there are terms
// that are not known.
func (r *linkReader) score(c *candidate, k *known, l classify.Link) (changed bool) {
	terms, ok := r.scores.Scorer.(classify.TermScorer)
	if !ok {
		c.terms = max(c.terms, float32(min(1, max(0, r.scores.Score(scored.LinkText(l))))))
		return false
	}
	for term, weight := range terms.Occurrences(scored.LinkText(l)) {
		hash := uint32(xxhash.Sum64String(term))
		if !slices.Contains(k.terms, hash) && len(k.terms) < maxTerms {
			k.terms = append(k.terms, hash)
			c.terms += float32(weight)
			changed = true
		}
	}
	return changed
}

// readText adds the words of a link and those around it. It reports whether there are any
// that are not known.
func (r *linkReader) readText(c *candidate, k *known, l classify.Link, fresh bool) bool {
	text := fresh && len(k.text) < maxText
	context := len(k.context) < maxContext && hash16("", l.Context) != c.context
	if !text && !context {
		return false
	}
	before := len(k.text) + len(k.context)
	r.parts.Enter(l)
	if text {
		k.text = r.addWords(k.text, l.Text, maxText, true)
	}
	if context {
		c.context = hash16("", l.Context)
		k.context = r.addWords(k.context, l.Context, maxContext, false)
	}
	c.centre = 0
	return len(k.text)+len(k.context) > before
}

// addWords adds the words of a part of a page's text, each once, until there are most.
func (r *linkReader) addWords(to []uint16, part string, most int, name bool) []uint16 {
	if words, ok := r.parts.Words(part); ok {
		for i := 0; i < len(words) && len(to) < most; i++ {
			number := r.words.number(slotOf(words[i].Hash))
			if name {
				r.words.name(number, r.parts.Text[words[i].Start:words[i].End])
			}
			if !slices.Contains(to, number) {
				to = append(to, number)
			}
		}
		return to
	}
	for w := range phrase.Words(part) {
		if len(to) >= most {
			break
		}
		number := r.words.number(slotOf(xxhash.Sum64(w.Text)))
		if name {
			r.words.name(number, string(w.Text))
		}
		if !slices.Contains(to, number) {
			to = append(to, number)
		}
	}
	return to
}
