package strategy

import (
	"slices"
	"strconv"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/frontier"
	"github.com/lokman-crawler/lokman/internal/phrase"
)

// LokmanNormalized is [Lokman] with its gaps closed:
//
//	page value = 1/2 x parent's value + 1/2 x score(page)
//	link value = 1/2 x best page value + 1/2 x score(all its links)
//
// Scores are 0 to 1, so that pages and links, long texts and short ones, can be
// compared. If the scorer is a [classify.TermScorer], with c the weights of the terms
// that occur, a page scores c/(c + words) and a link c/(c + unit). Any other scorer
// says itself what a page and a link score, 0 to 1, and a [classify.DocumentScorer]
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
	found map[string]*finding
}

// A finding is what the links to a URL have in common.
type finding struct {
	page  float64  // greatest value of a page that links there
	terms []string // of a TermScorer
	count float64  // their weights
	best  float64  // score of a link, of a scorer without terms
	texts seenTexts
}

// half is the share of what is inherited and that of what is a page's or a
// link's own.
const half = 0.5

// FrontierOptions implements [crawl.FrontierConfigurer].
func (s *LokmanNormalized) FrontierOptions() frontier.Options {
	return frontier.Options{Capacity: capacity(s.Capacity, crawl.NoLimit)}
}

// Valid reports a missing scorer.
func (s *LokmanNormalized) Valid() error { return needScorer("LokmanNormalized", s.Scorer) }

// Value implements [crawl.Strategy].
func (s *LokmanNormalized) Value(p *crawl.Page) crawl.Valuation {
	doc := p.Document()
	own := s.pagePart(doc)
	return s.once(p.URL, func(seen *sighting) crawl.Valuation {
		v := s.valuation(p, doc, own)
		// A seed's note is all that is asked for its parent.
		seen.note, seen.score, seen.doc = formatValue(v.Explanation[0].Score), own.Score, doc
		return v
	})
}

// Observation implements [crawl.Resumable].
func (s *LokmanNormalized) Observation(url string) []byte {
	return s.observation(url, linkTexts, s.tagged)
}

// Observe implements [crawl.Resumable].
func (s *LokmanNormalized) Observe(observation []byte) error {
	return s.observe(observation, s.tagged, func(seen *sighting) {
		s.valuation(seen.page(), seen.doc, crawl.Part{Of: "page", Factor: half, Score: seen.score})
	})
}

func (s *LokmanNormalized) tagged() string {
	return tagOf("lokman-normalized", 1, parameter{"Scorer", s.Scorer})
}

// formatValue writes a page's value for the notes of its links.
func formatValue(value float64) string { return strconv.FormatFloat(value, 'g', -1, 64) }

// valuation is that of a page with its own part in its value.
func (s *LokmanNormalized) valuation(p *crawl.Page, doc classify.Document, own crawl.Part) crawl.Valuation {
	v := pageValuation(p, s.found[p.URL], own)
	pageValue := v.Explanation.Value()
	for _, l := range doc.Links {
		if l.URL != "" {
			s.finding(l.URL).add(s, l, pageValue)
		}
	}
	for l := range followed(doc) {
		f := s.found[l.URL]
		value := s.value(f)
		v.Links = append(v.Links, frontier.Entry{
			URL: l.URL, Value: value.Value(), Reason: value,
			Note: formatValue(f.page),
		})
	}
	return v
}

// pageValuation returns the valuation of a page, of which f is known or nil, without its
// links. Its own is its part in the value.
func pageValuation(p *crawl.Page, f *finding, own crawl.Part) crawl.Valuation {
	parent := crawl.Part{Of: "parent", Factor: half, Score: parentOf(p, own.Score, f)}
	if p.Parent == "" && p.Note == "" {
		parent.Of = "page, as a seed has no parent,"
	}
	return crawl.Valuation{Score: own.Score, Explanation: crawl.Explanation{parent, own}}
}

// value returns the value of a URL.
func (s *LokmanNormalized) value(f *finding) crawl.Explanation {
	return crawl.Explanation{
		{Of: "page", Factor: half, Score: f.page},
		{Of: "links", Factor: half, Score: max(f.best, share(f.count, s.exact())), Evidence: f.terms},
	}
}

// exact returns the unit of a TermScorer's weights, of another scorer 1.
func (s *LokmanNormalized) exact() float64 {
	if terms, ok := s.Scorer.(classify.TermScorer); ok {
		return terms.Unit()
	}
	return 1
}

// parentOf returns what a page inherits. After a redirect, and when a crawl is
// resumed, it is in the link's note.
func parentOf(p *crawl.Page, own float64, f *finding) float64 {
	if f != nil && p.Parent != "" {
		return f.page
	}
	if noted, err := strconv.ParseFloat(p.Note, 64); err == nil {
		return noted
	}
	return own
}

// share returns x / (x + y), 0 if x is 0.
func share(x, y float64) float64 {
	if x == 0 {
		return 0
	}
	return x / (x + y)
}

// pagePart returns the part of a page in its own value, with its score from 0 to 1.
func (s *LokmanNormalized) pagePart(doc classify.Document) crawl.Part {
	reader, ok := s.Scorer.(classify.TextReader)
	if _, structured := s.Scorer.(classify.DocumentScorer); structured || !ok {
		return part("page", half, s.pageScore(doc), s.Scorer, doc.Text)
	}
	var words phrase.Hashes
	var reading textReading
	reading.occurrences, reading.parts = reader.Read(doc.Text, &words)
	count := 0.0
	for _, weight := range reading.occurrences {
		count += weight
	}
	return reading.part(share(count, float64(words.Total)))
}

// pageScore returns the score of a page, 0 to 1.
func (s *LokmanNormalized) pageScore(doc classify.Document) float64 {
	if structured, ok := s.Scorer.(classify.DocumentScorer); ok {
		return clamped(structured.ScoreDocument(doc))
	}
	terms, ok := s.Scorer.(classify.TermScorer)
	if !ok {
		return clamped(s.Scorer.Score(doc.Text))
	}
	count := 0.0
	for _, weight := range terms.Occurrences(doc.Text) {
		count += weight
	}
	words := 0.0
	for range phrase.Words(doc.Text) {
		words++
	}
	return share(count, words)
}

// finding returns what is known about a URL.
func (s *LokmanNormalized) finding(url string) *finding {
	if s.found == nil {
		s.found = map[string]*finding{}
	}
	return entry(s.found, url)
}

// add adds a link to what is known about its URL. A link that has been found before
// with the same text, as those of menus are on each page, adds its page alone.
func (f *finding) add(s *LokmanNormalized, l classify.Link, pageValue float64) {
	f.page = max(f.page, pageValue)
	if f.texts.add(l.Href, l.Text) {
		return
	}
	terms, ok := s.Scorer.(classify.TermScorer)
	if !ok {
		f.best = max(f.best, clamped(s.Scorer.Score(linkText(l))))
		return
	}
	for term, weight := range terms.Occurrences(linkText(l)) {
		if !slices.Contains(f.terms, term) && len(f.terms) < maxTerms {
			f.terms = append(f.terms, term)
			f.count += weight
		}
	}
}

// clamped cuts a score to 0 to 1.
func clamped(score float64) float64 { return min(1, max(0, score)) }

// maxTerms is how many terms of one URL are kept. With the thesis's weights that
// many terms score more than 0.95, whatever they are.
const maxTerms = 64
