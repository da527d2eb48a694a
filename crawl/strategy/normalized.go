package strategy

import (
	"context"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/strategy/internal/normalized"
	"github.com/lokman-crawler/lokman/crawl/strategy/internal/observed"
	"github.com/lokman-crawler/lokman/crawl/strategy/internal/scored"
	"github.com/lokman-crawler/lokman/frontier"
)

// LokmanNormalized is [Lokman] with its gaps closed:
//
//	page value = 1/2 x parent's value + 1/2 x score(page)
//	link value = 1/2 x best page value + 1/2 x score(all its links)
//
// Scores are 0 to 1, so that pages and links, long texts and short ones, can be
// compared. If the scorer is a [classify.TermScorer], with c the weights of the terms
// that occur, a page scores c/(c + words) and a link c/(c + unit). Any other scorer
// says itself what a page and a link score, 0 to 1, and one with ScoreDocument
// what a page scores: with the terms of an ontology by ontology.NormalizationDensity,
// which is c/(c + words).
//
// What counts for a URL is all that was found of it so far. The terms of all
// its links count together, each once, so that a menu on every page of a site
// counts like one link; without terms the best of its links counts. The best
// value of the pages that link to it counts, and the page inherits that as its
// parent's. A seed is its own parent.
//
// The links of a page that scores 0 are kept, and with halves, where the thesis
// has 0.1 and 0.9, a page three links back still counts an eighth: so the crawl
// gets through pages that say little of the topic. The halves are not critical:
// shares of 0.3 and 0.7 do as well.
//
// The topic should have its narrower terms, on which most depends: expand it
// with ontology.Expansion{Children: ontology.All}.
//
// A LokmanNormalized holds the state of one crawl, about a hundred bytes a URL:
// take a new one for each. A page costs time linear in its text.
type LokmanNormalized struct {
	// Scorer is required. Of an *ontology.Scorer the weights and stems are used,
	// its normalisation is not. Of one that is no [classify.TermScorer] a score
	// below 0 counts as 0, one above 1 as 1.
	Scorer classify.Scorer

	// Capacity is the most URLs that are queued. 0 means the default, no limit, as
	// does crawl.NoLimit.
	Capacity int

	memory
	found map[string]*normalized.Links // by URL
}

var _ crawl.Resumable = (*LokmanNormalized)(nil)

// FrontierOptions returns the options that the strategy needs: see [crawl.Strategy].
func (s *LokmanNormalized) FrontierOptions() frontier.Options {
	return frontier.Options{Capacity: scored.Capacity(s.Capacity, crawl.NoLimit)}
}

// Valid reports a missing scorer.
func (s *LokmanNormalized) Valid() error { return scored.Need("LokmanNormalized", s.Scorer) }

// Value implements [crawl.Strategy].
func (s *LokmanNormalized) Value(p *crawl.Page) crawl.Valuation {
	doc := p.Scan()
	scores, err := s.scores().Ask(p.Context(), doc)
	if err != nil {
		return crawl.Valuation{Err: err}
	}
	own := scores.Part(doc)
	return observed.Of(&s.memory).Once(p.URL, func(seen *observed.Facts) crawl.Valuation {
		v := s.valuation(p, doc, scores, own)
		// A seed's note is all that is asked for its parent.
		seen.Note, seen.Score, seen.Doc = formatValue(v.Explanation[0].Score), own.Score, doc
		return v
	})
}

// Observation implements [crawl.Resumable].
func (s *LokmanNormalized) Observation(url string) []byte {
	return observed.Of(&s.memory).Observation(url, observed.LinkTexts, s.tagged)
}

// Observe implements [crawl.Resumable].
func (s *LokmanNormalized) Observe(ctx context.Context, observation []byte) error {
	store, scores := observed.Of(&s.memory), s.scores()
	return store.Observe(observation, s.tagged, func(seen *observed.Facts) (err error) {
		store.Lock()
		known := s.knows(seen.Doc)
		store.Unlock()
		if !known {
			scores, err = scores.Ask(ctx, seen.Doc)
		}
		return err
	}, func(seen *observed.Facts) {
		s.valuation(seen.Page(), seen.Doc, scores, crawl.Part{Of: "page", Factor: normalized.Half, Score: seen.Score})
	})
}

// knows reports whether the links of a document tell nothing that has not been scored.
func (s *LokmanNormalized) knows(doc classify.Document) bool {
	for l := range scored.All(doc) {
		if f := s.found[l.URL]; f == nil || !f.Knows(l) {
			return false
		}
	}
	return true
}

func (s *LokmanNormalized) tagged() string {
	return observed.Tag("lokman-normalized", 1, observed.Set("Scorer", s.Scorer))
}

func (s *LokmanNormalized) scores() normalized.Scores { return normalized.Scores{Scorer: s.Scorer} }

// valuation is that of a page with its own part in its value.
func (s *LokmanNormalized) valuation(p *crawl.Page, doc classify.Document, scores normalized.Scores, own crawl.Part) crawl.Valuation {
	v := normalized.Valuation(p, s.found[p.URL], own)
	pageValue := v.Explanation.Value()
	seen := make(map[*normalized.Links]bool, len(doc.Links))
	found := make([]*normalized.Links, len(doc.Links)) // of the links that come first to their URLs
	distinct := 0
	for i, l := range doc.Links {
		if l.URL == "" {
			continue
		}
		f := s.linksTo(l.URL)
		f.Add(scores, l, pageValue)
		if !seen[f] {
			seen[f], found[i] = true, f
			distinct++
		}
	}
	v.Links = make([]frontier.Entry, 0, distinct)
	parts := make([]crawl.Part, 2*distinct) // of all their values
	unit, note := s.scores().Unit(), formatValue(pageValue)
	for i, f := range found {
		if f == nil {
			continue
		}
		value := crawl.Explanation(parts[:2:2])
		parts = parts[2:]
		value[0] = crawl.Part{Of: "page", Factor: normalized.Half, Score: f.Page}
		value[1] = crawl.Part{Of: "links", Factor: normalized.Half, Score: f.Score(unit), Evidence: f.Terms}
		e := frontier.Entry{URL: doc.Links[i].URL, Value: value.Value(), Reason: value, Note: note}
		if f.Page != pageValue {
			e.Note = formatValue(f.Page)
		}
		v.Links = append(v.Links, e)
	}
	return v
}

// linksTo returns what is known of the links to a URL.
func (s *LokmanNormalized) linksTo(url string) *normalized.Links {
	l := s.found[url]
	if l == nil {
		if s.found == nil {
			s.found = map[string]*normalized.Links{}
		}
		l = new(normalized.Links)
		s.found[url] = l
	}
	return l
}
