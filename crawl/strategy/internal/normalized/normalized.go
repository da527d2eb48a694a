// Package normalized has the formulas of strategy.LokmanNormalized, by which
// strategy.Adaptive begins too: scores of pages and of the links to a URL, 0 to 1.
package normalized

import (
	"context"
	"iter"
	"slices"
	"strconv"

	"github.com/cespare/xxhash/v2"

	"github.com/lokman-crawler/lokman/classify"
	"github.com/lokman-crawler/lokman/crawl"
	"github.com/lokman-crawler/lokman/crawl/strategy/internal/scored"
	"github.com/lokman-crawler/lokman/internal/phrase"
)

// Half is the share of what is inherited and that of what is a page's or a
// link's own.
const Half = 0.5

// Scores scores pages and links by any scorer.
type Scores struct{ classify.Scorer }

// Ask returns what scores a page and its links: see scored.Ask. A TermScorer is not asked for
// scores.
func (s Scores) Ask(ctx context.Context, doc classify.Document) (Scores, error) {
	if _, ok := s.Scorer.(classify.TermScorer); ok {
		return s, nil
	}
	said, err := scored.Ask(ctx, s.Scorer, doc, scored.Texts(scored.All(doc), scored.LinkText))
	return Scores{said}, err
}

// Part returns the part of a page in its own value.
func (s Scores) Part(doc classify.Document) crawl.Part {
	reader, ok := s.Scorer.(textReader)
	if _, structured := s.Scorer.(interface {
		ScoreDocument(classify.Document) float64
	}); structured || !ok {
		return scored.Part("page", Half, s.Page(doc), s.Scorer, doc.Text)
	}
	var words phrase.Hashes
	var read Reading
	read.Occurrences, read.Parts = reader.Read(doc.Text, &words)
	count := 0.0
	for _, weight := range read.Occurrences {
		count += weight
	}
	return read.Part(Share(count, float64(words.Total)))
}

// Page returns the score of a page.
func (s Scores) Page(doc classify.Document) float64 {
	if structured, ok := s.Scorer.(interface {
		ScoreDocument(classify.Document) float64
	}); ok {
		return clamped(structured.ScoreDocument(doc))
	}
	terms, ok := s.Scorer.(classify.TermScorer)
	if !ok {
		return clamped(s.Score(doc.Text))
	}
	count := 0.0
	for _, weight := range terms.Occurrences(doc.Text) {
		count += weight
	}
	words := 0.0
	for range phrase.Words(doc.Text) {
		words++
	}
	return Share(count, words)
}

// Unit returns the unit of a TermScorer's weights, of another scorer 1.
func (s Scores) Unit() float64 {
	if terms, ok := s.Scorer.(classify.TermScorer); ok {
		return terms.Unit()
	}
	return 1
}

// Read reads a text, and puts its words into words: in one pass if the scorer is a
// textReader.
func (s Scores) Read(text string, words *phrase.Hashes) (r Reading) {
	if one, ok := s.Scorer.(textReader); ok {
		r.Occurrences, r.Parts = one.Read(text, words)
		return r
	}
	words.Read(text)
	if terms, ok := s.Scorer.(classify.TermScorer); ok {
		r.Occurrences = terms.Occurrences(text)
	}
	if explainer, ok := s.Scorer.(scored.Explainer); ok {
		r.Parts = explainer.Parts(text)
	}
	return r
}

// A textReader is a scorer that says in one pass over a text what Occurrences and Parts yield of
// it, and adds the words of the text to words. An *ontology.Scorer is one.
type textReader interface {
	classify.TermScorer
	scored.Explainer
	Read(text string, words *phrase.Hashes) (occurrences, parts iter.Seq2[string, float64])
}

// A Reading is what a scorer finds in a text.
type Reading struct {
	Occurrences iter.Seq2[string, float64] // nil of a scorer without terms
	Parts       iter.Seq2[string, float64] // nil of one that explains nothing
}

// Part is the part of a page in its value.
func (r Reading) Part(score float64) crawl.Part {
	p := crawl.Part{Of: "page", Factor: Half, Score: score}
	if r.Parts != nil && score != 0 {
		for label := range r.Parts {
			if p.Evidence == nil {
				p.Evidence = make([]string, 0, 16)
			}
			p.Evidence = append(p.Evidence, label)
		}
	}
	return p
}

// Links is what the links to a URL have in common.
type Links struct {
	Page  float64  // greatest value of a page that links there
	Terms []string // of a TermScorer
	count float64  // their weights
	best  float64  // score of a link, of a scorer without terms
	texts Texts
}

// maxTerms is how many terms of one URL are kept. With the thesis's weights that
// many terms score more than 0.95, whatever they are.
const maxTerms = 64

// Add adds a link on a page of a value. A link that has been found before
// with the same text, as those of menus are on each page, adds its page alone.
func (l *Links) Add(s Scores, link classify.Link, pageValue float64) {
	l.Page = max(l.Page, pageValue)
	if l.texts.Add(link.Href, link.Text) {
		return
	}
	terms, ok := s.Scorer.(classify.TermScorer)
	if !ok {
		l.best = max(l.best, clamped(s.Score(scored.LinkText(link))))
		return
	}
	for term, weight := range terms.Occurrences(scored.LinkText(link)) {
		if !slices.Contains(l.Terms, term) && len(l.Terms) < maxTerms {
			l.Terms = append(l.Terms, term)
			l.count += weight
		}
	}
}

// Knows reports whether the text of a link is one that Add would not score again.
func (l *Links) Knows(link classify.Link) bool {
	return slices.Contains(l.texts[:], textHash(link.Href, link.Text))
}

// Score returns the score of the links. The unit is the scorer's.
func (l *Links) Score(unit float64) float64 { return max(l.best, Share(l.count, unit)) }

// Valuation returns the valuation of a page, of whose URL the links are known or nil, without its
// links. Its own is its part in the value.
func Valuation(p *crawl.Page, links *Links, own crawl.Part) crawl.Valuation {
	parent := crawl.Part{Of: "parent", Factor: Half, Score: parentOf(p, own.Score, links)}
	if p.Parent == "" && p.Note == "" {
		parent.Of = "page, as a seed has no parent,"
	}
	return crawl.Valuation{Score: own.Score, Explanation: crawl.Explanation{parent, own}}
}

// parentOf returns what a page inherits. After a redirect, and when a crawl is
// resumed, it is in the link's note.
func parentOf(p *crawl.Page, own float64, links *Links) float64 {
	if links != nil && p.Parent != "" {
		return links.Page
	}
	if noted, err := strconv.ParseFloat(p.Note, 64); err == nil {
		return noted
	}
	return own
}

// Share returns x / (x + y), 0 if x is 0.
func Share(x, y float64) float64 {
	if x == 0 {
		return 0
	}
	return x / (x + y)
}

// clamped cuts a score to 0 to 1.
func clamped(score float64) float64 { return min(1, max(0, score)) }

// Texts are the hashes of the latest different texts of the links to a URL; 0 is none.
type Texts [2]uint64

// Add adds a text of two parts, and reports whether it was there already.
func (t *Texts) Add(first, second string) bool {
	hash := textHash(first, second)
	if slices.Contains(t[:], hash) {
		return true
	}
	t[0], t[1] = hash, t[0]
	return false
}

// textHash is not 0.
func textHash(first, second string) uint64 {
	return xxhash.Sum64String(first)*hashPrime ^ xxhash.Sum64String(second) | 1
}

// hashPrime is that of 64-bit FNV.
const hashPrime = 1099511628211
